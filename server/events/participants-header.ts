import type { ParticipantColumnRole } from '../../shared/events/participants-reading.ts';
import { cellText, plainWords } from '../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetRow } from '../platform/sheets/sheet.types.ts';

/** Columns (0-based) and labels of a header. */
export interface ParticipantsHeader {
  /** 1-based row of the header. */
  row: number;
  id: number;
  /** Columns that could also be the id, not read. */
  otherIds: number[];
  /** Columns of the name in order: names, then surnames. */
  names: number[];
  /** By 0-based column. */
  roles: Map<number, ParticipantColumnRole>;
  /** Columns with a role set by hand in an earlier file. */
  known: Set<number>;
  /** Header text of a column, or the column letter. */
  label: (column: number) => string;
}

/** Roles set by hand, by header as normalized by `titleKey`. */
export type KnownHeaders = ReadonlyMap<string, ParticipantColumnRole>;

/** Normalizes a header without case, accents and punctuation. */
export const titleKey = (label: string): string => plainWords(label);

/** Headers of other columns, despite any further words. */
const OTHER =
  /\b(tipo|clase|fecha|lugar|expedicion|correo|email|mail|telefonos?|tel|celular|movil|whatsapp|direccion|empresa|entidad|organizacion|cargo|profesion|ciudad|evento|firma|hora|edad|observaciones|lista|listado|registro|relacion|control|planilla|base)\b/;

/** Patterns of id headers, best first: an id of the list, a document, a code, a running number. */
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

/** Longest title. A file without header must not be searched to the end on the main thread. */
const SEARCHED_ROWS = 1_000;
/** A header is a few words, unlike a sentence above the list. */
const MAX_LABEL = 60;

/** Finds the first row with an id and a name in different columns. Null if the sheet has no such row. */
export function findParticipantsHeader(sheet: Sheet, known: KnownHeaders): ParticipantsHeader | null {
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const header = headerOf(row, known);
    if (isWhole(header)) return header;
  }
  return null;
}

/** True if the header has an id and a name. */
export const isWhole = ({ id, names }: ParticipantsHeader): boolean => id !== -1 && names.length > 0;

/** Reads a row as a header with roles set by hand. May lack an id (-1) or names. */
export function listHeaderByHand(
  row: SheetRow,
  known: KnownHeaders,
  said: ReadonlyMap<number, ParticipantColumnRole> | null,
): ParticipantsHeader {
  const header = headerOf(row, known);
  return said === null ? header : withRoles(header, said);
}

/** Likely header if no header is found: the first row with two texts, else the first row. */
export const likelyListHeader = ({ rows }: Sheet): SheetRow | null =>
  rows.find(({ cells }) => cells.filter(({ text }) => /\p{L}/u.test(text)).length > 1) ?? rows[0] ?? null;

/** Applies roles set by hand: an id replaces the found id, names replace the found names. */
function withRoles(
  header: ParticipantsHeader,
  said: ReadonlyMap<number, ParticipantColumnRole>,
): ParticipantsHeader {
  const roles = new Map(header.roles);
  const chosen = [...said.values()];
  for (const [column, role] of header.roles) {
    const isReplaced = role === 'id' ? chosen.includes('id') : chosen.some(isNameRole);
    if (isReplaced) roles.delete(column);
  }
  for (const [column, role] of said) roles.set(column, role);
  const of = (role: ParticipantColumnRole): number[] =>
    [...roles].flatMap(([column, one]) => (one === role ? [column] : [])).sort((a, b) => a - b);
  const [id = -1, ...more] = of('id');
  const others = new Set([...header.otherIds, header.id, ...more]);
  return {
    ...header,
    id,
    roles,
    names: [...of('name'), ...of('given'), ...of('surname')],
    otherIds: [...others].filter(
      (column) => column !== -1 && column !== id && !isNameRole(roles.get(column)),
    ),
  };
}

const isNameRole = (role: ParticipantColumnRole | undefined): boolean =>
  role === 'name' || role === 'given' || role === 'surname';

function headerOf(row: SheetRow, known: KnownHeaders): ParticipantsHeader {
  const labels = row.cells.map((_, column) => cellText(row, column));
  const words = labels.map(wordsOf);
  const found = words.flatMap((text, column) => {
    const rank = ids.findIndex((pattern) => pattern.test(text));
    return rank === -1 ? [] : [{ column, rank }];
  });
  const [id, ...otherIds] = found.sort((a, b) => a.rank - b.rank || a.column - b.column);
  const taken = new Set(found.map(({ column }) => column));
  const columns = (fits: (text: string) => boolean) =>
    words.flatMap((text, column) => (!taken.has(column) && fits(text) ? [column] : []));
  const names = namesAmong(columns);
  // A running number beside a document is no alternative id.
  const running = ids.length - 1;
  const roles = new Map<number, ParticipantColumnRole>();
  if (id !== undefined) roles.set(id.column, 'id');
  for (const column of names) roles.set(column, nameRole(words[column] ?? '', names.length));
  const header: ParticipantsHeader = {
    row: row.number,
    id: id?.column ?? -1,
    names,
    roles,
    known: new Set(),
    otherIds: otherIds.filter(({ rank }) => rank < running).map(({ column }) => column),
    label: (column) => labels[column] || columnLetter(column),
  };
  const said = new Map(
    labels.flatMap((label, column) => {
      const role = label === '' ? undefined : known.get(titleKey(label));
      return role === undefined ? [] : [[column, role] as const];
    }),
  );
  return said.size === 0 ? header : { ...withRoles(header, said), known: new Set(said.keys()) };
}

const nameRole = (words: string, many: number): ParticipantColumnRole => {
  if (many < 2) return 'name';
  return SURNAME.test(words) ? 'surname' : 'given';
};

/** Returns the columns of the name: separate names and surnames are joined, else a single column has the whole name. */
function namesAmong(columns: (fits: (text: string) => boolean) => number[]): number[] {
  const surnames = columns((text) => SURNAME.test(text) && !NAME.test(text));
  const given = columns((text) => NAME.test(text) && !SURNAME.test(text));
  if (surnames.length > 0 && given.length > 0) return [...given, ...surnames];
  const both = columns((text) => SURNAME.test(text) && NAME.test(text));
  const whole = columns((text) => WHOLE.test(text));
  const [one] = [...both, ...given, ...whole, ...surnames];
  return one === undefined ? [] : [one];
}

/** Normalized words of a label. '' for a sentence, a number or a filled-in field. */
function wordsOf(label: string): string {
  if (label.length > MAX_LABEL || /:\s*\S|\d{2}/.test(label)) return '';
  if (label === '#') return 'numero';
  const words = plainWords(label);
  return OTHER.test(words) ? '' : words;
}
