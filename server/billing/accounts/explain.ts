import type { BillExplanation } from '../../../shared/billing/bills.api.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { asOf, netAllocations } from '../ledger/account.ts';
import type { Account, InterestLine, LedgerItem } from '../ledger/ledger.types.ts';
import type { BillItemRow, BillLineRow, BillRow } from './bills.repository.ts';

type LineExplained = BillExplanation['lines'][number];
type ItemExplained = LineExplained['items'][number];

/**
 * The movements behind every line of a bill, as the books had them when it was issued: what was posted later, and
 * where money went since, is left out, since the bill did not know of it.
 */
export function explain(
  { bill, lines, items }: { bill: BillRow; lines: readonly BillLineRow[]; items: readonly BillItemRow[] },
  account: Account,
): BillExplanation {
  const then = asOf(account, bill.issue_date);
  const known = new Map(then.items.map((item) => [item.item, item]));
  // The issue itself ends by putting credits to what it charged: the bill was made before that.
  const ownFrom = Math.min(...then.items.flatMap(({ item, bill: of }) => (of === bill.bill ? [item] : [])));
  const paid = netAllocations(then).filter(
    ({ creditItem, debitItem }) => creditItem < ownFrom && debitItem < ownFrom,
  );
  // On a bill of one unit there is nothing to tell apart.
  const units: string[] = JSON.parse(bill.units);
  const unitOf = ({ side, forApartmentId }: LedgerItem): string | null =>
    units.length > 1 && side === 'debit' ? forApartmentId : null;
  return {
    bill: bill.bill,
    lines: lines.map(
      (line): LineExplained => ({
        position: line.position,
        concept: line.concept,
        periodFee: toPesos(line.period_fee),
        overdueFee: toPesos(line.overdue_fee),
        items: items.flatMap((row) => {
          const item = row.position === line.position ? known.get(row.item) : undefined;
          return item === undefined ? [] : [itemOf(item, row)];
        }),
      }),
    ),
  };

  function itemOf(item: LedgerItem, row: BillItemRow): ItemExplained {
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
        const other = pair[ownSide] === item.item ? known.get(pair[otherSide]) : undefined;
        // What the bill itself posted has had no money yet: credits went to it when it was done.
        if (other === undefined || item.bill === bill.bill || other.bill === bill.bill) return [];
        const { item: number, nature, description, month, receipt, valueDate, postingDate } = other;
        const amount = toPesos(pair.amount);
        return { item: number, nature, description, month, receipt, valueDate, postingDate, amount };
      }),
      interest: then.interest.flatMap((reckoned) =>
        reckoned.item === item.item ? interestOf(reckoned, known.get(reckoned.sourceItem), unitOf) : [],
      ),
    };
  }
}

/** What is charged comes with a bill, or with the reason of whoever entered it; what was owed before, with neither. */
const isOpening = ({ side, bill, reason, causedBy, reverses }: LedgerItem): boolean =>
  side === 'debit' && bill === null && reason === null && causedBy === null && reverses === null;

/** Credits stand on a bill with a minus. */
const signed = ({ side }: LedgerItem, amount: LedgerItem['amount']): number =>
  toPesos(side === 'debit' ? amount : centavos(-amount));

function interestOf(
  { month, principal, annualRate, monthlyRate, amount }: InterestLine,
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
      principal: toPesos(principal),
      annualRate: annualRate / MILLIONTHS_IN_A_PER_CENT,
      monthlyRate: monthlyRate / MONTHLY_IN_A_PER_CENT,
      amount: toPesos(amount),
    },
  ];
}

/** Rates are kept as integers, annual in millionths and monthly in 10⁻⁸, and told in per cent. */
const MILLIONTHS_IN_A_PER_CENT = 10_000;
const MONTHLY_IN_A_PER_CENT = 1_000_000;
