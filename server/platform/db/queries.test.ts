import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { type Db, jsonTable } from './engine.ts';
import { readyQuery } from './queries.ts';
import { SqliteFile } from './sqlite-file.ts';
import { dbOn } from './store-transactions.ts';

interface Sums {
  names: string;
  least: number;
  most: number | null;
}

/** Numbers of the names, between `least` and `most`. `least` stands twice in the text, the first name is constant. */
const numbered = readyQuery<Sums, { name: string; number: number; shown: number; fixed: string }>(
  (db, { names, least, most }) =>
    db
      .selectFrom(
        jsonTable<{ name: string; number: number }>(db, names, { name: 'text', number: 'integer' }).as('r'),
      )
      .select((eb) => [
        'r.name',
        'r.number',
        eb.cast<number>(least, 'integer').as('shown'),
        eb.cast<string>(eb.val('fijo'), 'text').as('fixed'),
      ])
      .where('r.number', '>=', least)
      .where((eb) => eb.or([eb('r.number', '<=', most), eb(eb.cast(most, 'integer'), 'is', null)]))
      .orderBy('r.number')
      .orderBy('r.name'),
);

const rows = fc.array(
  fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\0', '')),
    number: fc.integer({ min: 0, max: 20 }),
  }),
  { maxLength: 12 },
);

/** Checks that each run of a ready query uses own values, after any other query. */
async function expectOwnValues(db: Db): Promise<void> {
  const limit = fc.integer({ min: 0, max: 20 });
  await fc.assert(
    fc.asyncProperty(rows, limit, fc.option(limit), async (all, least, most) => {
      const answer = await numbered(db, { names: JSON.stringify(all), least, most });
      const expected = all
        .filter(({ number }) => number >= least && (most === null || number <= most))
        .map(({ number }) => number)
        .sort((a, b) => a - b);
      expect(answer.rows.map(({ number }) => number)).toEqual(expected);
      expect(answer.rows.every(({ shown, fixed }) => shown === least && fixed === 'fijo')).toBe(true);
      const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
      const named = all.filter(({ number }) => expected.includes(number));
      expect(names(answer.rows)).toEqual(names(named));
    }),
    { numRuns: rounds(40) },
  );
}

describeOnBothEngines('ready queries', (make) => {
  const app = appForSuite(make);

  it('each run of a ready query uses only its own values', () => expectOwnValues(app.store.db));

  it('two concurrent runs in a transaction keep separate values', async () => {
    const { db } = app.store;
    const names = JSON.stringify([
      { name: 'a', number: 1 },
      { name: 'b', number: 2 },
    ]);
    const numbersOf = (least: number, most: number | null) =>
      numbered(db, { names, least, most }).then(({ rows: found }) => found.map(({ number }) => number));
    expect(await Promise.all([numbersOf(1, 1), numbersOf(2, null), numbersOf(0, null)])).toEqual([
      [1],
      [2],
      [1, 2],
    ]);
  });
});

describe('ready queries in the thread of the file', () => {
  let file: SqliteFile;
  beforeEach(() => {
    file = new SqliteFile(null, false, ['create table code (code text primary key)']);
  });
  afterEach(() => file.close());
  const put = readyQuery<{ code: string }>((_db, { code }) => sql`insert into code (code) values (${code})`);
  const codes = async () => (await sql<{ code: string }>`select code from code`.execute(dbOn(file))).rows;

  it('each run of a ready query uses only its own values', () => expectOwnValues(dbOn(file)));

  it('a run belongs to the transaction: a refused row undoes the rows before', async () => {
    const db = dbOn(file);
    const twice = db.transaction().execute(async (trx) => {
      expect((await put(trx, { code: 'a' })).numAffectedRows).toBe(1n);
      await put(trx, { code: 'a' });
    });
    await expect(twice).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    expect(await codes()).toEqual([]);
    await db.transaction().execute((trx) => put(trx, { code: 'a' }));
    expect(await codes()).toEqual([{ code: 'a' }]);
  });

  it('a plugin of the database sees the rows', async () => {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: [{ code: 'hidden' }] }),
    };
    const find = readyQuery<object>(() => sql`select code from code`);
    expect((await find(dbOn(file).withPlugin(plugin), {})).rows).toEqual([{ code: 'hidden' }]);
  });
});
