import type { ParticipantsReport } from '../../shared/events/events.api.ts';
import { participantKey } from '../../shared/events/participant-key.ts';
import type { ParticipantsReading } from '../../shared/events/participants-reading.ts';
import { cellText, hasControls, idText, plainWords } from '../platform/sheets/cell-text.ts';
import {
  aboutTables,
  type MappedTable,
  type MappedTables,
  samplesOf,
  tablesTold,
} from '../platform/sheets/mapping/define-sheet.ts';
import { sheetWidth } from '../platform/sheets/mapping/header.ts';
import {
  cutText,
  fileProblem,
  inQuotes,
  someRows,
  sortByRow,
  UNCALCULATED,
} from '../platform/sheets/mapping/problems.ts';
import { repeated, saysTotal } from '../platform/sheets/mapping/rows.ts';
import {
  type Cell,
  columnLetter,
  type Sheet,
  type SheetFile,
  type SheetRow,
} from '../platform/sheets/sheet.types.ts';
import {
  type KnownTitle,
  nameColumns,
  namesSheet,
  otherIds,
  type ParticipantRole,
  type ParticipantsHeader,
  participantsSheet,
} from './participants-header.ts';

type TableProblem = ParticipantsReport['problems'][number];

/** Row of a participant in a spreadsheet. */
interface TableRow {
  /** Index of the sheet in the file, from 0. */
  table: number;
  /** Row number shown by the spreadsheet program. */
  row: number;
  /** Key of the id; '' in a list without ids. */
  key: string;
  /** Id as typed; '' in a list without ids: the service gives numbers. */
  participantId: string;
  name: string;
}

/**
 * Result of reading an uploaded list of participants. With a problem of severity error, no row may be
 * imported; a wrong row among right rows is only a warning.
 */
export interface ParticipantsTable
  extends Pick<ParticipantsReport, 'sheet' | 'tables' | 'headerRow' | 'columns'> {
  rows: TableRow[];
  problems: TableProblem[];
  /** Result of reading each cell of the file. */
  account: ParticipantsReport['account'];
}

const MAX_ID = 60;
const MAX_NAME = 200;

/**
 * Input for the worker to read a list of participants, besides the file: choices of the user now, and roles
 * chosen for earlier files.
 */
export interface ParticipantsToRead {
  reading: ParticipantsReading;
  /** Column roles set by hand in earlier files of the event. */
  knownTitles: readonly KnownTitle[];
}

/**
 * Reads participants from any spreadsheet: finds sheets and headers or takes the choices of a user, joins names in
 * several columns, and reports every problem by row and column. Several lists are an error until a user chooses the
 * lists to join. Pure, never throws.
 */
export function readParticipantsTable(
  { sheets }: SheetFile,
  { reading, knownTitles }: ParticipantsToRead = { reading: {}, knownTitles: [] },
): ParticipantsTable {
  const chooseIn = ({ tablesIn, choose }: typeof participantsSheet) =>
    choose(tablesIn(sheets, knownTitles), knownTitles, reading);
  const withIds = chooseIn(participantsSheet);
  const byName = hasIds(withIds) ? withIds : chooseIn(namesSheet);
  const isNumbered = byName !== withIds && namesSheet.isWhole(byName.first.header);
  const chosen = isNumbered ? byName : withIds;
  const { isWhole, account } = isNumbered ? namesSheet : participantsSheet;
  const shown = toldOf(chosen, isWhole(chosen.first.header));
  const { first } = chosen;
  if (!isWhole(first.header)) {
    const isByHand = reading.columns !== undefined || reading.headerRow !== undefined;
    const problem = fileProblem('error', 'headerMissing', isByHand ? COLUMNS_MISSING : HEADER_MISSING);
    return { ...shown, rows: [], problems: [problem], account: account(chosen.all, []) };
  }
  const tables = chosen.read.filter(({ header }) => isWhole(header));
  const problems: TableProblem[] = [
    ...aboutUnread(chosen, tables),
    ...aboutTables({ ...chosen, read: tables }, 'listas'),
    ...(isNumbered ? [fileProblem('warning', 'idsNumbered', IDS_NUMBERED)] : []),
  ];
  const read = tables.map((table) => {
    problems.push(...aboutColumns(table));
    const left = new Map<number, string>();
    const rows = readRows(table, problems, left).map((row) => ({ ...row, table: table.index }));
    return { ...table, rows, left };
  });
  const all = read.flatMap(({ rows }) => rows);
  const repeated = repeatedIds(all, first.header);
  problems.push(...repeated.problems);
  const rows = all.filter((row) => !repeated.rows.has(row));
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    problems.push(fileProblem('error', 'noParticipants', 'No hay participantes debajo del encabezado.'));
  }
  for (const { problem, left } of wrongRows(problems, rows, read)) {
    left.set(problem.row, problem.message);
    problem.severity = 'warning';
    problem.message += ' La fila no se importa: corríjala y cargue el archivo de nuevo.';
  }
  return { ...shown, rows, problems: sortByRow(problems), account: account(chosen.all, read) };
}

