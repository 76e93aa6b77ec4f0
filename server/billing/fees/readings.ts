import { bareText } from '../../../shared/bare-text.ts';
import { wholeNano } from '../../../shared/coefficient.ts';
import { idText } from '../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';

/** Readings of a sheet, in thousandths by unit, or the first problem as a Spanish sentence. */
type SheetReadings = { readings: Map<string, number> } | { problem: string };

const THOUSANDTH_NANO = 1_000_000;
/** Pattern of a reading with a sign for thousands or for three decimals. */
const DOUBTFUL = /^\d{1,3}[.,]\d{3}$/;

/**
 * Reads the meters of a sheet with the columns 'Inmueble' and 'Lectura' ('Lectura actual'), a row for each unit. Rows without
 * a reading are left out. Units count in any case and spacing.
 * @param units ids of the charged units
 */
export function readingsOf(rows: readonly SheetRow[], units: readonly string[]): SheetReadings {
  const columnIn = (row: SheetRow, names: RegExp) =>
    row.cells.findIndex(({ text }) => names.test(bareText(text).trim()));
  const header = rows.find((row) => columnIn(row, /^(inmueble|unidad|apto|apartamento)$/) >= 0);
  const unitColumn = header === undefined ? -1 : columnIn(header, /^(inmueble|unidad|apto|apartamento)$/);
  const valueColumn = header === undefined ? -1 : columnIn(header, /^lectura( actual)?$/);
  if (header === undefined || valueColumn < 0)
    return { problem: 'La hoja necesita las columnas «Inmueble» y «Lectura».' };
  const keyOf = (id: string) => bareText(id).replace(/\s+/g, '');
  const byKey = new Map(units.map((id) => [keyOf(id), id]));
  const readings = new Map<string, number>();
  for (const row of rows) {
    const [id, cell] = [idText(row, unitColumn), row.cells[valueColumn]];
    const text = cell?.text.trim() ?? '';
    if (row.number <= header.number || (id === '' && text === '') || text === '') continue;
    const unit = byKey.get(keyOf(id));
    const at = `Fila ${row.number}:`;
    if (unit === undefined) return { problem: `${at} «${id}» no es un inmueble de este cobro.` };
    if (readings.has(unit)) return { problem: `${at} ${unit} está dos veces.` };
    if (cell?.number === undefined && DOUBTFUL.test(text))
      return { problem: `${at} «${text}» puede ser miles o decimales. Escriba la lectura como número.` };
    const exact = wholeNano(cell?.number ?? Number(text.replace(',', '.')));
    if (exact === null || exact % THOUSANDTH_NANO !== 0)
      return { problem: `${at} «${text}» no es una lectura de hasta tres decimales.` };
    readings.set(unit, exact / THOUSANDTH_NANO);
  }
  return readings.size === 0 ? { problem: 'La hoja no tiene lecturas.' } : { readings };
}
