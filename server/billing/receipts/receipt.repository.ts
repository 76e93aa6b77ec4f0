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
  const found = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['r.apartment_id as apartmentId', 'r.owner_name as owner', 'r.value_date as valueDate'])
    .select(['r.posting_date as postingDate', 'r.amount', 'r.interest', 'r.capital', 'r.credit', 'r.item'])
    .select(['p.reference', 'p.means', 'p.payer', 'p.detail', 'p.transaction_id as transaction'])
    .select(['a.reason', 'a.posting_date as annulledOn'])
    .where('r.joint_id', '=', jointId)
    .where('r.receipt', '=', receipt)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { item, reason, annulledOn, ...row } = found;
  const applications = await applicationsOf(db, jointId, item);
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
    ...row,
    payer: payerBeside(row.payer, row.owner),
    applied: applications.slice(0, first),
    // Annulling takes back all allocations.
    later: reason === null ? applications.slice(first) : [],
    caused: await causedBy(db, jointId, item),
    annulled: reason === null || annulledOn === null ? null : { reason, date: annulledOn },
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
