import type { Keys } from './secrets.ts';

/**
 * Something made from keys, and made again when they have changed: a container lives for hours, a revoked key must not.
 */
export class Rotating<T> {
  readonly #read: () => Promise<Keys>;
  readonly #make: (keys: Keys) => T | Promise<T>;
  #held: { readonly keys: string; readonly made: Promise<T> } | undefined;

  constructor(read: () => Promise<Keys>, make: (keys: Keys) => T | Promise<T>) {
    this.#read = read;
    this.#make = make;
  }

  async get(): Promise<T> {
    const keys = await this.#read();
    const text = JSON.stringify(keys);
    if (this.#held?.keys !== text) {
      this.#held = { keys: text, made: Promise.resolve(this.#make(keys)) };
    }
    const { made } = this.#held;
    try {
      return await made;
    } catch (error) {
      this.#held = undefined;
      throw error;
    }
  }
}
