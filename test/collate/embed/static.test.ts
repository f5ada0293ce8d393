import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine } from '../../../shared/collate/embed/cosine.ts';
import { EmbedderModelInvalid } from '../../../shared/collate/embed/errors.ts';
import { parseStaticModel, withCalibration } from '../../../shared/collate/embed/model-file.ts';
import { DUPLICATE_AT, OFF_TOPIC_BELOW, TITLE_DIVERGES_BELOW } from '../../../shared/collate/embed/port.ts';
import { loadStaticEmbedder, StaticEmbedder } from '../../../shared/collate/embed/static.ts';
import { tinyModel } from './tiny-model.ts';

const WORDS = { cache: [127, 0, 0, 0, 0, 0, 0, 0], tree: [0, 127, 0, 0, 0, 0, 0, 0], the: [0, 0, 0, 0, 0, 0, 0, 0] };
const tiny = () => new StaticEmbedder(parseStaticModel(tinyModel({ words: WORDS }), 'tiny'));

describe('StaticEmbedder', () => {
  it('adds the rows of known words; a word that occurs n times counts n to the power', () => {
    const vector = tiny().embedOne('Cache tree, cache TREE; cache cache');
    const [cache, tree] = [2, Math.SQRT2];
    expect(vector[0]).toBeCloseTo(cache / Math.hypot(cache, tree), 6);
    expect(vector[1]).toBeCloseTo(tree / Math.hypot(cache, tree), 6);
  });

  it('reads unknown words by their n-grams', () => {
    const vector = tiny().embedOne('zyzzyva');
    expect([...vector.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it.each([
    ['nothing', ''],
    ['only silent words', 'the the'],
    ['only punctuation', '… — !!'],
  ])('gives the zero vector for %s', (_, text) => {
    expect([...tiny().embedOne(text)].every((value) => value === 0)).toBe(true);
  });

  it('keeps nothing of one text for the next', () => {
    const embedder = tiny();
    const expected = [...embedder.embedOne('cache')];
    embedder.embedOne('tree tree zyzzyva tree');
    expect([...embedder.embedOne('cache')]).toEqual(expected);
  });
});

describe('model files', () => {
  it.each([
    ['another file', new Uint8Array(Buffer.from('not a model at all'))],
    ['an empty file', new Uint8Array()],
    ['a cut file', tinyModel({ words: WORDS }).subarray(0, -80)],
    ['another format', tinyModel({ words: WORDS, header: { format: 'plumbline-static-0' } })],
    ['a contradictory header', tinyModel({ words: WORDS, header: { rows: 9 } })],
    ['a word table beyond the words', tinyModel({ words: WORDS, header: { words: 1, buckets: 6 } })],
    ['a header of unusable values', tinyModel({ words: WORDS, header: { dimensions: 0 } })],
  ])('are refused with a reason: %s', (_, bytes) => {
    expect(() => parseStaticModel(bytes, 'x.bin')).toThrow(EmbedderModelInvalid);
    expect(() => parseStaticModel(bytes, 'x.bin')).toThrow(/x\.bin .*: train it again/);
  });

  it('are read at any alignment', () => {
    const bytes = tinyModel({ words: WORDS });
    const askew = new Uint8Array(bytes.length + 3);
    askew.set(bytes, 3);
    const embedder = new StaticEmbedder(parseStaticModel(askew.subarray(3), 'askew'));
    expect([...embedder.embedOne('cache zyzzyva')]).toEqual([...tiny().embedOne('cache zyzzyva')]);
  });

  it('take another calibration and stay what they are', () => {
    const points = [{ raw: 0.123456, seed: 0.6 }];
    const changed = parseStaticModel(withCalibration(tinyModel({ words: WORDS }), points), 'changed');
    expect(changed.header.calibration).toEqual(points);
    expect([...new StaticEmbedder(changed).embedOne('cache zyzzyva')]).toEqual([...tiny().embedOne('cache zyzzyva')]);
  });

  it('are found by path, and missed by name', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'plumbline-')), 'tiny.bin');
    writeFileSync(path, tinyModel({ words: WORDS }));
    expect(loadStaticEmbedder(path).id).toBe('static/tiny');
    expect(() => loadStaticEmbedder(`${path}.none`)).toThrow(/tiny\.bin\.none cannot be read/);
  });
});

