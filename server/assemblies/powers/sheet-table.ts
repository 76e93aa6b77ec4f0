import type { PowersReport } from '../../../shared/assemblies/powers/powers.api.ts';
import { MAX_INSTRUCTIONS, MAX_POWER_UNITS } from '../../../shared/assemblies/powers/powers.api.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import { cellText, hasControls, idText, repeatsRow } from '../../platform/sheets/cell-text.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { isTowerTitle, type SheetHeader, titleWords } from '../../platform/sheets/mapping/header.ts';
import { fileProblem, inQuotes, UNCALCULATED } from '../../platform/sheets/mapping/problems.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import { type Cell, columnLetter, type SheetFile, type SheetRow } from '../../platform/sheets/sheet.types.ts';

type PowersProblem = PowersReport['problems'][number];

type PowerRole =
  | 'tower'
  | 'units'
  | 'granter'
  | 'granterDocument'
  | 'holder'
  | 'holderDocument'
  | 'instructions';
type Header = SheetHeader<PowerRole>;

/** Power of attorney read from a row of an uploaded sheet, before any check against the roll. */
export interface PowerRow {
  /** Number of the row in the sheet, from 1. */
  row: number;
  /** Tower of the units, in a column of the sheet; '' without. */
  tower: string;
  /** Names of the units of the power, written as in the sheet. */
  units: string[];
  /** Granter of the power; null if not in the sheet: then the owner on the assembly's roll. */
  granter: NamedPerson | null;
  /** Representative: name and document. */
  holder: NamedPerson;
  /** Instructions about the votes; null without instructions. */
  instructions: string | null;
}

/**
 * Result of reading an uploaded sheet of powers of attorney: the rows, and the problems. A problem of level `error`
 * blocks the import.
 */
export interface PowersTable {
  /** Name of the read sheet; null if no sheet has a table. */
  sheet: string | null;
  rows: PowerRow[];
  problems: PowersProblem[];
  /** Header texts of the recognized columns, by meaning. */
  labels: Partial<Record<PowerRole, string>>;
  /** Fate of each filled cell: read, or skipped with a reason. */
  account: PowersReport['account'];
}

const MAX_ID = 60;
const MAX_NAME = 200;
const MAX_DOCUMENT = 40;

const DOCUMENT = /\b(cedula|documento|doc|docto|cc|c c|nit|identificacion|id)\b/;
const HOLDER =
  /\b(apoderad[oa]s?|representantes?|representa|mandatari[oa]s?|recibe|favor|a quien|delegad[oa])\b/;
const GRANTER = /\b(poderdantes?|(co)?propietari[oa]s?|otorgantes?|mandantes?|otorga|titular|duen[oa])\b/;
const UNIT_HEADER =
  /\b(inmuebles?|unidad(es)?|unid|aptos?|apartamentos?|apt|casas?|local(es)?|oficinas?|predios?|interior)\b/;
const INSTRUCTIONS = /\b(instruccion(es)?|sentido|observacion(es)?)\b/;

/** Titles of the parts of a person, below the title of the person in a header of two rows. */
const PART = new RegExp(`^nombres?( y apellidos| completo)?$|${DOCUMENT.source}`);

/** True for an empty cell, or for a title in the lower of two header rows. */
function isSubtitle({ text }: Cell): boolean {
  const words = titleWords(text);
  const patterns = [PART, HOLDER, GRANTER, UNIT_HEADER, INSTRUCTIONS];
  return (
    text.trim() === '' ||
    (!/\d/.test(words) && (isTowerTitle(words) || patterns.some((one) => one.test(words))))
  );
}

/** Words of a title; 'Inmuebles que representa' is 'inmuebles', not a holder. */
const plainTitle = (label: string): string =>
  titleWords(label).replace(/^(\w+) (?:que )?represent(?:an?|ad[oa]s?)$/, (whole, first: string) =>
    UNIT_HEADER.test(first) ? first : whole,
  );

const HEADER_MISSING =
  'No se encontró el encabezado. Se necesita una fila con una columna «Inmueble» y otra «Apoderado» (quien recibe el poder); también se leen «Propietario», «Documento» de cada uno e «Instrucciones».';

