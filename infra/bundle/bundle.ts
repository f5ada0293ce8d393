import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { ROOT } from './root.ts';
import { ASCII_FILE, asciiFileOf, packedAscii, withoutBeta, withoutFallback } from './slim.ts';

/** What goes into one function. */
export interface BundleSpec {
  /** File of the handler, from the project's root. */
  readonly entry: string;
  /** Literals that decide at build time what the bundle carries. */
  readonly define?: Readonly<Record<string, string>>;
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
  '@aws-sdk/credential-providers': 'infra/bundle/credentials.mjs',
  // One of the two builds; pages are parsed by the same code twice otherwise.
  linkedom: 'node_modules/linkedom/esm/index.js',
} as const;

/** What Lambda's Node runtimes bring, by their documentation: clients and libraries of the AWS SDK, and nothing it is made of. */
export const RUNTIME_PACKAGES = ['@aws-sdk/client-*', '@aws-sdk/lib-dynamodb', '@aws-sdk/s3-request-presigner'];

/**
 * ESM for Node 24, minified. The AWS SDK is the runtime's: it is one version there, and with it no bundle would keep its
 * size. What others use of the SDK's own parts is bundled: those come and go with its versions. Names of classes are kept, because the state machine matches errors by them.
 */
export function optionsOf({ define = {}, alias = {} }: Pick<BundleSpec, 'define' | 'alias'>): BuildOptions {
  return {
    absWorkingDir: ROOT,
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
    external: RUNTIME_PACKAGES,
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
    ),
    alias: Object.fromEntries(Object.entries({ ...SMALLER, ...alias }).map(([name, file]) => [name, join(ROOT, file)])),
    plugins: [withoutBeta, withoutFallback, packedAscii],
  };
}

/** A bundle that was made: where it lies, and how many bytes of each module are in it. */
export interface Bundle {
  readonly spec: BundleSpec;
  readonly folder: string;
  /** Bytes of the minified file. */
  readonly bytes: number;
  readonly modules: Readonly<Record<string, number>>;
  /** What it imports from outside: of Node, and of the runtime. */
  readonly outside: readonly string[];
}

const made = new Map<string, Bundle>();

/**
 * Makes the bundles of all functions before any construct wants them: CDK itself cannot wait. Functions with the same
 * options are built together, so that what they share is parsed once.
 */
export async function bundleAll(specs: ReadonlyMap<string, BundleSpec>, folder: string): Promise<Map<string, Bundle>> {
  const groups = Map.groupBy(specs, ([, { define, alias }]) => JSON.stringify([define, alias]));
  const bundles = new Map<string, Bundle>();
  for (const group of groups.values()) {
    for (const [name, bundle] of await buildGroup(group, folder)) bundles.set(name, bundle);
  }
  return bundles;
}

async function buildGroup(group: readonly [string, BundleSpec][], folder: string): Promise<[string, Bundle][]> {
  const { metafile } = await build({
    ...optionsOf(group[0]![1]),
    entryPoints: group.map(([name, spec]) => ({ in: spec.entry, out: join(name, 'index') })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  });
  const outputs = Object.values(metafile.outputs);
  const bundles = group.map(async ([name, spec]): Promise<[string, Bundle]> => {
    const output = outputs.find(({ entryPoint }) => entryPoint === spec.entry);
    if (!output) throw new Error(`esbuild made no bundle of ${spec.entry}.`);
    const modules = Object.fromEntries(
      Object.entries(output.inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
    );
    const outside = output.imports.filter(({ external }) => external).map(({ path }) => path);
    const bundle: Bundle = { spec, folder: join(folder, name), bytes: output.bytes, modules, outside };
    await carryFiles(bundle);
    made.set(keyOf(spec), bundle);
    return [name, bundle];
  });
  return Promise.all(bundles);
}

async function carryFiles({ spec, folder, modules }: Bundle): Promise<void> {
  const ascii = await asciiFileOf(Object.keys(modules));
  if (ascii !== null) writeFileSync(join(folder, ASCII_FILE), ascii);
  for (const [from, to] of Object.entries(spec.files ?? {})) {
    cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
}

const keyOf = (spec: BundleSpec): string => JSON.stringify([spec.entry, spec.define, spec.alias, spec.files]);

/** @throws {Error} when `bundleAll` was not asked for it */
export function bundledFolder(spec: BundleSpec): string {
  const done = made.get(keyOf(spec));
  if (!done)
    throw new Error(`${spec.entry} is not bundled: bundleAll comes before the stack, with infra/bundle/specs.ts.`);
  return done.folder;
}
