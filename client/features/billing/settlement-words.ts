import { settlementParts } from '../../../shared/billing/collection/settlement-parts.ts';
import type { Settlement } from '../../../shared/billing/shapes.ts';
import { dayInBogota, monthWords } from '../../../shared/days.ts';
import { unbroken } from '../../lib/format.ts';
import { cents, dayWords, pesos } from './words.ts';

/**
 * Returns Spanish words about the amount to pay today to leave an account without debt: 'Si paga hoy: $ 120.500, con
 * $ 500 de intereses de mora hasta hoy'. Empty without a debt, or if the balance alone is enough.
 * @param balance balance of the account in pesos
 */
export function settlementWords(
  { day, amount, interest, saved, missing }: Settlement,
  balance: number,
): string {
  const isToday = day === dayInBogota(Date.now());
  const when = isToday ? 'hoy' : `el ${dayWords(day)}`;
  if (amount === null) {
    const months = new Intl.ListFormat('es').format(missing.map(monthWords));
    return `Falta registrar la tasa máxima legal de ${months}: no se sabe cuánto salda la cuenta ${when}`;
  }
  if (amount <= 0 || (interest === 0 && amount === balance)) return '';
  const until = isToday ? 'hoy' : 'ese día';
  const parts = settlementParts({ interest: cents(interest), saved: cents(saved) }, until);
  return unbroken(`Si paga ${when}: ${pesos(amount)}${parts}`);
}
