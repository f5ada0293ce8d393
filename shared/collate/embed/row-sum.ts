/** Rows added in one pass: the sum is then read and written once for all of them, which is most of the work. */
const TOGETHER = 8;

/** A weighted sum of rows of an int8 matrix. */
export class RowSum {
  readonly #matrix: Int8Array;
  readonly #sum: Float64Array;
  readonly #starts = new Int32Array(TOGETHER);
  readonly #factors = new Float64Array(TOGETHER);
  #waiting = 0;

  constructor(matrix: Int8Array, dimensions: number) {
    this.#matrix = matrix;
    this.#sum = new Float64Array(dimensions);
  }

  /** Back to zero; returns itself. */
  clear(): this {
    this.#sum.fill(0);
    this.#waiting = 0;
    return this;
  }

  /** Adds `factor` times row number `row`. */
  add(row: number, factor: number): void {
    this.#starts[this.#waiting] = row * this.#sum.length;
    this.#factors[this.#waiting] = factor;
    if (++this.#waiting === TOGETHER) this.#flush();
  }

  /** The sum scaled to unit length, as a new vector; zero stays zero. */
  unit(): Float32Array {
    if (this.#waiting > 0) {
      this.#factors.fill(0, this.#waiting);
      this.#flush();
    }
    const sum = this.#sum;
    let squares = 0;
    for (let d = 0; d < sum.length; d++) squares += sum[d]! * sum[d]!;
    const unit = new Float32Array(sum.length);
    if (squares === 0) return unit;
    const scale = 1 / Math.sqrt(squares);
    for (let d = 0; d < sum.length; d++) unit[d] = sum[d]! * scale;
    return unit;
  }

  #flush(): void {
    const m = this.#matrix;
    const sum = this.#sum;
    const starts = this.#starts;
    const factors = this.#factors;
    const s0 = starts[0]!;
    const f0 = factors[0]!;
    const s1 = starts[1]!;
    const f1 = factors[1]!;
    const s2 = starts[2]!;
    const f2 = factors[2]!;
    const s3 = starts[3]!;
    const f3 = factors[3]!;
    const s4 = starts[4]!;
    const f4 = factors[4]!;
    const s5 = starts[5]!;
    const f5 = factors[5]!;
    const s6 = starts[6]!;
    const f6 = factors[6]!;
    const s7 = starts[7]!;
    const f7 = factors[7]!;
    for (let d = 0; d < sum.length; d++) {
      sum[d] =
        sum[d]! +
        f0 * m[s0 + d]! +
        f1 * m[s1 + d]! +
        f2 * m[s2 + d]! +
        f3 * m[s3 + d]! +
        f4 * m[s4 + d]! +
        f5 * m[s5 + d]! +
        f6 * m[s6 + d]! +
        f7 * m[s7 + d]!;
    }
    this.#waiting = 0;
  }
}
