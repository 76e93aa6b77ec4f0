import { wholeNano } from '../../../shared/coefficient.ts';
import { type Month, monthNames } from '../../../shared/days.ts';
import { cellText, idText } from '../../platform/sheets/cell-text.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { isTowerTitle, titleWords } from '../../platform/sheets/mapping/header.ts';
import { inQuotes, UNCALCULATED } from '../../platform/sheets/mapping/problems.ts';
import { headerTest, saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import { UnitIndex } from '../store/unit-index.ts';

/** Readings of a sheet, in thousandths by unit, or the first problem as a Spanish sentence. */
type SheetReadings = { readings: Map<string, number> } | { problem: string };
type Role = 'unit' | 'tower' | 'reading';

const THOUSANDTH_NANO = 1_000_000;
/** Pattern of a reading with a sign for thousands or for three decimals. */
const DOUBTFUL = /^\d{1,3}[.,]\d{3}$/;
const UNIT = /\b(inmueble|unidad|apto|apt|apartamento|casa|local|oficina|predio|vivienda)\b/;
const READING = /^(?!.*\b(fecha|dia|ant|anterior|previa|inicial|pasada)\b).*\blec(t|turas?)?\b/;
const NOW = /^lec(t|turas?)?( (m3|kwh?))?$|\b(act|actual|nueva|final)\b/;
/** Titles in the lower of two header rows. */
const LOWER = /^(anterior|ant|actual|act)$/;

/** Columns of a sheet of readings for a month: 'Lectura actual', 'Lectura mayo', or the only readings. */
const readingsSheet = (month: Month) =>
  defineSheet<Role>({
    required: [['unit', 'tower'], ['reading']],
    searchedRows: 200,
    assign: ({ labels }) => {
      const words = labels.map(titleWords);
      const those = (is: (title: string) => boolean) =>
        [...words.entries()].flatMap(([column, title]) => (is(title) ? [column] : []));
      const readings = those((title) => READING.test(title));
      const ofMonth = (title: string) => isOf(title, nameOf(month));
      const better = [ofMonth, (title: string) => NOW.test(title)].map((is) =>
        readings.filter((at) => is(words[at] ?? '')),
      );
      const columns: Record<Role, number[]> = {
        tower: those(isTowerTitle).slice(0, 1),
        unit: those((title) => UNIT.test(title) && !READING.test(title)).slice(0, 1),
        reading: better.find(({ length }) => length > 0) ?? readings,
      };
      const roles = (['tower', 'unit', 'reading'] as const).flatMap((role) =>
        columns[role].map((column) => [column, role] as const),
      );
      return { roles: new Map(roles) };
    },
    twoRows: {
      continues: ({ cells }) => cells.some(({ text }) => LOWER.test(titleWords(text))),
      join: (over, below, { left }) => (LOWER.test(titleWords(below)) ? `${left} ${below}` : below || over),
    },
    texts: { sheet: () => '', unread: () => '' },
  });

const months = monthNames.map((name) => name.toLowerCase());
const nameOf = (month: Month): string => months[Number(month.slice(5)) - 1] ?? '';
/** True if a title has the name of a month, also shortened: 'lectura mar'. */
const isOf = (title: string, name: string): boolean =>
  title.split(' ').some((word) => word.length > 2 && name.startsWith(word));

/**
 * Reads the meters of a sheet with the columns 'Inmueble' and 'Lectura' ('Lectura actual'), a row for each unit. Leaves
 * out totals and rows without a reading.
 * @param units ids of the charged units
 */
export function readingsOf(sheets: readonly Sheet[], units: readonly string[], month: Month): SheetReadings {
  const { choose, isWhole, tablesIn } = readingsSheet(month);
  const { first, withHeader, all } = choose(tablesIn(sheets, []), [], {});
  const { header, sheet } = first;
  if (!isWhole(header)) return { problem: 'La hoja necesita las columnas «Inmueble» y «Lectura».' };
  const [column = -1, ...others] = header.all('reading');
  const names = inQuotes([column, ...others].map((at) => header.name(at)));
  if (others.length > 0)
    return { problem: `Hay varias lecturas: ${names}. Deje solo la columna de este cobro.` };
  const title = titleWords(header.name(column));
  if (!isOf(title, nameOf(month)) && months.some((name) => isOf(title, name)))
    return { problem: `La columna ${names} es de otro mes. Se espera la lectura de ${nameOf(month)}.` };
  if (withHeader.length > 1) {
    const tables = inQuotes(withHeader.map((index) => all[index]?.name ?? ''));
    return { problem: `Hay lecturas en ${tables}. Deje una sola tabla y suba el archivo de nuevo.` };
  }
  const index = new UnitIndex(units);
  const isHeader = headerTest(sheet, header.row);
  const [unitColumn, towerColumn] = [header.first('unit'), header.first('tower')];
  const readings = new Map<string, number>();
  for (const row of sheet.rows) {
    const cell = row.cells[column];
    const [id, tower] = [unitColumn, towerColumn].map((at) => (at === undefined ? '' : idText(row, at)));
    const whole = [tower, id].filter(Boolean).join('-');
    const text = cellText(row, column).replace(/ ?(m3|m³|kwh?)\.?$/i, '');
    const isEmpty = text === '' && cell?.uncalculated !== true;
    const isTotal = row.cells.some((_, at) => saysTotal(cellText(row, at)));
    if (row.number <= header.row || isEmpty || isTotal || isHeader(row)) continue;
    const unit = (index.find(whole) ?? index.find(id ?? ''))?.apartmentId;
    const at = `Fila ${row.number}:`;
    if (cell?.uncalculated === true) return { problem: `${at} ${UNCALCULATED}` };
    if (unit === undefined) return { problem: `${at} «${whole}» no es un inmueble de este cobro.` };
    if (readings.has(unit)) return { problem: `${at} ${unit} está dos veces.` };
    if (cell?.number === undefined && DOUBTFUL.test(text))
      return { problem: `${at} «${text}» puede ser miles o decimales. Escriba la lectura como número.` };
    const isGrouped = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(text);
    const typed = Number((isGrouped ? text.replaceAll('.', '') : text).replace(',', '.'));
    const exact = wholeNano(cell?.number ?? typed);
    if (exact === null || exact % THOUSANDTH_NANO !== 0)
      return { problem: `${at} «${text}» no es una lectura de hasta tres decimales.` };
    readings.set(unit, exact / THOUSANDTH_NANO);
  }
  return readings.size === 0 ? { problem: 'La hoja no tiene lecturas.' } : { readings };
}
