import {
  type ParticipantColumnRole,
  participantColumnWords as words,
} from '../../shared/events/participants-reading.ts';
import { plainWords } from '../platform/sheets/cell-text.ts';
import { defineSheet } from '../platform/sheets/mapping/define-sheet.ts';
import type { KnownHeader } from '../platform/sheets/mapping/find-header.ts';
import {
  assignByWords,
  MAX_LABEL,
  type RoleOrNone,
  rolesBefore,
  type SheetHeader,
  type Titles,
  withChosen,
} from '../platform/sheets/mapping/header.ts';
import type { Sheet } from '../platform/sheets/sheet.types.ts';

/**
 * Role of a column in a list of participants: id, full name, given names or surnames. Without the role for
 * unread columns.
 */
export type ParticipantRole = Exclude<ParticipantColumnRole, 'ignore'>;
/** Header of a list of participants, with the role of each column. */
export type ParticipantsHeader = SheetHeader<ParticipantRole>;
/** Column title of an earlier file of the event, with the role chosen by a user. */
export type KnownTitle = KnownHeader<ParticipantRole>;

const nameRoles = ['name', 'given', 'surname'] as const satisfies ParticipantRole[];
const groups = [['id'], nameRoles] as const;

const sheetOf = (required: readonly (readonly ParticipantRole[])[]) => ({
  // Parts of a name are told as the name.
  roles: { id: words.id, name: words.name, given: words.name, surname: words.name },
  required,
  single: ['id'] as const,
  searchedRows: 1_000,
  mayLackHeader: true as const,
  likely: ({ rows }: Sheet) =>
    rows.find(({ cells }) => cells.filter(({ text }) => /\p{L}/u.test(text)).length > 1) ?? rows[0],
  texts: {
    sheet: ({ isBesideRead }: { isBesideRead: boolean }) =>
      isBesideRead ? 'No es la hoja que se leyó.' : 'No tiene una lista de participantes.',
    unread: (code: string | undefined) => (code === 'id' ? 'Se usó otra identificación.' : 'No hace falta.'),
  },
});

function rolesOf(titles: Titles<ParticipantRole>) {
  const before = rolesBefore(titles);
  const found = withChosen(assign(titles.labels.map(wordsOf)), before, groups);
  return withChosen({ ...found, remembered: new Set(before.keys()) }, titles.byHand, groups);
}

/**
 * Rules to find the list of participants in any spreadsheet: a column with the id, and the name in a column
 * or in several.
 */
export const participantsSheet = defineSheet<ParticipantRole>({
  ...sheetOf([['id'], nameRoles]),
  assign: (titles) => rolesOf(titles),
});

/** Rules to find a list of participants without ids: each person gets a number. */
export const namesSheet = defineSheet<ParticipantRole>({
  ...sheetOf([nameRoles]),
  // A list may begin below titles, and words like 'Participantes' also stand in other texts.
  searchedRows: 50,
  assign: (titles) => {
    const { roles, ...rest } = rolesOf(titles);
    return { ...rest, roles: new Map([...roles].filter(([, role]) => role !== 'id')) };
  },
});

/**
 * Returns the columns with parts of a participant's name in the order to join: given names, then surnames.
 * Indexes from 0.
 */
export const nameColumns = (header: ParticipantsHeader): number[] =>
  nameRoles.flatMap((role) => header.all(role));

/**
 * Returns further columns with a header like an id, besides the column read as id, to warn the user. Indexes
 * from 0.
 */
export const otherIds = (header: ParticipantsHeader): number[] => [
  ...[...header.unread].flatMap(([column, role]) => (role === 'id' ? [column] : [])),
  ...header.all('id').slice(1),
];

/** Pattern of headers for neither id nor name, despite other words in the header. */
const OTHER =
  /\b(tipo|clase|fecha|lugar|expedicion|correo|email|mail|telefonos?|tel|celular|movil|whatsapp|direccion|empresa|entidad|organizacion|cargo|profesion|ciudad|evento|firma|hora|edad|observaciones|lista|listado|registro|relacion|control|planilla|base)\b/;

/** Pattern of the header of a running number: used as the id if no other column is an id. */
const RUNNING =
  /^(no|nro|num|numero|n|item|consecutivo)( (de |del )?(participante|asistente|invitado|socio|asociado|afiliado))?$/;

/** Patterns of id headers, best first: an id of the list, a document, a code, a running number. */
const IDS = [
  /^id$|^id (del? )?\w+$/,
  /\bidentificacion\b/,
  /\bcedulas?\b|\bc [ci]\b|\bcc\b/,
  /\b(documentos?|doc|docto|nit|pasaporte|dni)\b/,
  /\b(codigo|cod|qr|escarapela|carne|carnet|boleta|inscripcion)\b/,
  RUNNING,
];

const SURNAME = /\bapellidos?\d?\b|\b(last name|surname)\b/;
const NAME_HEADER = /\bnombres?\d?\b|\b(first|given) name\b/;
const PERSON_HEADER =
  /\b(participantes?|asistentes?|invitad[oa]s?|persona|(co)?propietari[oa]s?|titular|estudiantes?|alumn[oa]s?|afiliad[oa]s?|asociad[oa]s?|miembros?|delegad[oa]s?|emplead[oa]s?|funcionari[oa]s?|docentes?|razon social)\b|^(full )?name$/;

function assign(titles: readonly string[]) {
  const { roles, unread } = assignByWords<ParticipantRole>(titles, [['id', ...IDS]]);
  const columns = (fits: (text: string) => boolean) =>
    titles.flatMap((text, column) =>
      !roles.has(column) && !unread.has(column) && fits(text) ? [column] : [],
    );
  const names = namesAmong(columns);
  for (const column of names) roles.set(column, nameRole(titles[column] ?? '', names.length));
  // A running number beside a document is no alternative id.
  for (const column of unread.keys())
    if (idRank(titles[column] ?? '') === IDS.length - 1) unread.delete(column);
  return { roles, unread };
}

const idRank = (title: string): number => IDS.findIndex((pattern) => pattern.test(title));

const nameRole = (title: string, many: number): RoleOrNone<ParticipantRole> => {
  if (many < 2) return 'name';
  return SURNAME.test(title) ? 'surname' : 'given';
};

/**
 * Returns the columns to join to the name: separate columns for names and surnames, else a single column with the
 * whole name.
 */
function namesAmong(columns: (fits: (text: string) => boolean) => number[]): number[] {
  const surnames = columns((text) => SURNAME.test(text) && !NAME_HEADER.test(text));
  const givenNames = columns((text) => NAME_HEADER.test(text) && !SURNAME.test(text));
  if (surnames.length > 0 && givenNames.length > 0) return [...givenNames, ...surnames];
  const both = columns((text) => SURNAME.test(text) && NAME_HEADER.test(text));
  const whole = columns((text) => PERSON_HEADER.test(text));
  const [one] = [...both, ...givenNames, ...whole, ...surnames];
  return one === undefined ? [] : [one];
}

/** Returns the normalized words of a header. '' for a sentence, a number or a filled-in field. */
function wordsOf(label: string): string {
  if (label.length > MAX_LABEL || /:\s*\S|\d{2}/.test(label)) return '';
  if (label === '#') return 'numero';
  const title = plainWords(label);
  return OTHER.test(title) ? '' : title;
}
