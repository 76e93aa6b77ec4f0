import type { ParticipantsReport } from '../../shared/events/events.api.ts';
import {
  type ParticipantColumnRole,
  type ParticipantsReading,
  participantColumnWords,
} from '../../shared/events/participants-reading.ts';
import { accountOfSheets } from '../platform/sheets/account.ts';
import { cellText, hasControls, idText, plainWords } from '../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetFile, type SheetRow } from '../platform/sheets/sheet.types.ts';
import { participantKey } from './participant-key.ts';
import {
  findParticipantsHeader,
  isWhole,
  type KnownHeaders,
  likelyListHeader,
  listHeaderByHand,
  type ParticipantsHeader,
  titleKey,
} from './participants-header.ts';

type TableProblem = ParticipantsReport['problems'][number];

/** Row of the list in the sheet. */
interface TableRow {
  /** Index of the sheet in the file. */
  table: number;
  /** Row number of the spreadsheet program. */
  row: number;
  key: string;
  participantId: string;
  name: string;
}

/** Result of reading. Nothing may be imported if a problem is an error. */
export interface ParticipantsTable
  extends Pick<ParticipantsReport, 'sheet' | 'tables' | 'headerRow' | 'columns'> {
  rows: TableRow[];
  problems: TableProblem[];
  /** Account of each cell of the file. */
  account: ParticipantsReport['account'];
}

const MAX_ID = 60;
const MAX_NAME = 200;

/** Input for reading a list. Plain data sent to the worker. */
export interface ParticipantsToRead {
  reading: ParticipantsReading;
  /** Column roles set by hand in earlier files of the event, by header. */
  known: readonly KnownTitle[];
}

/** Column role set by hand. */
export interface KnownTitle {
  header: string;
  role: ParticipantColumnRole;
}

/** Read sheet with the header. */
interface ReadTable {
  index: number;
  sheet: Sheet;
  header: ParticipantsHeader;
}

/**
 * Reads participants from any spreadsheet: finds sheets and headers or takes the choices of a person, joins names in
 * several columns, and names every problem by row and column. Several lists are an error until a person chooses the
 * lists to join. Pure, never throws.
 */
export function readParticipantsTable(
  { sheets }: SheetFile,
  { reading, known }: ParticipantsToRead = { reading: {}, known: [] },
): ParticipantsTable {
  const headers: KnownHeaders = new Map(known.map(({ header, role }) => [header, role]));
  const found = sheets.map((sheet) => findParticipantsHeader(sheet, headers));
  const withList = found.flatMap((header, index) => (header === null ? [] : [index]));
  const asked = sheets.flatMap((_, index) => (reading.tables?.includes(index) ? [index] : []));
  const indices = asked.length > 0 ? asked : [withList[0] ?? 0];
  const problems: TableProblem[] = [];
  const first = firstTable(sheets, indices[0] ?? 0, {
    reading,
    headers,
    found: found[indices[0] ?? 0] ?? null,
  });
  const told = toldOf(sheets, { found, indices, first });
  if (first === null || !isWhole(first.header)) {
    const isByHand = reading.columns !== undefined || reading.headerRow !== undefined;
    const message = isByHand ? COLUMNS_MISSING : HEADER_MISSING;
    const account = accountOfSheets(sheets, () => 'No tiene una lista de participantes.');
    return { ...told, rows: [], problems: [aboutFile('error', 'headerMissing', message)], account };
  }
  // Roles set in the first table also apply to equal headers in the others.
  const said: KnownHeaders =
    reading.columns === undefined
      ? headers
      : new Map([
          ...headers,
          ...[...first.header.roles].map(
            ([column, role]) => [titleKey(first.header.label(column)), role] as const,
          ),
        ]);
  const tables = [first, ...indices.slice(1).flatMap((index) => nextTable(sheets, index, said) ?? [])];
  problems.push(...aboutTables(sheets, { withList, asked, tables }));
  const left = new Map<Sheet, Map<number, string>>();
  const read = tables.flatMap(({ sheet, header, index }) => {
    problems.push(...aboutColumns(sheet, header));
    const ofSheet = new Map<number, string>();
    left.set(sheet, ofSheet);
    return readRows(sheet, header, problems, ofSheet).map((row) => ({ ...row, table: index }));
  });
  const repeated = repeatedIds(read, first.header);
  problems.push(...repeated.problems);
  const rows = read.filter((row) => !repeated.rows.has(row));
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    problems.push(aboutFile('error', 'noParticipants', 'No hay participantes debajo del encabezado.'));
  }
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { ...told, rows, problems, account: accountOf(sheets, tables, left) };
}

