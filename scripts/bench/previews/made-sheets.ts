/**
 * Generated spreadsheets to measure previews: units, charges of a month and payments of one joint, as CSV and as
 * Excel file.
 */
import ExcelJS from 'exceljs';

export const sheetKinds = ['units', 'month', 'payments'] as const;
export type SheetKind = (typeof sheetKinds)[number];

export interface MadeSheet {
  kind: SheetKind;
  name: string;
  rows: number;
  bytes: Buffer;
}

type Value = string | number;

const unitOf = (i: number): string => `T${1 + (i % 20)}-${1001 + Math.floor(i / 20)}`;

/** Row of a unit. In the second table, every tenth owner and every fifteenth coefficient differ from the first. */
const unitRow = (i: number, isFirst: boolean): Value[] => [
  unitOf(i),
  `PROPIETARIA DE NOMBRE ${isFirst || i % 10 > 0 ? 'CORRIENTE' : 'NUEVO'} ${i}`,
  isFirst || i % 15 > 0 ? 4 : 5,
  `${50_000_000 + i}`,
];

/** Row of a month: charges of 280.000 pesos and more in five concepts, and arrears for every fourth unit. */
const monthRow = (i: number): Value[] => [
  unitOf(i),
  i % 4 === 0 ? 300_000 + i : 0,
  280_000 + i,
  i % 3 === 0 ? 90_000 : 0,
  i % 7 === 0 ? 45_000 : 0,
];

/**
 * Row of a payment. Every second payment names the unit; of the others, the text or the payer's name identifies the
 * unit, or no field does.
 */
const paymentRow = (i: number): Value[] => [
  `${String(1 + (i % 28)).padStart(2, '0')}/01/2026`,
  i % 2 === 0 ? unitOf(i) : '',
  280_000 + i,
  ['', `PAGO APTO ${unitOf(i)}`, `TRANSFERENCIA PROPIETARIA DE NOMBRE CORRIENTE ${i}`, 'CONSIGNACION'][
    i % 4
  ] ?? '',
];

const tables: Record<SheetKind, { header: string[]; row: (i: number, isFirst: boolean) => Value[] }> = {
  units: { header: ['Inmueble', 'Propietario', 'Coeficiente', 'Documento'], row: unitRow },
  month: {
    header: ['Inmueble', 'Saldo anterior', 'Administración', 'Parqueadero', 'Multa'],
    row: monthRow,
  },
  payments: { header: ['Fecha', 'Inmueble', 'Valor', 'Referencia'], row: paymentRow },
};

/**
 * Writes a generated spreadsheet to a file.
 * @param isFirst true for the initial table of the joint
 */
export async function makeSheet(
  kind: SheetKind,
  format: 'csv' | 'xlsx',
  rows: number,
  isFirst = false,
): Promise<MadeSheet> {
  const { header, row } = tables[kind];
  const all = [header, ...Array.from({ length: rows }, (_, i) => row(i, isFirst))];
  const name = `${kind}.${format}`;
  if (format === 'csv') {
    return { kind, name, rows, bytes: Buffer.from(all.map((cells) => cells.join(';')).join('\n')) };
  }
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Hoja1').addRows(all);
  return { kind, name, rows, bytes: Buffer.from(await book.xlsx.writeBuffer()) };
}
