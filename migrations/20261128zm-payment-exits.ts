import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Adds the table of unidentified money booked as other income of the joint or returned to the payer. Rows are frozen; an annulment is a row of `document_annulment` with kind 'exit'.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table payment_exit (
    joint_id integer not null references joint (joint_id), exit integer not null, payment integer not null,
    kind text not null check (kind in ('income', 'refund')), concept text, amount bigint not null check (amount > 0),
    value_date text not null, posting_date text not null, reference text, reason text not null,
    entered_at bigint not null, entered_by text not null,
    constraint payment_exit_pk primary key (joint_id, exit),
    constraint payment_exit_payment foreign key (joint_id, payment) references payment (joint_id, payment)
  )`.execute(db);
  await sql`create index exit_of_payment on payment_exit (joint_id, payment)`.execute(db);
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`payment_exit_no_${act} before ${act}`)} on payment_exit
        begin select raise(abort, 'payment_exit is frozen'); end`.execute(db);
    }
    return;
  }
  await sql`create trigger payment_exit_frozen before update or delete on payment_exit
    for each row execute function scaf_frozen()`.execute(db);
}
