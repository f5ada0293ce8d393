/** Cosine of two unit vectors; 0 with a zero vector. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The mean of `vectors`, at unit length; zero when there is none. */
export function centroid(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  const length = Math.hypot(...mean);
  if (length > 0) for (let i = 0; i < mean.length; i++) mean[i]! /= length;
  return mean;
}
