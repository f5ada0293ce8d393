import type * as z from 'zod';
import type { Embedder } from '../collate/embed/port.ts';

export type RoleName =
  | 'understand'
  | 'ambiguity'
  | 'decompose'
  | 'formulate'
  | 'finding'
  | 'answer'
  | 'reader'
  | 'domain'
  | 'methodology'
  | 'contradictions'
  | 'synthesize'
  | 'repair';

/** `fast` researchers, `reader` paper readers, `best` critics and writer: mapped to model ids by configuration. */
export type Tier = 'fast' | 'reader' | 'best';

/** Text from outside: it reaches a model only inside a delimited document block of a user turn. */
export interface DocumentBlock {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Evidence score: when the window is short, the lowest go first, and are counted. */
  readonly weight: number;
}

export interface Prompt {
  readonly system: string;
  readonly documents: readonly DocumentBlock[];
  readonly instruction: string;
  /** Output tokens asked for, thinking included. */
  readonly maxTokens: number;
}

/** What an extractive twin may use: no clock, no network, no randomness. */
export interface RoleContext {
  readonly embedder: Embedder;
}

/**
 * One agent role: its prompt and wire schema for a model, and its extractive twin that needs none.
 * @typeParam I input, plain data
 * @typeParam W what a model answers: a plain schema, no transforms, bounds or records
 * @typeParam O the role's result, checked against its contract
 */
export interface Role<I, W, O> {
  readonly name: RoleName;
  readonly tier: Tier;
  readonly wire: z.ZodType<W>;
  /** A simpler schema for the third rung of the ladder; absent when the wire schema is already minimal. */
  readonly simpler?: z.ZodType<Partial<W>>;
  prompt(input: I): Prompt;
  /**
   * Turns a model's answer into the result: anchors quotes, drops unknown ids, checks invariants.
   * @throws {AnswerRejected} with the reason shown to the model on the second try
   */
  accept(answer: W | Partial<W>, input: I): O;
  /** Deterministic: the same input gives the same bytes. */
  extract(input: I, context: RoleContext): O | Promise<O>;
}
