"""Trains the static word vectors. Deterministic for a seed, a machine and a number of threads.

Usage: python3 bench/embedder/train.py <directory of tokenise.ts> <model file> [--limit N]
"""

import argparse
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "2")

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Vocabulary, read_papers
from encode import Encoder
from model_file import write_model
from pairs import Batches, draw_pairs

CLUSTERS = 200


def main():
    options = arguments()
    rng = np.random.default_rng(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(2)
    started = time.time()

    def say(*words):
        print(f"[{time.time() - started:.0f} s]", *words, flush=True)

    vocabulary = Vocabulary(
        os.path.join(options.directory, "vocabulary.tsv"), options.least, options.buckets, options.rows
    )
    titles, abstracts = read_papers(options.directory, vocabulary, options.limit)
    say(f"{vocabulary.stem_rows} stems, {options.buckets} buckets, {len(titles)} papers")
    vectors, log_weights = initial(vocabulary, options.dimensions)
    start = vectors.detach().clone()
    encoder = Encoder(vocabulary, options.repeat_power, rng)
    batches = Batches(len(titles), options.batch, rng)
    optimiser = torch.optim.Adam([vectors, log_weights], betas=(0.9, 0.99))
    for step in range(options.steps):
        if step in (options.steps // 5, options.steps // 2):
            batches.cluster(cluster(encoder, weighted(vectors, log_weights).detach(), titles, abstracts, rng))
            say("clustered")
        a, b = draw_pairs(batches.draw(options.hard), titles, abstracts, rng)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (min(1, (step + 1) / 20) * (1 - step / options.steps) + 0.02)
        matrix = weighted(vectors, log_weights)
        similarity = encoder(a, matrix, options.as_unknown) @ encoder(b, matrix, options.as_unknown).T
        loss = symmetric_loss(similarity / options.temperature)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 50 == 0:
            say(f"step {step}, loss {loss.item():.3f}")
    final = apart(weighted(vectors, log_weights).detach(), start, options.apart).numpy()
    header = {
        "id": options.id,
        "unknownWeight": 1.0,
        "repeatPower": options.repeat_power,
        "calibration": [],
        "training": {key: value for key, value in sorted(vars(options).items()) if key not in ("directory", "target")},
    }
    write_model(options.target, vocabulary, final, header)
    say(f"wrote {options.target}, {os.path.getsize(options.target)} bytes")


def initial(vocabulary, dimensions):
    """Random directions; a word's weight falls with its frequency p as a / (a + p)."""
    rows = vocabulary.rows()
    vectors = torch.nn.Parameter(torch.randn(rows, dimensions) / dimensions**0.5)
    weights = np.full(rows, np.log(2.0), np.float32)
    p = vocabulary.row_counts / vocabulary.row_counts.sum()
    weights[: vocabulary.stem_rows] = np.log(3e-4 / (3e-4 + p))
    return vectors, torch.nn.Parameter(torch.tensor(weights))


def weighted(vectors, log_weights):
    return vectors * torch.exp(log_weights)[:, None]


def apart(matrix, start, share):
    """
    Adds to every row a part of its random start, relative to its length: words that training has moved together can still
    be told apart, which keeps exact matches strong in fields the training papers hardly touch.
    """
    return matrix + share * matrix.norm(dim=1, keepdim=True) * F.normalize(start, dim=1)


def symmetric_loss(logits):
    own = torch.arange(len(logits))
    return (F.cross_entropy(logits, own) + F.cross_entropy(logits.T, own)) / 2


def cluster(encoder, matrix, titles, abstracts, rng):
    """k-means over the papers' vectors: the members of each cluster."""
    with torch.no_grad():
        parts = []
        for start in range(0, len(titles), 4096):
            texts = [np.concatenate(pair) for pair in zip(titles[start : start + 4096], abstracts[start : start + 4096])]
            parts.append(encoder(texts, matrix))
        papers = torch.cat(parts)
        centres = papers[torch.from_numpy(rng.choice(len(papers), CLUSTERS, replace=False))]
        for _ in range(6):
            nearest = (papers @ centres.T).argmax(1)
            centres = F.normalize(torch.zeros_like(centres).index_add_(0, nearest, papers) + 1e-6 * centres, dim=1)
        nearest = (papers @ centres.T).argmax(1).numpy()
    return [members for members in (np.flatnonzero(nearest == c) for c in range(CLUSTERS)) if len(members) > 0]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory")
    parser.add_argument("target")
    parser.add_argument("--id", default="static/arxiv-256-1")
    parser.add_argument("--limit", type=int, default=0, help="read this many papers only, to hold the others out")
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--rows", type=int, default=34000, help="most stems with a row of their own")
    parser.add_argument("--least", type=int, default=4, help="fewest occurrences of such a stem")
    parser.add_argument("--buckets", type=int, default=8192)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--temperature", type=float, default=0.04)
    parser.add_argument("--hard", type=float, default=0.5, help="share of the batches made of clusters")
    parser.add_argument("--apart", type=float, default=0.3)
    parser.add_argument("--as-unknown", type=float, default=0.1)
    parser.add_argument("--repeat-power", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


if __name__ == "__main__":
    main()
