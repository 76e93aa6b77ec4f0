import { factNames } from '../../shared/audit/fact-names.ts';
import { formatExact, nano } from '../../shared/coefficient.ts';
import { dateTime } from '../../shared/format.ts';
import { centavos, formatMoney } from '../../shared/money.ts';
import { groupOf } from './kept-data.ts';
import { jsonOf } from './named.repository.ts';
import { isSingleRecordOf, type JointPeople, type PersonRecords, personRows, textsOf } from './person.ts';
import { patternOfPerson, type Trace } from './scan.repository.ts';

/** Value of a record of a person, for the exported file. */
export interface CopiedValue {
  /** Spanish name of the group of records. */
  group: string;
  /** Number of the record in the file, from 1. */
  record: number;
  table: string;
  /** Spanish name of the value, else the name of the column. */
  label: string;
  value: string;
}

const GROUPS: readonly (readonly [group: string, tables: string])[] = [
  [
    'Usuario, sesiones y vínculos',
    'user_account user_former_name user_apartment user_joint user_right user_event session known_device access_link',
  ],
  ['Mensajes de correo y entregas', 'mail_message delivery'],
  ['Canales y recordatorios de cobro', 'contact_channel reminder'],
  ['Borradores de poderes', 'power_draft'],
  ['Textos del registro de auditoría', 'audit_text'],
];
/** Tables with rows about a single person each, with the columns of name and document. */
const OF_ONE: ReadonlyMap<string, { name: string; document: string }> = new Map([
  ['data_claim', { name: 'person', document: 'document' }],
  ['data_authorisation', { name: 'person', document: 'document' }],
  ['notice_address', { name: 'owner_name', document: 'owner_document' }],
]);
const OTHER_PERSON = '[otra persona]';

/** Columns without personal data: secrets, hashes, and keys made from other values. */
const SECRET = /hash|salt|token|secret(?!ary)|password|sealed|(^|_)key$|^session_id$|(^|_)code(_id)?$/i;
/** Names of values about people: such a value is copied only with a text of the person. */
const OF_PEOPLE =
  /(names?|documents?|holder|owner|speaker|author|payer|person|president|secretary|convener|actor|address(es)?|e?mails?|phones?|by|represented)$/i;
const INSTANT = /(^|[._])(at|since|until)$/;
const MONEY =
  /^(amount|total|discount|interest|capital|credit|principal|previous_payment|late_total|period_fee|overdue_fee)$/;

/** Returns the Spanish name of the group of a table of the store. */
export const copiedGroupOf = (table: string): string =>
  GROUPS.find(([, tables]) => tables.split(' ').includes(table))?.[0] ?? groupOf(table);

const patternOfAny = (names: string[], flags?: string): RegExp =>
  patternOfPerson({ names, documents: [], addresses: [], usernames: [] }, flags);

/** Texts of a person, also of an address shared with another person, and the texts of the other people of the joint. */
export function textsForCopy(people: JointPeople, person: PersonRecords): { own: RegExp; others: string[] } {
  const textsOfRows = (records: PersonRecords) =>
    personRows(records).flatMap((row) => [
      row.name.trim(),
      ...(row.document === null ? [] : [row.document]),
      ...row.contacts,
      ...('username' in row ? [row.username] : []),
    ]);
  const { names, documents, addresses, usernames } = textsOf(people, person);
  const own = new Set([...textsOfRows(person), ...names, ...documents, ...addresses, ...usernames]);
  const lower = new Set([...own].map((text) => text.toLowerCase()));
  const others = {
    owners: people.owners.filter((row) => !person.owners.includes(row)),
    users: people.users.filter((row) => !person.users.includes(row)),
    named: people.named.filter((row) => !person.named.includes(row)),
  };
  const foreign = new Set(textsOfRows(others).map((text) => text.toLowerCase()));
  const units = new Set(people.owners.map(({ apartmentId }) => apartmentId.toLowerCase()));
  return {
    own: patternOfAny([...own].filter((text) => text.length > 2)),
    others: [...foreign].filter((text) => text.length > 2 && !lower.has(text) && !units.has(text)),
  };
}

/** Leaves out the rows about another single person: a text of such a row may name the person. */
export const tracesOf = (
  traces: readonly Trace[],
  people: JointPeople,
  person: PersonRecords,
): readonly Trace[] =>
  traces.filter(({ table, row }) => {
    const columns = OF_ONE.get(table);
    if (columns === undefined) return true;
    if (row.user_id != null) return person.users.some(({ userId }) => userId === Number(row.user_id));
    const document = row[columns.document];
    const named = { name: String(row[columns.name]), document: document == null ? null : String(document) };
    return isSingleRecordOf(people, person, named);
  });

/** Replaces the texts of other people in a text. */
function withoutOthers(text: string, others: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = others.filter((other) => lower.includes(other)).sort((a, b) => b.length - a.length);
  return found.length === 0 ? text : text.replace(patternOfAny(found, 'giu'), OTHER_PERSON);
}

type Scalar = string | number | boolean;
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the single values of an object with a text of the person, and of the objects inside; other objects are left out. */
function ownLeaves(value: object, path: string, own: RegExp): [path: string, value: Scalar][] {
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [`${path}.${name}`, inner]);
  const direct = entries.filter((entry): entry is [string, Scalar] => isScalar(entry[1]));
  const isOwn = direct.some(([, inner]) => typeof inner === 'string' && own.test(inner));
  const deeper = entries.flatMap(([at, inner]) =>
    inner !== null && typeof inner === 'object' ? ownLeaves(inner, at, own) : [],
  );
  return [...(isOwn ? direct : []), ...deeper];
}

function labelOf(path: string): string {
  const words = path.split('.').filter((part) => !/^\d+$/.test(part));
  return words
    .map((word) => factNames[word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] ?? word)
    .join(' · ');
}

/**
 * Copies the values of a person from the found records. In JSON only objects with a text of the person are copied; texts of
 * other people of the joint are replaced, and a name, document or address without a text of the person is left out.
 */
export function copyOf(traces: readonly Trace[], texts: { own: RegExp; others: string[] }): CopiedValue[] {
  const { own, others } = texts;
  return traces.flatMap(({ table, row }, at) =>
    Object.entries(row)
      .filter(([column, value]) => !SECRET.test(column) && value !== null && value !== '')
      .flatMap(([column, value]): [string, Scalar][] => {
        const inner = jsonOf(value);
        if (inner !== null && typeof inner === 'object') return ownLeaves(inner, column, own);
        return [[column, isScalar(value) ? value : String(value)]];
      })
      .flatMap(([path, value]) => {
        const name = path.replace(/(\.\d+)+$/, '');
        const isOther = OF_PEOPLE.test(name) && typeof value === 'string' && !own.test(value);
        if (isOther || SECRET.test(name.split('.').at(-1) ?? '')) return [];
        const copied = { group: copiedGroupOf(table), record: at + 1, table, label: labelOf(path) };
        return [{ ...copied, value: valueText(name, value, others) }];
      }),
  );
}

function valueText(name: string, value: Scalar, others: readonly string[]): string {
  const figure = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof figure === 'number' && Number.isSafeInteger(figure)) {
    if (INSTANT.test(name) && figure > 1e11) return dateTime(new Date(figure).toISOString());
    if (MONEY.test(name)) return formatMoney(centavos(figure));
    if (name === 'coefficient') return formatExact(nano(figure));
  }
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  return typeof value === 'string' ? withoutOthers(value, others) : String(value);
}
