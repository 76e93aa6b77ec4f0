import { type Kysely, sql } from 'kysely';

/**
 * Adds payment gateways: the keys of a joint (`sealed`, encrypted; `pay_page`: page of the portal), the intended payments, the transactions at the
 * gateway, and the state of the hourly reconciliation. Amounts are centavos; `_at` is epoch ms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table payment_gateway (
    joint_id integer not null primary key references joint (joint_id), gateway text not null,
    environment text not null, public_key text not null, sealed text not null, pay_page text not null, is_on integer not null,
    changed_at bigint not null, changed_by text not null
  )`.execute(db);
  await sql`create table gateway_intent (
    joint_id integer not null references joint (joint_id), reference text not null, environment text not null,
    apartment_id text not null, amount bigint not null, currency text not null, state text not null,
    created_at bigint not null, created_by text not null, asked_at bigint,
    primary key (joint_id, reference)
  )`.execute(db);
  await sql`create index gateway_intent_by_time on gateway_intent (joint_id, created_at)`.execute(db);
  await sql`create table gateway_transaction (
    joint_id integer not null references joint (joint_id), transaction_id text not null, reference text not null,
    amount bigint not null, currency text not null, state text not null, first_at bigint not null,
    changed_at bigint not null, payment integer, problem text,
    primary key (joint_id, transaction_id)
  )`.execute(db);
  await sql`create index gateway_transaction_by_reference on gateway_transaction (joint_id, reference)`.execute(
    db,
  );
  await sql`create index gateway_transaction_by_time on gateway_transaction (joint_id, first_at)`.execute(db);
  await sql`create table gateway_check (
    joint_id integer not null primary key references joint (joint_id), state text not null,
    attempts integer not null, leased_until bigint, next_at bigint not null, checked_at bigint, problem text
  )`.execute(db);
}
