const WIDTH = 8;
/** Shortest needle for which every occurrence contains one whole indexed window. */
const SHORTEST = 2 * WIDTH - 1;
const MAX_VISITED = 20_000;
const MAX_HITS = 2_000;
/** Enough to explain a miss; windows that occur more often than `MAX_COMMON` times say little about a place. */
const MAX_VOTES = 4_000;
const MAX_COMMON = 40;
/** Longer texts are not scanned just to explain a miss. */
const MAX_SCANNED = 300_000;

/**
 * Finds substrings of one long string in time that does not grow with it: windows of 8 units at every 8th position are
 * hashed once; an occurrence of any needle of 15 units or more holds at least one of them whole.
 */
export interface WindowIndex {
  readonly text: string;
  readonly heads: Int32Array;
  readonly links: Int32Array;
}

export function indexWindows(text: string): WindowIndex {
  const count = Math.floor(text.length / WIDTH);
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)));
  const heads = new Int32Array(size).fill(-1);
  const links = new Int32Array(count).fill(-1);
  for (let w = count - 1; w >= 0; w--) {
    const slot = hashAt(text, w * WIDTH) & (size - 1);
    links[w] = heads[slot]!;
    heads[slot] = w;
  }
  return { text, heads, links };
}

/** Positions of `needle`, ascending, at most 2,000 of them. */
export function occurrences(index: WindowIndex, needle: string): number[] {
  if (needle.length < SHORTEST) return scan(index.text, needle);
  const found = new Set<number>();
  let visited = 0;
  for (let offset = 0; offset < WIDTH; offset++) {
    for (const at of windowsLike(index, needle, offset)) {
      if (++visited > MAX_VISITED) return scan(index.text, needle);
      if (at >= offset && index.text.startsWith(needle, at - offset)) found.add(at - offset);
    }
  }
  return [...found].sort((a, b) => a - b).slice(0, MAX_HITS);
}

/** Where most of `needle`'s windows would put its start, although it occurs nowhere whole; null when none is known. */
export function nearest(index: WindowIndex, needle: string): number | null {
  const votes = new Map<number, number>();
  let best: number | null = null;
  let most = 0;
  let visited = 0;
  for (let offset = 0; offset + WIDTH <= needle.length && visited < MAX_VOTES; offset++) {
    const window = needle.slice(offset, offset + WIDTH);
    let common = 0;
    for (const at of windowsLike(index, needle, offset)) {
      visited++;
      if (++common > MAX_COMMON) break;
      if (!index.text.startsWith(window, at)) continue;
      const bucket = (at - offset) >> 5;
      const count = (votes.get(bucket) ?? 0) + 1;
      votes.set(bucket, count);
      if (count > most) {
        most = count;
        best = at - offset;
      }
    }
  }
  return best ?? nearestHalf(index, needle);
}

/** Needles too short to hold a whole window are looked up by their halves. */
function nearestHalf(index: WindowIndex, needle: string): number | null {
  if (index.text.length > MAX_SCANNED || needle.length < 8) return null;
  const middle = needle.length >> 1;
  const head = index.text.indexOf(needle.slice(0, middle));
  if (head >= 0) return head;
  const tail = index.text.indexOf(needle.slice(middle));
  return tail < 0 ? null : tail - middle;
}

function* windowsLike(index: WindowIndex, needle: string, offset: number): Generator<number> {
  const slot = hashAt(needle, offset) & (index.heads.length - 1);
  for (let w = index.heads[slot]!; w >= 0; w = index.links[w]!) yield w * WIDTH;
}

function scan(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0 && found.length < MAX_HITS; at = text.indexOf(needle, at + 1))
    found.push(at);
  return found;
}

/** FNV-1a over the window's units. */
function hashAt(text: string, at: number): number {
  let hash = 0x811c9dc5;
  for (let i = at; i < at + WIDTH; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
