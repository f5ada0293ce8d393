import type { RoleName, Tier } from '../agents/role.ts';
import { type Depth, type Source, STAGES } from '../contracts/enums.ts';
import { MODES, type RunRequest } from '../contracts/run.ts';
import { NO_USAGE } from './port.ts';
import { cost, PRICES_DATE } from './prices.ts';
import { couldSearch, MOST_SEARCH_INPUT, USUAL_SEARCH } from './search-bounds.ts';
import { chooseModel, type Providers } from './select.ts';
import { DEFAULT_MODELS, SETTINGS } from './settings.ts';

export interface Range {
  readonly expected: number;
  readonly worst: number;
}

/** What a run would use, before anything is spent. */
export interface RunEstimate {
  readonly calls: Range;
  /** Input and output of all kinds. */
  readonly tokens: Range;
  /** US$. */
  readonly cost: Range;
  readonly byStage: readonly {
    readonly stage: number;
    readonly name: string;
    readonly calls: Range;
    readonly tokens: Range;
    readonly cost: Range;
  }[];
  /** Date of the price table; null when nothing costs anything. */
  readonly pricesOf: string | null;
}

export interface EstimateFacts {
  readonly model: 'anthropic' | 'bedrock' | 'extractive';
  readonly models?: Readonly<Record<Tier, string>>;
  /** Channels that are configured beside the library. */
  readonly channels?: readonly Source[];
  /** The web is searched by the model, because no service is configured, or because nobody knows whether one is. */
  readonly webSearch?: boolean;
}

/** Sub-questions of a usual plan, and of the largest. */
const NODES: Range = { expected: 5, worst: 8 };
/** Calls that a role may need before its twin answers: the rungs of the ladder. */
const RUNGS = 3;

interface RoleUse {
  readonly stage: number;
  readonly role: RoleName | 'web-search';
  readonly tier: Tier;
  readonly calls: Range;
  /** Tokens of a usual call, as measured by `bench/models.ts`, thinking added where a model thinks. */
  readonly input: number;
  readonly output: number;
  /** Most of both in one call. */
  readonly most: { readonly input: number; readonly output: number };
  /** Searches of the web in each call. */
  readonly searches?: number;
}

/**
 * What a run would use. The worst case is that of its limit: the budget is hard, whatever goes wrong.
 * Pure: nothing is called. Without a model it is zero.
 */
export function estimate(request: RunRequest, facts: EstimateFacts): RunEstimate {
  const models = facts.models ?? DEFAULT_MODELS;
  const budget = request.budget ?? MODES[request.depth].tokens;
  const uses = facts.model === 'extractive' || request.offline ? [] : usesOf(request, facts, budget);
  const lines = uses.map((use) => lineOf(use, models[use.tier], request.economy));
  const expected = lines.reduce((sum, line) => sum + line.tokens.expected, 0);
  // A run that would need more stops at its limit.
  const share = Math.min(1, budget / Math.max(1, expected));
  const stages = [...new Set(lines.map((line) => line.stage))].sort((a, b) => a - b);
  return {
    ...totals(lines, budget, share),
    byStage: stages.map((stage) => ({
      stage,
      name: STAGES[stage]!,
      ...totals(
        lines.filter((line) => line.stage === stage),
        budget,
        share,
      ),
    })),
    pricesOf: uses.length === 0 ? null : PRICES_DATE,
  };
}

/** An estimator for what is configured: the run's own `--model` and `--offline` decide. */
export function estimatorOf(
  providers: Providers,
  channels: readonly Source[] = [],
): (request: RunRequest) => RunEstimate {
  return (request) => {
    const { port } = chooseModel(request, providers);
    return estimate(
      request,
      port === null
        ? { model: 'extractive' }
        : {
            model: port.id,
            models: port.models,
            channels,
            webSearch: port.search !== undefined && !channels.includes('web'),
          },
    );
  };
}

function usesOf(request: RunRequest, facts: EstimateFacts, budget: number): RoleUse[] {
  const { depth } = request;
  const mode = MODES[depth];
  const services = facts.channels ?? [];
  const byModel =
    facts.webSearch === true &&
    (request.sources?.includes('web') ?? true) &&
    couldSearch(facts.models ?? DEFAULT_MODELS, budget);
  const channels: readonly Source[] = byModel ? [...new Set<Source>([...services, 'web'])] : services;
  const dispatches = dispatchesOf(request, channels);
  const papers = mode.resultsPerResearcher;
  // Four fifths are read before a replan is decided on; the rest only if it asks for more.
  const read: Range = { expected: Math.ceil(mode.readBudget * 0.9), worst: mode.readBudget };
  const rounds: Range = { expected: 1 + mode.maxReplans / 2, worst: 1 + mode.maxReplans };
  const perRound = (range: Range): Range => ({ expected: range.expected, worst: range.worst * rounds.worst });
  const notes = 1500 * read.expected;
  const all: (RoleUse | null)[] = [
    use(0, 'ambiguity', 'fast', once, 450, 100, 800),
    use(0, 'understand', 'fast', once, 550, 150, 1000),
    use(1, 'decompose', 'best', { expected: 1, worst: 3 }, 1200, 1800, 7000),
    use(2, 'formulate', 'fast', perRound(dispatches), FORMULATE.input, FORMULATE.output, 300),
    byModel ? searches(perRound(searchesOf(request, channels))) : null,
    use(2, 'finding', 'fast', perRound(dispatches), findingInput(papers), FINDING_OUTPUT, 2500),
    use(2, 'answer', 'fast', perRound(NODES), answerInput(papers), ANSWER_OUTPUT, 2000),
    ...(depth === 'quick'
      ? []
      : [
          use(4, 'reader', 'reader', read, READER.input, READER.output, 9000),
          use(5, 'domain', 'best', rounds, 1500 + notes, 2500, 8000),
          use(5, 'methodology', 'best', rounds, 1500 + notes, 4000, 11_000),
          use(5, 'contradictions', 'best', rounds, 2500 + notes, 3500, 9000),
          use(7, 'synthesize', 'best', { expected: 1.2, worst: 2 }, 4000 + notes, 12_000, 24_000),
          use(7, 'repair', 'best', { expected: 2, worst: 6 }, 6500, 2000, 6000),
        ]),
  ];
  return all.filter((one) => one !== null);
}

