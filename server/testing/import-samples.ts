/** Valid import files, to break at random in tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankFile } from '../billing/bank-files/bank-file.fixture.ts';
import { workbook, workbookOf } from '../platform/sheets/sheets.fixture.ts';
import { brokenBankFile, brokenText, brokenWorkbook, type Chance } from './broken-files.ts';

/** Ids of the units in the test joints with billing. */
export const UNITS = ['101', '102', '103', '1-104'];

/** Kinds of uploaded files in the tests of imports. */
export const kinds = ['units', 'sector', 'participants', 'payments', 'month'] as const;
export type Kind = (typeof kinds)[number];

export interface Sample {
  name: string;
  kind: Kind;
  content: Buffer;
  broken: (file: Buffer, chance: Chance) => Buffer | Promise<Buffer>;
}

const isBook = (name: string): boolean => name.endsWith('.xlsx');
const sample = (name: string, kind: Kind, content: Buffer): Sample => {
  return { name, kind, content, broken: isBook(name) ? brokenWorkbook : brokenText };
};

/**
 * Returns a valid uploaded file of each kind (units, payments …) and format. Tests damage the files at
 * random.
 */
export async function madeUp(): Promise<Sample[]> {
  const units = [
    ['Inmueble', 'Propietario', 'Documento', 'Coeficiente', 'Tipo', 'Inmueble principal'],
    ...UNITS.map((unit, i) => [unit, `DUEÑO ${i}`, `52.000.00${i}`, 20, 'vivienda', '']),
    ['PARQ 9', 'OTRO', '', 20, 'parqueadero', '101'],
  ];
  const participants = [
    ['Id', 'Nombre'],
    ['1001', 'Ana Pérez'],
    ['1002', 'Luis Ñáñez'],
  ];
  const month = [
    ['Apto', 'Saldo anterior', 'Pago', 'Administración', 'Multa', 'Total'],
    ...UNITS.map((unit, i) => [unit, 0, 0, 50_000 + i, i, 50_000 + 2 * i]),
  ];
  const payments = [
    ['Fecha', 'Inmueble', 'Valor', 'Referencia'],
    ...UNITS.map((unit, i) => ['2026-05-10', unit, 10_000 + i, `R${i}`]),
  ];
  const text = (rows: (string | number)[][]) => Buffer.from(rows.map((row) => `${row.join(';')}\n`).join(''));
  const dated = workbook((book) => {
    const sheet = book.addWorksheet('Mayo');
    for (const row of payments) sheet.addRow(row);
    sheet.getCell('A2').value = new Date('2026-05-10T00:00:00Z');
    sheet.getCell('C2').value = { formula: '1+1', result: 10_000 };
    sheet.getCell('D3').value = { richText: [{ text: 'R' }, { text: '1', font: { bold: true } }] };
    sheet.mergeCells('F1:G3');
  });
  const bank = bankFile({
    date: '20260510',
    batches: [[{ reference: '101', amount: 60_000.25 }], [{ reference: 'JUAN PEREZ', amount: 5_000 }]],
  });
  return [
    sample('unidades.xlsx', 'units', await workbookOf(units)),
    sample('unidades.csv', 'units', text(units)),
    sample('torre.xlsx', 'sector', await workbookOf(units)),
    sample('torre.csv', 'sector', text(units)),
    sample('participantes.xlsx', 'participants', await workbookOf(participants)),
    sample('participantes.csv', 'participants', text(participants)),
    sample('mes.xlsx', 'month', await workbookOf(month)),
    sample('mes.csv', 'month', text(month)),
    sample('pagos.xlsx', 'payments', await dated),
    sample('pagos.csv', 'payments', text(payments)),
    { name: 'banco.txt', kind: 'payments', content: bank, broken: brokenBankFile },
  ];
}

/**
 * Returns uploaded files with valid rows and a single invalid row. An import must store no row of the file.
 */
export function withOneBadRow(): Sample[] {
  const text = (rows: string[]) => Buffer.from(`${rows.join('\n')}\n`);
  return [
    sample('unidad-mala.csv', 'units', text(['Inmueble;Propietario;Coeficiente', '901;ANA;50', '902;EVA;x'])),
    sample('torre-mala.csv', 'sector', text(['Inmueble;Propietario;Coeficiente', '901;ANA;50', ';EVA;50'])),
    sample('participante-malo.csv', 'participants', text(['Id;Nombre', '2001;Ana', '2002;', ';Eva'])),
    sample(
      'pago-malo.csv',
      'payments',
      text(['Fecha;Inmueble;Valor', '2026-05-11;101;500', '2026-05-11;102;x']),
    ),
    sample('mes-malo.csv', 'month', text(['Apto;Administración', '101;50000', '102;x'])),
  ];
}

/**
 * Returns uploaded files of real joints; empty if the folder of the files is missing. Tests damage the
 * files at random.
 */
export function realOnes(): Sample[] {
  const folder = join(import.meta.dirname, '../../../shared/data');
  const of = (name: string, kind: Kind): Sample[] => {
    const file = join(folder, name);
    return existsSync(file) ? [sample(name, kind, readFileSync(file))] : [];
  };
  const tables = join(folder, 'coeficientes');
  const units = existsSync(tables) ? readdirSync(tables) : [];
  return [
    ...units.flatMap((name) => of(join('coeficientes', name), 'units')),
    ...of('cobros/garibaldi-407_2026-05.csv', 'month'),
    ...of('cobros/quotas.csv', 'payments'),
    ...of('cobros/fracoes.csv', 'units'),
  ];
}
