import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';

/** Leased row. `attempts` includes the current attempt and distinguishes the process from an earlier process. */
export interface Lease {
  id: string | number;
  attempts: number;
}

/** Table with leased rows. Columns: `state` ('queued' for waiting rows), `attempts` and `leased_until`. */
interface LeaseTable {
  table: 'report_job' | 'mail_message' | 'head_stamp' | 'paper_order';
  id: 'job_id' | 'message_id' | 'stamp_id' | 'assembly_id';
  /** State of a leased row. */
  held: 'running' | 'sending' | 'asking' | 'making';
  /** Condition for leasing a waiting row. */
  mayBeTaken?: (at: Millis) => RawBuilder<boolean>;
}

/** Leases rows of a table: a single process has a row, and the rows of a dead process become free. */
export class LeasedRows {
  readonly #of: LeaseTable;

  constructor(of: LeaseTable) {
    this.#of = of;
  }

  /** SQL condition: waiting and due, or leased with an expired lease. */
  isDue(at: Millis): RawBuilder<boolean> {
    const { held, mayBeTaken } = this.#of;
    const ready = mayBeTaken?.(at) ?? sql`1 = 1`;
    return sql`((state = 'queued' and ${ready}) or (state = ${held} and leased_until <= ${at}))`;
  }

  /** Leases a due row with the given attempts. True for a single process, with the next attempt number. */
  lease(db: Db, { id, attempts }: Lease, { at, until }: { at: Millis; until: Millis }): Promise<boolean> {
    const { held } = this.#of;
    return this.#update(
      db,
      sql`state = ${held}, leased_until = ${until}, attempts = ${attempts + 1}`,
      sql`${this.#isRow(id, attempts)} and ${this.isDue(at)}`,
    );
  }

  /** Changes a leased row. False if the lease is lost or the row was cancelled. */
  change(db: Db, { id, attempts }: Lease, values: object): Promise<boolean> {
    const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    return this.#update(db, sql.join(set), sql`${this.#isRow(id, attempts)} and state = ${this.#of.held}`);
  }

  /** Ends every lease. Only for a process that is known to be the only process. */
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
