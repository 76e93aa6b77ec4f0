import { readCsv } from '../../platform/sheets/csv.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { readMonthSheet } from './month-sheet.ts';
import type { Asked, MonthSheet, UnitGrounds } from './month-sheet.types.ts';
import { UnitIndex } from './unit-index.ts';

interface Joint extends Partial<Omit<UnitGrounds, 'units'>> {
  units: readonly string[];
}

const read = (file: SheetFile, { units, ...rest }: Joint, asked: Asked): MonthSheet =>
  readMonthSheet(
    file,
    { concepts: [], begun: false, remembered: [], ...rest, units: new UnitIndex(units) },
    asked,
  );

/** For tests: a csv read as a month of a joint that has these units. */
export const fromCsv = (text: string, joint: Joint, asked: Asked = {}): MonthSheet =>
  read({ sheets: readCsv(Buffer.from(text), 'mes.csv') }, joint, asked);

/** For tests: the same of an xlsx. */
export const fromXlsx = async (file: Buffer, joint: Joint, asked: Asked = {}): Promise<MonthSheet> =>
  read({ sheets: await readXlsx(file) }, joint, asked);

/** For tests: what each column was taken for, by its header. */
export const rolesOf = ({ columns }: MonthSheet) =>
  Object.fromEntries(
    columns.map(({ header, role, nature }) => [header, nature === undefined ? role : `${role} ${nature}`]),
  );

/** For tests: `row code` of every problem. */
export const codesOf = ({ problems }: MonthSheet) => problems.map(({ row, code }) => `${row ?? '-'} ${code}`);

/** For tests: rows in few words. Amounts are centavos. */
export const shortRows = ({ rows }: MonthSheet) =>
  rows.map(({ apartmentId, charges }) => [
    apartmentId,
    ...charges.map(({ concept, amount }) => `${concept.name} ${amount}`),
  ]);
