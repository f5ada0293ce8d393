import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { ExtractiveRunner } from '../../shared/models/extractive.ts';
import type { Runtime, TaskTokens } from '../../shared/runtime.ts';
import { importLibrary } from '../library/import.ts';
import type { Steps } from './cloud.ts';
import type { LambdaHandler } from './engine.ts';
import { HANDLERS } from './handlers.ts';
import { OpenLibraries } from './open-libraries.ts';
import { type StepParts, sharedPorts } from './step-parts.ts';

/** Steps of this thread. */
interface Here extends Steps {
  /** A library was indexed again by another thread. */
  forget(id: string): void;
}

/** Steps in the thread that calls them, and their ports. */
export function stepsHere(parts: StepParts, tokens: TaskTokens): { readonly runtime: Runtime; readonly steps: Here } {
  const { blobs } = parts;
  const embedder = parts.embedder ?? loadStaticEmbedder();
  const libraries = new OpenLibraries(blobs, embedder);
  const runtime: Runtime = {
    ...sharedPorts(parts, tokens),
    embedder,
    roles: parts.roles ?? new ExtractiveRunner(embedder),
    live: parts.live ?? null,
    library: (id) => libraries.open(id),
  };
  const handlers: Readonly<Record<string, LambdaHandler>> = HANDLERS;
  return {
    runtime,
    steps: {
      handler: (name) => handlers[name],
      forget: (id) => libraries.forget(id),
      importLibrary: async (path) => {
        const manifest = await importLibrary(blobs, path);
        libraries.forget(manifest.id);
        return manifest;
      },
      close: async () => {},
    },
  };
}
