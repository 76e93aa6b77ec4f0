import { type KyselyPlugin, sql, type UnknownRow } from 'kysely';
import { maybeCodes, withoutCodes } from '../../../shared/evidence/leaves.ts';
import { type Db, isSqlite, jsonTable } from '../db/engine.ts';
import { readyQuery } from '../db/queries.ts';

const idsOf = readyQuery<{ codes: string }, { code: string; id: string }>((db, { codes }) => {
  const list = isSqlite(db)
    ? sql`(select value from json_each(${codes}))`
    : sql`(select jsonb_array_elements_text(${codes}::jsonb))`;
  return sql<{ code: string; id: string }>`select code, code_id as id from code where code in ${list}`;
});

/**
 * Returns texts with the public id in place of each issued code of a card or badge ('QR-0123456789abcdef'), because anybody
 * with a code can vote. Audit entries name codes by public ids; the table of codes knows the code of an id.
 */
export async function withCodeIds(db: Db, texts: readonly string[]): Promise<string[]> {
  const found = new Set(texts.flatMap(maybeCodes));
  if (found.size === 0) return [...texts];
  const { rows } = await idsOf(db, { codes: JSON.stringify([...found]) });
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return texts.map((text) => withoutCodes(text, (code) => ids.get(code) ?? code));
}

/**
 * Returns audit entries with the public ids of codes in place of the codes. Entries until 29 November 2026 contain whole
 * codes; later entries stay unchanged.
 */
export async function entriesWithCodeIds<Entry extends { actor: string; data: string }>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const texts = await withCodeIds(
    db,
    entries.flatMap(({ actor, data }) => [actor, data]),
  );
  return entries.map((entry, i) => ({
    ...entry,
    actor: texts[2 * i] ?? entry.actor,
    data: texts[2 * i + 1] ?? entry.data,
  }));
}

/**
 * Returns a database for comparing the store with audit entries: rows have the public id in place of each code of the joint
 * and of each code with the id in an entry.
 * @param named entries with public ids, from `entriesWithCodeIds`
 */
export async function readsCodeIds(
  db: Db,
  rootJointId: number,
  named: readonly { actor: string; data: string }[],
): Promise<Db> {
  const inEntries = named.flatMap(({ actor, data }) => `${actor} ${data}`.match(/QR-[0-9a-f]{16}/g) ?? []);
  const found = [...new Set(inEntries)].map((id) => ({ id }));
  // A query of the plugin would wait for the connection held by the query with the rows.
  const codes = await db
    .selectFrom('code')
    .select(['code', 'code_id'])
    .where((eb) =>
      eb.or([
        eb('joint_id', '=', rootJointId),
        eb(
          'code_id',
          'in',
          eb.selectFrom(jsonTable<{ id: string }>(db, found, { id: 'text' }).as('r')).select('r.id'),
        ),
      ]),
    )
    .execute();
  const ids = new Map(codes.map(({ code, code_id }) => [code, code_id]));
  const hidden = (row: UnknownRow): UnknownRow => {
    const text = JSON.stringify(row);
    const other = withoutCodes(text, (code) => ids.get(code) ?? code);
    return other === text ? row : JSON.parse(other);
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(hidden) }),
  };
  return db.withPlugin(plugin);
}
