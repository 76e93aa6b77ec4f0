import type { PowersReport } from '../../../shared/assemblies/powers/powers.api.ts';
import { MAX_INSTRUCTIONS, MAX_POWER_UNITS } from '../../../shared/assemblies/powers/powers.api.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import { accountOfSheets } from '../../platform/sheets/account.ts';
import { cellText, hasControls, idText, plainWords, repeatsRow } from '../../platform/sheets/cell-text.ts';
import {
  columnLetter,
  type Sheet,
  type SheetFile,
  type SheetRow,
} from '../../platform/sheets/sheet.types.ts';

type TableProblem = PowersReport['problems'][number];

/** Meanings of the columns in a sheet of powers. */
const roles = ['units', 'granter', 'granterDocument', 'holder', 'holderDocument', 'instructions'] as const;
type Role = (typeof roles)[number];

const roleWords: Record<Role, string> = {
  units: 'inmueble',
  granter: 'quien da el poder',
  granterDocument: 'documento de quien da el poder',
  holder: 'quien recibe el poder',
  holderDocument: 'documento de quien recibe el poder',
  instructions: 'instrucciones',
};

/** Row of the sheet: a single power. */
export interface PowerRow {
  row: number;
  /** As written. */
  units: string[];
  /** Null if not in the sheet: the owner on the roll. */
  granter: NamedPerson | null;
  holder: NamedPerson;
  instructions: string | null;
}

/** Powers read from a sheet, with the problems. A problem of level error blocks the import. */
export interface PowersTable {
  sheet: string | null;
  rows: PowerRow[];
  problems: TableProblem[];
  /** Headers of the columns, by meaning. */
  labels: Partial<Record<Role, string>>;
  account: PowersReport['account'];
}

interface Header {
  row: number;
  columns: Map<Role, number>;
  label: (column: number) => string;
}

const MAX_ID = 60;
const MAX_NAME = 200;
const MAX_DOCUMENT = 40;
/** Rows to search for the header. Titles are shorter, and a file without a header should not be searched to the end. */
const SEARCHED_ROWS = 200;
const MAX_LABEL = 60;

const DOCUMENT = /\b(cedula|documento|doc|docto|cc|c c|nit|identificacion|id)\b/;
const HOLDER = /\b(apoderad[oa]s?|representantes?|mandatari[oa]s?|recibe|favor|delegad[oa])\b/;
const GRANTER = /\b(poderdantes?|(co)?propietari[oa]s?|otorgantes?|mandantes?|otorga|titular|duen[oa])\b/;
const UNITS =
  /\b(inmuebles?|unidad(es)?|unid|aptos?|apartamentos?|apt|casas?|local(es)?|oficinas?|predios?|interior)\b/;
const INSTRUCTIONS = /\b(instruccion(es)?|sentido|observacion(es)?)\b/;

const HEADER_MISSING =
  'No se encontró el encabezado. Se necesita una fila con una columna «Inmueble» y otra «Apoderado» (quien recibe el poder); también se leen «Propietario», «Documento» de cada uno e «Instrucciones».';

/** Reads a sheet of powers, a power per row. Reports problems by row and column. Pure, never throws. */
export function readPowersTable({ sheets }: SheetFile): PowersTable {
  const found = sheets.flatMap((sheet) => {
    const header = findHeader(sheet);
    return header === null ? [] : [{ sheet, header }];
  });
  const [first, ...others] = found;
  if (first === undefined) {
    const account = accountOfSheets(sheets, () => 'No tiene una lista de poderes.');
    const problems = [aboutFile('headerMissing', HEADER_MISSING)];
    return { sheet: null, rows: [], problems, labels: {}, account };
  }
  const { sheet, header } = first;
  const left = new Map<number, string>();
  const problems: TableProblem[] = [];
  if (others.length > 0) {
    const names = others.map((other) => `«${other.sheet.name}»`).join(', ');
    const message = `El archivo tiene otras listas en ${names}. Póngalas en una sola hoja y cargue el archivo de nuevo.`;
    problems.push(aboutFile('otherTables', message));
  }
  const titles = sheet.rows.find(({ number }) => number === header.row);
  const rows = sheet.rows.flatMap((row): PowerRow[] => {
    if (row.number <= header.row) return [];
    const isTitles = titles !== undefined && repeatsRow(row, titles);
    const said = [...header.columns.values()].some((column) => cellText(row, column) !== '');
    if (isTitles || !said) {
      left.set(row.number, isTitles ? 'Repite el encabezado.' : 'No dice nada de un poder.');
      return [];
    }
    return readRow(row, header, problems);
  });
  if (rows.length === 0 && problems.length === 0) {
    problems.push(aboutFile('noPowers', 'No hay poderes debajo del encabezado.'));
  }
  const byColumn = new Map([...header.columns].map(([role, column]) => [column, role]));
  const account = accountOfSheets(sheets, (one) => {
    if (one !== sheet) return 'No es la hoja que se leyó.';
    return {
      headerRow: header.row,
      column: (column) => {
        const role = byColumn.get(column);
        return role === undefined ? { reason: 'No hace falta.' } : { as: roleWords[role] };
      },
      row: ({ number }) => left.get(number) ?? null,
    };
  });
  const labels = Object.fromEntries([...header.columns].map(([role, c]) => [role, header.label(c)]));
  return { sheet: sheet.name, rows, problems, labels, account };
}

