import type { ParticipantsReport } from '../../shared/events/events.api.ts';
import { accountOfSheets } from '../platform/sheets/account.ts';
import { cellText, hasControls, idText, plainWords } from '../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetFile, type SheetRow } from '../platform/sheets/sheet.types.ts';
import { participantKey } from './participant-key.ts';

type TableProblem = ParticipantsReport['problems'][number];

/** A row of the list, as the sheet has it. */
interface TableRow {
  /** As the spreadsheet program numbers it. */
  row: number;
  key: string;
  participantId: string;
  name: string;
}

/** With an error among the problems nothing may be imported. */
export interface ParticipantsTable {
  sheet: string | null;
  rows: TableRow[];
  problems: TableProblem[];
  /** What became of each cell of the file. */
  account: ParticipantsReport['account'];
}

const MAX_ID = 60;
const MAX_NAME = 200;

/**
 * Reads a list of participants out of a spreadsheet that somebody made for other eyes: finds the sheet and its
 * header, joins names that stand in several columns, and names every problem by row and column. Pure, never throws.
 */
export function readParticipantsTable({ sheets }: SheetFile): ParticipantsTable {
  const usable = sheets.flatMap((sheet) => {
    const header = findParticipantsHeader(sheet);
    return header ? [{ sheet, header }] : [];
  });
  const [chosen, ...others] = usable;
  if (chosen === undefined) return withoutHeader(sheets);
  const { sheet, header } = chosen;
  const problems: TableProblem[] = [];
  if (others.length > 0) {
    const names = others.map((other) => `«${other.sheet.name}»`).join(', ');
    const message = `Se usó la hoja «${sheet.name}». También tienen lista y no se leyeron: ${names}.`;
    problems.push(aboutFile('warning', 'otherSheets', message));
  }
  if (header.otherIds.length > 0) {
    const names = header.otherIds.map((column) => `«${header.label(column)}»`).join(', ');
    const message = `La identificación se tomó de la columna «${header.label(header.id)}». No se leyeron: ${names}.`;
    problems.push(aboutFile('warning', 'otherIds', message));
  }
  const unread = unreadColumns(sheet, header);
  if (unread.length > 0) {
    const names = unread.map((column) => `«${header.label(column)}»`).join(', ');
    problems.push(aboutFile('warning', 'columnsIgnored', `No se leyeron estas columnas: ${names}.`));
  }
  const left = new Map<number, string>();
  const read = readRows(sheet, header, problems, left);
  const repeated = repeatedIds(read, header);
  problems.push(...repeated);
  const twice = new Set(repeated.map(({ row }) => row));
  const rows = read.filter(({ row }) => !twice.has(row));
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    problems.push(aboutFile('error', 'noParticipants', 'No hay participantes debajo del encabezado.'));
  }
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { sheet: sheet.name, rows, problems, account: accountOf(sheets, sheet, header, left) };
}

/** The rows that are right; what is wrong with the others goes to the problems. */
function readRows(
  sheet: Sheet,
  header: ParticipantsHeader,
  problems: TableProblem[],
  left: Map<number, string>,
): TableRow[] {
  const rows: TableRow[] = [];
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

/** Parts of a name in several columns, one after the other. */
function nameText(row: SheetRow, header: ParticipantsHeader): string {
  const parts = header.names.map((column) => cellText(row, column));
  return parts.filter((part) => part !== '').join(' ');
}

/** Why a row is none of the list; null where it is one. */
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
  return null;
}

/** What is wrong with an id, as its code and message. */
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

function repeatedIds(rows: readonly TableRow[], header: ParticipantsHeader): TableProblem[] {
  const first = new Map<string, number>();
  const problems: TableProblem[] = [];
  for (const { row, key, participantId } of rows) {
    const seen = first.get(key);
    if (seen === undefined) first.set(key, row);
    else {
      const message = `La identificación «${shorten(participantId)}» está repetida: aparece en las filas ${seen} y ${row}.`;
      problems.push({ row, column: header.label(header.id), severity: 'error', code: 'idRepeated', message });
    }
  }
  return problems;
}

/** Columns that somebody may miss: other names, days and amounts, with something in them. */
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
  chosen: Sheet,
  header: ParticipantsHeader,
  left: ReadonlyMap<number, string>,
): ParticipantsReport['account'] {
  return accountOfSheets(sheets, (sheet) => {
    if (sheet !== chosen) return 'No es la hoja que se leyó.';
    return {
      headerRow: header.row,
      column: (column) => {
        if (column === header.id) return { as: 'Identificación' };
        if (header.names.includes(column)) return { as: 'Nombre' };
        return {
          reason: header.otherIds.includes(column) ? 'Se usó otra identificación.' : 'No hace falta.',
        };
      },
      row: ({ number }) => left.get(number) ?? null,
    };
  });
}

