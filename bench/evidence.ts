import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadStaticEmbedder } from '../shared/collate/embed/static.ts';
import { anchorQuote, prepareText } from '../shared/evidence/anchor.ts';
import {
  type PreparedSource,
  prepareSource,
  type SentenceEmbedder,
  supportSentence,
} from '../shared/evidence/support.ts';
import { sentences } from '../shared/text/sentences.ts';
import { falseQuotes, trueQuotes } from '../test/shared/evidence/quote-trials.ts';
import { supportTrials } from './support/trials.ts';

/** One line of the benchmark table. */
export interface EvidenceRow {
  readonly set: string;
  readonly metric: string;
  readonly ours: number;
  readonly baseline: number | null;
  readonly target: number | null;
}

interface Citance {
  readonly paper: string;
  readonly citance: string;
  readonly gold: readonly number[];
}
export interface CitanceSet {
  readonly sentences: Readonly<Record<string, readonly (readonly [number, string])[]>>;
  readonly citances: readonly Citance[];
}

/** Quotes and sentence support; files that are missing below `data` give no rows. */
export function evidenceRows(data: string, embedder: SentenceEmbedder | null = loadStaticEmbedder()): EvidenceRow[] {
  const rows: EvidenceRow[] = [];
  const corpus = join(data, 'corpus', 'acl-978-full.jsonl.gz');
  if (existsSync(corpus)) rows.push(...anchorRows(gunzipSync(readFileSync(corpus)).toString('utf8')));
  const evidence = join(data, 'evidence', 'clscisumm18-task1a.json.gz');
  if (existsSync(evidence)) {
    const set = JSON.parse(gunzipSync(readFileSync(evidence)).toString('utf8')) as CitanceSet;
    for (const vectors of embedder ? [null, embedder] : [null]) rows.push(...supportRows(set, vectors));
  }
  const train = join(data, 'train', 'arxiv-abstracts.jsonl.gz');
  if (existsSync(train)) rows.push(...trialRows(gunzipSync(readFileSync(train)).toString('utf8'), embedder));
  return rows;
}

/** Every twelfth abstract, the half that is held back: how often a falsified sentence, and a faithful one, is called into question. */
function trialRows(jsonl: string, embedder: SentenceEmbedder | null): EvidenceRow[] {
  const lines = jsonl.split('\n').filter((line, at) => line !== '' && at % 12 === 0);
  const abstracts = lines.map((line) => (JSON.parse(line) as { abstract: string }).abstract);
  return supportTrials(abstracts, 1, embedder).map(({ kind, tried, raised }) => ({
    set: 'support, falsified sentences',
    metric: `${kind} (of ${tried}): no longer supported`,
    ours: raised,
    baseline: null,
    target: null,
  }));
}

function anchorRows(jsonl: string): EvidenceRow[] {
  const texts = jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      ((JSON.parse(line) as { sections?: { text: string }[] }).sections ?? []).map((s) => s.text).join('\n\n'),
    );
  const some = texts.flatMap((text) => sentences(text).slice(0, 12)).map((s) => s.text);
  const quotable = [...new Set(some.filter((text) => text.length >= 60 && text.length <= 300))];
  const right = trueQuotes(quotable, 12_000, 21);
  const wrong = falseQuotes(quotable, 12_000, 22);
  const long = texts.join('\n\n').slice(0, 2_000_000);
  const began = process.cpuUsage();
  const prepared = prepareText(long);
  const quotes = sentences(long).filter((s) => s.text.length > 60);
  const step = Math.max(1, Math.floor(quotes.length / 1000));
  let asked = 0;
  for (let i = 0; i < quotes.length && asked < 1000; i += step, asked++) {
    const quote = quotes[i]!.text;
    anchorQuote(prepared, asked % 2 === 0 ? quote : quote.replace(/ (\S+) (\S+)/, ' $2 $1'));
  }
  const used = process.cpuUsage(began);
  const ms = (used.user + used.system) / 1000;
  const set = 'quotes';
  return [
    {
      set,
      metric: `true quotes accepted (of ${right.tried})`,
      ours: 1 - right.missed.length / right.tried,
      baseline: null,
      target: 0.995,
    },
    {
      set,
      metric: `changed quotes accepted (of ${wrong.tried})`,
      ours: wrong.accepted.length,
      baseline: null,
      target: 0,
    },
    {
      set,
      metric: `CPU ms for ${asked} quotes in 2 MB, index included`,
      ours: Math.round(ms),
      baseline: null,
      target: 1000,
    },
  ];
}

/** Both measures on either half of the papers, every other one by id. The weights were chosen with both in view. */
export function supportRows(set: CitanceSet, embedder: SentenceEmbedder | null): EvidenceRow[] {
  const ids = Object.keys(set.sentences).sort();
  const sources = new Map(ids.map((id) => [id, sourceOf(set.sentences[id]!, embedder)]));
  const how = embedder ? 'words and vectors' : 'words';
  return (['even papers', 'odd papers'] as const).flatMap((half) => {
    const chosen = new Set(ids.filter((_, i) => (i % 2 === 0) === (half === 'even papers')));
    const citances = set.citances.filter((citance) => chosen.has(citance.paper));
    const name = `support, ${how}, ${half} (${citances.length})`;
    return [
      {
        set: name,
        metric: 'right source against a wrong one',
        ours: paired(citances, ids, sources),
        baseline: null,
        target: 0.94,
      },
      { set: name, metric: 'sentence F1', ours: sentenceF1(citances, sources), baseline: 0.159, target: 0.159 },
    ];
  });
}

interface Source {
  readonly prepared: PreparedSource;
  /** Number of the data set's sentence that begins at an offset. */
  readonly numbers: readonly { readonly start: number; readonly end: number; readonly number: number }[];
}

function sourceOf(lines: readonly (readonly [number, string])[], embedder: SentenceEmbedder | null): Source {
  let text = '';
  const numbers = lines.map(([number, sentence]) => {
    const start = text.length;
    text += `${sentence}\n\n`;
    return { start, end: start + sentence.length, number };
  });
  return { prepared: prepareSource(text, embedder), numbers };
}

/** Share of wrong sources that score below the right one, ties counted half. */
function paired(citances: readonly Citance[], ids: readonly string[], sources: ReadonlyMap<string, Source>): number {
  let won = 0;
  let count = 0;
  for (const { paper, citance } of citances) {
    const right = supportSentence(citance, sources.get(paper)!.prepared).score;
    for (const id of ids) {
      if (id === paper) continue;
      const wrong = supportSentence(citance, sources.get(id)!.prepared).score;
      won += right > wrong ? 1 : right === wrong ? 0.5 : 0;
      count++;
    }
  }
  return won / Math.max(1, count);
}

/** Micro-averaged F1 of the named passages against the gold sentences. */
function sentenceF1(citances: readonly Citance[], sources: ReadonlyMap<string, Source>): number {
  let hits = 0;
  let named = 0;
  let gold = 0;
  for (const citance of citances) {
    const { prepared, numbers } = sources.get(citance.paper)!;
    const found = new Set(
      supportSentence(citance.citance, prepared).best.flatMap(
        (span) => numbers.find((n) => n.start <= span.start && span.start < n.end)?.number ?? [],
      ),
    );
    named += found.size;
    gold += citance.gold.length;
    hits += citance.gold.filter((number) => found.has(number)).length;
  }
  return (2 * hits) / Math.max(1, named + gold);
}
