import { NotFound } from '../errors.ts';
import { NoQuery, RunParams } from '../requests.ts';
import { ok, route } from '../route.ts';
import { PlanView } from '../views.ts';

const MARKDOWN = 'text/markdown';

/** The plan: its rows as JSON, or `plan.md`. */
export const getPlan = route({
  id: 'getPlan',
  method: 'GET',
  path: '/runs/{slug}/plan',
  summary: 'Read the plan, as JSON or as Markdown',
  scope: 'runs.read',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 200: { description: 'The plan', content: { 'application/json': PlanView, [MARKDOWN]: null } } },
  problems: [404, 406],
  offers: ['application/json', MARKDOWN],
  run: async (service, { params, accept }) => {
    if (accept !== MARKDOWN) return ok(await service.plan(params.slug));
    const file = await service.artifact(params.slug, 'plan.md');
    if (file === undefined) throw new NotFound(`The run ${params.slug} has no plan yet; it is made in stage 1.`);
    return { status: 200, type: `${MARKDOWN}; charset=utf-8`, body: new TextDecoder().decode(file) };
  },
});
