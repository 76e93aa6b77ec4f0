import type { Db } from '../platform/db/engine.ts';

/** Fact to search for, as a person types the fact: without accents and in capitals. */
export interface TypedFact {
  text: string;
  /** Unit that the search must find. Null for a question. */
  unit: string | null;
}

/** Gives every current owner of the demonstration a mail address and a phone: invented owners have none. */
export async function giveContacts(db: Db): Promise<void> {
  const owners = await db.selectFrom('ownership').selectAll().where('until', 'is', null).execute();
  for (const [at, { joint_id, apartment_id }] of owners.entries()) {
    await db
      .updateTable('ownership')
      .set({
        owner_emails: JSON.stringify([`persona${at}@correo.example`]),
        owner_phones: JSON.stringify([`300 555 ${1000 + at}`]),
      })
      .where('joint_id', '=', joint_id)
      .where('apartment_id', '=', apartment_id)
      .where('until', 'is', null)
      .execute();
  }
}

/**
 * Reads the facts of a store to search for: units, owners, documents, mails, phones, bills, receipts and questions.
 */
export async function typedFacts(db: Db): Promise<TypedFact[]> {
  const owners = await db.selectFrom('ownership').selectAll().where('until', 'is', null).execute();
  const bills = await db.selectFrom('bill').select(['apartment_id', 'bill']).execute();
  const receipts = await db.selectFrom('receipt').select(['apartment_id', 'receipt']).execute();
  const questions = await db
    .selectFrom('concept')
    .select('description')
    .where('concept_id', '>', 1)
    .where('deleted_at', 'is', null)
    .execute();
  const facts = [
    ...owners.flatMap((row) =>
      [
        ...[row.apartment_id, row.owner_name, row.owner_document],
        ...JSON.parse(row.owner_emails ?? '[]'),
        ...JSON.parse(row.owner_phones ?? '[]'),
      ].flatMap((text: string | null) => (text === null ? [] : { text, unit: row.apartment_id })),
    ),
    ...bills.map(({ bill, apartment_id: unit }) => ({ text: `cuenta ${bill}`, unit })),
    ...receipts.map(({ receipt, apartment_id: unit }) => ({ text: `recibo ${receipt}`, unit })),
    ...questions.map(({ description }) => ({ text: description.slice(0, 80), unit: null })),
  ];
  return facts.map(({ text, unit }) => ({
    text: text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
    unit,
  }));
}
