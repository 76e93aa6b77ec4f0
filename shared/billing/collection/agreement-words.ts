import { shortDay } from '../../days.ts';
import { formatPesos, fromPesos, NO_MONEY } from '../../money.ts';
import type { Agreement, AgreementState } from '../agreements.api.ts';

/** Spanish name of each state of a payment agreement. */
export const agreementStateWords: Readonly<Record<AgreementState, string>> = {
  paid: 'Pagado',
  broken: 'Incumplido',
  late: 'Con cuotas atrasadas',
  current: 'Al día',
};

const amountWords = (pesos: number): string => formatPesos(fromPesos(pesos) ?? NO_MONEY);

/** Describes a payment agreement and the state in Spanish, for screens and papers. */
export function agreementWords({
  madeOn,
  state,
  brokenOn,
  forgivenOn,
  total,
  paid,
  behind,
  next,
  suspendsInterest,
}: Agreement): string {
  const name = `Acuerdo de pago del ${shortDay(madeOn)}`;
  const done = `pagado ${amountWords(paid)} de ${amountWords(total)}`;
  if (state === 'paid') return `${name}: pagado.`;
  if (state === 'broken') return `${name}: incumplido el ${shortDay(brokenOn ?? '')}; ${done}.`;
  const late = state === 'late' ? `; atrasado ${amountWords(behind)}` : '';
  const coming =
    next === null ? '' : `; siguiente cuota ${amountWords(next.amount)}, el ${shortDay(next.dueDate)}`;
  const forgiven = forgivenOn === null ? '' : `; incumplimiento perdonado el ${shortDay(forgivenOn)}`;
  const interest = suspendsInterest ? ' Sin intereses de mora mientras se cumpla.' : '';
  return `${name}: ${done}${late}${coming}${forgiven}.${interest}`;
}
