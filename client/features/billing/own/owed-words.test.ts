import { expect, it } from 'vitest';
import { owedLine } from './owed-words.ts';

const none = {
  begun: true,
  balance: 0,
  overdue: 0,
  overdueSince: null,
  nextDueDate: null,
  settlement: null,
  paidUp: true,
};
const late = { day: '2026-11-27', amount: 17_752.92, interest: 17_752.92, saved: 0, missing: [] };

it.each([
  [none, 'Está a paz y salvo'],
  [{ ...none, paidUp: false, settlement: late }, 'Usted debe $\u00a017.752,92 de intereses de mora'],
  [{ ...none, begun: false }, 'Todavía no hay movimientos de esta copropiedad'],
  [{ ...none, balance: -175_000 }, 'Saldo a favor: $\u00a0175.000'],
  [
    { ...none, balance: 290_080, nextDueDate: '2026-05-31' },
    'Usted debe $\u00a0290.080; vence el 31 de mayo de 2026',
  ],
  [
    { ...none, balance: 290_080, overdue: 290_080, overdueSince: '2026-03-31' },
    'Usted debe $\u00a0290.080; está vencido desde el 31 de marzo de 2026',
  ],
  [
    { ...none, balance: 580_160, overdue: 290_080, overdueSince: '2026-04-30', nextDueDate: '2026-05-31' },
    'Usted debe $\u00a0580.160; $\u00a0290.080 están vencidos desde el 30 de abril de 2026, y lo demás vence el 31 de mayo de 2026',
  ],
  [
    { ...none, balance: 580_160, overdue: 290_080, overdueSince: '2026-04-30', nextDueDate: null },
    'Usted debe $\u00a0580.160; $\u00a0290.080 están vencidos desde el 30 de abril de 2026',
  ],
])('owedLine describes the balance of an account: %j', (account, line) => {
  expect(owedLine(account)).toBe(line);
});
