import { readCsv } from '../../platform/sheets/csv.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { UnitIndex } from '../store/unit-index.ts';
import { readMonthSheet } from './month-sheet.ts';
import type { MonthChoices, MonthSheet, UnitGrounds } from './month-sheet.types.ts';

interface Joint extends Partial<Omit<UnitGrounds, 'units'>> {
  units: readonly string[];
}

const read = (file: SheetFile, { units, ...rest }: Joint, choices: MonthChoices): MonthSheet =>
  readMonthSheet(
    file,
    { concepts: [], begun: false, remembered: [], ...rest, units: new UnitIndex(units) },
    choices,
  );

/** Test helper: reads a CSV text as a month's spreadsheet of charges for a joint made up by the test. */
export const fromCsv = (text: string, joint: Joint, choices: MonthChoices = {}): MonthSheet =>
  read({ sheets: readCsv(Buffer.from(text), 'mes.csv') }, joint, choices);

/** Test helper: reads an XLSX file as a month's spreadsheet of charges for a joint made up by the test. */
export const fromXlsx = async (file: Buffer, joint: Joint, choices: MonthChoices = {}): Promise<MonthSheet> =>
  read({ sheets: await readXlsx(file) }, joint, choices);

/**
 * Test helper: returns the role found for each column of a month's spreadsheet, by header: { Apto: 'unit',
 * Cuota: 'charge fee' }.
 */
export const rolesOf = ({ columns }: MonthSheet) =>
  Object.fromEntries(
    columns.map(({ header, role, nature }) => [header, nature === undefined ? role : `${role} ${nature}`]),
  );

/**
 * Test helper: returns the problems found in a month's spreadsheet as short texts: '3 unitUnknown' is code
 * `unitUnknown` in row 3.
 */
export const codesOf = ({ problems }: MonthSheet) => problems.map(({ row, code }) => `${row ?? '-'} ${code}`);

/**
 * Test helper: returns the charges read from a month's spreadsheet in short form, amounts in centavos:
 * ['101', 'Cuota 12000000'].
 */
export const shortRows = ({ rows }: MonthSheet) =>
  rows.map(({ apartmentId, charges }) => [
    apartmentId,
    ...charges.map(({ concept, amount }) => `${concept.name} ${amount}`),
  ]);
