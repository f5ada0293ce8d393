import { describe, expect, it } from 'vitest';
import { afterFailure, afterSuccess, CLOSED, changeCircuit, OPEN_AFTER } from '../../../shared/models/circuit.ts';
import { bench } from './harness.ts';

describe('the circuit of a run', () => {
  it('opens after five identical failures in a row, and stays open', () => {
    let now = CLOSED;
    for (let n = 1; n <= OPEN_AFTER; n++) {
      expect(now.open).toBe(false);
      now = afterFailure(now, 'ModelOverloaded 529', n * 100, n * 100 + 50);
    }
    expect(now.open).toBe(true);
    expect(afterSuccess(now).open).toBe(true);
  });

  it('begins anew with another failure or a success', () => {
    const four = [1, 2, 3, 4].reduce((now, n) => afterFailure(now, 'a', n * 100, n * 100 + 50), CLOSED);
    expect(four.count).toBe(4);
    expect(afterFailure(four, 'b', 900, 950).count).toBe(1);
    expect(afterSuccess(four).count).toBe(0);
  });

  it('counts calls that were under way together once', () => {
    let now = CLOSED;
    for (let worker = 0; worker < 20; worker++) now = afterFailure(now, 'ModelThrottled 429', 1000, 1500 + worker);
    expect(now).toMatchObject({ count: 1, open: false });
  });

  it('loses no failure of workers that write at once', async () => {
    const { run } = await bench();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        changeCircuit(run, (now) => ({ ...now, twins: now.twins + 1, countedAt: n })),
      ),
    );
    expect((await changeCircuit(run, (now) => now)).twins).toBe(8);
  });
});
