import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDENTITY_CALIBRATION, piecewiseCalibration } from '../../../shared/collate/embed/calibration.ts';
import { cosine, toUnit } from '../../../shared/collate/embed/cosine.ts';

const POINTS = [
  { raw: 0.1, seed: 0.55 },
  { raw: 0.25, seed: 0.6 },
  { raw: 0.9, seed: 0.92 },
];

describe('piecewiseCalibration', () => {
  const { calibrate, rawFor } = piecewiseCalibration(POINTS);

  it('passes through its points and ends exactly, so that a threshold can be compared with', () => {
    for (const { raw, seed } of POINTS) expect(calibrate(raw)).toBe(seed);
    expect([calibrate(-1), calibrate(1)]).toEqual([-1, 1]);
  });

  it('rises, stays within -1 and 1, and is undone by rawFor', () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        if (a < b) expect(calibrate(a)).toBeLessThanOrEqual(calibrate(b));
        expect(Math.abs(calibrate(a))).toBeLessThanOrEqual(1);
        expect(rawFor(calibrate(a))).toBeCloseTo(a, 9);
      }),
    );
  });

  it('cuts what rounding has moved beyond the ends, and lets no NaN pass a threshold', () => {
    expect([calibrate(1.0000001), calibrate(-2)]).toEqual([1, -1]);
    expect(calibrate(Number.NaN) >= 0.92).toBe(false);
    expect(calibrate(Number.NaN)).toBeNaN();
  });

  it('refuses points that would turn an order around', () => {
    expect(() => piecewiseCalibration([...POINTS].reverse())).toThrow('must rise');
    expect(() => piecewiseCalibration([{ raw: 0.5, seed: 1 }])).toThrow('must rise');
  });

  it('without points changes nothing', () => {
    expect(IDENTITY_CALIBRATION.calibrate(0.3)).toBeCloseTo(0.3, 12);
  });
});

describe('cosine', () => {
  it('is the dot product of unit vectors, 0 with a zero vector', () => {
    const [a, b] = [toUnit(Float32Array.of(3, 4)), toUnit(Float32Array.of(4, 3))];
    expect(cosine(a, b)).toBeCloseTo(0.96, 6);
    expect(cosine(a, toUnit(new Float32Array(2)))).toBe(0);
  });

  it('refuses vectors of two models', () => {
    expect(() => cosine(new Float32Array(2), new Float32Array(3))).toThrow('2 and 3 dimensions');
  });
});
