import { type Centavos, formatMoney, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { CheckedRow } from './month-check.ts';
import { about } from './month-columns.ts';

/** Rows named one by one; beyond them the warning of all says enough. */
const MOST_NAMED = 100;

/**
 * Payments of a sheet beside receipts that the same month already has: they may be the same money, and nothing else
 * would show it where the sheet has no balance to compare. Pure.
 * @param received by account, of the month whose payments the sheet brings
 */
export function aboutPayments(
  rows: readonly CheckedRow[],
  accountOf: ReadonlyMap<string, string>,
  received: ReadonlyMap<string, Centavos>,
  month: string,
): ImportProblem[] {
  const paying = rows.filter(({ payment }) => payment !== 0);
  if (paying.length === 0 || received.size === 0) return [];
  const twice = paying.flatMap(({ row, apartmentId, payment }) => {
    // A unit that goes with another may have paid what it owed by itself.
    const accounts = new Set([accountOf.get(apartmentId) ?? apartmentId, apartmentId]);
    const known = sumMoney([...accounts].map((account) => received.get(account) ?? NO_MONEY));
    if (known === 0) return [];
    const message = `El inmueble «${apartmentId}» ya tiene recibos de ${month} por ${formatMoney(known)}, y la planilla trae un pago de ${formatMoney(payment)}: si es el mismo dinero, contará dos veces.`;
    return [about(null, 'warning', 'paymentTwice', message, row)];
  });
  const message = `Ya hay recibos de ${month} de ${received.size} inmuebles, y los pagos de la planilla harán otros. Si son los mismos, no lea la columna de pagos.`;
  return [about(null, 'warning', 'paymentsTwice', message), ...twice.slice(0, MOST_NAMED)];
}
