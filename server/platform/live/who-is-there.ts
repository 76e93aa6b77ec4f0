import { randomUUID } from 'node:crypto';

/** Longest wait for answers of the other processes, in milliseconds. Later answers are ignored. */
const ANSWER_WAIT_MS = 1000;

/**
 * Functions of the live server for `WhoIsThere`: find the connected people in the process and ask other
 * processes.
 */
export interface Surroundings {
  /** Returns the people (user ids or codes) with sockets of this process in a room. */
  here: (rooms: readonly string[]) => Iterable<string>;
  /** Returns the number of other processes. */
  others: () => Promise<number>;
  /** Asks all other processes for the people in rooms. Each process answers by `answered` with the same id. */
  ask: (id: string, rooms: readonly string[]) => void;
}

/** Finds the people with a live connection to any server process, for the list of connected owners. */
export class WhoIsThere {
  readonly #around: Surroundings;
  readonly #asked = new Map<string, (holders: readonly string[]) => void>();
  /** Running questions by rooms; callers at the same time share a question. */
  readonly #underWay = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /**
   * Returns the user ids and QR codes with a live connection in a room now, in all processes. Never fails: if
   * another process does not answer, returns the others.
   */
  connected(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const name = rooms.join();
    const underWay = this.#underWay.get(name) ?? this.#gather(rooms);
    this.#underWay.set(name, underWay);
    return underWay.finally(() => this.#underWay.delete(name));
  }

  /** Takes the answer of another process to the question with the id. */
  answered(id: string, holders: readonly string[]): void {
    this.#asked.get(id)?.(holders);
  }

  async #gather(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set(this.#around.here(rooms));
    const others = await this.#around.others().catch(() => 0);
    if (others <= 0) return found;
    const id = randomUUID();
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, ANSWER_WAIT_MS);
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
