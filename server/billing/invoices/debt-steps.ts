import { monthWords, shortDay } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { isOpening } from '../ledger/account.ts';
import type { LedgerItem } from '../ledger/ledger.types.ts';
import type { DebtStep, Invoice } from './invoice.types.ts';

/** Ledger item with the columns read for the explanation on a printed bill. */
export type StepItem = Pick<
  LedgerItem,
  | 'item'
  | 'side'
  | 'nature'
  | 'description'
  | 'amount'
  | 'valueDate'
  | 'bill'
  | 'receipt'
  | 'causedBy'
  | 'reverses'
  | 'reason'
>;

/** Number of receipts named on a bill. Further receipts are counted. */
const MOST_NAMED_RECEIPTS = 4;

/**
 * Returns the steps from the previous bill of an account to the total of a bill: '¿Por qué debo esto?' on paper. The
 * steps add up to the total. Without this equality the list is empty, so that no paper explains another amount.
 * @param previous last bill of the account, valid at the issue; null for the first bill
 * @param items movements of the account after the previous bill, up to the bill
 */
export function debtSteps(
  { bill, month, total }: Pick<Invoice, 'bill' | 'month' | 'total'>,
  previous: Pick<Invoice, 'bill' | 'month' | 'total'> | null,
  items: readonly StepItem[],
): DebtStep[] {
  const steps = [
    ...(previous === null
      ? []
      : [step(`Cuenta de cobro ${previous.bill}, de ${monthWords(previous.month)}`, previous.total)]),
    ...stepGroups(items, { bill, monthText: monthWords(month) }),
  ].filter(({ amount }) => amount !== NO_MONEY);
  return sumMoney(steps.map(({ amount }) => amount)) === total ? steps : [];
}

function stepGroups(
  items: readonly StepItem[],
  { bill, monthText }: { bill: number; monthText: string },
): DebtStep[] {
  const undone = new Set(items.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])));
  const listed = new Set(items.map(({ item }) => item));
  // A movement and its reversal since the same bill change no amount.
  const left = items.filter(
    ({ item, reverses }) => !undone.has(item) && (reverses === null || !listed.has(reverses)),
  );
  const groups: Record<'opening' | 'paid' | 'credited' | 'changed' | 'interest' | 'charged', StepItem[]> = {
    opening: [],
    paid: [],
    credited: [],
    changed: [],
    interest: [],
    charged: [],
  };
  for (const item of left) groups[groupOf(item)].push(item);
  return [
    step('Deuda anterior a estas cuentas', sumOfItems(groups.opening)),
    step(receiptsText(groups.paid), sumOfItems(groups.paid)),
    step(onlyName(groups.credited, 'Descuentos, condonaciones y créditos'), sumOfItems(groups.credited)),
    step(onlyName(groups.changed, 'Otros cobros y correcciones'), sumOfItems(groups.changed)),
    step('Intereses de mora de esta cuenta', sumOfItems(groups.interest)),
    step(`Cobros de ${monthText}, con su ajuste al peso`, sumOfItems(groups.charged)),
  ];

  function groupOf(item: StepItem): keyof typeof groups {
    if (isOpening(item) || item.nature === 'openingCredit') return 'opening';
    if (item.reverses !== null) return 'changed';
    if (item.nature === 'receipt') return 'paid';
    if (item.bill === bill) return item.nature === 'interest' ? 'interest' : 'charged';
    return item.side === 'credit' ? 'credited' : 'changed';
  }
}

const step = (text: string, amount: Centavos): DebtStep => ({ text, amount });

const sumOfItems = (items: readonly StepItem[]): Centavos =>
  sumMoney(items.map(({ side, amount }) => (side === 'debit' ? amount : centavos(-amount))));

/** Names the payments: 'Su pago del 27/02/2026, recibo 3017', or the numbers of several receipts. */
function receiptsText(paid: readonly StepItem[]): string {
  const [first] = paid;
  if (first !== undefined && paid.length === 1)
    return `Su pago del ${shortDay(first.valueDate)}, recibo ${first.receipt}`;
  const numbers = paid.slice(0, MOST_NAMED_RECEIPTS).map(({ receipt }) => String(receipt));
  const rest = paid.length - numbers.length;
  return `Sus pagos, recibos ${new Intl.ListFormat('es').format(rest > 0 ? [...numbers, `${rest} más`] : numbers)}`;
}

function onlyName(items: readonly StepItem[], several: string): string {
  const [first] = items;
  if (first === undefined || items.length > 1) return several;
  return first.reverses === null ? first.description : `Reversa: ${first.description}`;
}
