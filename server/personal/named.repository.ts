import { sql, type TableMetadata } from 'kysely';
import { ERASED_TEXT } from '../platform/audit/erasable.ts';
import type { Db } from '../platform/db/engine.ts';
import { ERASED_NAME, personColumns } from './columns.ts';
import { type SearchScope, scopeOf } from './scope.repository.ts';

/** Person in a record, besides the table of owners and the users: holder of a power, visitor, candidate, address of a mail. */
export interface NamedRow {
  /** First column of the person, with the table: 'power.holder_name'. */
  column: string;
  /** Values of the primary key, as texts; for JSON also the number of the person inside. */
  key: readonly string[];
  /** '' without a name. */
  name: string;
  document: string | null;
  contacts: string[];
  /** Units of the row as `unitText`; empty for a record about no unit. */
  units: string[];
  /** Number of the user of the row; null without a user. */
  userId: number | null;
}

type PersonInRow = Pick<NamedRow, 'name' | 'document' | 'contacts'>;
type Values = Readonly<Record<string, unknown>>;

/** Keys of names in JSON; other texts beside a name are facts. */
const NAME_KEY = /(?<!joint)(names?|nombre|owner|author|speaker|attendee)$/i;
const DOCUMENT_KEY = /documento?$/i;

/** Returns the persons inside of a JSON value: names with the document beside, and mail addresses. */
function personsIn(value: unknown, isNamed = false): PersonInRow[] {
  if (typeof value === 'string') {
    if (value.includes('@'))
      return value.includes('*') ? [] : [{ name: '', document: null, contacts: [value] }];
    return isNamed && /\p{L}/u.test(value) ? [{ name: value, document: null, contacts: [] }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((inner) => personsIn(inner, true));
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  const document = entries.find(([key, inner]) => DOCUMENT_KEY.test(key) && typeof inner === 'string')?.[1];
  const found = entries.flatMap(([key, inner]) => personsIn(inner, NAME_KEY.test(key)));
  if (typeof document !== 'string') return found;
  const first = found.find(({ name }) => name !== '');
  if (first === undefined) return [...found, { name: '', document, contacts: [] }];
  first.document ??= document;
  return found;
}

/** Returns the value of a JSON text; null for another value. */
export function jsonOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && value !== ERASED_TEXT && value !== ERASED_NAME
    ? value.trim()
    : null;

/** Returns the persons of a row by column, with the further part of the key. */
function personsOf(table: string, row: Values): (PersonInRow & { column: string; at: string[] })[] {
  const { persons = [], json = [] } = personColumns[table] ?? {};
  const ofColumns = persons.map((person) => {
    const [name = '-', document = '-', address = '-'] = person.split(' ');
    const column = `${table}.${[name, document, address].find((one) => one !== '-')}`;
    const contact = textOf(row[address]);
    const found = { name: textOf(row[name]) ?? '', document: textOf(row[document]) };
    return { column, at: [], ...found, contacts: contact === null ? [] : [contact] };
  });
  const inner = json.flatMap((name) =>
    personsIn(jsonOf(row[name])).map((person, at) => ({
      column: `${table}.${name}`,
      at: [`${at}`],
      ...person,
    })),
  );
  return [...ofColumns, ...inner].filter(
    ({ name, document, contacts }) => name !== '' || document !== null || contacts.length > 0,
  );
}

/** Columns with the joint, unit and user of a row, and the subject of a mail. */
const ROW_PLACES = ['joint_id', 'apartment_id', 'user_id', 'once_key', 'bill'];

async function readRows(db: Db, table: TableMetadata, scope: SearchScope): Promise<Values[]> {
  const where = scopeOf(table, scope);
  if (where === null) return [];
  const { key = [], persons = [], json = [] } = personColumns[table.name] ?? {};
  const read = new Set([...key, ...persons.flatMap((person) => person.split(' ')), ...json, ...ROW_PLACES]);
  const picks = table.columns.filter(({ name }) => read.has(name));
  const order = key.map((name) => sql.ref(name));
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.join(picks.map(({ name }) => sql.ref(name)))}
    from ${sql.table(table.name)} where ${where} order by ${sql.join(order)}`.execute(db);
  // A mail without a joint belongs to its user.
  return rows.filter((row) => row.joint_id !== null || scope.userIds.includes(Number(row.user_id)));
}

/** Reads the persons in the records of a joint, the oldest record of a table first. */
export async function readNamedRows(db: Db, scope: SearchScope): Promise<NamedRow[]> {
  const named: NamedRow[] = [];
  const mails: { row: NamedRow; values: Values }[] = [];
  for (const table of await db.introspection.getTables()) {
    const of = personColumns[table.name];
    if (of === undefined) continue;
    for (const values of await readRows(db, table, scope)) {
      const joints = table.name === 'notice_address' ? scope.jointIds : [Number(values.joint_id)];
      const units = of.isOfUnit ? joints.map((jointId) => `${jointId} ${String(values.apartment_id)}`) : [];
      const userId = values.user_id == null || !of.isOfUser ? null : Number(values.user_id);
      const key = of.key.map((name) => String(values[name]));
      for (const { column, at, ...person } of personsOf(table.name, values)) {
        const row = { column, key: [...key, ...at], ...person, units, userId };
        named.push(row);
        if (column === 'mail_message.to_address' && userId === null) mails.push({ row, values });
      }
    }
  }
  await nameMails(db, named, mails);
  return named;
}

/** Gives mails without a user the name of the person: by the power of a copy, the bill, or the personal link inside. */
async function nameMails(
  db: Db,
  named: readonly NamedRow[],
  mails: readonly { row: NamedRow; values: Values }[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = new Map(named.map((row) => [`${row.column} ${row.key.join(' ')}`, row]));
  const links = await db
    .selectFrom('owner_link')
    .select(['message_id as messageId', 'assembly_id as assemblyId', 'apartment_ids as apartmentIds'])
    .where('message_id', 'is not', null)
    .execute();
  const owners = new Map(
    links.map(({ messageId, assemblyId, apartmentIds }) => [messageId, [assemblyId, jsonOf(apartmentIds)]]),
  );
  const ofRoll = named.filter(({ column }) => column === 'roll_unit.owner_name');
  const onRoll = new Map(ofRoll.map((row) => [`${row.key[0]} ${row.key[2]}`, row]));
  const ownerOf = (messageId: number): NamedRow | undefined => {
    const [assemblyId, units] = owners.get(messageId) ?? [];
    const [unit] = Array.isArray(units) ? units : [];
    return onRoll.get(`${String(assemblyId)} ${String(unit)}`);
  };
  for (const { row, values } of mails) {
    const [, powerId, place] = /^power(?:Copy|Revoked):(\d+):(\d+)/.exec(String(values.once_key)) ?? [];
    const person =
      powerId === undefined
        ? values.bill === null
          ? ownerOf(Number(values.message_id))
          : rows.get(`bill.owner_name ${values.joint_id} ${values.bill}`)
        : rows.get(`power.${place === '0' ? 'granter' : 'holder'}_name ${powerId}`);
    if (person !== undefined)
      Object.assign(row, { ...person, column: row.column, key: row.key, contacts: row.contacts });
  }
}
