import type { Bill, BillExplanation, BillMovement, BillStanding } from '../../../shared/billing/bills.api.ts';
import { daysBetween, monthsOf, yearAndMonth, yearsOf } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { asOf, balanceOf, isOpening, netAllocations } from '../ledger/account.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account, InterestItem, LedgerItem } from '../ledger/ledger.types.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { letterheadToApi } from '../settings/letterhead.ts';
import {
  type FoundBill,
  type FoundBillItem,
  findAnnulment,
  findBill,
  listBillItems,
  listBillsOf,
} from '../store/bills.repository.ts';
import { letterheadOfMonth, listIssuedMonths } from '../store/months.repository.ts';
import { accountFor, ownsAccount } from './own-units.ts';
import { documentOf } from './read-statement.ts';
import { readStandings } from './standing.repository.ts';

interface OneBill {
  jointId: number;
  bill: number;
}

/**
 * Creates the service behind the endpoints about issued bills: the bills of a unit with the payment state,
 * one bill in full, and the explanation of each amount on a bill. Owners see only bills of their own units.
 * Amounts in the answers are pesos.
 */
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

    years: async (jointId: number): Promise<number[]> => yearsOf(await listIssuedMonths(db, jointId)),

    months: async (jointId: number, year: number): Promise<number[]> =>
      monthsOf(await listIssuedMonths(db, jointId), year),

    get: (principal: Principal, of: OneBill): Promise<Bill> =>
      readAsOfNow(db, async (trx) => billOf(trx, await ownBill(trx, principal, of))),

    explain: (principal: Principal, of: OneBill): Promise<BillExplanation> =>
      readAsOfNow(db, async (trx) => {
        const found = await ownBill(trx, principal, of);
        const items = await listBillItems(trx, of.jointId, of.bill);
        return explain(found, items, await readAccount(trx, of.jointId, found.apartmentId));
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

async function ownBill(db: Db, principal: Principal, { jointId, bill }: OneBill): Promise<FoundBill> {
  const found = await findBill(db, jointId, bill);
  if (found === undefined || !(await ownsAccount(db, principal, jointId, found.apartmentId))) {
    throw new Problem('billNotFound');
  }
  return found;
}

async function billOf(db: Db, stored: FoundBill): Promise<Bill> {
  const { monthId, month, lines, discount, discountUntil, lastItem: _, ...bill } = stored;
  const annulled = await findAnnulment(db, bill.jointId, 'bill', bill.bill);
  const standings = await readStandings(db, bill.jointId, bill.apartmentId);
  const standing = standings.get(bill.bill);
  if (standing === undefined) throw new Problem('billNotFound');
  const letterhead = await letterheadOfMonth(db, monthId);
  const names = await readActorNames(db, annulled === undefined ? [] : [annulled.by]);
  return {
    ...bill,
    ...yearAndMonth(month),
    previousPayment: toPesos(bill.previousPayment),
    lines: lines.map((line) => ({
      ...line,
      periodFee: toPesos(line.periodFee),
      overdueFee: toPesos(line.overdueFee),
    })),
    total: toPesos(bill.total),
    discount:
      discountUntil === null
        ? null
        : {
            amount: toPesos(discount),
            until: discountUntil,
            total: toPesos(centavos(bill.total - discount)),
          },
    letterhead: letterheadToApi(letterhead),
    annulled: annulled === undefined ? null : { ...annulled, by: names.actor(annulled.by) },
    standing,
  };
}

type LineExplained = BillExplanation['lines'][number];
type ItemExplained = LineExplained['items'][number];

/**
 * Explains every line of a bill by the ledger movements known at the issue, and lists the movements since the bill. The
 * lines and the later movements add up to the balance of today.
 */
function explain(
  { bill, issueDate, units, lines, lastItem }: FoundBill,
  items: readonly FoundBillItem[],
  account: Account,
): BillExplanation {
  const then = asOf(account, issueDate);
  const itemsThen = new Map(then.items.map((item) => [item.item, item]));
  // The issue allocates credits to its own charges last. The bill shows the state before.
  const ownFrom = Math.min(...then.items.flatMap(({ item, bill: of }) => (of === bill ? [item] : [])));
  const paid = netAllocations(then).filter(
    ({ creditItem, debitItem }) => creditItem < ownFrom && debitItem < ownFrom,
  );
  // A bill of a single unit does not name the unit.
  const unitOf = ({ side, forApartmentId }: LedgerItem): string | null =>
    units.length > 1 && side === 'debit' ? forApartmentId : null;
  return {
    bill,
    since: account.items.flatMap((item) => (item.item > lastItem ? [sinceOf(item)] : [])),
    balance: toPesos(balanceOf(account)),
    lines: lines.map(
      (line): LineExplained => ({
        position: line.position,
        concept: line.concept,
        periodFee: toPesos(line.periodFee),
        overdueFee: toPesos(line.overdueFee),
        items: items.flatMap((row) => {
          const item = row.position === line.position ? itemsThen.get(row.item) : undefined;
          return item === undefined ? [] : [itemOf(item, row)];
        }),
      }),
    ),
  };

  function sinceOf(item: LedgerItem): BillExplanation['since'][number] {
    const { description, reason, valueDate, postingDate, reverses } = item;
    const document = documentOf(item);
    const amount = signed(item, item.amount);
    return { description, document, reason, valueDate, postingDate, reverses: reverses !== null, amount };
  }

  function itemOf(item: LedgerItem, row: FoundBillItem): ItemExplained {
    const ownSide = item.side === 'debit' ? 'debitItem' : 'creditItem';
    const otherSide = item.side === 'debit' ? 'creditItem' : 'debitItem';
    return {
      item: item.item,
      nature: item.nature,
      description: item.description,
      opening: isOpening(item),
      unit: unitOf(item),
      receipt: item.receipt,
      month: item.month,
      valueDate: item.valueDate,
      postingDate: item.postingDate,
      dueDate: item.dueDate,
      amount: signed(item, item.amount),
      open: toPesos(row.amount),
      overdue: row.overdue === 1,
      allocations: paid.flatMap((pair) => {
        const other = pair[ownSide] === item.item ? itemsThen.get(pair[otherSide]) : undefined;
        // Allocations to the bill's own items are made after the bill and are not shown.
        if (other === undefined || item.bill === bill || other.bill === bill) return [];
        const { item: number, nature, description, month, receipt, valueDate, postingDate } = other;
        const amount = toPesos(pair.amount);
        return { item: number, nature, description, month, receipt, valueDate, postingDate, amount };
      }),
      interest: then.interest.flatMap((reckoned) =>
        reckoned.item === item.item ? interestOf(reckoned, itemsThen.get(reckoned.sourceItem), unitOf) : [],
      ),
    };
  }
}

/** Amount of a movement in pesos as printed on a bill: credits are negative. */
const signed = ({ side }: LedgerItem, amount: LedgerItem['amount']): number =>
  toPesos(side === 'debit' ? amount : centavos(-amount));

function interestOf(
  { month, way, principal, stretches, amount, ...line }: InterestItem,
  source: LedgerItem | undefined,
  unitOf: (item: LedgerItem) => string | null,
): ItemExplained['interest'] {
  if (source === undefined) return [];
  return [
    {
      source: source.description,
      sourceUnit: unitOf(source),
      sourceDueDate: source.dueDate ?? source.valueDate,
      month,
      way,
      principal: toPesos(principal),
      stretches: stretches.map(({ from, to, principal: capital }) => ({
        from,
        to,
        days: daysBetween(from, to) + 1,
        principal: toPesos(capital),
      })),
      rateUnit: line.rateUnit,
      annualRate: line.annualRate / MILLIONTHS_IN_A_PER_CENT,
      monthlyRate: line.monthlyRate / MONTHLY_IN_A_PER_CENT,
      dailyRate: line.dailyRate === null ? null : line.dailyRate / DAILY_IN_A_PER_CENT,
      toPeso: line.toPeso,
      amount: toPesos(amount),
    },
  ];
}

/**
 * Divisors to convert stored interest rates to per cent. Rates are stored as integers: annual in millionths,
 * monthly in 10⁻⁸, daily in 10⁻¹⁵.
 */
const MILLIONTHS_IN_A_PER_CENT = 10_000;
const MONTHLY_IN_A_PER_CENT = 1_000_000;
const DAILY_IN_A_PER_CENT = 10_000_000_000_000;
