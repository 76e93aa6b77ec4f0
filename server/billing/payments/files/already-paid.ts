import type { Day } from '../../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../../shared/money.ts';
import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { standingReceiptsOf } from '../till/payments.repository.ts';
import type { MatchedPayment } from './matched-payments.ts';

/** Receipts of one unit, day and amount that no line of the file is known to have brought: their numbers. */
type Unexplained = Map<string, number[]>;

const keyOf = (apartmentId: string, valueDate: Day, amount: Centavos): string =>
  JSON.stringify([apartmentId, valueDate, amount]);

/**
 * Warns of each new line whose unit has a receipt of the same day and amount already: somebody entered it by hand, or
 * it came in another kind of file. It may well be another payment, and whoever imports decides.
 */
export async function alreadyPaid(
  db: Db,
  jointId: number,
  lines: readonly MatchedPayment[],
): Promise<ImportProblem[]> {
  const unexplained = await unexplainedReceipts(db, jointId, lines);
  return lines.flatMap(({ row, apartmentId, valueDate, amount, known }) => {
    if (apartmentId === null || known) return [];
    // Of two equal lines and one receipt, one may be the receipt's.
    const receipt = unexplained.get(keyOf(apartmentId, valueDate, amount))?.shift();
    if (receipt === undefined) return [];
    const message = `El inmueble ${apartmentId} ya tiene un recibo por ${formatPesos(amount)} de ese día: el ${receipt}. Revise que no sea el mismo pago.`;
    return { row, column: null, severity: 'warning', code: 'paidAlready', message };
  });
}

async function unexplainedReceipts(
  db: Db,
  jointId: number,
  lines: readonly MatchedPayment[],
): Promise<Unexplained> {
  const days = new Set(lines.filter(({ known }) => !known).map(({ valueDate }) => valueDate));
  const rows = await standingReceiptsOf(db, jointId, [...days]);
  const brought = new Set(lines.filter(({ known }) => known).map(({ onceKey }) => onceKey));
  const unexplained: Unexplained = new Map();
  for (const { receipt, apartmentId, valueDate, amount, onceKey } of rows) {
    if (onceKey !== null && brought.has(onceKey)) continue;
    const key = keyOf(apartmentId, valueDate, amount);
    const numbers = unexplained.get(key);
    if (numbers === undefined) unexplained.set(key, [receipt]);
    else numbers.push(receipt);
  }
  return unexplained;
}
