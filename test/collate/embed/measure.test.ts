import { describe, expect, it } from 'vitest';
import { type CalibrationSamples, measureThresholds } from '../../../bench/embedder/measure.ts';
import { piecewiseCalibration } from '../../../shared/collate/embed/calibration.ts';
import { measuredCalibration, uncalibratedNote } from '../../../shared/collate/embed/measured.ts';
import { VoyageEmbedder } from '../../../shared/collate/embed/voyage.ts';

const TOPICS = ['caches', 'graphs', 'proofs', 'robots', 'speech', 'vision'];
const titles = (topic: string) => [1, 2, 3, 4].map((n) => `${topic} study ${n}`);

/** Topics apart, titles near their topic, abstracts nearer, other spellings nearest. */
const SAMPLES: CalibrationSamples = {
  duplicates: TOPICS.flatMap((topic) =>
    titles(topic).flatMap((title, at) => [
      { a: title, b: `${title}.`, same: true },
      { a: title, b: titles(topic)[(at + 1) % 4]!, same: false },
    ]),
  ),
  papers: TOPICS.map((topic) => ({ title: `${topic} study 1`, abstract: `on ${topic} study 1` })),
  topical: TOPICS.flatMap((topic) => titles(topic).map((title) => ({ title, topics: [topic] }))),
};

/** A stand-in for the service: one axis a topic, one a study, and one that all texts share, which lifts every cosine. */
function standIn(shared: number) {
  const sent: string[] = [];
  const vectorOf = (text: string) => {
    const vector = Array.from({ length: 32 }, () => 0);
    const topic = TOPICS.findIndex((name) => text.includes(name));
    const study = /study (\d)/.exec(text)?.[1];
    vector[0] = shared;
    vector[1 + topic] = 1;
    // What texts say of the next topic: a little in titles, more in abstracts.
    if (study !== undefined) vector[1 + ((topic + 1) % 6)] = text.startsWith('on ') ? 0.6 : 0.3;
    if (study !== undefined) vector[7 + topic * 4 + Number(study) - 1] = text.startsWith('on ') ? 0.1 : 1;
    if (text.endsWith('.')) vector[31] = 0.2;
    return vector;
  };
  const embedder = new VoyageEmbedder({
    apiKey: 'key',
    baseUrl: 'https://voyage.test/v1',
    model: 'stand-in',
    dimensions: 32,
    post: async (_, { body }) => {
      const { input } = JSON.parse(body) as { input: string[] };
      sent.push(...input);
      const answer = { data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) };
      return { status: 200, text: async () => JSON.stringify(answer) };
    },
  });
  return { embedder, sent };
}

describe('calibration of a service', () => {
  it('finds thresholds that separate, on whatever scale the model has, and asks for every text once', async () => {
    const places: number[][] = [];
    for (const shared of [0, 2]) {
      const { embedder, sent } = standIn(shared);
      const thresholds = await measureThresholds(embedder, SAMPLES);
      const calibration = piecewiseCalibration(thresholds.map(({ point }) => point));
      expect(thresholds.map(({ point }) => point.seed)).toEqual([0.55, 0.6, 0.92]);
      expect(thresholds.at(-1)?.figure).toBe(1);
      expect(new Set(sent).size).toBe(sent.length);
      for (const { point } of thresholds) expect(calibration.calibrate(point.raw)).toBeCloseTo(point.seed, 10);
      places.push(thresholds.map(({ point }) => point.raw));
    }
    // The lifted model's cosines are higher throughout, and so are its thresholds: that is what calibration is for.
    for (const [at, raw] of places[0]!.entries()) expect(places[1]![at]).toBeGreaterThan(raw);
  });

  it('refuses a model for which the thresholds do not rise', async () => {
    const same = {
      ...standIn(0).embedder,
      id: 'same/for/all',
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
    };
    await expect(measureThresholds(same, SAMPLES)).rejects.toThrow(/same\/for\/all.*cannot be calibrated/);
  });

  it('a model nobody has measured is taken raw, and a run says so', () => {
    const { embedder } = standIn(0);
    expect(measuredCalibration(embedder.id).points).toEqual([]);
    expect(uncalibratedNote(embedder)).toMatch(/voyage\/stand-in\/32 has not been calibrated/);
    const calibration = piecewiseCalibration([{ raw: 0.3, seed: 0.55 }]);
    expect(uncalibratedNote({ id: 'x', calibration })).toBeNull();
  });
});
