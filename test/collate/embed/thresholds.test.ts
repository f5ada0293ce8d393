import { expect, it } from 'vitest';
import { balancedPoint, bestF1Point } from '../../../bench/embedder/thresholds.ts';

it('the balanced point has as much error on one side as on the other', () => {
  const belong = Array.from({ length: 100 }, (_, i) => 0.3 + i / 200);
  const others = Array.from({ length: 1000 }, (_, i) => i / 2500);
  const { at, error } = balancedPoint(belong, others);
  expect(error).toBeCloseTo(others.filter((value) => value >= at).length / 1000, 1);
  expect(at).toBeGreaterThan(0.3);
  expect(at).toBeLessThan(0.4);
});

it('the best threshold separates what can be separated, and lies in the middle of the gap', () => {
  const pairs = [0.9, 0.8, 0.3, 0.1].map((value) => ({ value, same: value > 0.5 }));
  const { at, f1 } = bestF1Point(pairs);
  expect(f1).toBe(1);
  expect(at).toBeCloseTo(0.55, 10);
});
