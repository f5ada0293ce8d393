import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { eventBridgeOf, parseExpression } from '../../../shared/schedule/expression.ts';
import { checkTimezone, latestTime, nextTime, shortestGap, windowOffset } from '../../../shared/schedule/times.ts';

const rhythm = (expression: string, timezone = 'Europe/Berlin') => ({
  timing: parseExpression(expression),
  timezone,
  anchor: new Date('2026-01-01T00:00:00Z'),
});
const times = (expression: string, from: string, count: number, timezone?: string): string[] => {
  const found: string[] = [];
  let at: Date | null = new Date(from);
  for (let n = 0; n < count && at; n++) {
    at = nextTime(rhythm(expression, timezone), at);
    if (at) found.push(at.toISOString().slice(0, 16));
  }
  return found;
};

describe('an expression', () => {
  it.each([
    ['0 7 * * MON', 'cron(0 7 ? * MON *)'],
    ['0 7 * * 1-5', 'cron(0 7 ? * MON,TUE,WED,THU,FRI *)'],
    ['0 7 * * 0,7', 'cron(0 7 ? * SUN *)'],
    ['*/20 8-10 1,15 jan *', 'cron(0,20,40 8,9,10 1,15 1 ? *)'],
    ['cron(0 7 ? * 2 *)', 'cron(0 7 ? * MON *)'],
    ['cron(0 7 1 * ? *)', 'cron(0 7 1 * ? *)'],
    ['rate(1 day)', 'rate(1 day)'],
    ['rate(7 days)', 'rate(7 days)'],
  ])('%s means the same at EventBridge: %s', (typed, there) => {
    expect(eventBridgeOf(parseExpression(typed))).toBe(there);
    expect(eventBridgeOf(parseExpression(there))).toBe(there);
  });

  it.each([
    '',
    '* * *',
    '61 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 1 * MON',
    'rate(0 days)',
    'rate(5 weeks)',
    'cron(0 0 L * ? *)',
    'cron(0 0 * * ? 2027)',
    '0 0 5-1 * *',
    '*/0 * * * *',
    '0 0 * * MON#2',
    '@weekly',
    '0 0 * * * *',
  ])('"%s" is refused with a hint', (typed) => {
    expect(() => parseExpression(typed)).toThrow(UsageError);
  });
});

describe('times', () => {
  it('keep the hour of the place over a change of the clocks', () => {
    expect(times('0 7 * * *', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T06:00',
      '2026-03-29T05:00',
      '2026-03-30T05:00',
    ]);
  });

  it('skip an hour that does not exist, as EventBridge does', () => {
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-30T00:30', '2026-03-31T00:30']);
  });

  it('come once in an hour that comes twice', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('of a rate count from its anchor', () => {
    expect(times('rate(7 days)', '2026-01-20T00:00:00Z', 2)).toEqual(['2026-01-22T00:00', '2026-01-29T00:00']);
  });

  it('never come on the 30th of February', () => {
    expect(nextTime(rhythm('0 0 30 2 *'), new Date('2026-01-01T00:00:00Z'))).toBeNull();
  });

  it('the last one is the one that nextTime gives', () => {
    for (const expression of ['0 7 * * MON', '*/15 * * * *', '30 2 * * *', 'rate(6 hours)', '0 0 1 */3 *']) {
      const from = new Date('2026-03-20T00:00:00Z');
      let at = nextTime(rhythm(expression), from)!;
      for (let n = 0; n < 30; n++) {
        expect(latestTime(rhythm(expression), from, at)).toEqual(at);
        expect(latestTime(rhythm(expression), at, new Date(at.getTime() + 59_000))).toBeNull();
        const next = nextTime(rhythm(expression), at)!;
        expect(latestTime(rhythm(expression), from, new Date(next.getTime() - 1))).toEqual(at);
        at = next;
      }
    }
  });

  it('have a shortest distance', () => {
    expect(shortestGap(rhythm('0 7,8 * * *'), new Date('2026-05-01T00:00:00Z'))).toBe(3_600_000);
  });

  it('start inside their window, at the same place each time', () => {
    const time = new Date('2026-05-01T00:00:00Z');
    const offset = windowOffset('weekly', time, 30);
    expect(offset).toBe(windowOffset('weekly', time, 30));
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThan(30 * 60_000);
    expect(windowOffset('weekly', time, 0)).toBe(0);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is one', (name) => {
    expect(checkTimezone(name)).toBe(name);
  });
  it.each(['', 'Mars/Phobos', '+01:00', 'Europe/Berlin; DROP', '../etc'])('"%s" is none', (name) => {
    expect(() => checkTimezone(name)).toThrow(UsageError);
  });
});
