import { expect, it } from 'vitest';
import { leftOutOffline } from '../../../shared/run/offline.ts';

it('names the sources and the model that a run without a network leaves out, and nothing else', () => {
  expect(leftOutOffline({ offline: true, sources: ['arxiv', 'library', 'web'], model: 'bedrock' })).toEqual([
    'offline: arxiv, web left out, only the library was searched',
    'offline: bedrock was asked for, the extractive agents answered',
  ]);
  expect(leftOutOffline({ offline: true, sources: ['library'], model: 'auto' })).toEqual([]);
  expect(leftOutOffline({ offline: true, sources: null, model: 'extractive' })).toEqual([]);
  expect(leftOutOffline({ offline: false, sources: ['arxiv'], model: 'anthropic' })).toEqual([]);
});