function withoutHeader(sheets: readonly Sheet[]): ParticipantsTable {
  const message =
    'No se encontró el encabezado de la lista. Se necesita una fila con una columna «Id» (o «Identificación», «Cédula», «Documento», «Código», «No.») y otra «Nombre» (o «Nombres» y «Apellidos», «Participante»).';
  const account = accountOfSheets(sheets, () => 'No tiene una lista de participantes.');
  return { sheet: null, rows: [], problems: [aboutFile('error', 'headerMissing', message)], account };
}

function aboutFile(severity: TableProblem['severity'], code: string, message: string): TableProblem {
  return { row: null, column: null, severity, code, message };
}

function shorten(text: string): string {
  return text.length > MAX_ID ? `${text.slice(0, MAX_ID)}…` : text;
}

/** Where each thing stands, as 0-based columns, and what its header says. */
interface ParticipantsHeader {
  /** 1-based row of the header. */
  row: number;
  id: number;
  /** Columns that could also be the id, left out. */
  otherIds: number[];
  /** In the order in which their parts make a name: names, then surnames. */
  names: number[];
  /** Header text of a column, or its letter. */
  label: (column: number) => string;
}

/** Of other things, whatever else these headers say. */
const OTHER =
  /\b(tipo|clase|fecha|lugar|expedicion|correo|email|mail|telefonos?|tel|celular|movil|whatsapp|direccion|empresa|entidad|organizacion|cargo|profesion|ciudad|evento|firma|hora|edad|observaciones|lista|listado|registro|relacion|control|planilla|base)\b/;

/** What names a participant, the best first: an id of the list's own, a document, a code, a running number. */
const ids: RegExp[] = [
  /^id$|^id (del? )?\w+$/,
  /\bidentificacion\b/,
  /\bcedulas?\b|\bc c\b|\bcc\b/,
  /\b(documentos?|doc|docto|nit|pasaporte|dni)\b/,
  /\b(codigo|cod|escarapela|carne|carnet|boleta|inscripcion)\b/,
  /^(no|nro|num|numero|n|item|consecutivo)( (de |del )?(participante|asistente|invitado))?$/,
];

/** Names of others, days and amounts: whoever has them in a sheet may expect them to be read. */
const MISSED =
  /^(?!.*\b(correo|email|mail|telefonos?|celular|tipo|direccion|firma|hora)\b).*\b(nombres?|apellidos?|participantes?|asistentes?|invitad[oa]s?|acompanantes?|fecha|valor|cuota|saldo|pago)\b/;

const SURNAME = /\bapellidos?\b/;
const NAME = /\bnombres?\b/;
const WHOLE = /\b(participantes?|asistentes?|invitad[oa]s?|persona|(co)?propietari[oa]s?|titular)\b/;

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
const SEARCHED_ROWS = 1_000;
/** A header is a few words; a sentence above the list is none. */
const MAX_LABEL = 60;

/** The first row that names both an id and a name, in different columns; null when the sheet has none. */
function findParticipantsHeader(sheet: Sheet): ParticipantsHeader | null {
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const header = headerOf(row);
    if (header !== null) return header;
  }
  return null;
}

function headerOf(row: SheetRow): ParticipantsHeader | null {
  const labels = row.cells.map((_, column) => cellText(row, column));
  const words = labels.map(wordsOf);
  const found = words.flatMap((text, column) => {
    const rank = ids.findIndex((pattern) => pattern.test(text));
    return rank === -1 ? [] : [{ column, rank }];
  });
  const [id, ...otherIds] = found.sort((a, b) => a.rank - b.rank || a.column - b.column);
  if (id === undefined) return null;
  const taken = new Set(found.map(({ column }) => column));
  const columns = (fits: (text: string) => boolean) =>
    words.flatMap((text, column) => (!taken.has(column) && fits(text) ? [column] : []));
  const names = namesAmong(columns);
  if (names.length === 0) return null;
  // A running number beside a document is no other id that somebody may have meant.
  const running = ids.length - 1;
  return {
    row: row.number,
    id: id.column,
    otherIds: otherIds.filter(({ rank }) => rank < running).map(({ column }) => column),
    names,
    label: (column) => labels[column] || columnLetter(column),
  };
}

/** Names and surnames apart are joined; else one column has it whole. */
function namesAmong(columns: (fits: (text: string) => boolean) => number[]): number[] {
  const surnames = columns((text) => SURNAME.test(text) && !NAME.test(text));
  const given = columns((text) => NAME.test(text) && !SURNAME.test(text));
  if (surnames.length > 0 && given.length > 0) return [...given, ...surnames];
  const both = columns((text) => SURNAME.test(text) && NAME.test(text));
  const whole = columns((text) => WHOLE.test(text));
  const [one] = [...both, ...given, ...whole, ...surnames];
  return one === undefined ? [] : [one];
}

/** A label's words; '' where it is no header but a sentence, a number or a field that is filled in beside it. */
function wordsOf(label: string): string {
  if (label.length > MAX_LABEL || /:\s*\S|\d{2}/.test(label)) return '';
  if (label === '#') return 'numero';
  const words = plainWords(label);
  return OTHER.test(words) ? '' : words;
}
