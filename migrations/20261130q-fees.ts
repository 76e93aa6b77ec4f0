import { type Kysely, sql } from 'kysely';

/**
 * Adds the fees charged without a spreadsheet, and the readings of meters. Amounts in centavos, readings in thousandths of the
 * meter's measure, months YYYY-MM; `terms` is JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table fee (
    joint_id integer not null references joint (joint_id), fee_id integer not null,
    charge_concept_id integer not null, way text not null, amount bigint not null,
    first_month text not null, last_month text, terms text not null, primary key (joint_id, fee_id)
  )`.execute(db);
  await sql`create table meter_reading (
    joint_id integer not null, fee_id integer not null, month text not null, apartment_id text not null,
    reading bigint not null, primary key (joint_id, fee_id, month, apartment_id),
    foreign key (joint_id, fee_id) references fee (joint_id, fee_id)
  )`.execute(db);
}
