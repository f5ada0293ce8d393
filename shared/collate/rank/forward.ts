import { terms } from '../../text/tokenise.ts';
import { FIELD_NAMES, type Fields } from './field-weights.ts';

/** A list of unsigned integers that grows by doubling. */
export class GrowingInts {
  #data: Uint32Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#data = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const larger = new Uint32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length++] = value;
  }

  /** The values so far, as a view: valid until the next `push`. */
  view(): Uint32Array {
    return this.#data.subarray(0, this.#length);
  }
}

/** Every document's terms in their order: what the inverted index is made from, and where phrases are looked up. */
export class ForwardIndex {
  readonly ids: string[] = [];
  readonly vocabulary: string[] = [];
  readonly #termIds = new Map<string, number>();
  readonly #known = new Set<string>();
  readonly #sequence = new GrowingInts(4096);
  /** Three starts a document, one a field, and the end of everything as the last entry. */
  readonly #starts = new GrowingInts(64);

  constructor() {
    this.#starts.push(0);
  }

  /** @throws RangeError when `id` is there already. */
  add(id: string, fields: Fields): void {
    this.addTerms(
      id,
      FIELD_NAMES.map((name) => terms(fields[name] ?? '')),
    );
  }

  /** As `add`, with the terms of each field given. */
  addTerms(id: string, fields: readonly (readonly string[])[]): void {
    if (this.#known.has(id)) {
      throw new RangeError(`document ${id} is in the index already: give every document its own id`);
    }
    this.#known.add(id);
    this.ids.push(id);
    for (let field = 0; field < FIELD_NAMES.length; field++) {
      for (const term of fields[field] ?? []) this.#sequence.push(this.#intern(term));
      this.#starts.push(this.#sequence.length);
    }
  }

  /** The number of `term` in the vocabulary, or -1. */
  termId(term: string): number {
    return this.#termIds.get(term) ?? -1;
  }

  get sequence(): Uint32Array {
    return this.#sequence.view();
  }

  /** Start of field `f` of document `doc` at `doc * 3 + f`; the next entry is its end. */
  get starts(): Uint32Array {
    return this.#starts.view();
  }

  #intern(term: string): number {
    const known = this.#termIds.get(term);
    if (known !== undefined) return known;
    const id = this.vocabulary.length;
    this.vocabulary.push(term);
    this.#termIds.set(term, id);
    return id;
  }
}
