import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../shared/limits.ts';
import { type Db, readPrimaryKeys } from '../platform/db/engine.ts';
import { ensureWithin } from '../platform/limits/limits.ts';
import { personColumns } from './columns.ts';
import type { NamedRow } from './named.repository.ts';
import {
  checkOf,
  type ErasedRecord,
  type JointPeople,
  NO_RECORDS,
  type PersonRecords,
  type PersonTexts,
  textsOf,
  typedPerson,
} from './person.ts';
import { scopeOf } from './scope.repository.ts';

type Values = Readonly<Record<string, unknown>>;

/** Row of the store with texts of a person. */
export interface Trace {
  table: string;
  row: Values;
}

/** Most rows read of a table. */
const MOST_OF_TABLE = limits.personalDataTooLarge.most;
/** Tables of the store's own history. */
const SKIPPED: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'erasure']);

/**
 * Returns the pattern of a text for `like` on lower-cased columns, with `!` as escape. A letter outside of ASCII stands for any
 * character: the lower case of SQLite keeps 'Ñ'.
 */
const likeOf = (text: string): string =>
  `%${text
    .toLowerCase()
    .replace(/[!%_]/g, (sign) => `!${sign}`)
    .replace(/[^\u0020-\u007e]/g, '_')}%`;

/**
 * Returns a pattern for the texts of the person, standing alone: a document is no part of a longer number, and a user name no
 * part of a mail address.
 */
export function patternOfPerson(
  { names, documents, addresses, usernames }: PersonTexts,
  flags = 'iu',
): RegExp {
  const words = (texts: readonly string[]) =>
    texts.length === 0 ? '(?!)' : texts.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const anywhere = words([...names, ...documents, ...addresses]);
  const outside = `(?<!@[\\w.-]*)(?:${words(usernames)})(?![\\w.+%-]*@)`;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${anywhere}|${outside})(?![\\p{L}\\p{N}])`, flags);
}

/** Returns the keys of the records of a person in a table that no text of the person finds: a name may be shared. */
const keysWithoutText = ({ named }: PersonRecords, table: string, pattern: RegExp): Set<string> =>
  new Set(
    named
      .filter(({ column }) => column.startsWith(`${table}.`))
      .filter(
        ({ name, document, contacts }) =>
          ![name, document ?? '', ...contacts].some((text) => pattern.test(text)),
      )
      .map(({ key }) => key.slice(0, personColumns[table]?.key.length).join(' ')),
  );

/** Returns the key of a row as a text, for `in`. */
export const keyText = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => sql`cast(${sql.ref(name)} as text)`),
    sql` || ' ' || `,
  );

/**
 * Searches all text columns of all tables, by introspection, for the texts of a person. Files as bytes are not searched.
 * @param purpose `kept` lists records, incomplete for tables with too many; `copy` and `erasure` also find records with the user of
 * the person, and leave out tables without a joint
 * @param only tables to search; all by default
 * @throws Problem personalDataTooLarge for a copy
 */
export async function scanStore(
  db: Db,
  people: JointPeople,
  person: PersonRecords,
  purpose: 'kept' | 'copy' | 'erasure',
  only?: readonly string[],
): Promise<Trace[]> {
  const words = textsOf(people, person);
  const all = Object.values(words).flat();
  const pattern = patternOfPerson(words);
  const userIds = person.users.map(({ userId }) => userId);
  const traces: Trace[] = [];
  for (const table of await db.introspection.getTables()) {
    if (SKIPPED.has(table.name) || only?.includes(table.name) === false) continue;
    const scope = scopeOf(table, { ...people, userIds }, purpose === 'kept');
    if (scope === null) continue;
    const texts = table.columns.filter(({ dataType }) => /text|char/i.test(dataType)).map(({ name }) => name);
    const byUser =
      purpose !== 'kept' && userIds.length > 0 && table.columns.some(({ name }) => name === 'user_id');
    const joined = sql.join(
      texts.map((name) => sql`coalesce(${sql.ref(name)}, '')`),
      sql` || ' ' || `,
    );
    const matches =
      texts.length === 0 ? [] : all.map((text) => sql`lower(${joined}) like ${likeOf(text)} escape '!'`);
    if (byUser) matches.push(sql`user_id in (${sql.join(userIds)})`);
    const keys = keysWithoutText(person, table.name, pattern);
    const key = personColumns[table.name]?.key ?? [];
    if (keys.size > 0) matches.push(sql`${keyText(key)} in (${sql.join([...keys])})`);
    if (matches.length === 0) continue;
    const columns = table.columns.filter(({ dataType }) => !/blob|bytea/i.test(dataType));
    const picks = sql.join(columns.map(({ name }) => sql.ref(name)));
    const limit = purpose === 'erasure' ? sql`` : sql`limit ${MOST_OF_TABLE + 1}`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${picks} from ${sql.table(table.name)}
      where ${scope} and (${sql.join(matches, sql` or `)}) ${limit}`.execute(db);
    if (purpose === 'copy') ensureWithin('personalDataTooLarge', rows.length);
    for (const row of rows) {
      const isOfUser = byUser && userIds.includes(Number(row.user_id));
      const isOfKey = keys.has(key.map((name) => String(row[name])).join(' '));
      const hasText = texts.some((name) => typeof row[name] === 'string' && pattern.test(row[name]));
      if (isOfUser || isOfKey || hasText) traces.push({ table: table.name, row });
    }
  }
  return traces;
}

