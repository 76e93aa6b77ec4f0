import { LRUCache } from 'lru-cache';

/**
 * Cache of growing values, each with a key: for example the hashes of an audit chain. A value too short for
 * a caller is continued once, and concurrent callers share the work. The least recently used values are dropped.
 */
export class GrowingCache<K extends string | number, V extends object> {
  readonly #values: LRUCache<K, Promise<V>>;
  readonly #sizeOf: (value: V) => number;

  /** @param maxSize maximum sum of the sizes of all values. `sizeOf`: size of a value; default 1 */
  constructor({ maxSize, sizeOf = () => 1 }: { maxSize: number; sizeOf?: (value: V) => number }) {
    this.#values = new LRUCache({ maxSize });
    this.#sizeOf = sizeOf;
  }

  /**
   * Returns the cached value of a key, or makes the next value. A failure is given to the waiting callers and not
   * cached.
   * @param isEnough true for a value long enough for the caller
   * @param next makes a longer value from the cached value; undefined without a cached value
   */
  async get(key: K, isEnough: (value: V) => boolean, next: (value?: V) => Promise<V>): Promise<V> {
    for (;;) {
      const cached = this.#values.get(key);
      const value = await cached;
      if (value !== undefined && isEnough(value)) return value;
      // Another caller may have begun the next value meanwhile.
      if (this.#values.peek(key) === cached) return this.#share(key, next(value));
    }
  }

  #share(key: K, made: Promise<V>): Promise<V> {
    this.#values.set(key, made, { size: 1 });
    const isCached = () => this.#values.peek(key) === made;
    made.then(
      (value) => isCached() && this.#values.set(key, made, { size: this.#sizeOf(value) }),
      () => isCached() && this.#values.delete(key),
    );
    return made;
  }
}
