import { type RawBuilder, sql, type TableMetadata } from 'kysely';
import { limits } from '../../shared/limits.ts';
import type { Db } from '../platform/db/engine.ts';
import { ensureWithin } from '../platform/limits/limits.ts';
import type { PersonTexts } from './person.ts';

/** Row of the store with texts of a person. */
export interface Trace {
  table: string;
  row: Readonly<Record<string, unknown>>;
}

/** Joint, users and texts for a search in the store. */
export interface SearchedPerson {
  rootId: number;
  jointIds: readonly number[];
  userIds: readonly number[];
  texts: PersonTexts;
  /**
   * True for a copy of the data: also records with the number of the user, no table without a joint, and no incomplete
   * reading.
   */
  isCopy?: boolean;
}

/** Most rows read of a table. */
const MOST_OF_TABLE = limits.personalDataTooLarge.most;
/** Tables of the store's own history. */
const SKIPPED: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'erasure']);

/** Returns the condition for the rows of the joint or of the users; null for a table about other things. */
function scopeOf(
  { columns }: TableMetadata,
  { rootId, jointIds, userIds, isCopy }: SearchedPerson,
): RawBuilder<unknown> | null {
  const has = (name: string) => columns.some((column) => column.name === name);
  const joints = sql.join(jointIds);
  if (has('chain')) {
    const chains = ['accounts', `joint:${rootId}`, ...jointIds.map((jointId) => `billing:${jointId}`)];
    return sql`chain in (${sql.join(chains)})`;
  }
  const ofAssembly = sql`(assembly_id is null or assembly_id in (select assembly_id from assembly where joint_id = ${rootId}))`;
  if (has('joint_id')) {
    const ofNoJoint = has('assembly_id') ? ofAssembly : sql`1 = 1`;
    return sql`(joint_id in (${joints}) or (joint_id is null and ${ofNoJoint}))`;
  }
  if (has('assembly_id')) return ofAssembly;
  if (has('user_id')) return userIds.length === 0 ? null : sql`user_id in (${sql.join(userIds)})`;
  if (has('month_id')) {
    return sql`month_id in (select month_id from billing_month where joint_id in (${joints}))`;
  }
  if (has('power_id')) {
    return sql`power_id in (select power_id from power
      where assembly_id in (select assembly_id from assembly where joint_id = ${rootId}))`;
  }
  return isCopy ? null : sql`1 = 1`;
}

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

/**
 * Searches all text columns of all tables, by introspection, for the texts of a person. Files as bytes are not searched.
 * @throws Problem personalDataTooLarge for a copy
 */
export async function scanStore(db: Db, person: SearchedPerson): Promise<Trace[]> {
  const { names, documents, addresses, usernames } = person.texts;
  const all = [...names, ...documents, ...addresses, ...usernames];
  const pattern = patternOfPerson(person.texts);
  const { userIds, isCopy = false } = person;
  const traces: Trace[] = [];
  if (all.length + userIds.length === 0) return traces;
  for (const table of await db.introspection.getTables()) {
    const texts = table.columns.filter(({ dataType }) => /text|char/i.test(dataType)).map(({ name }) => name);
    const byUser = isCopy && userIds.length > 0 && table.columns.some(({ name }) => name === 'user_id');
    const scope = SKIPPED.has(table.name) ? null : scopeOf(table, person);
    if (scope === null || (texts.length === 0 && !byUser)) continue;
    const joined = sql.join(
      texts.length === 0 ? [sql`''`] : texts.map((name) => sql`coalesce(${sql.ref(name)}, '')`),
      sql` || ' ' || `,
    );
    const likes = all.map((text) => sql`lower(${joined}) like ${likeOf(text)} escape '!'`);
    const matches = sql.join(byUser ? [...likes, sql`user_id in (${sql.join(userIds)})`] : likes, sql` or `);
    if (likes.length === 0 && !byUser) continue;
    const columns = table.columns.filter(({ dataType }) => !/blob|bytea/i.test(dataType));
    const picks = sql.join(columns.map(({ name }) => sql.ref(name)));
    const { rows } = await sql<Record<string, unknown>>`
      select ${picks} from ${sql.table(table.name)} where ${scope} and (${matches}) limit ${MOST_OF_TABLE + 1}`.execute(
      db,
    );
    if (isCopy) ensureWithin('personalDataTooLarge', rows.length);
    for (const row of rows) {
      const isOfUser = byUser && userIds.includes(Number(row.user_id));
      if (isOfUser || texts.some((name) => typeof row[name] === 'string' && pattern.test(row[name]))) {
        traces.push({ table: table.name, row });
      }
    }
  }
  return traces;
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
