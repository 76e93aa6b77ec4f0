import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { dayWords, pesos } from '../billing-words.ts';

/** Whom a screen speaks of: whoever reads it, or, where an administrator does, the unit. */
export type Debtor = 'Usted' | 'El inmueble';

type Owed = Pick<Statement, 'begun' | 'balance' | 'overdue' | 'overdueSince' | 'nextDueDate'>;

/** What an account comes to, in one line, for whoever has to pay it: 'Usted debe $ 580.160; vence el …'. */
export function owedLine(account: Owed, who: Debtor = 'Usted'): string {
  if (!account.begun) return 'Todavía no hay movimientos de esta copropiedad';
  if (account.balance < 0) return `Saldo a favor: ${pesos(-account.balance)}`;
  if (account.balance === 0) return 'Está a paz y salvo';
  return `${who} debe ${pesos(account.balance)}${whenDue(account)}`;
}

function whenDue({ balance, overdue, overdueSince, nextDueDate }: Owed): string {
  const next = nextDueDate === null ? '' : ` vence el ${dayWords(nextDueDate)}`;
  if (overdue === 0) return next === '' ? '' : `;${next}`;
  const since = overdueSince === null ? '' : ` desde el ${dayWords(overdueSince)}`;
  if (overdue >= balance) return `; está vencido${since}`;
  return `; ${pesos(overdue)} están vencidos${since}${next === '' ? '' : `, y lo demás${next}`}`;
}
