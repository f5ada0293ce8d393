"""Reads what tokenise.ts wrote: papers as arrays of word numbers, and each word's rows in the matrix."""

import os

import numpy as np

from hashing import gram_buckets


class Vocabulary:
    """Words share the row of their Porter stem; stems too rare for a row are read by hashed character n-grams."""

    def __init__(self, path, least, buckets, most_rows):
        self.function_words, self.words, self.stems, counts = [], [], [], []
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                word, count, stem, is_function_word = line.rstrip("\n").split("\t")
                if is_function_word == "1":
                    self.function_words.append(word)
                else:
                    self.words.append(word)
                    self.stems.append(stem)
                    counts.append(int(count))
        self.counts = np.array(counts)
        self.number = {word: i for i, word in enumerate(self.words)}
        by_stem = {}
        for stem, count in zip(self.stems, counts):
            by_stem[stem] = by_stem.get(stem, 0) + count
        frequent = sorted((s for s in by_stem if by_stem[s] >= least), key=lambda s: (-by_stem[s], s))[:most_rows]
        row = {stem: i for i, stem in enumerate(frequent)}
        self.stem_rows = len(frequent)
        self.buckets = buckets
        self.row_of = np.array([row.get(stem, -1) for stem in self.stems])
        self.row_counts = np.array([by_stem[stem] for stem in frequent], dtype=np.float64)
        grams = [gram_buckets(word, buckets) for word in self.words]
        self.gram_counts = np.array([len(g) for g in grams])
        self.gram_starts = np.concatenate([[0], np.cumsum(self.gram_counts)])
        self.grams = np.concatenate([np.array(g) for g in grams]) + self.stem_rows

    def rows(self):
        return self.stem_rows + self.buckets


def read_papers(directory, vocabulary, limit):
    """Papers with a title of two words and an abstract of twelve, function words not counted."""
    titles, abstracts = [], []
    number = vocabulary.number
    with open(os.path.join(directory, "corpus.txt"), encoding="utf-8") as lines:
        for i, line in enumerate(lines):
            if limit and i >= limit:
                break
            title, abstract = (
                np.array([number[w] for w in text.split() if w in number], dtype=np.int64)
                for text in line.rstrip("\n").split("\t")
            )
            if len(title) >= 2 and len(abstract) >= 12:
                titles.append(title)
                abstracts.append(abstract)
    return titles, abstracts


def spread(lengths):
    """0…n-1 for every n of `lengths`, one after the other."""
    starts = np.cumsum(lengths) - lengths
    return np.arange(lengths.sum()) - np.repeat(starts, lengths)
