import { readCsv } from '../../platform/sheets/csv.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { readMonthSheet } from './month-sheet.ts';
import type { MonthChoices, MonthSheet, UnitGrounds } from './month-sheet.types.ts';
import { UnitIndex } from './unit-index.ts';

interface Joint extends Partial<Omit<UnitGrounds, 'units'>> {
  units: readonly string[];
}

const read = (file: SheetFile, { units, ...rest }: Joint, choices: MonthChoices): MonthSheet =>
  readMonthSheet(
    file,
    { concepts: [], begun: false, remembered: [], ...rest, units: new UnitIndex(units) },
    choices,
  );

/** Test helper: reads a CSV text as a month of a joint. */
export const fromCsv = (text: string, joint: Joint, choices: MonthChoices = {}): MonthSheet =>
  read({ sheets: readCsv(Buffer.from(text), 'mes.csv') }, joint, choices);

/** Test helper: reads an XLSX file as a month of a joint. */
export const fromXlsx = async (file: Buffer, joint: Joint, choices: MonthChoices = {}): Promise<MonthSheet> =>
  read({ sheets: await readXlsx(file) }, joint, choices);

/** Returns the role of each column of a month's sheet, by header. */
export const rolesOf = ({ columns }: MonthSheet) =>
  Object.fromEntries(
    columns.map(({ header, role, nature }) => [header, nature === undefined ? role : `${role} ${nature}`]),
  );

/** Returns the row and code of every problem as short text: '3 unitUnknown'. */
export const codesOf = ({ problems }: MonthSheet) => problems.map(({ row, code }) => `${row ?? '-'} ${code}`);

/** Returns the rows of a month's sheet in short form, amounts in centavos. */
export const shortRows = ({ rows }: MonthSheet) =>
  rows.map(({ apartmentId, charges }) => [
    apartmentId,
    ...charges.map(({ concept, amount }) => `${concept.name} ${amount}`),
  ]);
