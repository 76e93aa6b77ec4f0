import type { PaymentFileReport } from '../../../shared/billing/payments.api.ts';
import { dayInBogota, shortDay } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { fileProblem, someRows } from '../../platform/sheets/mapping/problems.ts';
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
  if (found.length === 0 || answer === 'other') return { problems: [], asks: [] };
  const sure = found.filter(({ isSure }) => isSure || answer === 'same');
  const open = found.filter((one) => !sure.includes(one));
  const problems: ImportProblem[] = [];
  if (sure.length > 0) {
    const message = `Ya se importaron con ${filesOf(sure)} y no se repiten: ${rowsTold(sure)}.`;
    problems.push(fileProblem('warning', 'movementsKnown', message));
  }
  if (open.length > 0) {
    const message = `Tienen el día y el valor de pagos que ya se importaron con ${filesOf(open)}: ${rowsTold(open)}. Diga si son los mismos.`;
    problems.push(fileProblem('error', 'movementsAlike', message));
  }
  if (answer !== undefined) return { problems, asks: [] };
  const text =
    open.length > 0
      ? `${counted(open.length)} del archivo con el día y el valor de pagos ya importados con ${filesOf(open)}.`
      : `${counted(sure.length)} del archivo con pagos que ya se importaron con ${filesOf(sure)}. No se repiten, salvo que usted diga que son otros.`;
  const choices = [
    ...(open.length > 0 ? [{ label: 'Son los mismos: no repetirlos', alike: 'same' as const }] : []),
    { label: 'Son otros pagos: importarlos', alike: 'other' as const },
  ];
  return { problems, asks: [{ code: 'movementsAlike', title: '¿Son los mismos pagos?', text, choices }] };
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

/**
 * Builds an error for each line with the id of a transaction at a gateway in the books with another amount: the
 * line is not imported, since an id is posted once.
 */
export const aboutTransactions = (lines: readonly MatchedPayment[]): ImportProblem[] =>
  lines.flatMap(({ row, transaction, amount, earlier }) => {
    if (transaction === null || earlier === null || earlier.amount === amount) return [];
    const message = `La transacción «${transaction}» ya está en los libros por ${formatPesos(earlier.amount)}, y la fila dice ${formatPesos(amount)}. Corrija la fila, o elija «Referencia» para la columna si no identifica cada transacción.`;
    return [{ row, column: null, severity: 'error', code: 'transactionDiffers', message }];
  });
