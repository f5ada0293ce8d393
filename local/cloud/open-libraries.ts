import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { Library } from '../../shared/runtime.ts';
import { loadLibrary } from '../../shared/sources/library/store.ts';
import type { Blobs } from '../../shared/store/ports.ts';
import { importLibrary } from '../library/import.ts';
import { STARTER, starterPath } from '../library/starter.ts';

/** Libraries that steps have opened: each is read once. The starter library is indexed by its first reader. */
export class OpenLibraries {
  private readonly blobs: Blobs;
  private readonly embedder: Embedder;
  private readonly opened = new Map<string, Promise<Library>>();

  constructor(blobs: Blobs, embedder: Embedder) {
    this.blobs = blobs;
    this.embedder = embedder;
  }

  /** @param given null: the starter library */
  open(given: string | null): Promise<Library> {
    const id = given ?? STARTER;
    let open = this.opened.get(id);
    if (!open) {
      open = this.indexed(id).catch((error: unknown) => {
        this.opened.delete(id);
        throw error;
      });
      this.opened.set(id, open);
    }
    return open;
  }

  /** Forgets an open library: its file was indexed again. */
  forget(id: string): void {
    this.opened.delete(id);
  }

  private async indexed(id: string): Promise<Library> {
    if (id === STARTER) await importLibrary(this.blobs, starterPath(), { id: STARTER, name: 'starter library' });
    return loadLibrary(this.blobs, '', id, this.embedder);
  }
}
