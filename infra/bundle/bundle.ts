import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { ROOT } from './root.ts';
import { packedAscii, withoutBeta } from './slim.ts';

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

/** Packages of which a smaller part does, in every bundle. */
const SMALLER = {
  undici: 'infra/bundle/undici.mjs',
  turndown: 'infra/bundle/unused.mjs',
  'cssomnom/parse': 'infra/bundle/unused.mjs',
  // One of the two builds; pages are parsed by the same code twice otherwise.
  linkedom: 'node_modules/linkedom/esm/index.js',
} as const;

/**
 * ESM for Node 24, minified. The AWS SDK is the runtime's: it is one version there, and with it no bundle would keep its
 * size. Names of classes are kept, because the state machine matches errors by them.
 */
export function optionsOf({ entry, define = {}, alias = {} }: BundleSpec): BuildOptions {
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
    alias: Object.fromEntries(Object.entries({ ...SMALLER, ...alias }).map(([name, file]) => [name, join(ROOT, file)])),
    plugins: [withoutBeta, packedAscii],
  };
}

/** A bundle that was made: where it lies, and what esbuild says is in it. */
export interface Bundle {
  readonly spec: BundleSpec;
  readonly folder: string;
  readonly metafile: Metafile;
}

const made = new Map<string, Bundle>();
const keyOf = (spec: BundleSpec): string =>
  JSON.stringify([spec.entry, spec.define, spec.alias, spec.files, spec.embedder]);

/** Makes the bundles of all functions, in one process and before any construct wants them; CDK itself cannot wait. */
export async function bundleAll(specs: ReadonlyMap<string, BundleSpec>, folder: string): Promise<Map<string, Bundle>> {
  const bundles = await Promise.all(
    [...specs].map(async ([name, spec]) => [name, await bundle(spec, join(folder, name))] as const),
  );
  return new Map(bundles);
}

async function bundle(spec: BundleSpec, folder: string): Promise<Bundle> {
  const { metafile } = await build({ ...optionsOf(spec), outfile: join(folder, 'index.mjs'), metafile: true });
  const files = { ...(spec.embedder ? { [MODEL]: 'model' } : {}), ...spec.files };
  for (const [from, to] of Object.entries(files)) {
    if (from !== MODEL || existsSync(join(ROOT, from))) cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
  const done = { spec, folder, metafile };
  made.set(keyOf(spec), done);
  return done;
}

/** @throws {Error} when `bundleAll` was not asked for it */
export function bundledFolder(spec: BundleSpec): string {
  const done = made.get(keyOf(spec));
  if (!done)
    throw new Error(`${spec.entry} is not bundled: bundleAll comes before the stack, with infra/bundle/specs.ts.`);
  return done.folder;
}