/** True if the first table has a header with an id column, and an id in a row or no filled row. */
function hasIds({ first: { sheet, header } }: MappedTables<ParticipantRole>): boolean {
  const [id] = header.all('id');
  if (id === undefined || !participantsSheet.isWhole(header)) return false;
  const filled = sheet.rows.filter(
    (row) => row.number > header.row && row.cells.some(({ text }) => text.trim() !== ''),
  );
  return filled.length === 0 || filled.some((row) => cellText(row, id) !== '');
}

/**
 * Returns the problems of single rows if the right rows may be imported without the others: at least as many rows are
 * right, and a list alone was read. More wrong rows mean another column or another table.
 */
function wrongRows(
  problems: readonly TableProblem[],
  rows: readonly TableRow[],
  read: readonly { left: Map<number, string> }[],
): { problem: TableProblem & { row: number }; left: Map<number, string> }[] {
  const [only] = read;
  const wrong = problems.filter(
    (problem): problem is TableProblem & { row: number } =>
      problem.row !== null && problem.severity === 'error',
  );
  const isFew = new Set(wrong.map(({ row }) => row)).size <= rows.length;
  if (only === undefined || read.length > 1 || !isFew) return [];
  return wrong.map((problem) => ({ problem, left: only.left }));
}

const HEADER_MISSING =
  'No se encontró el encabezado de la lista. Se necesita una fila con una columna «Id» (o «Identificación», «Cédula», «Documento», «Código», «No.») y otra «Nombre» (o «Nombres» y «Apellidos», «Participante»). Si las columnas tienen otros títulos, diga abajo qué contiene cada una.';
const IDS_NUMBERED =
  'La lista no trae identificación: cada persona recibe un número. Si una columna la trae, dígalo abajo.';
const COLUMNS_MISSING = 'Diga cuál columna es la identificación y cuál el nombre.';

function toldOf(
  chosen: MappedTables<ParticipantRole>,
  isRead: boolean,
): Pick<ParticipantsTable, 'sheet' | 'tables' | 'headerRow' | 'columns'> {
  const tables = tablesTold(chosen);
  const { sheet, header } = chosen.first;
  const columns = Array.from({ length: sheetWidth(sheet.rows) }, (_, column) => ({
    column,
    header: header.name(column).slice(0, MAX_NAME),
    isKnown: header.remembered.has(column),
    role: header.role(column),
    samples: samplesOf(sheet, header.row, column),
  }));
  return { sheet: isRead ? sheet.name : null, tables, headerRow: header.row, columns };
}

