interface Request<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (reason: unknown) => void;
}

/**
 * Loads values by key. Collects the keys asked for in the same turn of the event loop, and loads all values
 * with a single query.
 */
export class BatchLoader<K, V> {
  readonly #loadAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  readonly #absent: V;
  readonly #asked: Request<K, V>[] = [];

  /**
   * @param loadAll loads the values of many keys at once
   * @param absent value for a key without a value from `loadAll`
   */
  constructor(loadAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>, absent: V) {
    this.#loadAll = loadAll;
    this.#absent = absent;
  }

  /** Returns the value of a key, loaded with the other keys of the same turn. */
  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ key, resolve, reject }) === 1) setImmediate(() => void this.#load());
    });
  }

  async #load(): Promise<void> {
    const requests = this.#asked.splice(0);
    try {
      const loaded = await this.#loadAll([...new Set(requests.map(({ key }) => key))]);
      for (const { key, resolve } of requests) resolve(loaded.get(key) ?? this.#absent);
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}
