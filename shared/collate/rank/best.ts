import { compareText } from './order.ts';

/**
 * The numbers of the `limit` best entries, best first: by score, ties by id, then by number. A heap with the worst of the
 * kept on top, so that a large collection is not sorted for ten hits.
 */
export function bestEntries(scores: Float64Array, ids: readonly string[], limit: number, above = -Infinity): number[] {
  const heap: number[] = [];
  const worse = (a: number, b: number) =>
    scores[a]! !== scores[b]!
      ? scores[a]! < scores[b]!
      : compareText(ids[a]!, ids[b]!) > 0 || (ids[a] === ids[b] && a > b);
  if (limit <= 0) return heap;
  for (let i = 0; i < scores.length; i++) {
    if (!(scores[i]! > above)) continue;
    if (heap.length < limit) {
      heap.push(i);
      siftUp(heap, worse);
    } else if (worse(heap[0]!, i)) {
      heap[0] = i;
      siftDown(heap, worse);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

type Worse = (a: number, b: number) => boolean;

function siftUp(heap: number[], worse: Worse): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!worse(heap[at]!, heap[parent]!)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: number[], worse: Worse): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let worst = at;
    if (left < heap.length && worse(heap[left]!, heap[worst]!)) worst = left;
    if (right < heap.length && worse(heap[right]!, heap[worst]!)) worst = right;
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}

function swap(list: number[], a: number, b: number): void {
  const kept = list[a]!;
  list[a] = list[b]!;
  list[b] = kept;
}
