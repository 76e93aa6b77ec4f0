import { NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import { receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { payerBeside } from '../till/payer-beside.ts';
import type { Application, Receipt } from './receipt.types.ts';

/**
 * Reads a receipt for a payment with all data to print, including the debts paid. Annulled receipts are
 * returned too. Undefined for an unknown number.
 */
export async function findPrintedReceipt(
  db: Db,
  { jointId, receipt }: { jointId: number; receipt: number },
): Promise<Receipt | undefined> {
  const row = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select([
      'r.apartment_id',
      'r.owner_name',
      'r.item',
      'r.value_date',
      'r.posting_date',
      'r.amount',
      'r.interest',
      'r.capital',
      'r.credit',
      'p.reference',
      'p.means',
      'p.payer',
      'p.detail',
      'p.transaction_id',
      'a.reason',
      'a.posting_date as annulled_on',
    ])
    .where('r.joint_id', '=', jointId)
    .where('r.receipt', '=', receipt)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const applications = await applicationsOf(db, jointId, row.item);
  // Allocations are in posting order: the first allocations, up to the receipt's own split, are from the receipt
  // itself. The rest came later.
  const own = sumMoney([row.interest, row.capital]);
  let sum = NO_MONEY;
  const split = applications.findIndex(({ amount }) => {
    if (sum >= own) return true;
    sum = sumMoney([sum, amount]);
    return false;
  });
  const first = split < 0 ? applications.length : split;
  return {
    receipt,
    apartmentId: row.apartment_id,
    owner: row.owner_name,
    valueDate: row.value_date,
    postingDate: row.posting_date,
    reference: row.reference,
    means: row.means,
    payer: payerBeside(row.payer, row.owner_name),
    detail: row.detail,
    transaction: row.transaction_id,
    amount: row.amount,
    interest: row.interest,
    capital: row.capital,
    credit: row.credit,
    applied: applications.slice(0, first),
    // Annulling takes back all allocations.
    later: row.reason === null ? applications.slice(first) : [],
    caused: await causedBy(db, jointId, row.item),
    annulled:
      row.reason === null || row.annulled_on === null ? null : { reason: row.reason, date: row.annulled_on },
  };
}

function applicationsOf(db: Db, jointId: number, item: number): Promise<Application[]> {
  return db
    .selectFrom('ledger_allocation as a')
    .innerJoin('ledger_item as debit', (join) =>
      join.onRef('debit.joint_id', '=', 'a.joint_id').onRef('debit.item', '=', 'a.debit_item'),
    )
    .select([
      'debit.description as concept',
      'debit.for_apartment_id as apartmentId',
      'debit.month',
      'debit.due_date as dueDate',
      'a.amount',
      'a.posting_date as postingDate',
    ])
    .where('a.joint_id', '=', jointId)
    .where('a.credit_item', '=', item)
    .orderBy('a.allocation')
    .execute();
}

async function causedBy(db: Db, jointId: number, item: number): Promise<Receipt['caused'][number][]> {
  const rows = await db
    .selectFrom('ledger_item')
    .select(['description', 'amount'])
    .where('joint_id', '=', jointId)
    .where('caused_by', '=', item)
    .where('side', '=', 'credit')
    .where('reverses', 'is', null)
    .orderBy('item')
    .execute();
  return rows.map(({ description, amount }) => ({ name: description, amount }));
}
