import { sql } from 'kysely';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { type Db, jsonTable } from '../../db/engine.ts';
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
  const asked = jsonTable<{ day: Day }>(
    db,
    [...days].map((day) => ({ day })),
    { day: 'text' },
  );
  const rows = await db
    .selectFrom('receipt as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.joint_id', '=', 'r.joint_id').onRef('p.payment', '=', 'r.payment'),
    )
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    )
    .select(['r.receipt', 'r.apartment_id', 'r.value_date', 'r.amount', 'p.once_key'])
    .where('r.joint_id', '=', jointId)
    .where('r.value_date', 'in', sql<Day>`(select day from ${asked} as asked)`)
    .where('a.number', 'is', null)
    .orderBy('r.receipt')
    .execute();
  const brought = new Set(lines.filter(({ known }) => known).map(({ onceKey }) => onceKey));
  const unexplained: Unexplained = new Map();
  for (const { receipt, apartment_id, value_date, amount, once_key } of rows) {
    if (once_key !== null && brought.has(once_key)) continue;
    const key = keyOf(apartment_id, value_date, amount);
    const numbers = unexplained.get(key);
    if (numbers === undefined) unexplained.set(key, [receipt]);
    else numbers.push(receipt);
  }
  return unexplained;
}