/** Returns an error if sheets chosen by the user contain no list. */
function aboutUnread(
  { all, chosen }: MappedTables<ParticipantRole>,
  tables: readonly MappedTable<ParticipantRole>[],
): TableProblem[] {
  const unread = chosen.filter((index) => tables.every((table) => table.index !== index));
  if (unread.length === 0) return [];
  const names = inQuotes(unread.map((index) => all[index]?.name ?? ''));
  const message = `No se encontró el encabezado de: ${names}. Use en esa hoja los mismos títulos, o no la lea.`;
  return [fileProblem('error', 'headerMissing', message)];
}

/** Returns warnings about unread but possibly useful columns. */
function aboutColumns({ sheet, header }: MappedTable<ParticipantRole>): TableProblem[] {
  const problems: TableProblem[] = [];
  const [id = -1] = header.all('id');
  const others = otherIds(header);
  const below = sheet.rows.filter(({ number }) => number > header.row);
  const isFilled = (column: number) => below.some((row) => cellText(row, column) !== '');
  const isSame = (column: number) => plainWords(header.name(column)) === plainWords(header.name(id));
  const beside = others.find((column) => column > id && isSame(column) && isFilled(column));
  const names = (columns: readonly number[]) => inQuotes(columns.map((column) => header.name(column)));
  if (beside !== undefined) {
    const message = `Hay otra lista al lado, desde la columna ${columnLetter(beside)}. Ponga una debajo de la otra y cargue el archivo de nuevo.`;
    problems.push(fileProblem('error', 'tableBeside', message));
  } else if (others.length > 0) {
    const message = `La identificación se tomó de la columna «${header.name(id)}». No se leyeron: ${names(others)}.`;
    problems.push(fileProblem('warning', 'otherIds', message));
  }
  const read = new Set([id, ...others, ...nameColumns(header)]);
  const missed = Array.from({ length: sheetWidth(below) }, (_, column) => column).filter(
    (column) => !read.has(column) && MISSED.test(plainWords(header.name(column))) && isFilled(column),
  );
  if (missed.length > 0) {
    problems.push(
      fileProblem('warning', 'columnsIgnored', `No se leyeron estas columnas: ${names(missed)}.`),
    );
  }
  const gone = below.filter((row) =>
    row.cells.some((_, column) => !read.has(column) && GONE.test(plainWords(cellText(row, column)))),
  );
  if (gone.length > 0) {
    const message = `Las filas ${someRows(gone.map(({ number }) => number))} parecen canceladas, y se leyeron. Si no asisten, bórrelas y cargue el archivo de nuevo.`;
    problems.push(fileProblem('warning', 'peopleGone', message));
  }
  return problems;
}

/** Words of a person without a place in the event, alone in a cell. */
const GONE =
  /^(inscripcion |asistencia )?(cancel|anul|rechaz|retir)ad[oa]s?$|^(cancelled|canceled|no (asiste|asistira|va))$/;

/** Pattern of headers with other names, days or amounts: a user may miss the column if unread. */
const MISSED =
  /^(?!.*\b(correo|email|mail|telefonos?|celular|tipo|direccion|firma|hora)\b).*\b(nombres?|apellidos?|participantes?|asistentes?|invitad[oa]s?|acompanantes?|fecha|valor|cuota|saldo|pago|coeficiente|coef)\b/;

