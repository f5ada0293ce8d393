import type * as z from 'zod';
import type { Prompt, Role } from '../agents/role.ts';
import { BudgetExhausted } from '../contracts/errors.ts';
import { markRefused } from '../run/budget.ts';
import type { RunHandle } from '../run/handle.ts';
import { readBudget } from '../run/stops.ts';
import type { RoleCall, RoleRunner, WebSearch } from '../runtime.ts';
import { type Paid, pay } from './call.ts';
import { afterFailure, afterSuccess, changeCircuit, readCircuit } from './circuit.ts';
import { type Batching, callOffBatches } from './economy.ts';
import { ModelAnswerInvalid, ModelError, ModelRefused } from './errors.ts';
import { judge, type Verdict } from './judge.ts';
import {
  type Fault,
  FIRST_RUNG,
  MOST_TURNS,
  MOST_WAITS,
  nextRung,
  type Rung,
  readLadder,
  writeLadder,
} from './ladder.ts';
import { NoRoom, record, roundOf } from './ledger.ts';
import { settleOrphans } from './orphans.ts';
import type { ModelPort, ModelReply } from './port.ts';
import { PRICES_DATE } from './prices.ts';
import { readReply } from './replies.ts';
import { type BuiltRequest, buildRequest } from './request.ts';
import { couldSearch } from './search-bounds.ts';
import { chooseModel, type Providers } from './select.ts';
import { SETTINGS } from './settings.ts';
import { answerByTwin, CIRCUIT_OPEN, type Reason } from './twin.ts';
import { warn } from './warnings.ts';
import { type Searching, searchWeb } from './web-search.ts';

/** Model calls of one invocation of a step. */
const CALLS_PER_INVOCATION = 2;
/** Tokens of documents below which a writer had better be replaced. */
const FEWEST_DOCUMENT_TOKENS = 3000;

const WEB_OUT_OF_BUDGET =
  'The web was not searched: no search service is configured, and what a search by the model may take at most does not fit this budget.';

/** One role being answered by a model. */
interface Asking<I, W, O> {
  readonly role: Role<I, W, O>;
  readonly input: I;
  readonly at: RoleCall;
  readonly port: ModelPort;
  readonly prompt: Prompt;
  readonly economy: boolean;
}

/** A reply, or why there is none and the twin has to answer. */
type Got =
  | { readonly reply: ModelReply; readonly paid: Paid | null; readonly built: BuiltRequest }
  | { readonly twin: Reason };

/**
 * Runs roles by the run's model, down the ladder: as designed, once more with the reason, by the simpler schema, by the
 * extractive twin. Which rungs were tried follows from the stored replies, so a step that is run again goes on where it
 * was and pays for nothing twice.
 */
export class ModelRunner implements RoleRunner {
  private readonly providers: Providers;
  /** Calls made in an invocation: its context is its identity. */
  private readonly made = new WeakMap<RoleCall, number>();
  private readonly settled = new Map<string, Promise<number>>();

  constructor(providers: Providers) {
    this.providers = providers;
  }

  async describe(run: RunHandle): Promise<string> {
    const { request } = await run.meta();
    const { port } = chooseModel(request, this.providers);
    if (port === null) return 'extractive';
    const models = [...new Set([port.models.fast, port.models.reader, port.models.best])].join(', ');
    const { twins } = await readCircuit(run);
    const replaced = twins === 0 ? '' : `; ${twins} ${twins === 1 ? 'answer' : 'answers'} by the extractive agents`;
    return `${port.id}: ${models} (prices of ${PRICES_DATE})${replaced}`;
  }

