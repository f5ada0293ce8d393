"""Writes the model in the format of shared/collate/embed/model-file.ts."""

import json
import struct

import numpy as np

from hashing import word_hashes

EMPTY = 0xFFFF


def quantise(matrix):
    """int8 with one scale a row."""
    scales = np.abs(matrix).max(axis=1) / 127
    safe = np.where(scales > 0, scales, 1)
    return np.rint(matrix / safe[:, None]).astype(np.int8), scales.astype(np.float32)


def word_table(rows_by_word):
    """Open addressing by the first hash, told apart by the second; at most 60 % full."""
    slots = 1
    while slots * 0.6 < len(rows_by_word):
        slots *= 2
    keys = np.zeros(slots, np.uint32)
    rows = np.full(slots, EMPTY, np.uint16)
    for word, row in rows_by_word:
        first, second = word_hashes(word)
        slot = first & (slots - 1)
        while rows[slot] != EMPTY:
            slot = (slot + 1) & (slots - 1)
        keys[slot], rows[slot] = second, row
    return keys, rows


def write_model(path, vocabulary, matrix, header):
    """`matrix`: stems, then buckets. Function words share one more row, of zeros, behind the stems."""
    stems, buckets = vocabulary.stem_rows, vocabulary.buckets
    silent = stems
    full = np.concatenate([matrix[:stems], np.zeros((1, matrix.shape[1]), matrix.dtype), matrix[stems:]])
    known = [(word, row) for word, row in zip(vocabulary.words, vocabulary.row_of) if row >= 0]
    keys, rows = word_table(known + [(word, silent) for word in vocabulary.function_words])
    values, scales = quantise(full)
    head = {
        "format": "plumbline-static-1",
        **header,
        "dimensions": matrix.shape[1],
        "rows": len(full),
        "words": stems + 1,
        "buckets": buckets,
        "slots": len(keys),
    }
    text = json.dumps(head).encode()
    with open(path, "wb") as out:
        out.write(b"PLSE" + struct.pack("<I", len(text)) + text)
        for part in (keys.astype("<u4"), rows.astype("<u2"), scales.astype("<f4"), values):
            out.write(b"\0" * (-out.tell() % 8))
            out.write(part.tobytes())
        out.write(b"\0" * (-out.tell() % 8))
