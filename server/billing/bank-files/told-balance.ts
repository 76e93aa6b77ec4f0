import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { SaidBalances } from './extract-pages.ts';
import type { ReadPayment, ToldBalance } from './payment-file.types.ts';
import type { Moved } from './reversals.ts';
import type { FollowedBalance } from './running-balance.ts';

/**
 * Computes the balance of the bank account stated by an extract: at the foot or head, or else by the column of balances.
 * The rest without a movement is a gap.
 * @param moved all movements with days and signed values in centavos, in the order of the sheet
 * @returns null if the extract tells no final balance, without a day, or for sums beyond safe integers
 */
export function toldBalance(
  moved: readonly { day: Day | null; value: Centavos }[],
  {
    payments,
    outs,
    running,
    saidBalances,
  }: {
    payments: readonly ReadPayment[];
    outs: readonly Moved[];
    running: FollowedBalance | null;
    saidBalances: SaidBalances;
  },
): ToldBalance | null {
  const closing = saidBalances.closing ?? running?.closing;
  const days = moved.flatMap(({ day }) => day ?? []).sort();
  const [from, until] = [days[0], days.at(-1)];
  if (closing === undefined || from === undefined || until === undefined) return null;
  const sum = moved.reduce((all, { value }) => all + value, 0);
  if (!Number.isSafeInteger(closing - sum)) return null;
  const opening = saidBalances.opening ?? running?.opening ?? centavos(closing - sum);
  const gaps: ToldBalance['gaps'] = [...(running?.breaks ?? [])];
  const balance = {
    from,
    until,
    opening,
    closing,
    outs: outs.map(({ row, day, amount, text }) => ({ row, day, amount: centavos(-amount), text })),
    gaps,
  };
  const explained = [...payments, ...balance.outs, ...gaps].reduce((all, { amount }) => all + amount, 0);
  const rest = closing - opening - explained;
  if (!Number.isSafeInteger(rest)) return null;
  if (rest !== 0) gaps.push({ row: null, amount: centavos(rest) });
  return balance;
}
