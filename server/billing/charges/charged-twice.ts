import { sumMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { about } from './column-problems.ts';
import { chargedKey, conceptKey, isFeeOfMonth } from './column-words.ts';
import type { RowRead } from './month-rows.ts';
import type { ColumnFound } from './month-sheet.types.ts';

/** Two rows may agree by chance: everybody owing one month of the same fee is rare, but a joint of two is not. */
const FEWEST = 3;
/** 'Nearly all': in real sheets a row in ten has an adjustment that no column shows. */
const NEARLY_ALL = 0.9;
/** Less than a peso, in centavos: a sheet that rounds its balance, or cuts it, says the same. */
const A_PESO = 100;

/**
 * A balance that may be of after the month's charges and payments, which was taken for one of before: read so, it would
 * be charged twice. An error until somebody says by hand what the column is. The header's own words ('saldo anterior')
 * say it too, and so does a total column that agrees with the balance being of before.
 */
export function aboutAfterBalance(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
): ImportProblem[] {
  return columns.flatMap((column) => {
    const { role, byHand, inFavour, header } = column;
    if ((role !== 'opening' && role !== 'balance') || byHand || inFavour === true) return [];
    if (/anterior|inicial|previo|\bant\b/i.test(header)) return [];
    const rows = reads.map((read) => figuresOf(read, column)).filter(({ isEmpty }) => !isEmpty);
    const after = Math.max(
      rows.filter(({ balance, moved }) => isSame(balance, moved)).length,
      // Some write what is owed with a minus.
      rows.filter(({ balance, moved }) => isSame(balance, -moved)).length,
    );
    const charged = rows.filter(({ charges, balance }) => charges !== 0 && balance !== 0).length;
    const isAfter = after >= FEWEST && charged > 0 && after >= rows.length * NEARLY_ALL;
    if (!isAfter && !(role === 'opening' && charged > 0 && standsBehind(column, columns))) return [];
    const proven = rows.filter(({ totals, sum }) => totals.some((total) => isSame(total, sum))).length;
    if (proven >= rows.length * NEARLY_ALL) return [];
    const before = role === 'opening' ? 'Saldo inicial (capital)' : 'Saldo anterior (verificar)';
    const why = isAfter
      ? `es igual a los cobros menos los pagos en ${after} de ${rows.length} filas: parece el saldo después de ellos, y`
      : 'está después de los cobros y puede ser lo que queda debiendo con ellos, o lo que aún no se ha cobrado:';
    const message = `«${header}» ${why} leído como saldo anterior se cobraría dos veces. Asigne la columna como «Total (verificar)»; si de verdad es lo que se debía antes, como «${before}».`;
    return [about(header, 'error', 'balanceAfter', message)];
  });
}

/** 'Saldo' to the right of all charges, whose words say no more: of before them as often as of after them. */
function standsBehind({ column, header }: ColumnFound, columns: readonly ColumnFound[]): boolean {
  const isBare = /^(saldo|sdo)s?\b(?!.*\b(en )?(mora|vencid|atrasad|capital|deuda))/.test(plainWords(header));
  const charged = columns.filter(({ role }) => role === 'charge');
  return isBare && charged.every((charge) => charge.column < column);
}

function figuresOf(read: RowRead, { column }: ColumnFound) {
  const balance = read.amounts.get(column) ?? 0;
  const charges = sumMoney(read.charges.map(({ amount }) => amount));
  const moved = charges - read.payment;
  return {
    ...{ balance, charges, moved, sum: balance + moved + read.leftOut },
    totals: read.totals.map(({ amount }) => amount),
    isEmpty: balance === 0 && charges === 0 && read.payment === 0,
  };
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < A_PESO;

/**
 * A column taken for a charge that is the sum of the others, with the balance and the payment or without them, in nearly
 * all rows ('NETO', 'CUENTA DE COBRO'): charged beside them it would bill everything twice. An error until somebody says
 * by hand what the column is. The sum of one other column alone may be a second charge of the same amount.
 */
export function aboutSumColumn(reads: readonly RowRead[], columns: readonly ColumnFound[]): ImportProblem[] {
  const summed = new Set([
    'charge',
    'credit',
    'opening',
    'openingInterest',
    'balance',
    'payment',
    'interest',
  ]);
  const parts = columns.filter(({ role }) => summed.has(role));
  return columns.flatMap(({ column, role, byHand, header, unknown }) => {
    if ((role !== 'charge' && !unknown) || byHand) return [];
    const others = parts.filter((one) => one.column !== column);
    const rows = reads.flatMap((read) => {
      const amount = read.amounts.get(column) ?? 0;
      const filled = others.filter((one) => (read.amounts.get(one.column) ?? 0) !== 0).length;
      return amount === 0 && filled === 0 ? [] : [{ read, amount, filled }];
    });
    const isSum = ({ read, amount }: (typeof rows)[number]) => {
      const charged = sumMoney(read.charges.map((one) => one.amount)) - (unknown ? 0 : amount);
      const before = sumMoney(read.openings.map((one) => one.amount)) + (read.balance?.amount ?? 0);
      const sums = [charged, charged + before, charged + before - read.payment, charged + read.interest];
      return sums.some((sum) => isSame(sum, amount));
    };
    const agreeing = rows.filter(isSum);
    if (agreeing.length < FEWEST || agreeing.length < rows.length * NEARLY_ALL) return [];
    if (!agreeing.some(({ amount, filled }) => amount !== 0 && filled > 1)) return [];
    const message = `«${header}» es la suma de las otras columnas en ${agreeing.length} de ${rows.length} filas: cobrada como otro concepto, todo se cobraría dos veces. Asígnela como «Total (verificar)»; si de verdad es otro cobro, dígalo.`;
    return [about(header, 'error', 'sumDoubtful', message)];
  });
}

/**
 * Charges whose headers name the same thing twice ('Cuota 2025' and 'Cuota 2026', 'Vr admon' and 'Admon redondeada'), both
 * with amounts in a row: one of them may be what it was, or how it was reckoned. An error for each until somebody says by
 * hand which are charged, unless the sheet's own total counts all of them in nearly all rows.
 */
export function aboutSameCharges(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
): ImportProblem[] {
  const charges = columns.filter(
    ({ role, conceptOfRow, header }) => role === 'charge' && !conceptOfRow && !isFeeOfMonth(header),
  );
  const groups = new Map<string, ColumnFound[]>();
  for (const column of charges) {
    const key = chargedKey(column.header);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const amountIn = (read: RowRead, { column }: ColumnFound) => read.amounts.get(column) ?? 0;
  return [...groups.values()].flatMap((group) => {
    const isDouble = (read: RowRead) => group.filter((column) => amountIn(read, column) !== 0).length > 1;
    const doubled = reads.filter(isDouble);
    const names = new Set(group.map(({ header }) => conceptKey(header)));
    if (doubled.length === 0 || names.size < 2) return [];
    const proven = doubled.filter((read) => {
      const { sum, totals } = rowSums(read);
      return totals.some((total) => sum.some((one) => isSame(one, total)));
    });
    if (proven.length >= doubled.length * NEARLY_ALL) return [];
    const list = new Intl.ListFormat('es').format(group.map(({ header }) => `«${header}»`));
    const message = `${list} parecen el mismo cobro, y se cobran todas en ${doubled.length} filas. Diga cuáles se cobran este mes.`;
    return group.flatMap(({ header, byHand }) =>
      byHand ? [] : [about(header, 'error', 'chargesSame', message)],
    );
  });
}

/** Sums that the total of a row may have: its charges, with what was owed before, less the payment. */
function rowSums({ charges: rows, openings, balance, payment, interest, leftOut, totals }: RowRead) {
  const charges = sumMoney(rows.map(({ amount }) => amount)) + interest;
  const before = sumMoney(openings.map(({ amount }) => amount)) + (balance?.amount ?? 0);
  const due = charges + before - payment;
  return { sum: [charges, due, due + leftOut], totals: totals.map(({ amount }) => amount) };
}