/** Returns the valid rows of a list, and adds the problems of the other rows. */
function readRows(
  { sheet, header }: { sheet: Sheet; header: ParticipantsHeader },
  problems: TableProblem[],
  left: Map<number, string>,
): Omit<TableRow, 'table'>[] {
  const rows: Omit<TableRow, 'table'>[] = [];
  const [id = -1] = header.all('id');
  const names = nameColumns(header);
  const nameLabel = names.map((column) => header.name(column)).join(' + ');
  for (const sheetRow of sheet.rows) {
    const { number: row } = sheetRow;
    if (row <= header.row) continue;
    const participantId = idText(sheetRow, id);
    const parts = names.map((column) => cellText(sheetRow, column));
    const name = parts.filter((part) => part !== '').join(' ');
    const uncalculated = [id, ...names].find((column) => sheetRow.cells[column]?.uncalculated);
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
      add(header.name(uncalculated), 'uncalculated', UNCALCULATED);
    } else {
      const idProblem = id === -1 ? null : aboutId(sheetRow.cells[id], participantId, name);
      if (idProblem !== null) add(header.name(id), ...idProblem);
      if (name === '')
        add(nameLabel, 'nameMissing', `Falta el nombre del participante «${cutText(participantId)}».`);
      else if (name.length > MAX_NAME)
        add(nameLabel, 'nameTooLong', `El nombre tiene más de ${MAX_NAME} caracteres.`);
      else if (hasControls(name))
        add(nameLabel, 'nameInvalid', 'El nombre contiene caracteres no permitidos. Escríbalo de nuevo.');
    }
    problems.push(...wrong);
    const key = participantId === '' ? '' : participantKey(participantId);
    if (wrong.length === 0) rows.push({ row, key, participantId, name });
  }
  return rows;
}

/** Returns the reason to ignore a row outside of the list, else null. */
function whyIgnored(
  row: SheetRow,
  header: ParticipantsHeader,
  participantId: string,
  name: string,
): string | null {
  const [id = -1] = header.all('id');
  const [first = 0] = nameColumns(header);
  if (
    (id === -1 || plainWords(participantId) === plainWords(header.name(id))) &&
    plainWords(cellText(row, first)) === plainWords(header.name(first))
  ) {
    return 'Repite el encabezado; no se importa.';
  }
  if (saysTotal(participantId) || (participantId === '' && saysTotal(name))) {
    return 'Es una fila de total; no se importa.';
  }
  const alone = row.cells.filter((cell) => cell.text.trim() !== '').length === 1;
  if (alone && name === '' && !/\d/.test(participantId) && participantId.includes(' ')) {
    return 'Parece un subtítulo; no se importa.';
  }
  // A note, since no id or name looks like 'Nota: confirmar antes del 5'.
  const only = id === -1 ? name : participantId;
  if (alone && (id === -1 || name === '') && /^(\*|[\p{L} .]{4,}:)/u.test(only)) {
    return 'Parece una nota; no se importa.';
  }
  return null;
}

/** Returns code and message of a problem with a participant's id; null for a valid id. */
function aboutId(
  cell: Cell | undefined,
  participantId: string,
  name: string,
): [code: string, message: string] | null {
  if (participantId === '') {
    return ['idMissing', `Falta la identificación${name === '' ? '' : ` de «${cutText(name)}»`}.`];
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
    const message = `La hoja de cálculo convirtió la identificación en la fecha ${cutText(participantId)}. Dé formato de texto a la celda y escríbala de nuevo.`;
    return ['idIsDate', message];
  }
  if (cell?.merged === true) {
    return ['idMerged', 'La identificación está en una celda combinada con la de arriba. Sepárelas.'];
  }
  if (/^\d([.,]\d+e\+?|e\+)\d+$/i.test(participantId)) {
    const message = `La identificación perdió dígitos al guardarse: «${participantId}». Dé formato de texto o número a la columna y guarde de nuevo el archivo.`;
    return ['idRounded', message];
  }
  return null;
}

/** Returns an error for each repeated id, with both rows, and with both sheets if several. */
function repeatedIds(
  rows: readonly TableRow[],
  header: ParticipantsHeader,
): { rows: Set<TableRow>; problems: TableProblem[] } {
  const again = repeated(rows, ({ key }) => key);
  const problems = again.map(({ one: row, first: seen }): TableProblem => {
    const where = seen.table === row.table ? `las filas ${seen.row} y ${row.row}` : 'dos hojas';
    const message = `La identificación «${cutText(row.participantId)}» está repetida: aparece en ${where}.`;
    const column = header.name(header.first('id') ?? -1);
    return { row: row.row, column, severity: 'error', code: 'idRepeated', message };
  });
  return { rows: new Set(again.map(({ one }) => one)), problems };
}
