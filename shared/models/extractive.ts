import type { Role } from '../agents/role.ts';
import type { Embedder } from '../collate/embed/port.ts';
import type { RoleRunner } from '../runtime.ts';

/** Every role by its extractive twin: no model, no key, no network, the same bytes for the same input. */
export class ExtractiveRunner implements RoleRunner {
  private readonly embedder: Embedder;

  constructor(embedder: Embedder) {
    this.embedder = embedder;
  }

  async describe(): Promise<string> {
    return 'extractive';
  }

  async run<I, W, O>(role: Role<I, W, O>, input: I): Promise<O> {
    return role.extract(input, { embedder: this.embedder });
  }
}
