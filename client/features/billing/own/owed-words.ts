import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { dayWords, pesos } from '../words.ts';

/**
 * Subject of a Spanish sentence about a debt: 'Usted' if the owner reads, 'El inmueble' if an administrator
 * reads.
 */
export type Debtor = 'Usted' | 'El inmueble';

type Owed = Pick<
  Statement,
  'begun' | 'balance' | 'overdue' | 'overdueSince' | 'nextDueDate' | 'settlement' | 'paidUp'
>;

/**
 * Returns a Spanish sentence about the balance of an account, with the due date: 'Usted debe $ 580.160; vence
 * el …'.
 * @param account balance, due date and settlement of the account
 * @param who subject of the sentence
 */
export function owedLine(account: Owed, who: Debtor = 'Usted'): string {
  const when = owedWhen(account);
  return when === '' ? owedAmount(account, who) : `${owedAmount(account, who)}; ${when}`;
}

/**
 * Returns Spanish words about the balance of an account, without dates: 'Usted debe $ 580.160'. Also for no
 * debt, or credit in favour.
 * @param account balance, and amount to settle the account
 * @param who subject of the sentence
 */
export function owedAmount(
  { begun, balance, settlement, paidUp }: Pick<Owed, 'begun' | 'balance' | 'settlement' | 'paidUp'>,
  who: Debtor = 'Usted',
): string {
  if (!begun) return 'Todavía no hay movimientos de esta copropiedad';
  if (balance < 0 && (paidUp || !settlement?.amount)) return `Saldo a favor: ${pesos(-balance)}`;
  if (balance > 0) return `${who} debe ${pesos(balance)}`;
  if (paidUp) return 'Está a paz y salvo';
  // Paid in full, but late: only the interest until the payment is owed.
  return settlement?.amount
    ? `${who} debe ${pesos(settlement.amount)} de intereses de mora`
    : 'No hay saldo por pagar de esta cuenta';
}

/**
 * Returns a part of a Spanish sentence about the time of a debt: 'vence el 5 de marzo de 2026', or 'está
 * vencido desde el …'. Empty without a debt.
 */
export function owedWhen({ balance, overdue, overdueSince, nextDueDate }: Owed): string {
  if (balance <= 0) return '';
  const next = nextDueDate === null ? '' : `vence el ${dayWords(nextDueDate)}`;
  if (overdue === 0) return next;
  const since = overdueSince === null ? '' : ` desde el ${dayWords(overdueSince)}`;
  if (overdue >= balance) return `está vencido${since}`;
  return `${pesos(overdue)} están vencidos${since}${next === '' ? '' : `, y lo demás ${next}`}`;
}