describe('the model of this project', () => {
  const embedder = loadStaticEmbedder();
  const similarity = (a: string, b: string) => cosine(embedder.embedOne(a), embedder.embedOne(b));

  it('is at most 12 MB', () => {
    expect(
      statSync(new URL('../../../shared/collate/embed/model/static.bin', import.meta.url)).size,
    ).toBeLessThanOrEqual(12_000_000);
  });

  it('gives unit vectors for any text, the same every time, alone or in a list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 80 }), async (text) => {
        const vector = embedder.embedOne(text);
        const [again] = await embedder.embed([text]);
        expect([...again!]).toEqual([...vector]);
        const length = Math.hypot(...vector);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('brings texts on one subject together', () => {
    const query = 'improving machine translation of rare words';
    const near = 'Subword units for neural translation models with open vocabularies';
    expect(similarity(query, near)).toBeGreaterThan(
      similarity(query, 'Rendering of soft shadows on graphics hardware') + 0.15,
    );
  });

  it('is blind to case, accents and hyphens', () => {
    expect(similarity('Graph-Based Réseaux', 'graph based reseaux')).toBeCloseTo(1, 5);
  });

  it('reads a title of 100,000 characters, and one word as long', () => {
    expect(Math.hypot(...embedder.embedOne('neural networks '.repeat(6250)))).toBeCloseTo(1, 5);
    expect(Math.hypot(...embedder.embedOne('x'.repeat(100_000)))).toBeCloseTo(1, 5);
  });

  it('has a measured calibration: the thresholds of the seeds lie apart, in order, and none at its own raw value', () => {
    const { calibration } = embedder;
    const [topic, content, duplicate] = [OFF_TOPIC_BELOW, TITLE_DIVERGES_BELOW, DUPLICATE_AT].map((seed) =>
      calibration.rawFor(seed),
    );
    expect(topic).toBeLessThan(content!);
    expect(content).toBeLessThan(duplicate!);
    expect(topic).toBeLessThan(0.3);
    expect(duplicate).toBeGreaterThan(0.75);
  });

  it.each([
    ['federated learning privacy', 'Differentially private training across many clients in federated learning'],
    ['graph neural networks', 'Oversmoothing in deep graph convolutional networks'],
    ['code generation with language models', 'Execution feedback improves program synthesis by large language models'],
    ['long context transformers', 'Extending the context window of large language models'],
  ])('calls a title on "%s" on topic', (query, title) => {
    expect(embedder.calibration.calibrate(similarity(query, title))).toBeGreaterThan(OFF_TOPIC_BELOW);
  });

  it.each([
    ['federated learning privacy', 'Bundle adjustment for rolling shutter cameras'],
    ['graph neural networks', 'A corpus of spoken dialogues in Basque'],
    ['code generation with language models', 'Segmentation of retinal vessels in fundus images'],
    ['database query optimisation', 'Phoneme durations in emotional speech'],
  ])('calls a title beside "%s" off topic', (query, title) => {
    expect(embedder.calibration.calibrate(similarity(query, title))).toBeLessThan(OFF_TOPIC_BELOW);
  });

  it('calls the same title in another spelling a duplicate, and a related one not', () => {
    const title = 'Efficient Top-k Query Processing over Web-Accessible Databases';
    const value = (other: string) => embedder.calibration.calibrate(similarity(title, other));
    expect(value('efficient top k query processing over web accessible databases.')).toBeGreaterThanOrEqual(
      DUPLICATE_AT,
    );
    expect(value('Optimising Join Queries over Distributed Databases')).toBeLessThan(DUPLICATE_AT);
  });
});
