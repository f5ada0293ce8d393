import type { Bundle } from '../bundle/bundle.ts';

const MB = 1_000_000;

/** Kinds of functions, the bytes their minified bundles may have, and the functions that are not what their name says. */
const BUDGETS = {
  api: MB,
  event: MB,
  step: 1.5 * MB,
  /** Functions that take documents apart or draw them. */
  document: 2.5 * MB,
} as const;
type Kind = keyof typeof BUDGETS;

const DOCUMENTS = new Set(['step-reader', 'step-presenter', 'pdf']);

export function kindOf(name: string): Kind {
  if (DOCUMENTS.has(name)) return 'document';
  return name.startsWith('api-') ? 'api' : name.startsWith('step-') ? 'step' : 'event';
}

/** What is over its budget, with its largest modules, so that one sees what came in. */
export function overBudget(bundles: ReadonlyMap<string, Bundle>): string[] {
  return [...bundles].flatMap(([name, { bytes, modules }]) => {
    const budget = BUDGETS[kindOf(name)];
    if (bytes <= budget) return [];
    return [`${name} has ${megabytes(bytes)}, ${megabytes(budget)} are its budget. Largest: ${largest(modules)}.`];
  });
}

/** The largest bundle of each kind, as a table. */
export function sizeTable(bundles: ReadonlyMap<string, Bundle>): string[] {
  return (Object.keys(BUDGETS) as Kind[]).map((kind) => {
    const own = [...bundles].filter(([name]) => kindOf(name) === kind).sort((a, b) => b[1].bytes - a[1].bytes);
    const [name, { bytes }] = own[0]!;
    return `${kind.padEnd(9)} ${String(own.length).padStart(2)} functions, largest ${name} ${megabytes(bytes)} of ${megabytes(BUDGETS[kind])}`;
  });
}

function largest(modules: Readonly<Record<string, number>>): string {
  const sums = new Map<string, number>();
  for (const [path, bytes] of Object.entries(modules)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/');
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  const sorted = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return sorted.map(([name, bytes]) => `${name} ${Math.round(bytes / 1000)} kB`).join(', ');
}

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`;
