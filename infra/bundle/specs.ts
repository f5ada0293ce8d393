import { ROUTES } from '../../shared/api/routes.ts';
import { EVENT_GRANTS } from '../routes.ts';
import { STEPS, type Step } from '../steps.ts';
import type { BundleSpec } from './bundle.ts';

export type EventName = keyof typeof EVENT_GRANTS;

export function stepSpec(name: string, { roles, live }: Step): BundleSpec {
  return {
    entry: `lambdas/${name}/handler.ts`,
    define: { PLUMBLINE_ROLES: roles, PLUMBLINE_LIVE: live },
    // PDFs are read by a function of their own.
    ...(live === 'read' ? { alias: { unpdf: 'shared/aws/remote-pdf.ts' } } : {}),
    ...(name === 'presenter' ? { alias: NO_SUCH_CHARTS } : {}),
  };
}

/** Kinds of charts that a report does not draw. */
export const NO_SUCH_CHARTS = Object.fromEntries(
  ['crossfilter', 'force', 'geo', 'hierarchy', 'label', 'regression', 'voronoi', 'wordcloud'].map((kind) => [
    `vega-${kind}`,
    'infra/bundle/nothing.mjs',
  ]),
);

export const routeSpec = (id: string): BundleSpec => ({ entry: `lambdas/api/${kebab(id)}.ts` });

export const eventSpec = (name: EventName): BundleSpec => ({ entry: `lambdas/${name}/handler.ts` });

export const PDF_SPEC: BundleSpec = { entry: 'infra/functions/pdf.ts' };

export const LIBRARY_SPEC: BundleSpec = {
  entry: 'infra/functions/index-library.ts',
  files: { 'local/library/data': 'library' },
};

/** Bundles of every function of a deployment, by name. */
export function allSpecs(): Map<string, BundleSpec> {
  return new Map([
    ...Object.entries(STEPS).map(([name, step]) => [`step-${name}`, stepSpec(name, step)] as const),
    ...ROUTES.map(({ id }) => [`api-${id}`, routeSpec(id)] as const),
    ...(Object.keys(EVENT_GRANTS) as EventName[]).map((name) => [`event-${name}`, eventSpec(name)] as const),
    ['pdf', PDF_SPEC],
    ['library', LIBRARY_SPEC],
  ]);
}

/** `createRun` is in `create-run.ts`. */
const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
