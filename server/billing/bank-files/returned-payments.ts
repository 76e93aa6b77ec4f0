import { addDays, shortDay } from '../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { fileProblem } from '../../platform/sheets/mapping/problems.ts';
import { findPayment, standingReceiptsOf } from '../till/payments.repository.ts';
import { paymentsBetween } from './payment-files.repository.ts';
import { findReversals, MOST_DAYS, type Moved, type Reversals } from './reversals.ts';

/** Payment in the books, taken back at the bank by a movement of a file. Amounts in centavos. */
export interface ReturnedPayment {
  /** Movement that takes the money back. */
  debit: Moved;
  /** Number of the payment, with the day by the bank. */
  payment: number;
  valueDate: string;
  /** Valid receipts of the payment. Empty while the money waits for a unit. */
  receipts: { receipt: number; apartmentId: string; amount: Centavos }[];
}

/** Returns of money by a file: the payments in the books, and returns that fit several payments (`row` is the payment). */
interface Returns {
  pairs: ReturnedPayment[];
  doubtful: Reversals['doubtful'];
}

/**
 * Finds the payments in the books taken back by a movement of a file: equal amount, at most fifteen days before, and the
 * same id, unit or words (`findReversals`). A payment without a valid receipt and without waiting money was taken back before.
 */
export async function findReturned(db: Db, jointId: number, returns: readonly Moved[]): Promise<Returns> {
  const days = returns.flatMap(({ day }) => day ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { pairs: [], doubtful: [] };
  const amounts = [...new Set(returns.map(({ amount }) => amount))];
  const paid = await paymentsBetween(db, jointId, { from: addDays(first, -MOST_DAYS), until: last, amounts });
  const receipts = await standingReceiptsOf(db, jointId, [
    ...new Set(paid.map(({ valueDate }) => valueDate)),
  ]);
  const receiptsOf = (payment: number) => receipts.filter((one) => one.payment === payment);
  const credits: Moved[] = [];
  for (const { payment, valueDate, amount, reference, detail, payer, means, transaction } of paid) {
    const own = receiptsOf(payment);
    if (own.length === 0 && ((await findPayment(db, jointId, payment))?.waiting ?? 0) === 0) continue;
    const text = [reference, detail, payer, means === 'cheque' ? 'cheque' : ''].join(' ');
    credits.push({
      row: payment,
      day: valueDate,
      amount,
      text,
      unit: own[0]?.apartmentId ?? '',
      transaction,
    });
  }
  const ofBank = credits.map((credit) => ({ ...credit, unit: '' }));
  const found = [
    findReversals(
      credits,
      returns.filter(({ unit }) => unit !== ''),
    ),
    findReversals(
      ofBank,
      returns.filter(({ unit }) => unit === ''),
    ),
  ];
  return {
    doubtful: found.flatMap(({ doubtful }) => doubtful),
    pairs: found
      .flatMap(({ pairs }) => pairs)
      .map(({ credit, debit }) => ({
        debit,
        payment: credit.row,
        valueDate: credit.day ?? '',
        receipts: receiptsOf(credit.row).map(({ receipt, apartmentId, amount }) => ({
          receipt,
          apartmentId,
          amount,
        })),
      })),
  };
}

/** Warns about each payment in the books taken back at the bank. Nothing is annulled without a person. */
export const aboutReturned = ({ pairs, doubtful }: Returns): ImportProblem[] => [
  ...pairs.map(({ debit, payment, valueDate, receipts }) => {
    const numbers = receipts.map(({ receipt, apartmentId }) => `${receipt} del inmueble ${apartmentId}`);
    const place =
      numbers.length === 0
        ? `el pago ${payment}, que está por identificar: regístrelo allí como devuelto`
        : `el pago del recibo ${new Intl.ListFormat('es').format(numbers)}: anúlelo, porque el dinero no quedó`;
    const message = `La fila ${debit.row} devuelve ${formatPesos(debit.amount)} del ${shortDay(valueDate)}, y en los libros está ${place}.`;
    return { ...fileProblem('warning', 'paymentReturned', message), row: debit.row };
  }),
  ...doubtful.map(({ debit, credits }) => {
    const numbers = new Intl.ListFormat('es', { type: 'disjunction' }).format(
      credits.map(({ row }) => String(row)),
    );
    const message = `La fila ${debit.row} devuelve ${formatPesos(debit.amount)}, y no se sabe cuál de los pagos de los libros: ${numbers}. Pregúntelo al banco, y anule el recibo de ese pago.`;
    return { ...fileProblem('warning', 'returnDoubtful', message), row: debit.row };
  }),
];
