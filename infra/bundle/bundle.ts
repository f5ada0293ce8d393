import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

/** The project's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODEL = 'shared/collate/embed/model';

/** What goes into one function. */
export interface BundleSpec {
  /** File of the handler, from the project's root. */
  readonly entry: string;
  /** Literals that decide at build time what the bundle carries. */
  readonly define?: Readonly<Record<string, string>>;
  /** Carries the model file of the static embedder. */
  readonly embedder?: boolean;
  /** Files to carry along: from the project's root, to the bundle's. */
  readonly files?: Readonly<Record<string, string>>;
  /** Packages replaced in the bundle, by modules from the project's root. */
  readonly alias?: Readonly<Record<string, string>>;
}

/**
 * ESM for Node 24, minified. The AWS SDK is the runtime's: it is one version there, and with it no bundle would keep its
 * size. Names of classes are kept, because the state machine matches errors by them.
 */
export function optionsOf({ entry, define = {}, alias = {} }: BundleSpec): BuildOptions {
  const aliases = { undici: 'infra/bundle/undici.mjs', ...alias };
  return {
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    external: ['@aws-sdk/*', '@smithy/*'],
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
    ),
    alias: Object.fromEntries(Object.entries(aliases).map(([name, file]) => [name, join(ROOT, file)])),
  };
}

/** Writes a function's bundle and the files that go with it; returns what esbuild says is in it. */
export function bundle(spec: BundleSpec, outdir: string): Metafile {
  const { metafile } = buildSync({ ...optionsOf(spec), outfile: join(outdir, 'index.mjs'), metafile: true });
  const files = { ...(spec.embedder ? { [MODEL]: 'model' } : {}), ...spec.files };
  for (const [from, to] of Object.entries(files)) {
    if (from !== MODEL || existsSync(join(ROOT, from))) cpSync(join(ROOT, from), join(outdir, to), { recursive: true });
  }
  return metafile;
}