/** Sub-questions answered, searches made and papers read in depth. */
export interface Work {
  readonly questions: number;
  readonly searches: number;
  readonly reads: number;
}

/** Tokens that some more work of stages 2 and 4 usually takes, as {@link estimate} counts them. */
export function usualTokens({ questions, searches, reads }: Work, depth: Depth): number {
  const papers = MODES[depth].resultsPerResearcher;
  return (
    searches * (FORMULATE.input + FORMULATE.output + findingInput(papers) + FINDING_OUTPUT) +
    questions * (answerInput(papers) + ANSWER_OUTPUT) +
    reads * (READER.input + READER.output)
  );
}

const FORMULATE = { input: 500, output: 60 };
const READER = { input: 13_000, output: 2500 };
const [FINDING_OUTPUT, ANSWER_OUTPUT] = [500, 500];
const findingInput = (papers: number) => 700 + 350 * papers;
const answerInput = (papers: number) => 800 + 350 * papers * 2;

const once: Range = { expected: 1, worst: 1 };

function use(
  stage: number,
  role: RoleName,
  tier: Tier,
  calls: Range,
  input: number,
  output: number,
  mostOutput: number,
): RoleUse {
  // A cut answer gets twice the room.
  const most = { input: SETTINGS[role].documents + 4000, output: mostOutput * 2 };
  return { stage, role, tier, calls, input, output, most };
}

function searches(calls: Range): RoleUse {
  const most = { input: MOST_SEARCH_INPUT, output: 2000 };
  return { stage: 2, role: 'web-search', tier: 'fast', calls, ...USUAL_SEARCH, most, searches: 1 };
}

/** The web is one of the channels that a question is routed to. */
function searchesOf({ depth, sources }: RunRequest, channels: readonly Source[]): Range {
  const live = channels.filter((channel) => sources === null || sources.includes(channel)).length;
  const share = Math.min(1, MODES[depth].sourcesPerNode / live);
  return { expected: NODES.expected * share, worst: NODES.worst };
}

/** Researchers of a round: the library for every node, and the best channels within the cap. */
function dispatchesOf(request: RunRequest, channels: readonly Source[]): Range {
  const { sourcesPerNode, dispatchCap } = MODES[request.depth];
  const wanted = request.sources;
  const live = channels.filter((channel) => wanted === null || wanted.includes(channel)).length;
  const library = wanted === null || wanted.includes('library') || live === 0 ? 1 : 0;
  const perNode = Math.min(sourcesPerNode, live) + library;
  const within = (nodes: number) => Math.max(nodes, Math.min(dispatchCap, nodes * perNode));
  return { expected: within(NODES.expected), worst: within(NODES.worst) * 2 };
}

interface Line {
  readonly stage: number;
  readonly calls: Range;
  readonly tokens: Range;
  readonly cost: Range;
}

function lineOf(use: RoleUse, model: string, economy: boolean): Line {
  const bySearch = use.role === 'web-search';
  const batch = !bySearch && economy && SETTINGS[use.role].economy;
  const { searches } = use;
  const expected = { ...NO_USAGE, input: use.input, output: use.output, searches };
  const most = { ...NO_USAGE, ...use.most, searches };
  // A search is made once, whatever becomes of it.
  const worstCalls = use.calls.worst * (bySearch ? 1 : RUNGS);
  return {
    stage: use.stage,
    calls: { expected: use.calls.expected, worst: worstCalls },
    tokens: {
      expected: use.calls.expected * (use.input + use.output),
      worst: worstCalls * (use.most.input + use.most.output),
    },
    // A batch that is lost is made up for at the full price.
    cost: { expected: use.calls.expected * cost(expected, model, batch), worst: worstCalls * cost(most, model) },
  };
}

/** What some lines add up to within a budget: in the worst case its dearest tokens come first, until it is used up. */
function totals(lines: readonly Line[], budget: number, share: number) {
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0);
  const price = (line: Line) => line.cost.worst / line.tokens.worst;
  let room = budget;
  let dearest = 0;
  for (const line of [...lines].sort((a, b) => price(b) - price(a))) {
    const part = Math.min(1, room / line.tokens.worst);
    room -= line.tokens.worst * part;
    dearest += line.cost.worst * part;
  }
  return {
    calls: { expected: Math.ceil(sum((line) => line.calls.expected) * share), worst: sum((line) => line.calls.worst) },
    tokens: { expected: Math.round(sum((line) => line.tokens.expected) * share), worst: Math.round(budget - room) },
    cost: { expected: sum((line) => line.cost.expected) * share, worst: dearest },
  };
}