  /**
   * @throws {ModelThrottled} {@link ModelOverloaded} {@link ModelTimeout} the model is not to be had for now
   * @throws {ModelAnswerInvalid} the next rung belongs to the next invocation
   * @throws {BudgetExhausted} the worst case of the call does not fit
   * @throws {BatchPending} a batch has not ended
   */
  async run<I, W, O>(role: Role<I, W, O>, input: I, at: RoleCall): Promise<O> {
    const { request } = await at.run.meta();
    const choice = chooseModel(request, this.providers);
    if (choice.port === null) {
      if (choice.missing !== null) await warn(at.run, `${choice.missing}: the extractive agents answered.`);
      return role.extract(input, { embedder: at.run.runtime.embedder });
    }
    await this.settleOnce(at.run);
    const economy = request.economy && SETTINGS[role.name].economy;
    return this.climb({ role, input, at, port: choice.port, prompt: role.prompt(input), economy });
  }

  /** The model's own search of the web; null where the run's model has none, or its budget could never hold one. */
  async webSearch(run: RunHandle): Promise<WebSearch | null> {
    const { port } = chooseModel((await run.meta()).request, this.providers);
    if (port?.search === undefined) return null;
    if (!couldSearch(port.models, (await readBudget(run)).total)) {
      await warn(run, WEB_OUT_OF_BUDGET);
      return null;
    }
    return async (query, at, limitMs) => {
      await this.settleOnce(at.run);
      return searchWeb(at, port as Searching, query, limitMs);
    };
  }

  /** Calls off what the run has under way at the provider: it ends before the answers come. */
  async callOff(run: RunHandle): Promise<void> {
    const { port } = chooseModel((await run.meta()).request, this.providers);
    if (port !== null && port.batches !== null) await callOffBatches(run, port as Batching);
  }

  private async climb<I, W, O>(asking: Asking<I, W, O>): Promise<O> {
    const { role, input, at } = asking;
    let rung = FIRST_RUNG;
    for (;;) {
      const schema: z.ZodType<W> | z.ZodType<Partial<W>> =
        rung.step === 2 && role.simpler !== undefined ? role.simpler : role.wire;
      const got = await this.reply(asking, schema, rung);
      if ('twin' in got) return answerByTwin(role, input, at, got.twin);
      const verdict = judge(role, schema, input, got.reply, at.run.runtime.log);
      if (got.paid !== null) await this.note(asking, got.built, got.paid, rung, verdict);
      if (verdict.ok) return verdict.value;
      const next = nextRung(rung, verdict.fault, role.simpler !== undefined);
      if (next === null) return answerByTwin(role, input, at, reasonOf(verdict.fault, role.name, got.reply));
      rung = next;
    }
  }

  /** The stored reply of a rung, or a new one. A prompt that the writer's budget has no room for is packed closer. */
  private async reply<I, W, O>(asking: Asking<I, W, O>, schema: z.ZodType, rung: Rung): Promise<Got> {
    const { role, at, port, prompt } = asking;
    const asked = { role: role.name, tier: role.tier, prompt, schema };
    let documents = SETTINGS[role.name].documents;
    let mine = false;
    for (;;) {
      const built = buildRequest(port, asked, rung, documents);
      const stored = await readReply(at.run, built.hash);
      if (stored !== null) return { reply: stored, paid: null, built };
      if ((await readCircuit(at.run)).open) return { twin: CIRCUIT_OPEN };
      try {
        const turn = mine ? null : await this.takeTurn(at, role.name);
        if (turn !== null) return { twin: turn };
        mine = true;
        const paid = await pay(at, port, built, rung.step, asking.economy && rung.step === 0);
        return { reply: paid.reply, paid, built };
      } catch (error) {
        if (error instanceof NoRoom) {
          documents = closer(documents, error.room, built);
          if (at.stage === 7 && documents >= FEWEST_DOCUMENT_TOKENS) continue;
          return { twin: await this.refuse(at, role.name, error) };
        }
        if (!(error instanceof ModelError)) throw error;
        return { twin: await this.giveUp(at, error) };
      }
    }
  }

