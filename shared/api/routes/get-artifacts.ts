import * as z from 'zod';
import { RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { ArtifactLink, ArtifactList, LINK_TYPE } from '../views.ts';

/** A path below a run's folder: no empty, `.` or `..` part, nothing that a file system reads otherwise. */
const Path = z
  .string()
  .max(300)
  .regex(/^(?!\.\.?(?:\/|$))[^/\\\u0000-\u001f]+(?:\/(?!\.\.?(?:\/|$))[^/\\\u0000-\u001f]+)*$/, 'a path of the list');

/** The files of a run, or one of them. */
export const getArtifacts = route({
  id: 'getArtifacts',
  method: 'GET',
  path: '/runs/{slug}/artifacts',
  summary: 'List the files of a run, or get one of them by its path',
  scope: 'runs.read',
  params: RunParams,
  query: z.strictObject({ path: Path.optional() }),
  body: null,
  success: {
    200: {
      description: 'The list; with `path` a link that is good for 15 minutes (deployed) or the content (embedded)',
      content: { ...json('', ArtifactList).content, [LINK_TYPE]: ArtifactLink, 'application/octet-stream': null },
    },
  },
  problems: [404],
  offers: ['*/*'],
  run: async (service, { params, query }) => {
    if (query.path === undefined) return ok({ paths: await service.artifacts(params.slug) });
    const found = await service.fetchArtifact(params.slug, query.path);
    if ('url' in found) return { status: 200, type: LINK_TYPE, body: found };
    return {
      status: 200,
      type: 'application/octet-stream',
      body: found.content,
      headers: { 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' },
    };
  },
});
