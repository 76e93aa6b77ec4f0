import type { Bill, BillExplanation, BillMovement, BillStanding } from '../../../shared/billing/bills.api.ts';
import { yearAndMonth } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import {
  type BillLineRow,
  type BillRow,
  findAnnulment,
  findBill,
  listBillItems,
  listBillsOf,
  listIssuedMonths,
} from './bills.repository.ts';
import { explain } from './explain.ts';
import { accountFor, ownsAccount } from './own-units.ts';
import { readStandings } from './standing.repository.ts';

interface OneBill {
  jointId: number;
  bill: number;
}

/** Bills as they were issued, for whoever owes them or keeps the books. */
export function billsService({ store: { db } }: Context) {
  return {
    list: async (
      principal: Principal,
      of: { jointId: number; apartmentId: string },
    ): Promise<BillMovement[]> => {
      await accountFor(db, principal, of);
      return readAsOfNow(db, async (trx) =>
        listWithStanding(trx, of.jointId, await accountsOfUnit(trx, of.jointId, of.apartmentId)),
      );
    },

    years: async (jointId: number): Promise<number[]> => {
      const months = await listIssuedMonths(db, jointId);
      return [...new Set(months.map((month) => Number(month.slice(0, 4))))].reverse();
    },

    months: async (jointId: number, year: number): Promise<number[]> => {
      const months = await listIssuedMonths(db, jointId);
      return months
        .filter((month) => Number(month.slice(0, 4)) === year)
        .map((month) => Number(month.slice(5)));
    },

    get: (principal: Principal, of: OneBill): Promise<Bill> =>
      readAsOfNow(db, async (trx) => billOf(trx, await ownBill(trx, principal, of))),

    explain: (principal: Principal, of: OneBill): Promise<BillExplanation> =>
      readAsOfNow(db, async (trx) => {
        const found = await ownBill(trx, principal, of);
        const items = await listBillItems(trx, of.jointId, of.bill);
        return explain({ ...found, items }, await readAccount(trx, of.jointId, found.bill.apartment_id));
      }),
  };
}

async function listWithStanding(
  db: Db,
  jointId: number,
  accounts: readonly string[],
): Promise<BillMovement[]> {
  const standings = new Map<number, BillStanding>();
  for (const one of accounts) {
    for (const [bill, standing] of await readStandings(db, jointId, one)) standings.set(bill, standing);
  }
  const bills = await listBillsOf(db, jointId, accounts);
  return bills.flatMap((bill) => {
    const standing = standings.get(bill.bill);
    return standing === undefined ? [] : [{ ...bill, standing }];
  });
}

async function ownBill(
  db: Db,
  principal: Principal,
  { jointId, bill }: OneBill,
): Promise<{ bill: BillRow; lines: BillLineRow[] }> {
  const found = await findBill(db, jointId, bill);
  if (found === undefined || !(await ownsAccount(db, principal, jointId, found.bill.apartment_id))) {
    throw new Problem('billNotFound');
  }
  return found;
}

async function billOf(db: Db, { bill, lines }: { bill: BillRow; lines: BillLineRow[] }): Promise<Bill> {
  const annulled = await findAnnulment(db, bill.joint_id, 'bill', bill.bill);
  const standings = await readStandings(db, bill.joint_id, bill.apartment_id);
  const standing = standings.get(bill.bill);
  if (standing === undefined) throw new Problem('billNotFound');
  const names = await readActorNames(db, annulled === undefined ? [] : [annulled.by]);
  return {
    jointId: bill.joint_id,
    bill: bill.bill,
    ...yearAndMonth(bill.month),
    apartmentId: bill.apartment_id,
    units: JSON.parse(bill.units),
    owner: bill.owner_name,
    ownerDocument: bill.owner_document,
    reference: bill.reference,
    issueDate: bill.issue_date,
    dueDate: bill.due_date,
    previousPayment: toPesos(bill.previous_payment),
    overdueInstalments: bill.overdue_instalments,
    lines: lines.map((line) => ({
      position: line.position,
      concept: line.concept,
      nature: line.nature,
      periodFee: toPesos(line.period_fee),
      overdueFee: toPesos(line.overdue_fee),
    })),
    total: toPesos(bill.total),
    discount:
      bill.discount_until === null
        ? null
        : {
            amount: toPesos(bill.discount),
            until: bill.discount_until,
            total: toPesos(centavos(bill.total - bill.discount)),
          },
    annulled: annulled === undefined ? null : { ...annulled, by: names.actor(annulled.by) },
    standing,
  };
}
