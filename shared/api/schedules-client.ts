import { Digest, DigestList } from '../schedule/digest/digest.ts';
import type { NewSchedule } from '../schedule/new-schedule.ts';
import { ScheduleList, ScheduleView } from '../schedule/schedule.ts';
import type { SchedulesApi } from '../schedule/schedules.ts';
import type { Transport } from './transport.ts';
import { Created } from './views.ts';

const at = (id: string): string => `/schedules/${encodeURIComponent(id)}`;

/** Schedules over HTTP. */
export class SchedulesClient implements SchedulesApi {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  create(body: NewSchedule): Promise<ScheduleView> {
    return this.transport.json('/schedules', ScheduleView, { method: 'POST', body });
  }

  async list(): Promise<ScheduleView[]> {
    return (await this.transport.json('/schedules', ScheduleList)).schedules;
  }

  get(id: string): Promise<ScheduleView> {
    return this.transport.json(at(id), ScheduleView);
  }

  replace(id: string, body: NewSchedule): Promise<ScheduleView> {
    return this.transport.json(at(id), ScheduleView, { method: 'PUT', body });
  }

  async remove(id: string): Promise<void> {
    await this.transport.send(at(id), { method: 'DELETE' });
  }

  pause(id: string): Promise<ScheduleView> {
    return this.transport.json(`${at(id)}/pause`, ScheduleView, { method: 'POST' });
  }

  resume(id: string): Promise<ScheduleView> {
    return this.transport.json(`${at(id)}/resume`, ScheduleView, { method: 'POST' });
  }

  runNow(id: string): Promise<{ slug: string }> {
    return this.transport.json(`${at(id)}/run`, Created, { method: 'POST' });
  }

  digests(id: string, options: { before?: number; limit?: number } = {}): Promise<DigestList> {
    return this.transport.json(`${at(id)}/digests`, DigestList, { query: options });
  }

  digest(id: string, number: number): Promise<Digest> {
    return this.transport.json(`${at(id)}/digests/${number}`, Digest);
  }

  async digestText(id: string, number: number, form: 'markdown' | 'html'): Promise<string> {
    const reply = await this.transport.send(`${at(id)}/digests/${number}`, { accept: `text/${form}` });
    return reply.text();
  }
}
