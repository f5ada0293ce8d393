"""Training pairs: two texts of one paper. The other papers of the batch are the negatives."""

import numpy as np

TITLE_ABSTRACT, HALVES, SPAN_REST = range(3)
MIX = (0.3, 0.1, 0.6)


def draw_pairs(papers, titles, abstracts, rng):
    kind = rng.choice(3, p=MIX)
    if kind == TITLE_ABSTRACT:
        return [titles[i] for i in papers], [abstracts[i] for i in papers]
    split = _halves if kind == HALVES else _span_and_rest
    pairs = [split(titles[i], abstracts[i], rng) for i in papers]
    return [a for a, _ in pairs], [b for _, b in pairs]


def _halves(_, abstract, rng):
    n = len(abstract)
    cut = n // 2 + int(rng.integers(-(n // 8), n // 8 + 1))
    return abstract[:cut], abstract[cut:]


def _span_and_rest(title, abstract, rng):
    """A span as long as a query; half of the time the rest has its title, weighted as documents are."""
    n = len(abstract)
    length = min(int(rng.integers(5, 16)), n // 2)
    start = int(rng.integers(0, n - length + 1))
    rest = [abstract[:start], abstract[start + length :]]
    if rng.random() < 0.5:
        rest = [title, title, *rest]
    return abstract[start : start + length], np.concatenate(rest)


class Batches:
    """Random batches, and, once `cluster` was called, batches of whole clusters: hard negatives."""

    def __init__(self, size, batch, rng):
        self.size, self.batch, self.rng = size, batch, rng
        self.order, self.at, self.clusters = rng.permutation(size), 0, None

    def cluster(self, members):
        self.clusters = members

    def draw(self, hard_share):
        if self.clusters is not None and self.rng.random() < hard_share:
            return self._of_clusters()
        if self.at + self.batch > self.size:
            self.order, self.at = self.rng.permutation(self.size), 0
        self.at += self.batch
        return self.order[self.at - self.batch : self.at]

    def _of_clusters(self):
        taken = []
        for i in self.rng.permutation(len(self.clusters)):
            taken.extend(self.rng.permutation(self.clusters[i])[: self.batch // 4])
            if len(taken) >= self.batch:
                break
        return np.array(taken[: self.batch])
