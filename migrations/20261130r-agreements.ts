import { type Kysely, sql } from 'kysely';

/**
 * Adds the payment agreements over debts of an account. `items` (numbers of ledger items) and `instalments` are JSON; amounts in
 * centavos, days YYYY-MM-DD, `suspends` 0 or 1 for late interest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agreement (
    joint_id integer not null references joint (joint_id), agreement_id integer not null,
    apartment_id text not null, made_on text not null, document text not null, items text not null,
    instalments text not null, suspends integer not null, missed_limit integer not null,
    grace_days integer not null, broken_on text, primary key (joint_id, agreement_id)
  )`.execute(db);
}