/** Description of the sheet of powers for the reader of tables: a row per power, with units and holder. */
const powersSheet = defineSheet<PowerRole>({
  roles: {
    tower: 'torre o bloque del inmueble',
    units: 'inmueble',
    granter: 'quien da el poder',
    granterDocument: 'documento de quien da el poder',
    holder: 'quien recibe el poder',
    holderDocument: 'documento de quien recibe el poder',
    instructions: 'instrucciones',
  },
  required: [['units'], ['holder']],
  searchedRows: 200,
  assign: ({ labels }) => ({ roles: rolesOf(labels.map(plainTitle)) }),
  twoRows: {
    continues: (below) => below.cells.some(({ text }) => text.trim() !== '') && below.cells.every(isSubtitle),
    join: (over, below, { left }) =>
      below === '' ? over : PART.test(titleWords(below)) ? `${left} ${below}` : below,
  },
  texts: {
    sheet: ({ isBesideRead }) =>
      isBesideRead ? 'No es la hoja que se leyó.' : 'No tiene una lista de poderes.',
    unread: () => 'No hace falta.',
  },
});

/**
 * Reads powers of attorney from an uploaded sheet with a row for each. Reports problems by row and column, without
 * a check against the roll (`judgeSheet`). Never throws.
 */
export function readPowersTable({ sheets }: SheetFile): PowersTable {
  const { choose, tablesIn, isWhole, account } = powersSheet;
  const { all, first, withHeader } = choose(tablesIn(sheets, []), [], {});
  const { sheet, header, index } = first;
  if (!isWhole(header)) {
    const problems: PowersProblem[] = [fileProblem('error', 'headerMissing', HEADER_MISSING)];
    return { sheet: null, rows: [], problems, labels: {}, account: account(all, []) };
  }
  const left = new Map<number, string>();
  const problems: PowersProblem[] = [];
  const others = withHeader.filter((other) => other !== index);
  if (others.length > 0) {
    const names = inQuotes(others.map((other) => all[other]?.name ?? ''));
    const message = `El archivo tiene otras listas en ${names}. Póngalas en una sola hoja y cargue el archivo de nuevo.`;
    problems.push(fileProblem('error', 'otherTables', message));
  }
  const titles = sheet.rows.find(({ number }) => number === header.row);
  problems.push(...aboutUnreadTitles(sheet.rows, header));
  const rows = sheet.rows.flatMap((row): PowerRow[] => {
    if (row.number <= header.row) return [];
    const isTitles = titles !== undefined && repeatsRow(row, titles);
    const isBlank = [...header.roles.keys()].every((column) => cellText(row, column) === '');
    const isUnheld = header.all('holder').every((column) => cellText(row, column) === '');
    const isTotal = isUnheld && row.cells.some((_, column) => saysTotal(cellText(row, column)));
    const undone = isTitles || isBlank || isTotal ? null : undoneAt(row, header);
    if (undone !== null) {
      const text = `${header.name(undone)}: ${cellText(row, undone)}`;
      const message = `El poder no se leyó: la fila dice «${text.slice(0, 60)}». Si vale, borre ese texto y cargue el archivo de nuevo.`;
      problems.push({
        row: row.number,
        column: header.name(undone),
        severity: 'warning',
        code: 'powerUndone',
        message,
      });
    } else if (!isTitles && !isBlank && !isTotal) return readRow(row, header, problems);
    const why =
      undone !== null ? 'Dice que el poder no vale.' : isTotal ? 'Es un total.' : 'No dice nada de un poder.';
    left.set(row.number, isTitles ? 'Repite el encabezado.' : why);
    return [];
  });
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    problems.push(fileProblem('error', 'noPowers', 'No hay poderes debajo del encabezado.'));
  }
  const columns = [...header.roles].reverse();
  const labels = Object.fromEntries(columns.map(([column, role]) => [role, header.name(column)]));
  return { sheet: sheet.name, rows, problems, labels, account: account(all, [{ index, header, left }]) };
}

/**
 * Maps columns to meanings by header title. A column of identity documents without a column of names after the former
 * person belongs to the former person. Several columns have units if the titles differ by a number: 'Inmueble 1'.
 */
function rolesOf(titles: readonly string[]): Map<number, PowerRole> {
  const columns = new Map<PowerRole, number>();
  const take = (role: PowerRole, column: number) => {
    if (!columns.has(role)) columns.set(role, column);
  };
  const stem = (title: string) => title.replace(/ ?\d+$/, '');
  const first = titles.find(isUnitTitle) ?? '';
  const more = titles.flatMap((title, column) =>
    /\d$/.test(title) && isUnitTitle(title) && stem(title) === stem(first) ? [column] : [],
  );
  let person: 'granter' | 'holder' | null = null;
  for (const [column, title] of titles.entries()) {
    const named = HOLDER.test(title) ? 'holder' : GRANTER.test(title) ? 'granter' : null;
    if (DOCUMENT.test(title)) {
      const whose = named ?? person ?? (columns.has('granter') ? 'holder' : 'granter');
      take(`${whose}Document`, column);
    } else if (named !== null) {
      take(named, column);
      person = named;
    } else if (isTowerTitle(title)) take('tower', column);
    else if (isUnitTitle(title)) take('units', column);
    else if (INSTRUCTIONS.test(title)) take('instructions', column);
  }
  if (!columns.has('units') && columns.has('tower')) {
    columns.set('units', columns.get('tower') ?? 0);
    columns.delete('tower');
  }
  const roles = new Map([...columns].map(([role, column]) => [column, role]));
  for (const column of more) roles.set(column, 'units');
  return new Map([...roles].sort(([a], [b]) => a - b));
}

