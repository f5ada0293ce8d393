import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * The Anthropic SDK without its beta API, which is three quarters of it and which nothing here calls. The client imports
 * it by name, so the names stay: a resource without methods, and error classes that no answer outside the beta API has.
 */
export const withoutBeta: Plugin = {
  name: 'anthropic-without-beta',
  setup(build) {
    build.onLoad({ filter: /[\\/]@anthropic-ai[\\/]sdk[\\/]resources[\\/]beta[\\/]beta\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const names = [...text.matchAll(/^export (?:var|class|const) (\w+Error)\b/gm)].map(([, name]) => name!);
      const errors = names.map((name) => `export class ${name} extends Error {}`);
      // The Bedrock client takes two methods away from it.
      return { contents: ['export class Beta { messages = {}; }', ...errors].join('\n'), loader: 'js' };
    });
  },
};

/** undici's parser for processors without SIMD; what Lambda runs on has it, and undici takes the other one. */
export const withoutFallback: Plugin = {
  name: 'undici-without-fallback',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, () => ({
      contents: "throw new Error('This processor has no SIMD; see infra/bundle/slim.ts.');",
      loader: 'js',
    }));
  },
};

const BLOCKS_MODULE = /[\\/]any-ascii[\\/]block\.js$/;
/** Last code point of Unicode, in blocks of 256. */
const BLOCKS = 0x10ff;
let packedTable: Promise<Buffer> | undefined;

/** File beside a bundle that holds the table. */
export const ASCII_FILE = 'ascii.json.br';
const READ_TABLE = `
  import { readFileSync } from 'node:fs';
  import { brotliDecompressSync } from 'node:zlib';
  let table;
  export default function block(number) {
    table ??= JSON.parse(brotliDecompressSync(readFileSync(new URL('./${ASCII_FILE}', import.meta.url))).toString('utf8'));
    return table[number] ?? '';
  }
`;

/**
 * The transliteration table as a packed file beside the bundle, read at the first character that is no ASCII: half a
 * megabyte of code less in everything that makes a slug.
 */
export const packedAscii: Plugin = {
  name: 'any-ascii-packed',
  setup(build) {
    build.onLoad({ filter: BLOCKS_MODULE }, ({ path }) => {
      packedTable ??= packTable(path);
      return { contents: READ_TABLE, loader: 'js' };
    });
  },
};

/** The table's file, when a bundle with these modules needs it. */
export async function asciiFileOf(modules: readonly string[]): Promise<Buffer | null> {
  return modules.some((path) => BLOCKS_MODULE.test(path)) ? (packedTable ?? null) : null;
}

async function packTable(path: string): Promise<Buffer> {
  const { default: block } = (await import(path)) as { default: (number: number) => string };
  const table: Record<number, string> = {};
  for (let number = 0; number <= BLOCKS; number++) {
    const text = block(number);
    if (text !== '') table[number] = text;
  }
  const bytes = Buffer.from(JSON.stringify(table));
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  return packed;
}
