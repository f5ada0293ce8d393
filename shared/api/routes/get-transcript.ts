import * as z from 'zod';
import { count, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { TranscriptPage } from '../views.ts';

/** Rows of the audit after a number. */
export const getTranscript = route({
  id: 'getTranscript',
  method: 'GET',
  path: '/runs/{slug}/transcript',
  summary: 'Read the transcript, in order, after a row number',
  scope: 'runs.read',
  params: RunParams,
  query: z.strictObject({ after: count(0, 9_999_999_999, 0), limit: count(1, 500, 500) }),
  body: null,
  success: { 200: json('Rows in order; `next` is null at the end of what there is', TranscriptPage) },
  problems: [404],
  offers: ['application/json'],
  run: async (service, { params, query }) => ok(await service.transcript(params.slug, query.after, query.limit)),
});
