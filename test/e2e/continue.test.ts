import { beforeAll, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import { faultRun, steered } from '../support/fault-run.ts';
import { copyOf } from '../support/faults.ts';
import { cloudOver, runToEnd } from '../support/pipeline.ts';
import { TOPIC } from './models/library.ts';

let cloud: EmbeddedCloud;
let first: string;
let asked: Awaited<ReturnType<typeof faultRun>>['asked'];
/** Every topic is ambiguous. */
const READINGS = { readings: ['a', 'b'].map((key) => ({ key, label: key, gloss: key })) };

beforeAll(async () => {
  const run = await faultRun({ depth: 'quick', noInput: false, answers: { ambiguity: 'b' } }, 5);
  asked = run.asked;
  cloud = await cloudOver(copyOf(run.stores), { roles: steered({ ambiguity: () => READINGS }) });
  first = await runToEnd(cloud, asked);
});

const follow = async (topic: string) => {
  const slug = await runToEnd(cloud, { ...asked, topic, continues: first, answers: {}, noInput: true });
  const [view, plan] = [await cloud.service.view(slug), await cloud.service.artifact(slug, 'plan.md')];
  const digest = await cloud.service.artifact(slug, 'digest.md');
  return { view, plan: new TextDecoder().decode(plan), digest: new TextDecoder().decode(digest) };
};

it('takes a follow-up without a topic together with the topic continued and its reading, and says so', async () => {
  const { view, plan, digest } = await follow('and what about memory?');
  expect(view.status).toBe('complete');
  expect(view.goal).toMatchObject({ topic: `memory in ${TOPIC}`, reading: 'b: b' });
  expect(view.questions).toEqual([]);
  expect(view.papers).toBe(5);
  for (const text of [plan, digest]) {
    expect(text).toMatch(/Assumption: “and what about memory\?” names no topic of its own/);
    expect(text).toContain(first);
  }
});

it('leaves a follow-up that names its topic as it is', async () => {
  const { view, plan } = await follow('load shedding in stream processors');
  expect(view.goal).toMatchObject({ topic: 'load shedding in stream processors' });
  expect(view.goal?.assumptions).toBeUndefined();
  expect(plan).not.toContain('Assumption');
});
