import { NotFound } from '../api/errors.ts';
import { keys, ownerPk, schedulePk } from '../store/keys.ts';
import type { Row, Table } from '../store/ports.ts';
import { Firing, Schedule } from './schedule.ts';

export async function findSchedule(table: Table, owner: string, id: string): Promise<Schedule | undefined> {
  const row = await table.get(keys.schedule(owner, id));
  return row ? Schedule.parse(row) : undefined;
}

/** @throws {NotFound} */
export async function getSchedule(table: Table, owner: string, id: string): Promise<Schedule> {
  const found = await findSchedule(table, owner, id);
  if (!found) throw new NotFound(`There is no schedule ${id}. \`plumbline schedule list\` shows those there are.`);
  return found;
}

/** All schedules of an owner, by id. */
export async function listSchedules(table: Table, owner: string): Promise<Schedule[]> {
  return (await table.query({ pk: ownerPk(owner), prefix: 'SCHED#' })).map((row) => Schedule.parse(row));
}

export const scheduleRow = (schedule: Schedule): Row => schedule as unknown as Row;

/** Firings of a schedule in order of their time. */
export async function listFirings(table: Table, owner: string, id: string): Promise<Firing[]> {
  return (await table.query({ pk: schedulePk(owner, id), prefix: 'FIRE#' })).map((row) => Firing.parse(row));
}

export async function findFiring(table: Table, owner: string, id: string, time: string): Promise<Firing | undefined> {
  const row = await table.get(keys.firing(owner, id, time));
  return row ? Firing.parse(row) : undefined;
}