const isUnitTitle = (title: string): boolean =>
  UNIT_HEADER.test(title) &&
  !isTowerTitle(title) &&
  ![DOCUMENT, HOLDER, GRANTER].some((other) => other.test(title));

/** Words of a power without force, and headers with 'No' for such a power: 'Entregó poder', 'Vigente'. */
const UNDONE =
  /^(poder )?(revocad|anulad|cancelad|rechazad|vencid|devuelt|retirad)[oa]s?\b|^no (es )?valid[oa]\b/;
const IN_FORCE = /\b((entreg|present|firm|acept)(o|ad[oa])|valid[oa]|vigente|recibid[oa])\b/;

/** Returns the column of a row with words of a power without force; null for a power in force. */
function undoneAt(row: SheetRow, header: Header): number | null {
  const at = header.labels.findIndex((label, column) => {
    const role = header.roles.get(column);
    if (role !== undefined && role !== 'instructions') return false;
    const words = titleWords(cellText(row, column));
    return (
      UNDONE.test(words) || (role === undefined && IN_FORCE.test(titleWords(label)) && /^(no|n)$/.test(words))
    );
  });
  return at === -1 ? null : at;
}

/** Reports filled columns of units and people that are not read: a table beside, or a forgotten column. */
function aboutUnreadTitles(rows: readonly SheetRow[], header: Header): PowersProblem[] {
  const below = rows.filter(({ number }) => number > header.row);
  const read = new Set([...header.roles].map(([column]) => titleWords(header.name(column))));
  const filled = header.labels.flatMap((label, column) => {
    const title = titleWords(label);
    const isNeeded =
      isUnitTitle(title) || ((HOLDER.test(title) || GRANTER.test(title)) && !DOCUMENT.test(title));
    const isFilled = below.some((row) => cellText(row, column) !== '');
    return isNeeded && isFilled && !header.roles.has(column) ? [{ column, label, title }] : [];
  });
  const beside = filled.find(({ title }) => read.has(title));
  if (beside !== undefined) {
    const message = `Hay otra lista al lado, desde la columna ${columnLetter(beside.column)}. Ponga una debajo de la otra y cargue el archivo de nuevo.`;
    return [fileProblem('error', 'tableBeside', message)];
  }
  if (filled.length === 0) return [];
  const names = inQuotes(filled.map(({ label }) => label));
  return [fileProblem('warning', 'columnsIgnored', `No se leyeron estas columnas: ${names}.`)];
}

/** Returns the power in a row of the sheet; for an invalid row, returns no power and adds the problems. */
function readRow(row: SheetRow, header: Header, problems: PowersProblem[]): PowerRow[] {
  const wrong: PowersProblem[] = [];
  const label = (role: PowerRole) => {
    const column = header.first(role);
    return column === undefined ? null : header.name(column);
  };
  const add = (role: PowerRole, code: string, message: string) =>
    wrong.push({ row: row.number, column: label(role), severity: 'error', code, message });
  const textOf = (role: PowerRole, most: number, column = header.first(role)): string => {
    if (column === undefined) return '';
    if (row.cells[column]?.uncalculated === true) {
      add(role, 'uncalculated', UNCALCULATED);
      return '';
    }
    const isId = role !== 'granter' && role !== 'holder' && role !== 'instructions';
    const text = isId ? idText(row, column) : cellText(row, column);
    if (text.length > most) add(role, 'tooLong', `El texto tiene más de ${most} caracteres.`);
    else if (hasControls(text)) add(role, 'invalid', 'El texto contiene caracteres no permitidos.');
    return text;
  };
  const unitsText = header.all('units').map((column) => textOf('units', MAX_ID * MAX_POWER_UNITS, column));
  const tower = textOf('tower', MAX_ID);
  const units = unitsText
    .flatMap((text) => text.split(/[,;]/))
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
  const named = granter.name === '' ? null : granter;
  return [{ row: row.number, tower, units, granter: named, holder, instructions }];
}
