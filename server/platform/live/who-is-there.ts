import { randomUUID } from 'node:crypto';

/** An act never waits longer than this for the other processes: what is known by then counts. */
const PATIENCE_MS = 1000;

/** What this needs of the hub: who is connected here, and a way to speak with the other processes. */
export interface Surroundings {
  /** Holders whose sockets of this process are in one of the rooms. */
  here: (rooms: readonly string[]) => Iterable<string>;
  /** How many other processes there are. */
  others: () => Promise<number>;
  /** Asks all of them; each hands its answer to `answered` under the same id. */
  ask: (id: string, rooms: readonly string[]) => void;
}

/** Gathers which holders are connected, over all processes. */
export class WhoIsThere {
  readonly #around: Surroundings;
  readonly #asked = new Map<string, (holders: readonly string[]) => void>();
  /** Callers at the same time share one question. */
  readonly #underWay = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Users' ids and codes that are in one of the rooms on a live connection now. Never fails. */
  connected(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const name = rooms.join();
    const underWay = this.#underWay.get(name) ?? this.#gather(rooms);
    this.#underWay.set(name, underWay);
    return underWay.finally(() => this.#underWay.delete(name));
  }

  /** Another process's answer. */
  answered(id: string, holders: readonly string[]): void {
    this.#asked.get(id)?.(holders);
  }

  async #gather(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set(this.#around.here(rooms));
    const others = await this.#around.others().catch(() => 0);
    if (others <= 0) return found;
    const id = randomUUID();
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      let answers = 0;
      this.#asked.set(id, (holders) => {
        for (const holder of holders) found.add(holder);
        answers += 1;
        if (answers < others) return;
        clearTimeout(patience);
        resolve();
      });
      this.#around.ask(id, rooms);
    });
    this.#asked.delete(id);
    return found;
  }
}
