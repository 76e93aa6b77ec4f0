import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';

/**
 * Reservation (lease) of a table row, for example a queued mail, by a server process. The number of
 * attempts identifies the holder: a former holder has a smaller number.
 */
export interface Lease {
  /** Key of the row. */
  id: string | number;
  /** Number of attempts begun, the present attempt included: a former process has an older number. */
  attempts: number;
}

/** Lease with the columns to write at the renewal, for `change`. Plain data, for a transaction in another thread. */
export type Renewal = readonly [lease: Lease, values: object];

/** Table with rows to reserve. Columns: `state` ('queued' for waiting rows), `attempts` and `leased_until`. */
interface LeaseTable {
  table: 'report_job' | 'mail_message' | 'head_stamp' | 'paper_order' | 'rehearsal' | 'gateway_check';
  id: 'job_id' | 'message_id' | 'stamp_id' | 'assembly_id' | 'joint_id';
  /** Value of the column `state` in a reserved row of the table. */
  held: 'running' | 'sending' | 'asking' | 'making' | 'playing';
  /** Returns the SQL condition for taking a waiting row. Default: any. */
  mayBeTaken?: (at: Millis) => RawBuilder<boolean>;
}

/**
 * Reads and writes the leases (reservations) of a table's rows, for example of queued mails. Only a single
 * process works on a row. The rows of a dead process become free at the end time of the lease.
 */
export class LeasedRows {
  readonly #of: LeaseTable;

  constructor(of: LeaseTable) {
    this.#of = of;
  }

  /** Returns the SQL condition for a row to take: waiting and due, or reserved with an expired time. */
  isDue(at: Millis): RawBuilder<boolean> {
    const { held, mayBeTaken } = this.#of;
    const ready = mayBeTaken?.(at) ?? sql`1 = 1`;
    return sql`((state = 'queued' and ${ready}) or (state = ${held} and leased_until <= ${at}))`;
  }

  /** Reserves a due row until a time. True for the one process that gets the row, with the next attempt number. */
  lease(db: Db, { id, attempts }: Lease, { at, until }: { at: Millis; until: Millis }): Promise<boolean> {
    const { held } = this.#of;
    return this.#update(
      db,
      sql`state = ${held}, leased_until = ${until}, attempts = ${attempts + 1}`,
      sql`${this.#isRow(id, attempts)} and ${this.isDue(at)}`,
    );
  }

  /** Changes a reserved row. Returns false if another process has the row or the row was cancelled. */
  change(db: Db, { id, attempts }: Lease, values: object): Promise<boolean> {
    const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    return this.#update(db, sql.join(set), sql`${this.#isRow(id, attempts)} and state = ${this.#of.held}`);
  }

  /** Ends every reservation. Only for a server without other processes. */
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