/** Key value with personal data perhaps, left out of the list of an erasure. */
const ANY = '*';
/** Most places of a typed text in the list of an erasure. */
const MOST_PLACES = 50;

/** Pattern of key values without personal data: numbers shorter than a document, chains, and hashes. */
const KEY_VALUE = /^(\d{1,6}|[a-z]+:\d+|[0-9a-f]{16,})$/;

/** Returns the places of the texts of a typed person in the store: an older copy has the text at the same places. */
export async function readPlaces(
  db: Db,
  people: JointPeople,
  person: PersonRecords,
): Promise<Required<ErasedRecord>['named']> {
  const keys = await readPrimaryKeys(db);
  const pattern = patternOfPerson(textsOf(people, person));
  const places = (await scanStore(db, people, person, 'kept')).flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) => {
      const match = typeof value === 'string' ? pattern.exec(value) : null;
      const [found] = typedPerson(match?.[0] ?? '')?.named ?? [];
      const values = keys.get(table)?.map((name) => String(row[name]));
      const key = values?.map((one) => (KEY_VALUE.test(one) ? one : ANY));
      if (match === null || found === undefined || key === undefined) return [];
      const part: [number, number] = [match.index, match[0].length];
      return [{ column: `${table}.${column}`, key, check: checkOf(found), part }];
    }),
  );
  return places.slice(0, MOST_PLACES);
}

/** Rows read at once at a place. */
const PLACE_ROWS = 500;

/** Reads the beginnings of the texts at a place, in pages: a key of `ANY` alone reaches the whole table. */
async function* textsAt(
  db: Db,
  [table, column]: readonly [table: string, column: string],
  names: readonly string[],
  { key, part: [start, length] }: { key: readonly string[]; part: readonly [number, number] },
): AsyncGenerator<string> {
  const order = sql.join(names.map((name) => sql.ref(name)));
  const own = names.map((name, at) => sql`${key[at]} in (cast(${sql.ref(name)} as text), ${ANY})`);
  for (let last: Values | undefined, isEnd = false; !isEnd; ) {
    const after =
      last === undefined ? [] : [sql`(${order}) > (${sql.join(names.map((name) => last?.[name]))})`];
    const { rows } = await sql<Values>`
      select ${order}, substr(cast(${sql.ref(column)} as text), 1, ${start + length}) as part from ${sql.table(table)}
      where ${sql.join([...own, ...after], sql` and `)} order by ${order} limit ${PLACE_ROWS}`.execute(db);
    for (const { part } of rows) yield String(part ?? '').slice(start, start + length);
    last = rows.at(-1);
    isEnd = rows.length < PLACE_ROWS;
  }
}

/** Typed person of an erasure, as read in a copy. */
interface TypedInCopy {
  /** Null if the copy has no text at the places. */
  typed: PersonRecords | null;
  /** Columns of the list that the store no longer has. */
  skipped: string[];
}

/** Reads the typed person of an erasure from the places in a copy. */
export async function readTyped(db: Db, { named = [] }: ErasedRecord): Promise<TypedInCopy> {
  const keys = await readPrimaryKeys(db);
  const tables = await db.introspection.getTables();
  const columns = new Set(tables.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)));
  const found = new Map<string, NamedRow>();
  const skipped = new Set<string>();
  for (const { column: place, key, check, part } of named) {
    const [table = '', column = ''] = place.split('.');
    const names = keys.get(table) ?? [];
    if (!columns.has(place) || (part !== undefined && names.length !== key.length)) skipped.add(place);
    else if (part !== undefined)
      for await (const text of textsAt(db, [table, column], names, { key, part })) {
        const [typed] = typedPerson(text)?.named ?? [];
        if (typed !== undefined && checkOf(typed) === check) found.set(JSON.stringify(typed), typed);
      }
  }
  const typed = found.size === 0 ? null : { ...NO_RECORDS, named: [...found.values()] };
  return { typed, skipped: [...skipped] };
}

/** Returns the day (epoch ms) of each assembly of a root joint: end, opening or creation. */
export async function readAssemblyDays(db: Db, rootId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('assembly')
    .select(['assembly_id', 'closed_at', 'opened_at', 'created_at'])
    .where('joint_id', '=', rootId)
    .execute();
  return new Map(rows.map((row) => [row.assembly_id, row.closed_at ?? row.opened_at ?? row.created_at]));
}
