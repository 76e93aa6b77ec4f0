import { type Selectable, sql } from 'kysely';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis, Tables } from '../platform/db/tables.ts';

/** Audit entry as a row of the database. */
export type EntryRow = Selectable<Tables['audit_entry']>;

/** Filter for reading audit entries of a chain. */
export interface EntryFilter {
  /** Name of the audit chain: 'joint:3'. */
  chain: string;
  /** Name of the recorded action ('conceptActivated'); undefined for all. */
  act?: string | undefined;
  /** Only entries with `words` in the facts, in any case, or with an actor in `actors`. */
  text?: { words: string; actors: readonly string[] } | undefined;
  /** Id of a unit: only entries with the unit among the facts, without the entries of votes. */
  unit?: string | undefined;
  /** First time, epoch ms. */
  from?: Millis | undefined;
  /** Last time, epoch ms. */
  until?: Millis | undefined;
  /** Number of an entry: only earlier entries, for the next page. */
  before?: number | undefined;
  /** Leaves out votes on these open questions. */
  open?: readonly OpenQuestion[];
  /** Most entries to read. Default: no limit. */
  limit?: number;
}

/** Returns the entries of an audit chain, newest first. */
export async function readEntries(db: Db, filter: EntryFilter): Promise<EntryRow[]> {
  let query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', filter.chain)
    .orderBy('seq', 'desc');
  const { act, text, unit, from, until, before, limit, open = [] } = filter;
  for (const { jointId, conceptId, since } of open) {
    const vote = `%[${jointId},${conceptId},"%`;
    query = query.where((eb) =>
      eb.or([eb('act', '!=', 'votes'), eb('at', '<', since), eb('data', 'not like', vote)]),
    );
  }
  if (act !== undefined) query = query.where('act', '=', act);
  if (unit !== undefined) {
    const quoted = `%${JSON.stringify(unit).replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
    query = query.where('act', '!=', 'votes').where(sql<boolean>`data like ${quoted} escape '!'`);
  }
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<=', until);
  if (before !== undefined) query = query.where('seq', '<', before);
  if (text !== undefined) {
    const { words, actors } = text;
    query = query.where((eb) =>
      eb.or([
        ...patternsOf(words).map(
          (pattern) => sql<boolean>`lower(${eb.ref('data')}) like ${pattern} escape '!'`,
        ),
        ...patternsOf(words).map((pattern) =>
          eb.exists(
            eb
              .selectFrom('audit_text as t')
              .select('t.hash')
              .whereRef('t.chain', '=', 'audit_entry.chain')
              .whereRef('t.seq', '=', 'audit_entry.seq')
              .where(sql<boolean>`lower(t.body) like ${pattern} escape '!'`),
          ),
        ),
        ...(actors.length > 0 ? [eb('actor', 'in', [...actors])] : []),
      ]),
    );
  }
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/**
 * LIKE patterns for the text as found in JSON, for each way to lower-case a column: PostgreSQL lowers every letter,
 * SQLite only letters without accents.
 */
function patternsOf(words: string): string[] {
  const written = JSON.stringify(words).slice(1, -1);
  const plainLower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const cases = [written.toLowerCase(), plainLower(written), plainLower(written.toUpperCase())];
  return [...new Set(cases)].map((value) => `%${value.replace(/[!%_]/g, (sign) => `!${sign}`)}%`);
}

/**
 * Open question, with the opening time of the assembly: an earlier vote belongs to another question with the same
 * number.
 */
interface OpenQuestion {
  jointId: number;
  conceptId: number;
  since: Millis;
}

/**
 * Reads the open questions of a joint and the sectors. Lists of audit entries leave out the votes of open
 * questions, because staff may not read the votes before the closing (specification, section 5, rule 28a).
 */
export function readOpen(db: Db, rootJointId: number): Promise<OpenQuestion[]> {
  return db
    .selectFrom('concept as c')
    .innerJoin('assembly as a', 'a.assembly_id', 'c.assembly_id')
    .select(['c.joint_id as jointId', 'c.concept_id as conceptId'])
    .select((eb) => eb.fn.coalesce('a.opened_at', eb.lit(0)).as('since'))
    .where('a.joint_id', '=', rootJointId)
    .where('c.active', '=', 1)
    .where('c.concept_id', '>', ATTENDANCE)
    .where('c.deleted_at', 'is', null)
    .execute();
}

/** Returns the number of a chain's last entry with a whole code (until 29 November 2026); 0 for a chain without codes. */
export async function readCodedUntil(db: Db, chain: string): Promise<number> {
  const row = await db
    .selectFrom('coded_trail')
    .select('entries')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row?.entries ?? 0;
}

/** Returns the codes of a joint's cards and badges. Key: public id of the code. */
export async function readCodesById(db: Db, rootJointId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('code')
    .select(['code', 'code_id'])
    .where('joint_id', '=', rootJointId)
    .execute();
  return new Map(rows.map(({ code, code_id }) => [code_id, code]));
}

/** Returns the names of all actions in an audit chain ('conceptActivated'), for the filter of the page. */
export async function readActs(db: Db, chain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('act')
    .distinct()
    .where('chain', '=', chain)
    .orderBy('act')
    .execute();
  return rows.map(({ act }) => act);
}

/**
 * Reads the texts of answers in assemblies, to name the answers in audit entries.
 * @returns key: numbers of assembly, joint, question and answer ('4 3 2 1'). Value: text of the answer
 */
export async function readAnswers(db: Db, assemblyIds: readonly number[]): Promise<Map<string, string>> {
  if (assemblyIds.length === 0) return new Map();
  const answers = await db
    .selectFrom('answer')
    .select(['assembly_id', 'joint_id', 'concept_id', 'answer_id', 'description'])
    .where('assembly_id', 'in', [...assemblyIds])
    .execute();
  return new Map(
    answers.map((row) => [
      `${row.assembly_id} ${row.joint_id} ${row.concept_id} ${row.answer_id}`,
      row.description,
    ]),
  );
}

/**
 * Reads the names for the numbers in an audit trail.
 * @returns `users` has the name of each user by 'user:12'; `joints` has the name of the joint and of each
 *   sector by number
 */
export async function readNames(
  db: Db,
  rootJointId: number,
): Promise<{ users: Map<string, string>; joints: Map<number, string> }> {
  const users = await db.selectFrom('user_account').select(['user_id', 'name']).execute();
  const joints = await db
    .selectFrom('joint')
    .select(['joint_id', 'joint_name'])
    .where((eb) => eb.or([eb('joint_id', '=', rootJointId), eb('parent_joint_id', '=', rootJointId)]))
    .execute();
  return {
    users: new Map(users.map(({ user_id, name }) => [`user:${user_id}`, name])),
    joints: new Map(joints.map(({ joint_id, joint_name }) => [joint_id, joint_name])),
  };
}