function findHeader({ rows }: Sheet): Header | null {
  for (const row of rows.slice(0, SEARCHED_ROWS)) {
    const labels = row.cells.map((_, column) => cellText(row, column));
    const columns = columnsOf(labels.map((label) => (label.length > MAX_LABEL ? '' : plainWords(label))));
    if (columns.has('units') && columns.has('holder')) {
      return { row: row.number, columns, label: (column) => labels[column] || columnLetter(column) };
    }
  }
  return null;
}

/** Maps columns to meanings by title. A document without a name belongs to the person named before. */
function columnsOf(titles: readonly string[]): Map<Role, number> {
  const columns = new Map<Role, number>();
  const take = (role: Role, column: number) => {
    if (!columns.has(role)) columns.set(role, column);
  };
  let person: 'granter' | 'holder' | null = null;
  for (const [column, title] of titles.entries()) {
    const named = HOLDER.test(title) ? 'holder' : GRANTER.test(title) ? 'granter' : null;
    if (DOCUMENT.test(title)) {
      const whose = named ?? person ?? (columns.has('granter') ? 'holder' : 'granter');
      take(`${whose}Document`, column);
    } else if (named !== null) {
      take(named, column);
      person = named;
    } else if (UNITS.test(title)) take('units', column);
    else if (INSTRUCTIONS.test(title)) take('instructions', column);
  }
  return columns;
}

/** Returns the power of a valid row; adds the problems of an invalid row. */
function readRow(row: SheetRow, header: Header, problems: TableProblem[]): PowerRow[] {
  const wrong: TableProblem[] = [];
  const label = (role: Role) => {
    const column = header.columns.get(role);
    return column === undefined ? null : header.label(column);
  };
  const add = (role: Role, code: string, message: string) =>
    wrong.push({ row: row.number, column: label(role), severity: 'error', code, message });
  const textOf = (role: Role, most: number): string => {
    const column = header.columns.get(role);
    if (column === undefined) return '';
    if (row.cells[column]?.uncalculated === true) {
      add(
        role,
        'uncalculated',
        'La celda es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.',
      );
      return '';
    }
    const isId = role === 'granterDocument' || role === 'holderDocument' || role === 'units';
    const text = isId ? idText(row, column) : cellText(row, column);
    if (text.length > most) add(role, 'tooLong', `El texto tiene más de ${most} caracteres.`);
    else if (hasControls(text)) add(role, 'invalid', 'El texto contiene caracteres no permitidos.');
    return text;
  };
  const unitsText = textOf('units', MAX_ID * MAX_POWER_UNITS);
  const units = unitsText
    .split(/[,;]/)
    .map((unit) => unit.trim())
    .filter((unit) => unit !== '');
  if (units.length === 0) add('units', 'unitMissing', 'Falta el inmueble.');
  if (units.length > MAX_POWER_UNITS)
    add(
      'units',
      'unitsTooMany',
      `Un poder es para ${MAX_POWER_UNITS} inmuebles a lo más. Repártalo en varias filas.`,
    );
  const holder = {
    name: textOf('holder', MAX_NAME),
    document: textOf('holderDocument', MAX_DOCUMENT) || null,
  };
  if (holder.name === '') add('holder', 'holderMissing', 'Falta el nombre de quien recibe el poder.');
  const granter = {
    name: textOf('granter', MAX_NAME),
    document: textOf('granterDocument', MAX_DOCUMENT) || null,
  };
  const instructions = textOf('instructions', MAX_INSTRUCTIONS) || null;
  problems.push(...wrong);
  if (wrong.length > 0) return [];
  return [{ row: row.number, units, granter: granter.name === '' ? null : granter, holder, instructions }];
}

const aboutFile = (code: string, message: string): TableProblem => ({
  row: null,
  column: null,
  severity: 'error',
  code,
  message,
});
