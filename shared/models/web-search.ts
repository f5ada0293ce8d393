import { callId } from '../run/budget.ts';
import type { RoleCall, Searched } from '../runtime.ts';
import { canonicalHash } from './canonical.ts';
import { changeCircuit, readCircuit } from './circuit.ts';
import { ModelError, ModelThrottled, ModelTimeout } from './errors.ts';
import { charge, record, roundOf, take } from './ledger.ts';
import { type ModelPort, type ModelReply, NO_USAGE, type SearchRequest, type Usage } from './port.ts';
import { readReply, writeReply } from './replies.ts';
import { LONGEST_QUERY, mostOfSearch, searchRequest, usageOfFailedSearch } from './search-bounds.ts';
import { searchParams } from './search-messages.ts';

export type Searching = ModelPort & Required<Pick<ModelPort, 'search'>>;

/** A search takes about fifteen seconds. */
const LONGEST_MS = 90_000;
/** How long it is worth to wait for calls in flight, or for a provider that does not say. */
const WAIT_MS = 5000;

/**
 * One search of the web by the model's own tool: reserved before, stored before use, settled after. Whatever happens is an
 * answer; a search that was paid for and failed is stored as that, so that no later invocation pays for it again.
 *
 * @param limitMs time the researcher has left
 */
export async function searchWeb(at: RoleCall, port: Searching, query: string, limitMs: number): Promise<Searched> {
  const request = searchRequest(port.models, query.slice(0, LONGEST_QUERY));
  const hash = canonicalHash(searchParams(request));
  const stored = await readReply(at.run, hash);
  if (stored !== null) return answered(stored, request);
  const { open, quiet } = await readCircuit(at.run);
  if (open) return { kind: 'failed', outcome: 'error', note: 'the run’s model has failed too often' };
  const { clock } = at.run.runtime;
  const waitMs = (quiet[request.model] ?? 0) - clock.wall();
  if (waitMs > 0) return throttled(request, waitMs);
  const id = callId(at.run.attempt, at.step, hash);
  const worst = mostOfSearch(request);
  const held = await take(at, id, worst);
  if (held !== 'held') return noRoom(at, worst, held);
  const started = clock.wall();
  const ms = () => clock.wall() - started;
  try {
    const reply = await port.search(request, Math.max(1, Math.min(LONGEST_MS, limitMs)));
    await writeReply(at.run, hash, { ...reply, batch: false, asked: request.model });
    await charge(at, id, reply.usage, request, false);
    await note(at, request, reply.usage, ms(), 'ok');
    return answered(reply, request);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const usage = usageOfFailedSearch(error, request);
    const failure = failureOf(error, request, usage);
    if (usage !== NO_USAGE) await writeReply(at.run, hash, { ...failure, batch: false, asked: request.model });
    await charge(at, id, usage, request, false);
    await note(at, request, usage, ms(), error.name, error.message);
    const { retryAfterMs } = error;
    if (retryAfterMs !== null) {
      // What the provider asked of one holds for all; failed searches say nothing about the model's answers.
      const until = clock.wall() + retryAfterMs;
      await changeCircuit(at.run, (now) => ({ ...now, quiet: { ...now.quiet, [request.model]: until } }));
    }
    if (error instanceof ModelThrottled) return throttled(request, retryAfterMs ?? WAIT_MS);
    if (!error.retryable) return { kind: 'failed', outcome: 'blocked', note: error.message };
    return answered(failure, request);
  }
}

function answered(reply: ModelReply, { model }: SearchRequest): Searched {
  return { kind: 'answered', model, body: reply.text };
}

function throttled({ model }: SearchRequest, waitMs: number): Searched {
  return { kind: 'busy', waitMs, outcome: 'throttled', note: `${model} takes no more calls for now` };
}

/** The transcript says it too; unlike a role's call that is refused, it does not end the run. */
async function noRoom(at: RoleCall, worst: number, held: 'busy' | { readonly room: number }): Promise<Searched> {
  const outcome = 'none';
  if (held === 'busy') {
    const note = `budget: calls in flight held what a search may take (${worst} tokens)`;
    return { kind: 'busy', waitMs: WAIT_MS, outcome, note };
  }
  const note = `budget: a search may take ${worst} tokens, ${held.room} are left`;
  const role = 'web-search';
  await at.run.event({
    stage: at.stage,
    round: roundOf(at),
    event: 'refused_budget',
    id: at.step,
    role,
    reason: note,
  });
  return { kind: 'failed', outcome, note };
}

/** A failure in the API's own form, so that it is read like every other answer. */
function failureOf(error: ModelError, { model }: SearchRequest, usage: Usage): ModelReply {
  const message =
    error instanceof ModelTimeout ? 'the search did not end in time' : `the search failed (${error.kind})`;
  const text = JSON.stringify({ type: 'error', error: { type: 'api_error', message } });
  return { model, text, stop: 'unknown', usage };
}

async function note(
  at: RoleCall,
  { model }: SearchRequest,
  usage: Usage,
  ms: number,
  status: string,
  reason?: string,
): Promise<void> {
  const role = 'web-search';
  const why = reason === undefined ? {} : { reason };
  await record(at, { role, model, usage, batch: false, rung: 0, status, ...why, ms, leftOut: 0 });
}