const HEADER_MISSING =
  'No se encontró el encabezado de la lista. Se necesita una fila con una columna «Id» (o «Identificación», «Cédula», «Documento», «Código», «No.») y otra «Nombre» (o «Nombres» y «Apellidos», «Participante»). Si las columnas tienen otros títulos, diga abajo qué contiene cada una.';
const COLUMNS_MISSING = 'Diga cuál columna es la identificación y cuál el nombre.';
const SAMPLES = 3;

/** Returns the first table: by roles set by hand, else by the found header, else by a likely header. */
function firstTable(
  sheets: readonly Sheet[],
  index: number,
  {
    reading,
    headers,
    found,
  }: { reading: ParticipantsReading; headers: KnownHeaders; found: ParticipantsHeader | null },
): ReadTable | null {
  const sheet = sheets[index];
  if (sheet === undefined) return null;
  const { headerRow, columns } = reading;
  const row =
    sheet.rows.find(({ number }) => number === (headerRow ?? found?.row)) ?? likelyListHeader(sheet);
  if (row === null) return null;
  const said = columns === undefined ? null : new Map(columns.map(({ column, role }) => [column, role]));
  return { index, sheet, header: listHeaderByHand(row, headers, said) };
}

function nextTable(sheets: readonly Sheet[], index: number, said: KnownHeaders): ReadTable | null {
  const sheet = sheets[index];
  const header = sheet === undefined ? null : findParticipantsHeader(sheet, said);
  return sheet === undefined || header === null ? null : { index, sheet, header };
}

function toldOf(
  sheets: readonly Sheet[],
  of: { found: readonly (ParticipantsHeader | null)[]; indices: readonly number[]; first: ReadTable | null },
): Pick<ParticipantsTable, 'sheet' | 'tables' | 'headerRow' | 'columns'> {
  const { found, indices, first } = of;
  const tables = sheets.map(({ name }, index) => ({
    name,
    hasHeader: found[index] !== null,
    isRead: indices.includes(index),
  }));
  if (first === null) return { sheet: null, tables, headerRow: null, columns: [] };
  const { sheet, header } = first;
  const below = sheet.rows.filter(({ number }) => number > header.row);
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => ({
    column,
    header: header.label(column).slice(0, MAX_NAME),
    isKnown: header.known.has(column),
    role: header.roles.get(column) ?? ('ignore' as const),
    samples: below
      .slice(0, LOOKED_AT)
      .flatMap((row) => cellText(row, column) || [])
      .slice(0, SAMPLES)
      .map(shorten),
  }));
  return { sheet: isWhole(header) ? sheet.name : null, tables, headerRow: header.row, columns };
}

/** Number of rows searched for sample values of a column. */
const LOOKED_AT = 100;

const namesOf = (sheets: readonly Sheet[], indices: readonly number[]): string =>
  indices.map((index) => `«${sheets[index]?.name}»`).join(', ');

/** Asks about further lists on other sheets, or reports the chosen lists. */
function aboutTables(
  sheets: readonly Sheet[],
  of: { withList: readonly number[]; asked: readonly number[]; tables: readonly ReadTable[] },
): TableProblem[] {
  const { withList, asked, tables } = of;
  const read = tables.map(({ index }) => index);
  const left = withList.filter((index) => !read.includes(index));
  const unread = asked.filter((index) => !read.includes(index));
  const problems: TableProblem[] = [];
  if (unread.length > 0) {
    const message = `No se encontró el encabezado de: ${namesOf(sheets, unread)}. Use en esa hoja los mismos títulos, o no la lea.`;
    problems.push(aboutFile('error', 'headerMissing', message));
  }
  if (left.length > 0) {
    const message =
      asked.length > 0
        ? `Por indicación suya no se leyeron: ${namesOf(sheets, left)}.`
        : `El archivo tiene ${withList.length} listas. Se leyó ${namesOf(sheets, read)}; falta ${namesOf(sheets, left)}. Diga si se unen o cuáles no se leen.`;
    problems.push(
      asked.length > 0
        ? aboutFile('warning', 'tablesLeftOut', message)
        : aboutFile('error', 'otherTables', message),
    );
  }
  return problems;
}

