import type { BankBalance, BankDay } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MatchedFile } from '../bank-files/matched-payments.ts';
import { paymentText } from '../proposals/text-tokens.ts';
import { bookedDays } from '../till/destinations.repository.ts';

/**
 * Compares for each day the money received by a bank file with the payments in the books, from the first to
 * the last day of the file: a check that no payment is missing or doubled. New lines of the file count as
 * booked. Cash and money that never arrived do not count.
 * @returns days with a difference, oldest first; null if the file is from no bank
 */
export async function compareBankDays(
  db: Db,
  jointId: number,
  { kind, layout, rows }: Pick<MatchedFile, 'kind' | 'layout' | 'rows'>,
): Promise<BankDay[] | null> {
  if (kind === 'sheet' && (layout?.bank ?? null) === null) return null;
  const bank = new Map<Day, number>();
  const books = new Map<Day, number>();
  const add = (to: Map<Day, number>, day: Day, amount: number) => to.set(day, (to.get(day) ?? 0) + amount);
  for (const { valueDate, amount, earlier } of rows) {
    add(bank, valueDate, amount);
    if (earlier === null) add(books, valueDate, amount);
  }
  const days = [...bank.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  for (const { day, amount } of await bookedDays(db, jointId, [first, last])) add(books, day, amount);
  const pesos = (sums: ReadonlyMap<Day, number>, day: Day) => toPesos(centavos(sums.get(day) ?? 0));
  return [...new Set([...days, ...books.keys()])]
    .sort()
    .map((day) => ({ day, bank: pesos(bank, day), books: pesos(books, day) }))
    .filter((one) => one.bank !== one.books);
}

/**
 * Compares the final balance of a bank account in an extract with the books: the opening balance of the extract and the
 * payments in the books by the bank's day, new lines of the file included, without cash and money of bounced payments.
 * The items explain the difference to the centavo.
 * @returns null if the extract tells no balance, or for sums beyond safe integers
 */
export async function compareBankBalance(
  db: Db,
  jointId: number,
  { balance, rows }: Pick<MatchedFile, 'balance' | 'rows'>,
): Promise<BankBalance | null> {
  if (!balance) return null;
  const { from, until, opening, closing, outs, gaps } = balance;
  const own = new Map<number, { day: Day; amount: number; text: string }>();
  for (const { payment, day, amount, ...texts } of await bookedDays(db, jointId, [from, until]))
    own.set(payment, { day, amount: amount + (own.get(payment)?.amount ?? 0), text: paymentText(texts) });
  let books = [...own.values()].reduce((sum, { amount }) => sum + amount, Number(opening));
  const none = { row: null, payment: null, day: null, text: '' };
  const items: (Omit<BankBalance['items'][number], 'amount'> & { amount: Centavos })[] = [
    ...outs.map((out) => ({ ...none, ...out, kind: 'out' as const })),
    ...gaps.map((gap) => ({ ...none, ...gap, kind: 'gap' as const })),
  ];
  for (const line of rows) {
    const payment = line.earlier?.payment;
    if (payment === undefined) {
      books += line.amount;
      continue;
    }
    const amount = centavos(line.amount - (own.get(payment)?.amount ?? 0));
    own.delete(payment);
    const place = { row: line.row, payment, day: line.valueDate, text: paymentText(line) };
    if (amount !== 0) items.push({ kind: 'notInBooks', ...place, amount });
  }
  for (const [payment, { amount, ...place }] of own)
    if (amount !== 0)
      items.push({ kind: 'notInFile', row: null, payment, ...place, amount: centavos(-amount) });
  if (!Number.isSafeInteger(books)) return null;
  return {
    until,
    closing: toPesos(closing),
    books: toPesos(centavos(books)),
    difference: toPesos(sumMoney(items.map(({ amount }) => amount))),
    items: items.map((item) => ({ ...item, amount: toPesos(item.amount) })),
  };
}
