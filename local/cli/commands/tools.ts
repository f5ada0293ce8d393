import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { json, readBytes, readInput } from '../tool-input.ts';
import { countOf, JsonLines, modeOf, note, print } from '../tool-io.ts';

/** The parts of Plumbline as filters: JSON in and out, errors on the standard error with exit 2. */
export function toolsCommand(program: Command): void {
  const tools = program
    .command('tools')
    .description('the parts as filters for your own scripts: JSON in and out; - is the standard input');
  tools
    .command('parse')
    .description(`parse a provider's recorded answer, e.g. arxiv, semanticscholar, openalex, crossref`)
    .argument('<provider>', 'who answered')
    .argument('<file>', 'the body of the answer')
    .option('--status <n>', 'HTTP status it came with', '200')
    .option('--content-type <type>', 'content type it came with')
    .action(async (provider: string, file: string, options: { status: string; contentType?: string }) => {
      const status = Number(options.status);
      if (!Number.isInteger(status) || status < 100 || status > 599) {
        throw new UsageError(`--status: "${options.status}" is no HTTP status.`);
      }
      const { parseProvider } = await import('../../../shared/sources/parse.ts');
      print(parseProvider(provider, await readBytes(file), { status, contentType: options.contentType ?? null }));
    });
  tools
    .command('match')
    .description('are two records the same work? one pair a line')
    .argument('<pairs.jsonl>', 'lines of {"a": record, "b": record}')
    .action(async (file: string) => {
      const { matchTool } = await import('../../../shared/collate/match/tool.ts');
      const pairs = new JsonLines(file);
      await pairs.each((pair) => print(matchTool(pair)));
      pairs.check();
    });
  tools
    .command('dedup')
    .description('clusters of records that are the same work')
    .argument('<records.jsonl>', 'one record a line')
    .action(async (file: string) => {
      const { dedupTool, recordOf } = await import('../../../shared/collate/match/tool.ts');
      const input = new JsonLines(file);
      const records: ReturnType<typeof recordOf>[] = [];
      await input.each((value) => records.push(recordOf(value)));
      const { lines, notes } = dedupTool(records);
      for (const line of lines) print(line);
      notes.forEach(note);
      input.check();
    });
  tools
    .command('rank')
    .description('order records for a query; with --edges importance counts too')
    .argument('<records.jsonl>', 'one record a line')
    .requiredOption('--query <text>', 'what is asked')
    .option('--edges <file>', 'citations: [[citing, cited], \u2026]')
    .option('--top <n>', 'lines to print; default all')
    .option('--similarity <mode>', 'hybrid, bm25 or dense', 'hybrid')
    .action(async (file: string, options: { query: string; edges?: string; top?: string; similarity: string }) => {
      const similarity = modeOf(options.similarity);
      const top = options.top === undefined ? {} : { top: countOf('--top', options.top) };
      const [{ loadStaticEmbedder }, { rankRecords }] = await Promise.all([
        import('../../../shared/collate/embed/static.ts'),
        import('../../../shared/collate/rank/tool.ts'),
      ]);
      const input = new JsonLines(file);
      const records: unknown[] = [];
      await input.each((value) => records.push(value));
      const lines = await rankRecords(records, options.query, {
        embedder: loadStaticEmbedder(),
        similarity,
        onNote: note,
        ...(options.edges === undefined ? {} : { edges: await json(options.edges) }),
        ...top,
      });
      for (const line of lines) print(line);
      input.check();
    });
  tools
    .command('anchor')
    .description('is a quote in a text? exact, normalised or rejected, with its place')
    .argument('<quotes.jsonl>', 'lines of {"id", "quote"}')
    .requiredOption('--text <file>', 'the text')
    .action(async (file: string, options: { text: string }) => {
      const { anchorTool } = await import('../../../shared/evidence/tool.ts');
      const answer = anchorTool(await readInput(options.text));
      const quotes = new JsonLines(file);
      await quotes.each((value, number) => print(answer(value, number)));
      quotes.check();
    });
  tools
    .command('support')
    .description('does a text support a sentence? a score and its best passages')
    .argument('<sentences.jsonl>', 'lines of {"id", "sentence"}')
    .requiredOption('--text <file>', 'the text')
    .action(async (file: string, options: { text: string }) => {
      const [{ loadStaticEmbedder }, { supportTool }] = await Promise.all([
        import('../../../shared/collate/embed/static.ts'),
        import('../../../shared/evidence/tool.ts'),
      ]);
      const answer = supportTool(await readInput(options.text), loadStaticEmbedder());
      const sentences = new JsonLines(file);
      await sentences.each((value, number) => print(answer(value, number)));
      sentences.check();
    });
  tools
    .command('cite')
    .description('close the citations of a draft: unknown ids go, near misses are repaired')
    .argument('<draft.md>', 'the draft')
    .requiredOption('--known <file>', 'ids that may be cited, as JSON')
    .action(async (file: string, options: { known: string }) => {
      const { citeTool } = await import('../../../shared/evidence/tool.ts');
      const { draft, report } = citeTool(await readInput(options.known), await readInput(file));
      process.stdout.write(draft);
      process.stderr.write(`${report}\n`);
    });
  const plan = tools.command('plan').description('the plan graph');
  plan
    .command('check')
    .description('is a plan valid? errors, the ready set and the waves')
    .argument('<plan.json>', 'the plan')
    .action(async (file: string) => {
      const { planCheck } = await import('../../../shared/run/plan-tools.ts');
      print(planCheck(await json(file)));
    });
  tools
    .command('route')
    .description('sources for a kind of question, best first')
    .requiredOption(
      '--kind <kind>',
      'theoretical practical sota historical comparative practitioner mechanism open-problems',
    )
    .requiredOption(
      '--subfield <subfield>',
      'ml systems pl theory security hci distributed graphics db networks compilers',
    )
    .option('--depth <depth>', 'quick, standard or deep', 'standard')
    .action(async (options: { kind: string; subfield: string; depth: string }) => {
      const { routeTool } = await import('../../../shared/run/plan-tools.ts');
      for (const line of routeTool(options)) print(line);
    });
  tools
    .command('replan')
    .description('the replan decision on given facts')
    .argument('<facts.json>', 'the facts')
    .action(async (file: string) => {
      const { replanTool } = await import('../../../shared/run/plan-tools.ts');
      print(replanTool(await json(file)));
    });
}