/** Warns about unread columns that a person may miss. */
function aboutColumns(sheet: Sheet, header: ParticipantsHeader): TableProblem[] {
  const problems: TableProblem[] = [];
  const same = (a: number, b: number | undefined): boolean =>
    b !== undefined && titleKey(header.label(a)) === titleKey(header.label(b));
  const below = sheet.rows.filter(({ number }) => number > header.row);
  const beside = header.otherIds.find(
    (column) =>
      column > header.id && same(column, header.id) && below.some((row) => cellText(row, column) !== ''),
  );
  if (beside !== undefined) {
    const message = `Hay otra lista al lado, desde la columna ${columnLetter(beside)}. Ponga una debajo de la otra y cargue el archivo de nuevo.`;
    problems.push(aboutFile('error', 'tableBeside', message));
  } else if (header.otherIds.length > 0) {
    const names = header.otherIds.map((column) => `«${header.label(column)}»`).join(', ');
    const message = `La identificación se tomó de la columna «${header.label(header.id)}». No se leyeron: ${names}.`;
    problems.push(aboutFile('warning', 'otherIds', message));
  }
  const unread = unreadColumns(sheet, header);
  if (unread.length > 0) {
    const names = unread.map((column) => `«${header.label(column)}»`).join(', ');
    problems.push(aboutFile('warning', 'columnsIgnored', `No se leyeron estas columnas: ${names}.`));
  }
  return problems;
}

/** Returns the valid rows and adds the problems of the others. */
function readRows(
  sheet: Sheet,
  header: ParticipantsHeader,
  problems: TableProblem[],
  left: Map<number, string>,
): Omit<TableRow, 'table'>[] {
  const rows: Omit<TableRow, 'table'>[] = [];
  const idLabel = header.label(header.id);
  const nameLabel = header.names.map((column) => header.label(column)).join(' + ');
  for (const sheetRow of sheet.rows) {
    const { number: row } = sheetRow;
    if (row <= header.row) continue;
    const participantId = idText(sheetRow, header.id);
    const name = nameText(sheetRow, header);
    const uncalculated = [header.id, ...header.names].find((column) => sheetRow.cells[column]?.uncalculated);
    if (participantId === '' && name === '' && uncalculated === undefined) {
      left.set(row, 'No tiene identificación ni nombre.');
      continue;
    }
    const ignored = whyIgnored(sheetRow, header, participantId, name);
    if (ignored !== null) {
      left.set(row, ignored);
      problems.push({ row, column: null, severity: 'warning', code: 'rowIgnored', message: ignored });
      continue;
    }
    const wrong: TableProblem[] = [];
    const add = (column: string, code: string, message: string) =>
      wrong.push({ row, column, severity: 'error', code, message });
    if (uncalculated !== undefined) {
      const message =
        'La celda es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.';
      add(header.label(uncalculated), 'uncalculated', message);
    } else {
      const idProblem = aboutId(sheetRow, header.id, participantId, name);
      if (idProblem !== null) add(idLabel, ...idProblem);
      if (name === '')
        add(nameLabel, 'nameMissing', `Falta el nombre del participante «${shorten(participantId)}».`);
      else if (name.length > MAX_NAME)
        add(nameLabel, 'nameTooLong', `El nombre tiene más de ${MAX_NAME} caracteres.`);
      else if (hasControls(name))
        add(nameLabel, 'nameInvalid', 'El nombre contiene caracteres no permitidos. Escríbalo de nuevo.');
    }
    problems.push(...wrong);
    if (wrong.length === 0) rows.push({ row, key: participantKey(participantId), participantId, name });
  }
  return rows;
}

/** Joins the parts of a name in several columns. */
function nameText(row: SheetRow, header: ParticipantsHeader): string {
  const parts = header.names.map((column) => cellText(row, column));
  return parts.filter((part) => part !== '').join(' ');
}

/** Reason if a row is outside of the list, else null. */
function whyIgnored(
  row: SheetRow,
  header: ParticipantsHeader,
  participantId: string,
  name: string,
): string | null {
  const [first = 0] = header.names;
  if (
    plainWords(participantId) === plainWords(header.label(header.id)) &&
    plainWords(cellText(row, first)) === plainWords(header.label(first))
  ) {
    return 'Repite el encabezado; no se importa.';
  }
  const total = /^(gran )?(total|totales)\b/;
  if (total.test(plainWords(participantId)) || (participantId === '' && total.test(plainWords(name)))) {
    return 'Es una fila de total; no se importa.';
  }
  const alone = row.cells.filter((cell) => cell.text.trim() !== '').length === 1;
  if (alone && name === '' && !/\d/.test(participantId) && participantId.includes(' ')) {
    return 'Parece un subtítulo; no se importa.';
  }
  // A note, since no id looks like this: 'Nota: confirmar antes del 5'.
  if (alone && name === '' && /^(\*|[\p{L} .]{4,}:)/u.test(participantId)) {
    return 'Parece una nota; no se importa.';
  }
  return null;
}

