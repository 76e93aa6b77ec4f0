import type { DifferenceReason, SheetDifferences } from '../../../../shared/billing/months.api.ts';
import { units as unitsText } from '../../../lib/format.ts';
import { pesos } from '../words.ts';

/**
 * Spanish names of the known reasons for a difference between a unit's bill and the total in the month's
 * spreadsheet, for the comparison before the issue.
 */
export const reasonWords: Readonly<Record<DifferenceReason, string>> = {
  balance: 'Saldo en libros que la planilla no suma',
  credit: 'Saldo a favor que la planilla no resta',
  received: 'Pagos ya recibidos que la planilla no resta',
  adjusted: 'Notas y otros movimientos en libros',
  interest: 'Intereses de mora que liquida el sistema',
  sheetInterest: 'Intereses de la planilla que no se cobran',
  discount: 'Descuento por pronto pago que da el sistema',
  rounding: 'Ajuste al peso',
};

/**
 * Returns a Spanish sentence comparing the sum of a month's bills with the sum of the spreadsheet: 'Las
 * cuentas suman $ 10 más que la planilla'. Shown before the issue.
 * @param sums sum of the sheet and sum of the bills, in pesos
 */
export function differenceWords({ sheet, bills }: Pick<SheetDifferences, 'sheet' | 'bills'>): string {
  const difference = Math.round((bills - sheet) * 100) / 100;
  if (difference === 0) return 'Las cuentas suman lo mismo que la planilla';
  const more = difference > 0 ? 'más' : 'menos';
  return `Las cuentas suman ${pesos(Math.abs(difference))} ${more} que la planilla`;
}

/**
 * Returns a Spanish line about all differences between bills and spreadsheet with the same reason: 'Ajuste al
 * peso: $ 12 en 3 inmuebles.'
 */
export const reasonGroupWords = ({ reason, amount, units }: SheetDifferences['reasons'][number]): string =>
  `${reasonWords[reason]}: ${pesos(amount)} en ${unitsText(units)}.`;

/**
 * Returns the Spanish heading for the comparison of a month's bills with the spreadsheet, shown before the
 * issue.
 * @param differences number of units with a difference, and of units without a known reason
 */
export function differencesTitle({ units, unexplained }: SheetDifferences): string {
  if (unexplained > 0) {
    return unexplained === 1
      ? 'La cuenta de un inmueble no coincide con la planilla, y no se sabe por qué: el mes no se puede emitir.'
      : `${unitsText(unexplained)} no coinciden con la planilla, y no se sabe por qué: el mes no se puede emitir.`;
  }
  return units === 1
    ? 'Un inmueble tiene una cuenta distinta de la planilla, por motivos conocidos.'
    : `${unitsText(units)} tienen cuentas distintas de la planilla, por motivos conocidos.`;
}
