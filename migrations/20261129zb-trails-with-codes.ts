import { type Kysely, sql } from 'kysely';

interface Trails {
  audit_entry: { chain: string; seq: number; actor: string; data: string };
  code: { code: string };
  coded_trail: { chain: string; entries: number };
}

/**
 * Notes each audit chain with whole codes in entries, and the number of the last entry with a code. A computer finds a masked code
 * from any hash of the chain after the code's entry, so pages and files show no hash up to the noted entry.
 */
export async function up(db: Kysely<Trails>): Promise<void> {
  await sql`create table coded_trail (chain text primary key, entries integer not null)`.execute(db);
  const codes = new Set((await db.selectFrom('code').select('code').execute()).map(({ code }) => code));
  if (codes.size === 0) return;
  const chains = await db.selectFrom('audit_entry').select('chain').distinct().execute();
  for (const { chain } of chains) {
    const entries = await lastWithCode(db, chain, codes);
    if (entries > 0) await db.insertInto('coded_trail').values({ chain, entries }).execute();
  }
}

/** Returns the number of the last entry of a chain with a whole code; 0 if no entry has a code. */
async function lastWithCode(db: Kysely<Trails>, chain: string, codes: Set<string>): Promise<number> {
  for (let before = 2 ** 31 - 1; ; ) {
    const entries = await db
      .selectFrom('audit_entry')
      .select(['seq', 'actor', 'data'])
      .where('chain', '=', chain)
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(1_000)
      .execute();
    const coded = entries.find(({ actor, data }) =>
      `${actor} ${data}`
        .match(/(?<![0-9A-Za-z])[0-9A-Z]{12}(?![0-9A-Za-z])/g)
        ?.some((word) => codes.has(word)),
    );
    if (coded !== undefined) return coded.seq;
    const last = entries.at(-1);
    if (last === undefined) return 0;
    before = last.seq;
  }
}
