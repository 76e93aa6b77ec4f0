import { type MonthTold, monthTold } from '../../../shared/billing/month-in-text.ts';
import { type Month, monthOf, monthWords } from '../../../shared/days.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import { about } from './month-columns.ts';

/** A month that a file names, and where. */
export interface MonthSaid {
  year: number;
  month: number;
  words: Month;
  where: string;
}

/** What names a day and not the month that is charged. */
const OTHER_MONTH = /\b(vence|vencimiento|limite|oportuno|plazo|corte|elaborad|impres|fecha|hasta|desde)/;
/** A sentence is no title. */
const LONGEST = 200;

const titlesOf = ({ rows }: Sheet, headerRow: number): string[] =>
  rows
    .filter(({ number }) => number < headerRow)
    .flatMap((row) => row.cells.map((_, column) => cellText(row, column)))
    .filter((text) => text.length <= LONGEST && !OTHER_MONTH.test(plainWords(text)));

/**
 * The months that a file names and that are not the one it is read as: in the titles over its table, in its sheet's name
 * or in its own. A month without its year is only another one where its name is.
 */
export function monthsSaid(
  { sheet, headerRow, fileName }: { sheet: Sheet; headerRow: number; fileName: string },
  read: Month,
): MonthSaid[] {
  const file = fileName.replace(/\.[a-z0-9]+$/i, '');
  const places: [texts: readonly string[], where: string][] = [
    [titlesOf(sheet, headerRow), 'El título'],
    [[file], 'El nombre del archivo'],
    // The sheet of a csv is called as its file is.
    [sheet.name === file ? [] : [sheet.name], `El nombre de la hoja «${sheet.name}»`],
  ];
  const said = places.flatMap(([texts, where]) => {
    const told = texts.flatMap((text) => monthTold(text) ?? []);
    const [first] = told;
    if (first === undefined || told.some((one) => !isSame(one, first))) return [];
    const year = told.find((one) => one.year !== null)?.year ?? Number(read.slice(0, 4));
    const words = monthOf(year, first.month);
    return words === read ? [] : [{ year, month: first.month, words, where }];
  });
  return said.filter(({ words }, index) => said.findIndex((other) => other.words === words) === index);
}

const isSame = (one: MonthTold, other: MonthTold): boolean =>
  one.month === other.month && (one.year === null || other.year === null || one.year === other.year);

/** That a file names another month than the one that it is read as. */
export const aboutSaid = (said: readonly MonthSaid[], read: Month): ImportProblem[] =>
  said.map(({ words, where }) => {
    const message = `${where} dice ${monthWords(words)}, y la planilla se lee como ${monthWords(read)}. Revise el mes: después de emitirlo no se cambia.`;
    return about(null, 'warning', 'monthDiffers', message);
  });
