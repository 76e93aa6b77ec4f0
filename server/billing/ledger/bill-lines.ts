import {
  chargeNatures,
  type ItemNature,
  isCapital,
  itemNatureWords,
} from '../../../shared/billing/natures.ts';
import { type Month, monthWords } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { BilledConcept, BilledItem, RelationParts } from './acts.types.ts';

/** Name of the line with the unused credit on a bill. The line's nature is `receipt`. */
const CREDIT_LINE = 'Saldo a favor';

/**
 * Open amount of a ledger item to appear on a new bill, in centavos. Entries with equal concept become one
 * line of the bill (`billedConcepts`).
 */
export interface BillEntry {
  /** Number of the ledger item. */
  item: number;
  /** Nature of the bill line. A credit note of the month has the nature of the credited concept. */
  nature: ItemNature;
  /** Name of the charge, as printed. */
  description: string;
  amount: Centavos;
  /** True if carried over from earlier months. */
  overdue: boolean;
}

const ORDER: readonly ItemNature[] = [
  ...chargeNatures,
  ...(['interest', 'rounding', 'discount', 'receipt'] as const),
];

/**
 * Returns the text of the line for months without interest: 'Sin intereses de mora: agosto de 2026 y septiembre de
 * 2026'.
 */
const interestFreeWords = (months: readonly Month[]): string =>
  `Sin intereses de mora: ${new Intl.ListFormat('es').format(months.map(monthWords))}`;

/**
 * Groups the open amounts of an account into the lines of a bill: charges by concept, then interest, rounding
 * and credit. Also returns each entry with the position of the line. Months without interest by decision of
 * the joint are named in an extra line with amount 0.
 */
export function billedConcepts(
  entries: readonly BillEntry[],
  interestFree: readonly Month[] = [],
): { lines: BilledConcept[]; items: BilledItem[] } {
  const groups = new Map<string, BillEntry[]>();
  for (const entry of entries) {
    const key = `${ORDER.indexOf(entry.nature)} ${isCapital(entry.nature) ? entry.description : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const sorted = [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b));
  const lines: BilledConcept[] = [];
  const items: BilledItem[] = [];
  const add = (line: Omit<BilledConcept, 'position'>): number =>
    lines.push({ position: lines.length + 1, ...line });
  const addFree = (): void => {
    const concept = interestFreeWords(interestFree);
    add({ concept, nature: 'interest', periodFee: NO_MONEY, overdueFee: NO_MONEY });
  };
  let isFreeLeft = interestFree.length > 0;
  for (const group of sorted) {
    const [first] = group;
    if (first === undefined) continue;
    if (isFreeLeft && rankOf(group) > ORDER.indexOf('interest')) {
      addFree();
      isFreeLeft = false;
    }
    const position = add({
      concept: entryName(first),
      nature: first.nature,
      periodFee: sumEntries(group, (entry) => !entry.overdue),
      overdueFee: sumEntries(group, (entry) => entry.overdue),
    });
    for (const { item, amount, overdue } of group) items.push({ item, position, amount, overdue });
  }
  if (isFreeLeft) addFree();
  return { lines, items };
}

const rankOf = ([first]: readonly BillEntry[]): number => (first ? ORDER.indexOf(first.nature) : 0);

function entryName({ nature, description }: BillEntry): string {
  if (isCapital(nature)) return description;
  return nature === 'receipt' ? CREDIT_LINE : itemNatureWords[nature];
}

const sumEntries = (entries: readonly BillEntry[], which: (entry: BillEntry) => boolean): Centavos =>
  sumMoney(entries.filter(which).map(({ amount }) => amount));

/**
 * Sums the lines of a bill by kind (fee, fines, interest …) for the row of the relación (the month's table of
 * bills), in centavos. A discount given by the bill lowers the fee.
 */
export function relationOf(lines: readonly Omit<BilledConcept, 'position'>[]): RelationParts {
  const period = (nature: ItemNature): Centavos =>
    sumMoney(lines.filter((line) => line.nature === nature).map(({ periodFee }) => periodFee));
  const overdue = (which: (nature: ItemNature) => boolean): Centavos =>
    sumMoney(lines.filter((line) => which(line.nature)).map(({ overdueFee }) => overdueFee));
  const credit = overdue((nature) => nature === 'receipt');
  return {
    overdueCapital: overdue((nature) => nature !== 'interest' && nature !== 'receipt'),
    overdueInterest: overdue((nature) => nature === 'interest'),
    currentInterest: period('interest'),
    fee: centavos(period('fee') + period('discount')),
    extra: period('extra'),
    fines: period('fine'),
    other: centavos(period('rent') + period('other')),
    rounding: period('rounding'),
    additional: lines
      .filter(({ nature, periodFee }) => isCapital(nature) && nature !== 'fee' && periodFee !== NO_MONEY)
      .map(({ concept, periodFee }) => ({ concept, amount: periodFee })),
    credit: centavos(-credit),
    total: sumMoney(lines.flatMap(({ periodFee, overdueFee }) => [periodFee, overdueFee])),
  };
}
