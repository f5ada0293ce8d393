import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { RunRequest } from '../../../shared/contracts/run.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { answerQuestion, ask, matchOption, readQuestion, settleQuestion } from '../../../shared/run/questions.ts';
import { listEvents } from '../../../shared/run/transcript.ts';
import type { Runtime } from '../../../shared/runtime.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';

const ASKED = {
  kind: 'ambiguity' as const,
  text: 'Which one?',
  options: [
    { key: 'model', label: 'the model', cost: null },
    { key: 'library', label: 'the library', cost: null },
  ],
  default: 'model',
};
const asked = (more: object = {}) => ({
  request: RunRequest.parse({ topic: 'transformers', ...more }),
  deadlineAt: null,
});

let table: MemoryTable;
let woken: [string, object][];
let run: RunHandle;

beforeEach(async () => {
  table = new MemoryTable();
  woken = [];
  const runtime = {
    table,
    blobs: new MemoryBlobs(),
    clock: { now: () => new Date(0), wall: () => 1000 },
    tokens: { succeed: async (token: string, output: object) => void woken.push([token, output]) },
  } as unknown as Runtime;
  run = new RunHandle(runtime, { owner: 'local', slug: 't-2026-11-30', attempt: 1 });
  await table.put({ pk: 'RUN#local#t-2026-11-30', sk: 'META' }, { seq: 0, attempt: 1 });
});

describe('a question', () => {
  it('is put once, stays open, and is answered by the first answer only', async () => {
    expect((await ask(run, 'Q1', ASKED, asked())).answer).toBeNull();
    await ask(run, 'Q1', ASKED, asked());
    await table.update({ pk: 'RUN#local#t-2026-11-30', sk: 'Q#Q1' }, { set: { token: 'T' } });
    expect((await answerQuestion(run, 'Q1', '2', 'user')).answer).toBe('library');
    expect(woken).toEqual([['T', { answer: 'library' }]]);
    await expect(answerQuestion(run, 'Q1', 'model', 'user')).rejects.toBeInstanceOf(UsageError);
    const events = await listEvents(table, 'local', 't-2026-11-30');
    expect(events.map((row) => row.event)).toEqual(['question', 'answered']);
  });

  it('takes its default at once when nobody can be asked, and a given answer before that', async () => {
    expect(await ask(run, 'Q1', ASKED, asked({ noInput: true }))).toMatchObject({
      answer: 'model',
      answeredBy: 'default',
    });
    const given = asked({ noInput: true, answers: { ambiguity: '2' } });
    expect(await ask(run, 'Q2', ASKED, given)).toMatchObject({ answer: 'library', answeredBy: 'flag' });
  });

  it('takes the default when its wait is over, and keeps an answer that was there', async () => {
    await ask(run, 'Q1', ASKED, asked());
    expect(await settleQuestion(run, 'Q1')).toMatchObject({ answer: 'model', answeredBy: 'default' });
    expect((await readQuestion(run.runtime, 'local', 't-2026-11-30', 'Q1')).answer).toBe('model');
  });

  it.each(['3', 'neither', '', 'drop SQ1'])('refuses the choice "%s"', (choice) => {
    expect(() => matchOption(ASKED, choice)).toThrow(UsageError);
  });

  it('lets a plan be edited in words', () => {
    expect(matchOption({ ...ASKED, kind: 'confirm_plan' }, 'drop SQ2')).toBe('drop SQ2');
  });
});