/** Code and message of a problem with an id. */
function aboutId(
  row: SheetRow,
  column: number,
  participantId: string,
  name: string,
): [code: string, message: string] | null {
  const cell = row.cells[column];
  if (participantId === '') {
    return ['idMissing', `Falta la identificación${name === '' ? '' : ` de «${shorten(name)}»`}.`];
  }
  if (participantId.length > MAX_ID)
    return ['idTooLong', `La identificación tiene más de ${MAX_ID} caracteres.`];
  if (hasControls(participantId)) {
    return ['idInvalid', 'La identificación contiene caracteres no permitidos. Escríbala de nuevo.'];
  }
  if (/^#[A-Z/0]+[!?]?$/.test(participantId)) {
    return ['idInvalid', `La identificación es un error de la hoja de cálculo: ${participantId}.`];
  }
  if (cell?.date === true) {
    const message = `La hoja de cálculo convirtió la identificación en la fecha ${shorten(participantId)}. Dé formato de texto a la celda y escríbala de nuevo.`;
    return ['idIsDate', message];
  }
  if (cell?.merged === true) {
    return ['idMerged', 'La identificación está en una celda combinada con la de arriba. Sepárelas.'];
  }
  if (/^\d([.,]\d+)?e\+\d+$/i.test(participantId)) {
    const message = `La identificación perdió dígitos al guardarse: «${participantId}». Dé formato de texto o número a la columna y guarde de nuevo el archivo.`;
    return ['idRounded', message];
  }
  return null;
}

/** Finds repeated ids. Names both rows, with sheets if several. */
function repeatedIds(
  rows: readonly TableRow[],
  header: ParticipantsHeader,
): { rows: Set<TableRow>; problems: TableProblem[] } {
  const first = new Map<string, TableRow>();
  const twice = new Set<TableRow>();
  const problems = rows.flatMap((row): TableProblem[] => {
    const seen = first.get(row.key);
    if (seen === undefined) {
      first.set(row.key, row);
      return [];
    }
    twice.add(row);
    const where = seen.table === row.table ? `las filas ${seen.row} y ${row.row}` : 'dos hojas';
    const message = `La identificación «${shorten(row.participantId)}» está repetida: aparece en ${where}.`;
    const column = header.label(header.id);
    return [{ row: row.row, column, severity: 'error', code: 'idRepeated', message }];
  });
  return { rows: twice, problems };
}

/** Headers of other names, days and amounts: a person may expect these to be read. */
const MISSED =
  /^(?!.*\b(correo|email|mail|telefonos?|celular|tipo|direccion|firma|hora)\b).*\b(nombres?|apellidos?|participantes?|asistentes?|invitad[oa]s?|acompanantes?|fecha|valor|cuota|saldo|pago|coeficiente|coef)\b/;

/** Filled columns that a person may miss: other names, days and amounts. */
function unreadColumns(sheet: Sheet, { row, id, otherIds, names, label }: ParticipantsHeader): number[] {
  const read = new Set([id, ...otherIds, ...names]);
  const below = sheet.rows.filter(({ number }) => number > row);
  const width = Math.max(0, ...below.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => column).filter(
    (column) =>
      !read.has(column) &&
      MISSED.test(plainWords(label(column))) &&
      below.some((one) => cellText(one, column) !== ''),
  );
}

function accountOf(
  sheets: readonly Sheet[],
  tables: readonly ReadTable[],
  left: ReadonlyMap<Sheet, ReadonlyMap<number, string>>,
): ParticipantsReport['account'] {
  return accountOfSheets(sheets, (sheet) => {
    const header = tables.find((table) => table.sheet === sheet)?.header;
    if (header === undefined) return 'No es la hoja que se leyó.';
    return {
      headerRow: header.row,
      column: (column) => {
        if (column === header.id) return { as: participantColumnWords.id };
        if (header.names.includes(column)) return { as: participantColumnWords.name };
        return {
          reason: header.otherIds.includes(column) ? 'Se usó otra identificación.' : 'No hace falta.',
        };
      },
      row: ({ number }) => left.get(sheet)?.get(number) ?? null,
    };
  });
}

function aboutFile(severity: TableProblem['severity'], code: string, message: string): TableProblem {
  return { row: null, column: null, severity, code, message };
}

function shorten(text: string): string {
  return text.length > MAX_ID ? `${text.slice(0, MAX_ID)}…` : text;
}
