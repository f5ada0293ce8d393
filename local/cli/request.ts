import { existsSync } from 'node:fs';
import { Source } from '../../shared/contracts/enums.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { normaliseId, Slug } from '../../shared/contracts/ids.ts';
import { MAX_DEADLINE, RunRequest } from '../../shared/contracts/run.ts';
import { checkNamed, checkSeeds, parseBudget, parseDepth, parseFlags, parseHorizon } from '../../shared/run/flags.ts';
import { userPath } from './typed.ts';

/** Options of `plumbline run` as typed. */
export interface RunOptions {
  readonly depth?: string;
  readonly timeHorizon?: string;
  readonly budget?: string;
  readonly confirmPlan?: boolean;
  readonly library?: string;
  readonly sources?: string;
  readonly seedPaper?: readonly string[];
  readonly exclude?: readonly string[];
  readonly offline?: boolean;
  readonly deadline?: string;
  readonly answer?: readonly string[];
  readonly input?: boolean;
  readonly waitForAnswers?: boolean;
  readonly economy?: boolean;
  readonly continue?: string;
  readonly model?: string;
}

/** Names of questions as a user may write them. */
const QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['ambiguity', 'ambiguity'],
  ['reading', 'ambiguity'],
  ['plan', 'confirm_plan'],
  ['confirm_plan', 'confirm_plan'],
  ['confirm-plan', 'confirm_plan'],
  ['direction', 'direction'],
]);

/**
 * What the user asked for, checked. The library is still a path here: it is indexed before the run is created.
 * @throws {UsageError} naming the option, the value and what would be right
 */
export function requestOf(
  words: readonly string[],
  options: RunOptions,
): { request: RunRequest; libraryPath: string | null } {
  const flags = parseFlags(words.join(' '));
  const libraryPath = options.library ?? null;
  if (libraryPath !== null && !existsSync(userPath(libraryPath))) {
    throw new UsageError(
      `The library ${libraryPath} does not exist.\nNothing was started. Check the path, or leave --library out to use the starter library.`,
    );
  }
  const request = RunRequest.parse({
    topic: options.continue === undefined ? checkNamed(flags.topic) : flags.topic,
    depth: options.depth === undefined ? (flags.depth ?? 'standard') : parseDepth(options.depth),
    timeHorizon: options.timeHorizon === undefined ? (flags.timeHorizon ?? null) : parseHorizon(options.timeHorizon),
    budget: options.budget === undefined ? (flags.budget ?? null) : parseBudget(options.budget),
    confirmPlan: options.confirmPlan ?? flags.confirmPlan ?? false,
    sources: options.sources === undefined ? null : sourcesOf(options.sources),
    seedPapers: (options.seedPaper ?? []).map((id) => idOf('--seed-paper', id)),
    exclude: (options.exclude ?? []).map((id) => idOf('--exclude', id)),
    offline: options.offline ?? false,
    deadline: options.deadline === undefined ? null : secondsOf(options.deadline),
    answers: answersOf(options.answer ?? []),
    noInput: options.input === false,
    economy: options.economy ?? false,
    continues: options.continue === undefined ? null : slugOf(options.continue),
    model: modelOf(options.model),
  });
  return { request: checkSeeds(request), libraryPath };
}

function sourcesOf(value: string): Source[] {
  return value.split(',').map((name) => {
    const source = Source.safeParse(name.trim().toLowerCase());
    if (!source.success) {
      throw new UsageError(`--sources: "${name}" is no source. There are ${Source.options.join(', ')}.`);
    }
    return source.data;
  });
}

function idOf(option: string, value: string): string {
  const id = normaliseId(value);
  if (id === null) {
    throw new UsageError(
      `${option}: "${value}" is no id. Give for example arxiv:2307.08691, doi:10.1145/3292500 or an https address.`,
    );
  }
  return id;
}

function slugOf(value: string): string {
  const slug = Slug.safeParse(value);
  if (slug.success) return slug.data;
  throw new UsageError(
    `--continue: "${value.slice(0, 80)}" is the name of no run. Write it as \`plumbline list\` shows it, for example raft-vs-paxos-2026-11-30.`,
  );
}

const TIME = /^(?=.)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/i;

/**
 * `90s`, `30m`, `2h`, `1h30m` in seconds. A bare number may mean any of the three and is refused.
 * @throws {UsageError} showing the right forms
 */
export function secondsOf(value: string): number {
  const text = value.trim();
  if (/^\d+$/.test(text)) {
    const n = text.slice(0, 20);
    throw new UsageError(`--deadline: "${n}" has no unit. Write --deadline=${n}s, ${n}m or ${n}h.`);
  }
  const hit = TIME.exec(text);
  const [h, m, s] = [1, 2, 3].map((at) => Number(hit?.[at] ?? 0)) as [number, number, number];
  const seconds = h * 3600 + m * 60 + s;
  if (seconds > MAX_DEADLINE) {
    throw new UsageError(`--deadline: "${value.slice(0, 80)}" is over a week. Give at most 168h, or leave it out.`);
  }
  if (seconds < 1) {
    throw new UsageError(`--deadline: "${value.slice(0, 80)}" is no time. Write --deadline=90s, 30m, 2h or 1h30m.`);
  }
  return seconds;
}

function answersOf(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((pair) => {
      const at = pair.indexOf('=');
      const kind = QUESTIONS.get(pair.slice(0, at).trim());
      if (at < 1 || kind === undefined) {
        throw new UsageError(
          `--answer: "${pair}" is no answer. Write --answer reading=<choice>, plan=ok or direction=widen.`,
        );
      }
      return [kind, pair.slice(at + 1).trim()];
    }),
  );
}

function modelOf(value: string | undefined): RunRequest['model'] {
  const model = RunRequest.shape.model.safeParse(value);
  if (!model.success)
    throw new UsageError(`--model: "${value}" is unknown. Use auto, extractive, anthropic or bedrock.`);
  return model.data;
}
