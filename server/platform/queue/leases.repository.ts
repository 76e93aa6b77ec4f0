import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';

/** A row in the hands of a process; `attempts`, with the present one, tells that process from an earlier one. */
export interface Lease {
  id: string | number;
  attempts: number;
}

/** A table of leased rows: it has `state` ('queued' where a row waits), `attempts` and `leased_until`. */
interface LeaseTable {
  table: 'report_job' | 'mail_message' | 'head_stamp' | 'paper_order';
  id: 'job_id' | 'message_id' | 'stamp_id' | 'assembly_id';
  /** The state of a row that a process has in its hands. */
  held: 'running' | 'sending' | 'asking' | 'making';
  /** Whether a row that waits may be taken. */
  mayBeTaken?: (at: Millis) => RawBuilder<boolean>;
}

/** Leases rows of one table: of several processes one has a row, and one that dies leaves it to the others. */
export class LeasedRows {
  readonly #of: LeaseTable;

  constructor(of: LeaseTable) {
    this.#of = of;
  }

  /** Waiting and due, or leased by a process that has not been heard of for the length of its lease. */
  isDue(at: Millis): RawBuilder<boolean> {
    const { held, mayBeTaken } = this.#of;
    const ready = mayBeTaken?.(at) ?? sql`1 = 1`;
    return sql`((state = 'queued' and ${ready}) or (state = ${held} and leased_until <= ${at}))`;
  }

  /** Takes a due row of so many attempts: true for one process alone, which has it with the next attempt's number. */
  lease(db: Db, { id, attempts }: Lease, { at, until }: { at: Millis; until: Millis }): Promise<boolean> {
    const { held } = this.#of;
    return this.#update(
      db,
      sql`state = ${held}, leased_until = ${until}, attempts = ${attempts + 1}`,
      sql`${this.#isRow(id, attempts)} and ${this.isDue(at)}`,
    );
  }

  /** Changes a row that is still in one's hands; false where it was called off, or another process has it. */
  change(db: Db, { id, attempts }: Lease, values: object): Promise<boolean> {
    const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    return this.#update(db, sql.join(set), sql`${this.#isRow(id, attempts)} and state = ${this.#of.held}`);
  }

  /** Ends every lease: for a process that knows that no other one is there to have any. */
  async endAll(db: Db): Promise<void> {
    await this.#update(db, sql`leased_until = 0`, sql`state = ${this.#of.held}`);
  }

  #isRow = (id: string | number, attempts: number) =>
    sql`${sql.ref(this.#of.id)} = ${id} and attempts = ${attempts}`;

  async #update(db: Db, set: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<boolean> {
    const query = sql`update ${sql.table(this.#of.table)} set ${set} where ${where}`;
    return ((await query.execute(db)).numAffectedRows ?? 0n) > 0n;
  }
}
