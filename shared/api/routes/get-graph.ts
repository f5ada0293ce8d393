import { drawSvg } from '../../plan/draw-svg.ts';
import { edgesOf } from '../../plan/graph.ts';
import { NoQuery, RunParams } from '../requests.ts';
import { ok, route } from '../route.ts';
import { GraphView } from '../views.ts';

const SVG = 'image/svg+xml';

/** The plan as a graph: nodes and edges, or a drawing. */
export const getGraph = route({
  id: 'getGraph',
  method: 'GET',
  path: '/runs/{slug}/graph',
  summary: 'Read the plan as a graph, as JSON or drawn as SVG',
  scope: 'runs.read',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 200: { description: 'The graph', content: { 'application/json': GraphView, [SVG]: null } } },
  problems: [404, 406],
  offers: ['application/json', SVG],
  run: async (service, { params, accept }) => {
    const { graph } = await service.plan(params.slug);
    if (accept === SVG) return { status: 200, type: SVG, body: await drawSvg(graph) };
    const nodes = graph.nodes.map(({ id, question, kind, status, partial }) => ({
      id,
      question,
      kind,
      status,
      partial,
    }));
    const edges = edgesOf(graph.nodes).map(([from, to]) => ({ from, to }));
    return ok({ root_id: graph.root_id, status: graph.status, nodes, edges });
  },
});
