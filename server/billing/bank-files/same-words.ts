import type { PaymentFileReport } from '../../../shared/billing/payments.api.ts';
import { dayInBogota, daysBetween, shortDay } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { fileProblem, someRows } from '../../platform/sheets/mapping/problems.ts';
import { shorten } from './layout-told.ts';
import type { MatchedPayment } from './matched-payments.ts';
import type { ReadPaymentFile } from './payment-file.types.ts';
import type { Same } from './same-movements.ts';

/**
 * Builds the messages about lines found as payments of earlier imports in another layout: a warning with the names of
 * the files for known lines, an error for doubtful lines, and the question to the user.
 * @param same payment of each line
 * @param answer answer of the user; undefined before
 */
export function aboutSame(
  same: ReadonlyMap<{ row: number }, Same>,
  answer: ReadPaymentFile['alike'],
): Pick<PaymentFileReport, 'problems' | 'asks'> {
  const found = [...same].map(([{ row }, of]) => ({ row, ...of }));
  const sure = found.filter((one) => isKnown(one, same, answer));
  const open = answer === 'other' ? [] : found.filter((one) => !sure.includes(one));
  const problems: ImportProblem[] = [];
  if (sure.length > 0) {
    const message = `Ya se importaron con ${filesOf(sure)} y no se repiten: ${rowsTold(sure)}.`;
    problems.push(fileProblem('warning', 'movementsKnown', message));
  }
  if (open.length > 0) {
    const message = `Tienen el valor y el día (o uno antes o después) de pagos que ya se importaron con ${filesOf(open)}: ${rowsTold(open)}. Diga si son los mismos.`;
    problems.push(fileProblem('error', 'movementsAlike', message));
  }
  if (answer !== undefined || found.length === 0) return { problems, asks: [] };
  const text =
    open.length > 0
      ? `${counted(open.length)} del archivo con el valor y el día, o un día de diferencia, de pagos ya importados con ${filesOf(open)}.`
      : `${counted(sure.length)} del archivo con pagos que ya se importaron con ${filesOf(sure)}. No se repiten, salvo que usted diga que son otros.`;
  const choices = [
    ...(open.length > 0 ? [{ label: 'Son los mismos: no repetirlos', alike: 'same' as const }] : []),
    { label: 'Son otros pagos: importarlos', alike: 'other' as const },
  ];
  return { problems, asks: [{ code: 'movementsAlike', title: '¿Son los mismos pagos?', text, choices }] };
}

/**
 * True if a line is not imported again: surely the payment, or by the user's answer. The answer 'other' is about the
 * doubtful lines; without doubtful lines about all lines.
 */
export function isKnown(
  { isSure }: Pick<Same, 'isSure'>,
  all: ReadonlyMap<unknown, Pick<Same, 'isSure'>>,
  answer: ReadPaymentFile['alike'],
): boolean {
  if (!isSure) return answer === 'same';
  return answer !== 'other' || [...all.values()].some((one) => !one.isSure);
}

const counted = (count: number): string => (count === 1 ? 'Hay una fila' : `Hay ${count} filas`);

const rowsTold = (found: readonly { row: number }[]): string => {
  const rows = found.map(({ row }) => row);
  return `${rows.length === 1 ? 'una fila' : `${rows.length} filas`} (${someRows(rows)})`;
};

/** Most files named in a message. */
const MOST_FILES = 3;

/** Names the earlier files with the days of import: '«extracto.csv» del 05/10/2026'. */
function filesOf(found: readonly Same[]): string {
  const names = [
    ...new Set(
      found.map(
        ({ imported: { fileName, enteredAt } }) => `«${fileName}» del ${shortDay(dayInBogota(enteredAt))}`,
      ),
    ),
  ];
  const more = names.length > MOST_FILES ? ` y ${names.length - MOST_FILES} archivos más` : '';
  return names.slice(0, MOST_FILES).join(', ') + more;
}

/** Most days between two layouts about a transaction: the day of the payment, and of the money at the bank. */
const MOST_DAYS_APART = 5;

/**
 * Builds an error for each line with the id of a transaction in the books but another amount, account or day: perhaps an
 * id of another gateway. The line is not imported, since an id is posted once. Of another layout, the day may differ a
 * little.
 * @param accountsOf accounts of the valid receipts of a payment
 * @param layoutKey layout of the file (`fileLayoutOf`)
 */
export const aboutTransactions = (
  lines: readonly MatchedPayment[],
  accountsOf: (payment: number) => readonly string[],
  layoutKey: string,
): ImportProblem[] =>
  lines.flatMap((line) => {
    const { row, transaction, earlier } = line;
    if (transaction === null || earlier === null || earlier.transaction === null) return [];
    const isOtherLayout = earlier.layoutKey !== layoutKey;
    const accounts = accountsOf(earlier.payment);
    const isOtherUnit =
      line.apartmentId !== null && accounts.length > 0 && !accounts.includes(line.apartmentId);
    const daysApart = Math.abs(daysBetween(line.valueDate, earlier.valueDate));
    const isSame =
      line.amount === earlier.amount &&
      // A person may have moved the receipt of an equal line to another unit.
      (isOtherLayout ? daysApart <= MOST_DAYS_APART && !isOtherUnit : daysApart === 0);
    if (isSame) return [];
    const unit = accounts.length === 0 ? '' : ` del inmueble ${accounts.join(', ')}`;
    const message = `La transacción «${shorten(transaction)}» ya está en los libros, con ${formatPesos(earlier.amount)} del ${shortDay(earlier.valueDate)}${unit}, y la fila dice otra cosa. Borre o corrija la fila, o elija «Referencia» para la columna si no identifica cada transacción.`;
    return [{ row, column: null, severity: 'error', code: 'transactionDiffers', message }];
  });
