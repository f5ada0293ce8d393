"""The loader's hash functions (shared/collate/embed/scan.ts and grams.ts), number for number."""

MASK = 0xFFFFFFFF


def units(word):
    data = word.encode("utf-16-le", "surrogatepass")
    return [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]


def word_hashes(word):
    first, second = 0x811C9DC5, 0x9747B28C
    for unit in units(word):
        first = ((first ^ unit) * 0x01000193) & MASK
        second = ((second ^ unit) * 0x5BD1E995) & MASK
        second ^= second >> 15
    return first ^ (first >> 15), second


def gram_buckets(word, buckets):
    marked = [60] + units(word) + [62]
    found = []
    for size in (3, 4):
        for start in range(len(marked) - size + 1):
            value = 0x811C9DC5 ^ size
            for unit in marked[start : start + size]:
                value = ((value ^ unit) * 0x01000193) & MASK
            value ^= value >> 15
            found.append(value % buckets)
    return found
