import * as z from 'zod';
import { count } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { NoParams, RunPage, ShownStatus } from '../views.ts';

/** The owner's runs, newest first. */
export const listRuns = route({
  id: 'listRuns',
  method: 'GET',
  path: '/runs',
  summary: 'List runs, newest first',
  scope: 'runs.read',
  params: NoParams,
  query: z.strictObject({
    status: ShownStatus.optional(),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^RUN#[0-9TZ:.-]{10,30}#[a-z0-9-]{1,100}$/, 'the `next` of the page before')
      .meta({ examples: ['RUN#2026-11-30T10:00:00.000Z#raft-2026-11-30'] })
      .optional(),
    limit: count(1, 100, 50),
  }),
  body: null,
  success: { 200: json('A page of runs; `next` is null on the last one', RunPage) },
  problems: [],
  offers: ['application/json'],
  run: async (service, { query }) =>
    ok(
      await service.list({
        limit: query.limit,
        ...(query.status === undefined ? {} : { status: query.status }),
        ...(query.after === undefined ? {} : { after: query.after }),
      }),
    ),
});
