import * as z from 'zod';
import { DigestList } from '../../schedule/digest/digest.ts';
import { count, ScheduleParams, wholeNumber } from '../requests.ts';
import { json, ok, route } from '../route.ts';

/** Digests of a schedule, newest first. */
export const listDigests = route({
  id: 'listDigests',
  method: 'GET',
  path: '/schedules/{id}/digests',
  summary: 'List the digests of a schedule, newest first',
  scope: 'schedules.read',
  params: ScheduleParams,
  query: z.strictObject({
    /** `next` of the page before. */
    before: wholeNumber(1, 999_999).optional(),
    limit: count(1, 100, 50),
  }),
  body: null,
  success: { 200: json('A page of digests; `next` is null on the last one', DigestList) },
  problems: [404],
  offers: ['application/json'],
  run: async (service, { params, query }) =>
    ok(
      await service.schedules.digests(params.id, {
        limit: query.limit,
        ...(query.before === undefined ? {} : { before: query.before }),
      }),
    ),
});
