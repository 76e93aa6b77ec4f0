import type { ColumnRole } from '../../../shared/billing/drafts.api.ts';
import type { ColumnFate } from '../../platform/sheets/account.ts';
import type { Meaning } from './column-words.ts';
import type { ColumnFound } from './month-sheet.types.ts';
import type { MonthTable } from './month-table.ts';
import { isComparedName } from './owner-names.ts';

/**
 * Describes a table of a month's spreadsheet for the report on every cell, shown to the user: each row and
 * column was read, or left out with a reason.
 * @param table table with header row and column roles
 * @param left rows left out. Key: number of the row. Value: Spanish reason
 * @param wrong numbers of the rows with an error, so not stored
 */
export const accounted = (
  { index, header, columns }: MonthTable,
  left: ReadonlyMap<number, string>,
  wrong: readonly number[],
) => ({
  index,
  header,
  left: new Map([...left, ...wrong.map((row) => [row, 'Tiene errores: vea los problemas.'] as const)]),
  fate: (column: number) => fateOf(columns[column]),
});

const roleWords: Readonly<Record<Exclude<ColumnRole, 'charge' | 'credit' | 'ignore'>, string>> = {
  unit: 'el inmueble',
  tower: 'la torre del inmueble',
  discount: 'descuento que da el sistema, para verificar',
  opening: 'saldo inicial',
  openingInterest: 'intereses iniciales',
  interest: 'intereses de mora del mes',
  concept: 'el concepto de cada fila',
  dueDate: 'el vencimiento de cada fila',
  payment: 'pago recibido',
  paidOn: 'la fecha del pago',
  balance: 'saldo anterior, para verificar',
  total: 'total, para verificar',
};

function fateOf(found: ColumnFound | undefined): ColumnFate & { header?: string } {
  if (found === undefined) return { reason: 'Está fuera de la tabla.' };
  const { role, concept, header } = found;
  if (isComparedName(found)) return { as: 'nombre, para comparar', header };
  if (found.isDueDay) return { as: 'fecha límite de las cuentas', header };
  if (role === 'ignore') return { reason: whyNotRead(found), header };
  if (role === 'credit') return { as: `valor a favor, «${concept ?? header}»`, header };
  if (role === 'charge') {
    return {
      as: found.conceptOfRow ? 'cobro del concepto de la fila' : `cobro «${concept ?? header}»`,
      header,
    };
  }
  return { as: roleWords[role], header };
}

/** Spanish reasons for columns not read by default, by meaning of the header. */
const reasons: Partial<Record<Meaning['kind'], string>> = {
  quiet: 'Su título no nombra un cobro, un saldo ni un pago.',
  measure: 'Es una medida y no un valor en pesos.',
  after: 'Puede ser el saldo después de los cobros.',
  aside: 'Su título no nombra un cobro.',
  interest: 'Los intereses de mora los liquida el sistema.',
  total: 'Ya hay otro total.',
  opening: 'Ya hay otro saldo.',
  favour: 'Ya hay otro saldo.',
  payment: 'Ya hay otra columna de pagos.',
  credited: 'Ya hay otra columna de pagos.',
  age: 'Falta decir si es deuda de antes o un cobro.',
  unit: 'Otra columna nombra los inmuebles.',
  tower: 'Otra columna nombra los inmuebles.',
  concept: 'Ya hay otra columna de conceptos.',
  dueDate: 'No hay una columna de conceptos a su lado.',
  paidOn: 'No hay una columna de pagos.',
  discount: 'Falta decir si el descuento ya está concedido.',
  agreement: 'Falta decir si es un cobro o un pago.',
};

function whyNotRead({ chosenNow, remembered, meaning }: ColumnFound): string {
  if (chosenNow) return 'Usted eligió «No usar».';
  if (remembered) return 'Se eligió «No usar» en la planilla anterior.';
  return reasons[meaning ?? 'aside'] ?? 'No trae valores en pesos.';
}
