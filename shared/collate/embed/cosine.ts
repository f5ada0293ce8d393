/** Cosine of two vectors of unit length (or zero): their dot product, kept within -1…1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length)
    throw new RangeError(`vectors of ${a.length} and ${b.length} dimensions cannot be compared`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return Math.max(-1, Math.min(1, sum));
}

/** Scales `vector` to unit length in place and returns it; the zero vector stays as it is. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  if (squares > 0 && Number.isFinite(squares)) {
    const scale = 1 / Math.sqrt(squares);
    for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! * scale;
  }
  return vector;
}
