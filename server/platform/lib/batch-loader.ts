interface Request<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (reason: unknown) => void;
}

/** Batch loader: loads the keys requested in a turn of the event loop together. */
export class BatchLoader<K, V> {
  readonly #loadAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  readonly #absent: V;
  readonly #asked: Request<K, V>[] = [];

  /** @param absent value of a key missing in the answer */
  constructor(loadAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>, absent: V) {
    this.#loadAll = loadAll;
    this.#absent = absent;
  }

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
