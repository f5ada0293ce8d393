import { normaliseId } from '../contracts/ids.ts';
import { isPreprint } from '../contracts/preprint.ts';
import type { Lookup } from '../evidence/audit.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import {
  arxivBatch,
  type BatchAnswer,
  crossrefBatch,
  dataciteOne,
  doiExists,
  type LookupOptions,
  openalexBatch,
  openalexDoi,
  s2Batch,
  s2Spelling,
} from './lookup-batches.ts';

/** One request to one register, about some of the ids. */
interface Question {
  readonly provider: string;
  readonly ids: readonly string[];
  ask(): Promise<BatchAnswer>;
}

const BATCH = 200;
const OPENALEX_BATCH = 50;
const CROSSREF_BATCH = 25;
/** Not in a filter of OpenAlex or Crossref, where these separate values. */
const SEPARATORS = /[,|"]/;

/**
 * What each register says about each id, for the audit of a bibliography: every register that could know an id is asked,
 * also when another has it, because each knows other corrections and retractions. A register that is busy is asked once
 * more when the others have answered; what it then still does not say is a failed lookup with its reason, never an error.
 */
export async function registers(
  ids: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<Map<string, readonly Lookup[]>> {
  const spelled = new Map(ids.map((id) => [id, normaliseId(id)] as const));
  const wanted = [...new Set([...spelled.values()].filter((id): id is string => id !== null))];
  const said = new Map<string, Lookup[]>();
  const note = (id: string, lookup: Lookup) => said.set(id, [...(said.get(id) ?? []), lookup]);
  await askAll(questions(wanted, options, deps), note);
  const isFound = (id: string) => (said.get(id) ?? []).some(({ outcome }) => outcome === 'found');
  const open = wanted.filter((id) => id.startsWith('doi:') && !isFound(id));
  await askAll(
    open.map((id) => ({ provider: 'datacite', ids: [id], ask: () => dataciteOne(id.slice(4), options, deps) })),
    note,
  );
  for (const id of open.filter((one) => !isFound(one))) await askHandles(id, options, deps, note);
  return new Map([...spelled].map(([id, spelling]) => [id, said.get(spelling ?? '') ?? []] as const));
}

function questions(wanted: readonly string[], options: LookupOptions, deps: SourceDeps): Question[] {
  const s2 = wanted.filter((id) => s2Spelling(id) !== null);
  const dois = wanted.filter((id) => openalexDoi(id) !== null && !SEPARATORS.test(id));
  const works = wanted.filter((id) => id.startsWith('openalex:'));
  const arxiv = wanted.filter((id) => id.startsWith('arxiv:'));
  const crossref = wanted.filter(
    (id) => id.startsWith('doi:') && !id.startsWith('doi:10.48550/') && !SEPARATORS.test(id),
  );
  const of = (
    provider: string,
    all: readonly string[],
    size: number,
    ask: (part: readonly string[]) => Promise<BatchAnswer>,
  ) => parts(all, size).map((part) => ({ provider, ids: part, ask: () => ask(part) }));
  return [
    ...of('semanticscholar', s2, BATCH, (part) =>
      s2Batch(
        part.map((id) => s2Spelling(id)!),
        options,
        deps,
      ),
    ),
    ...of('openalex', dois, OPENALEX_BATCH, (part) =>
      openalexBatch(`doi:${part.map(openalexDoi).join('|')}`, part.length, options, deps),
    ),
    ...of('openalex', works, OPENALEX_BATCH, (part) =>
      openalexBatch(`openalex:${part.map((id) => id.slice(9)).join('|')}`, part.length, options, deps),
    ),
    ...of('arxiv', arxiv, BATCH, (part) =>
      arxivBatch(
        part.map((id) => id.slice(6)),
        options,
        deps,
      ),
    ),
    ...of('crossref', crossref, CROSSREF_BATCH, (part) =>
      crossrefBatch(
        part.map((id) => id.slice(4)),
        options,
        deps,
      ),
    ),
  ];
}

type Note = (id: string, lookup: Lookup) => void;

async function askAll(all: readonly Question[], note: Note): Promise<void> {
  const busy: Question[] = [];
  for (const question of all) if ((await put(question, note)) !== null) busy.push(question);
  for (const question of busy) {
    const reason = await put(question, note);
    if (reason !== null)
      for (const id of question.ids) note(id, { provider: question.provider, outcome: 'failed', reason });
  }
}

/** Puts one question; gives the reason when the register had no turn for it. */
async function put(question: Question, note: Note): Promise<string | null> {
  try {
    const answer = await question.ask();
    for (const id of question.ids) note(id, verdict(answer, id));
    return null;
  } catch (error) {
    if (!(error instanceof SourceBusy)) throw error;
    return error.message.replace(/\.?$/, '');
  }
}

function verdict(answer: BatchAnswer, id: string): Lookup {
  const { provider } = answer;
  const record = answer.papers.find((paper) => paper.ids.includes(id));
  if (!record) {
    return answer.trusted ? { provider, outcome: 'not_found' } : { provider, outcome: 'failed', reason: answer.note };
  }
  const more = answer.notices?.get(id);
  const published = id.startsWith('arxiv:') && record.doi !== null && !isPreprint(record) ? `doi:${record.doi}` : null;
  return { provider, outcome: 'found', record, notices: more?.notices ?? [], published: more?.published ?? published };
}

/** The handle system is the authority on what does not exist. */
async function askHandles(id: string, options: LookupOptions, deps: SourceDeps, note: Note): Promise<void> {
  const provider = 'doi.org';
  try {
    const exists = await doiExists(id.slice(4), options, deps);
    if (exists === false) note(id, { provider, outcome: 'not_found' });
    else if (exists) note(id, { provider, outcome: 'failed', reason: 'the DOI exists, but no register describes it' });
  } catch (error) {
    if (!(error instanceof SourceBusy)) throw error;
    note(id, { provider, outcome: 'failed', reason: error.message.replace(/\.?$/, '') });
  }
}

function parts<T>(items: readonly T[], size: number): T[][] {
  const list: T[][] = [];
  for (let i = 0; i < items.length; i += size) list.push(items.slice(i, i + size));
  return list;
}