  /** Counts a call against the invocation's two; a third is left to the next invocation. */
  private async takeTurn(at: RoleCall, role: string): Promise<Reason | null> {
    const made = this.made.get(at) ?? 0;
    if (made < CALLS_PER_INVOCATION) {
      this.made.set(at, made + 1);
      return null;
    }
    const ladder = await readLadder(at.run, at.step);
    if (ladder.turns >= MOST_TURNS) return { status: 'turns', reason: 'the step has used all its invocations' };
    await writeLadder(at.run, at.step, { ...ladder, turns: ladder.turns + 1 });
    throw new ModelAnswerInvalid(
      `${made} calls were made in this invocation of ${at.step}; the next one goes on with ${role}.`,
    );
  }

  /** A failed call: thrown for the state machine to retry, until the twin has to answer. */
  private async giveUp(at: RoleCall, error: ModelError): Promise<Reason> {
    if (!error.retryable) return { status: error.name, reason: error.message };
    const ladder = await readLadder(at.run, at.step);
    if (ladder.waits >= MOST_WAITS) return { status: error.name, reason: error.message };
    if ((await readCircuit(at.run)).open) return CIRCUIT_OPEN;
    await writeLadder(at.run, at.step, { ...ladder, waits: ladder.waits + 1 });
    throw error;
  }

  /** No room in the budget: the writer's twin answers; everybody else stops, and the run goes to the writer. */
  private async refuse(at: RoleCall, role: string, { room, worst }: NoRoom): Promise<Reason> {
    const reason = `the worst case of a call of ${role} is ${worst} tokens, ${room} may still be used`;
    await at.run.event({ stage: at.stage, round: roundOf(at), event: 'refused_budget', id: at.step, role, reason });
    if (at.stage === 7) return { status: 'BudgetExhausted', reason };
    await markRefused(at.run);
    throw new BudgetExhausted(`${reason}; what the run has goes to the writer.`);
  }

  /** Writes a paid call down with what became of it, and tells the circuit. */
  private async note<I, W, O>(
    { role, at }: Asking<I, W, O>,
    built: BuiltRequest,
    paid: Paid,
    rung: Rung,
    verdict: Verdict<O>,
  ): Promise<void> {
    await record(at, {
      role: role.name,
      model: built.request.model,
      usage: paid.reply.usage,
      batch: paid.batch,
      rung: rung.step,
      status: verdict.ok ? 'ok' : verdict.fault.status,
      ...(verdict.ok ? {} : { reason: verdict.fault.reason }),
      ms: paid.ms,
      leftOut: built.leftOut,
    });
    const wall = at.run.runtime.clock.wall();
    await changeCircuit(at.run, (now) =>
      verdict.ok ? afterSuccess(now) : afterFailure(now, kindOf(role.name, verdict.fault.status), wall - paid.ms, wall),
    );
  }

  /** What earlier attempts left open is settled once, before this attempt's first call. */
  private async settleOnce(run: RunHandle): Promise<void> {
    if (run.attempt === 1) return;
    const key = `${run.owner}/${run.slug}/${run.attempt}`;
    const settling = this.settled.get(key) ?? settleOrphans(run);
    this.settled.set(key, settling);
    try {
      await settling;
    } catch (error) {
      this.settled.delete(key);
      throw error;
    }
  }
}

/** A refusal has a name of its own: no other wording is tried against it. */
function reasonOf(fault: Fault, role: string, { model, usage }: ModelReply): Reason {
  if (fault.status !== 'refused') return fault;
  const refusal = new ModelRefused(`${model} declined to answer as ${role}.`, { kind: 'refusal', spent: usage });
  return { status: refusal.name, reason: refusal.message };
}

/** What a role does not accept, or what is too long for it, says nothing about the others; the rest is the model's way. */
function kindOf(role: string, status: string): string {
  return ['rejected', 'truncated', 'too-long'].includes(status) ? `${role} ${status}` : `answer ${status}`;
}

/** Half the documents, or what the room that is left can hold. */
function closer(documents: number, room: number, { request }: BuiltRequest): number {
  const held = Math.max(0, room - request.maxTokens);
  return Math.floor(Math.min(documents / 2, held));
}
