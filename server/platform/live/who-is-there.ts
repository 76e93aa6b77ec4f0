import { randomUUID } from 'node:crypto';

/** An act never waits longer than this for the other processes: what is known by then counts. */
const PATIENCE_MS = 1000;

/** What this needs of the hub: who is connected here, and a way to speak with the other processes. */
export interface Surroundings {
  /** Holders whose sockets of this process have one of the joints open. */
  here: (jointIds: readonly number[]) => Iterable<string>;
  /** How many other processes there are. */
  others: () => Promise<number>;
  /** Asks all of them; each hands its answer to `answered` under the same id. */
  ask: (id: string, jointIds: readonly number[]) => void;
}

/** Gathers which holders are connected to an assembly, over all processes. */
export class WhoIsThere {
  readonly #around: Surroundings;
  readonly #asked = new Map<string, (holders: readonly string[]) => void>();
  /** Many who ask at once share one question. */
  readonly #underWay = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Users' ids and codes that have one of the joints open on a live connection now. Never fails. */
  connected(jointIds: readonly number[]): Promise<ReadonlySet<string>> {
    const name = jointIds.join();
    const underWay = this.#underWay.get(name) ?? this.#gather(jointIds);
    this.#underWay.set(name, underWay);
    return underWay.finally(() => this.#underWay.delete(name));
  }

  /** Another process's answer. */
  answered(id: string, holders: readonly string[]): void {
    this.#asked.get(id)?.(holders);
  }

  async #gather(jointIds: readonly number[]): Promise<ReadonlySet<string>> {
    const found = new Set(this.#around.here(jointIds));
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
      this.#around.ask(id, jointIds);
    });
    this.#asked.delete(id);
    return found;
  }
}
