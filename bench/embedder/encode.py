"""Turns batches of texts (arrays of word numbers) into unit vectors, as shared/collate/embed/static.ts does."""

import numpy as np
import torch
import torch.nn.functional as F

from corpus import spread

# Words more frequent than this are never read by their n-grams in training: the n-grams stand for rare words.
COMMON = 2000


class Encoder:
    def __init__(self, vocabulary, repeat_power, rng):
        self.vocabulary, self.repeat_power, self.rng = vocabulary, repeat_power, rng

    def __call__(self, texts, matrix, as_unknown=0.0):
        """`as_unknown`: the share of the rarer words that is read by n-grams although they have a row."""
        lengths = np.array([len(text) for text in texts])
        words = np.concatenate(texts)
        rows, weights, counts = self._expand(words, as_unknown)
        weights *= np.repeat(self._repeats(words, lengths), counts)
        starts = (np.cumsum(counts) - counts)[np.cumsum(lengths) - lengths]
        summed = F.embedding_bag(
            torch.from_numpy(rows),
            matrix,
            torch.from_numpy(starts),
            mode="sum",
            per_sample_weights=torch.from_numpy(weights),
        )
        return F.normalize(summed, dim=1)

    def _expand(self, words, as_unknown):
        v = self.vocabulary
        row = v.row_of[words]
        unknown = row < 0
        if as_unknown > 0:
            unknown |= (self.rng.random(len(words)) < as_unknown) & (v.counts[words] < COMMON)
        counts = np.where(unknown, v.gram_counts[words], 1)
        at = np.cumsum(counts) - counts
        rows = np.empty(counts.sum(), np.int64)
        weights = np.ones(len(rows), np.float32)
        rows[at[~unknown]] = row[~unknown]
        grams = v.gram_counts[words[unknown]]
        places = np.repeat(at[unknown], grams) + spread(grams)
        rows[places] = v.grams[np.repeat(v.gram_starts[words[unknown]], grams) + spread(grams)]
        weights[places] = np.repeat(1.0 / grams, grams)
        return rows, weights, counts

    def _repeats(self, words, lengths):
        """Factor on each of n occurrences in a text, so that together they count n to the power."""
        v = self.vocabulary
        row = v.row_of[words]
        unit = np.where(row >= 0, row, v.stem_rows + words)
        key = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths) * 10**8 + unit
        _, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
        return (counts[inverse].astype(np.float32)) ** (self.repeat_power - 1)
