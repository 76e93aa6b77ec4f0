import type { BankDay } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MatchedFile } from '../bank-files/matched-payments.ts';
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
  for (const { valueDate, amount, isKnown } of rows) {
    add(bank, valueDate, amount);
    if (!isKnown) add(books, valueDate, amount);
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
