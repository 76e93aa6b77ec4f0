import { cellText, plainWords } from '../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetRow } from '../platform/sheets/sheet.types.ts';

/** Where each thing stands, as 0-based columns, and what its header says. */
export interface ParticipantsHeader {
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

const SURNAME = /\bapellidos?\b/;
const NAME = /\bnombres?\b/;
const WHOLE = /\b(participantes?|asistentes?|invitad[oa]s?|persona|(co)?propietari[oa]s?|titular)\b/;

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
const SEARCHED_ROWS = 1_000;
/** A header is a few words; a sentence above the list is none. */
const MAX_LABEL = 60;

/** The first row that names both an id and a name, in different columns; null when the sheet has none. */
export function findParticipantsHeader(sheet: Sheet): ParticipantsHeader | null {
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
