import type { Settlement } from '../../../shared/billing/shapes.ts';
import { dayInBogota, monthWords } from '../../../shared/days.ts';
import { dayWords, pesos } from './words.ts';

/**
 * Returns Spanish words about the amount to pay today to leave an account without debt: 'Si paga hoy: $
 * 120.500, con $ 500 de intereses hasta hoy'. Empty without a debt, or if the balance alone is enough.
 * @param balance balance of the account in pesos
 */
export function settlementWords({ day, amount, interest, missing }: Settlement, balance: number): string {
  const isToday = day === dayInBogota(Date.now());
  const when = isToday ? 'hoy' : `el ${dayWords(day)}`;
  if (amount === null) {
    const months = new Intl.ListFormat('es').format(missing.map(monthWords));
    return `Falta registrar la tasa máxima legal de ${months}: no se sabe cuánto salda la cuenta ${when}`;
  }
  if (amount <= 0 || (interest === 0 && amount === balance)) return '';
  const until = isToday ? 'hoy' : 'ese día';
  const runs = interest === 0 ? '' : `, con ${pesos(interest)} de intereses de mora hasta ${until}`;
  return `Si paga ${when}: ${pesos(amount)}${runs}`;
}
