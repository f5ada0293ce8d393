import * as z from 'zod';
import { Digest } from '../../schedule/digest/digest.ts';
import { NoQuery, ScheduleParams, wholeNumber } from '../requests.ts';
import { ok, route } from '../route.ts';

const MARKDOWN = 'text/markdown';
const HTML = 'text/html';

/** One digest: what is new since those before. */
export const getDigest = route({
  id: 'getDigest',
  method: 'GET',
  path: '/schedules/{id}/digests/{number}',
  summary: 'Read a digest, as JSON, Markdown or HTML',
  scope: 'schedules.read',
  params: z.object({ ...ScheduleParams.shape, number: wholeNumber(1, 999_999) }),
  query: NoQuery,
  body: null,
  success: {
    200: { description: 'The digest', content: { 'application/json': Digest, [MARKDOWN]: null, [HTML]: null } },
  },
  problems: [404, 406],
  offers: ['application/json', MARKDOWN, HTML],
  run: async (service, { params, accept }) => {
    const { id, number } = params;
    if (accept === 'application/json') return ok(await service.schedules.digest(id, number));
    const form = accept === HTML ? 'html' : 'markdown';
    const body = await service.schedules.digestText(id, number, form);
    return { status: 200, type: `${accept}; charset=utf-8`, body };
  },
});
