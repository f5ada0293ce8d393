import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadStaticEmbedder } from '../../../shared/collate/embed/static.ts';
import { dedupTool, matchTool } from '../../../shared/collate/match/tool.ts';
import type { SimilarityMode } from '../../../shared/collate/rank/hybrid.ts';
import { rankRecords } from '../../../shared/collate/rank/tool.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { anchorTool, citeTool, supportTool } from '../../../shared/evidence/tool.ts';
import { planCheck, replanTool, routeTool } from '../../../shared/run/plan-tools.ts';
import { parseProvider } from '../../../shared/sources/parse.ts';

/** The parts of Plumbline as filters: JSON in and out, errors on the standard error with exit 2. */
export function toolsCommand(program: Command): void {
  const tools = program.command('tools').description('the parts as filters for your own scripts: JSON in and out');
  tools
    .command('parse')
    .description(`parse a provider's recorded answer, e.g. arxiv, semanticscholar, openalex, crossref`)
    .argument('<provider>')
    .argument('<file>', 'the body; - is the standard input')
    .option('--status <n>', 'HTTP status it came with', '200')
    .option('--content-type <type>', 'content type it came with')
    .action((provider: string, file: string, options: { status: string; contentType?: string }) => {
      const status = Number(options.status);
      if (!Number.isInteger(status) || status < 100 || status > 599) {
        throw new UsageError(`--status: "${options.status}" is no HTTP status.`);
      }
      print(parseProvider(provider, readBytes(file), { status, contentType: options.contentType ?? null }));
    });
  tools
    .command('match')
    .description('are two records the same work? one pair a line')
    .argument('<pairs.jsonl>')
    .action((file: string) => write(matchTool(readInput(file))));
  tools
    .command('dedup')
    .description('clusters of records that are the same work')
    .argument('<records.jsonl>')
    .action((file: string) => write(dedupTool(readInput(file))));
  tools
    .command('rank')
    .description('order records for a query; with --edges importance counts too')
    .argument('<records.jsonl>')
    .requiredOption('--query <text>', 'what is asked')
    .option('--edges <file>', 'citations: [[citing, cited], …]')
    .option('--top <n>', 'lines to print')
    .option('--similarity <mode>', 'hybrid, bm25 or dense', 'hybrid')
    .action(async (file: string, options: { query: string; edges?: string; top?: string; similarity: string }) => {
      const lines = await rankRecords(jsonLines(file), options.query, {
        embedder: loadStaticEmbedder(),
        similarity: modeOf(options.similarity),
        onNote: (note) => process.stderr.write(`${note}\n`),
        ...(options.edges === undefined ? {} : { edges: json(options.edges) }),
        ...(options.top === undefined ? {} : { top: countOf('--top', options.top) }),
      });
      for (const line of lines) print(line);
    });
  tools
    .command('anchor')
    .description('is a quote in a text? exact, normalised or rejected, with its place')
    .argument('<quotes.jsonl>')
    .requiredOption('--text <file>', 'the text')
    .action((file: string, options: { text: string }) => write(anchorTool(readInput(options.text), readInput(file))));
  tools
    .command('support')
    .description('does a text support a sentence? a score and its best passages')
    .argument('<sentences.jsonl>')
    .requiredOption('--text <file>', 'the text')
    .action((file: string, options: { text: string }) =>
      write(supportTool(readInput(options.text), readInput(file), loadStaticEmbedder())),
    );
  tools
    .command('cite')
    .description('close the citations of a draft: unknown ids go, near misses are repaired')
    .argument('<draft.md>')
    .requiredOption('--known <file>', 'ids that may be cited, as JSON')
    .action((file: string, options: { known: string }) => {
      const { draft, report } = citeTool(readInput(options.known), readInput(file));
      process.stdout.write(draft);
      process.stderr.write(`${report}\n`);
    });
  const plan = tools.command('plan').description('the plan graph');
  plan
    .command('check')
    .description('is a plan valid? errors, the ready set and the waves')
    .argument('<plan.json>')
    .action((file: string) => print(planCheck(json(file))));
  tools
    .command('route')
    .description('sources for a kind of question, best first')
    .requiredOption('--kind <kind>')
    .requiredOption('--subfield <subfield>')
    .option('--depth <depth>', 'quick, standard or deep', 'standard')
    .action((options: { kind: string; subfield: string; depth: string }) => {
      for (const line of routeTool(options)) print(line);
    });
  tools
    .command('replan')
    .description('the replan decision on given facts')
    .argument('<facts.json>')
    .action((file: string) => print(replanTool(json(file))));
}

const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** What a tool gives: its lines, and notes for the standard error. */
function write(output: { readonly lines: readonly string[]; readonly notes?: readonly string[] }): void {
  for (const line of output.lines) process.stdout.write(`${line}\n`);
  for (const note of output.notes ?? []) process.stderr.write(`${note}\n`);
}

function json(path: string): unknown {
  try {
    return JSON.parse(readInput(path));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError(`${path} is not JSON: ${cause.message}.`, { cause });
  }
}

function jsonLines(path: string): unknown[] {
  return readInput(path)
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return [];
      try {
        return [JSON.parse(line) as unknown];
      } catch (cause) {
        throw new UsageError(`${path} line ${at + 1} is not JSON. Write one record a line.`, { cause });
      }
    });
}

function modeOf(value: string): SimilarityMode {
  if (value === 'hybrid' || value === 'bm25' || value === 'dense') return value;
  throw new UsageError(`--similarity: "${value}" is unknown. Use hybrid, bm25 or dense.`);
}

function countOf(option: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`${option}: "${value}" is no number of lines.`);
  return count;
}

/** A file of the user's, or the standard input for `-`. */
export function readInput(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(`${path} cannot be read (${code}). Check the path; - is the standard input.`, { cause });
  }
}
