import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { insertJoint } from '../../properties/joints.repository.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { type Db, isSqlite, isUniqueViolation, readRowsText } from './engine.ts';
import { packRows, type RowSet, rowsIn, rowsOf } from './pack-rows.ts';
import { insertRows, putRows, withStagedRows } from './put-rows.ts';

interface Bill {
  bill: number;
  position: number;
  apartment_id: string;
  owner_document: string | null;
  total: Centavos;
}

/** Generator of bill rows in several batches, with values at risk in JSON, SQL or number widths. */
const bills = fc
  .array(
    fc.record({
      position: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      // PostgreSQL has no NUL in texts.
      apartment_id: fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
      owner_document: fc.option(
        fc.constantFrom('', '0012', "O'Higgins", '"', '\\', 'Ñandú 🙂', 'null', '1e3'),
      ),
      total: fc.maxSafeInteger().map(centavos),
    }),
    { maxLength: 30 },
  )
  .chain((some) => fc.constantFrom(1, 40).map((times) => Array.from({ length: times }, () => some).flat()))
  .map((rows) => rows.map((row, index): Bill => ({ bill: index + 1, ...row })));

/** Values of the other columns of a bill, equal in all test rows. */
const REST = {
  month: '2026-01',
  units: '[]',
  owner_name: '',
  reference: '',
  discount: 0,
  issue_date: '2026-01-01',
  due_date: '2026-01-31',
  previous_payment: 0,
  overdue_instalments: 0,
  last_item: 0,
};

const setsOf = (rows: readonly Bill[]): [RowSet, RowSet, RowSet] => [
  rowsOf('bill', rows, ['joint_id', 'month_id', ...(Object.keys(REST) as (keyof typeof REST)[])]),
  rowsOf('bill_line', [], ['joint_id']),
  rowsOf(
    'unit_reference',
    rows.map(({ bill }) => ({ apartment_id: `A${bill}`, reference: `${bill}` })),
    ['joint_id'],
  ),
];

describeOnBothEngines('rows ready for the store', (make) => {
  const app = appForSuite(make);
  let db: Db;
  beforeAll(() => {
    db = app.store.db;
  });

  async function joint() {
    const fields = { parentId: null, jointName: 'Prueba', usesAssemblies: false, usesBilling: true, at: 0 };
    const jointId = await insertJoint(db, fields);
    const month = { joint_id: jointId, month: '2026-01', state: 'prepared' as const, draft_id: null };
    const { month_id } = await db
      .insertInto('billing_month')
      .values({ ...month, columns: '[]', prepared_at: 0, prepared_by: 'user:1' })
      .returning('month_id')
      .executeTakeFirstOrThrow();
    return { jointId, monthId: month_id };
  }
  type Joint = Awaited<ReturnType<typeof joint>>;

  const put = ({ jointId, monthId }: Joint, sets: readonly RowSet[]) =>
    db
      .transaction()
      .execute((trx) => insertRows(trx, sets, { joint_id: jointId, month_id: monthId, ...REST }));

  /** Stores rows through the stage. @param meanwhile runs between the stage and the transaction */
  const putStaged = (
    { jointId, monthId }: Joint,
    sets: readonly RowSet[],
    meanwhile: () => Promise<unknown> = async () => undefined,
  ) =>
    withStagedRows(db, packRows(sets), async (rows) => {
      await meanwhile();
      await db
        .transaction()
        .execute((trx) => putRows(trx, rows, { joint_id: jointId, month_id: monthId, ...REST }));
    });
  const staged = async () =>
    isSqlite(db) ? (await sql`select * from temp.staged_row`.execute(db)).rows : [];

  const billsOf = ({ jointId }: Joint) =>
    db
      .selectFrom('bill')
      .select(['bill', 'position', 'apartment_id', 'owner_document', 'total'])
      .where('joint_id', '=', jointId)
      .orderBy('bill');
  const stored = (of: Joint) => billsOf(of).execute();

  /** Reads the stored bills back, as serialized by the database. */
  const written = async (of: Joint) =>
    rowsIn<Bill>(
      await readRowsText(db, billsOf(of), ['bill', 'position', 'apartment_id', 'owner_document', 'total']),
    );

  const references = ({ jointId }: Joint) =>
    db.selectFrom('unit_reference').select('reference').where('joint_id', '=', jointId).execute();

  /**
   * Makes the units of generated rows distinct: a unit has a single bill per month, and a reference is unique in a
   * joint.
   */
  const distinct = (rows: readonly Bill[]) =>
    rows.map((row) => ({ ...row, apartment_id: `${row.bill} ${row.apartment_id}` }));

  it('putRows stores rows that read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(bills.map(distinct), async (rows) => {
        const to = await joint();
        // A reference belongs to a single joint.
        await put(to, setsOf(rows).slice(0, 2));
        expect(await stored(to)).toEqual(rows);
        expect(await written(to)).toEqual(rows);
        const throughStage = await joint();
        await putStaged(throughStage, setsOf(rows).slice(0, 2));
        expect(await stored(throughStage)).toEqual(rows);
        expect(await written(throughStage)).toEqual(rows);
      }),
      { numRuns: rounds(15) },
    );
  });

  it('putRows stores all rows or none, with or without a transaction, beside other writes', async () => {
    const rows = distinct(fc.sample(bills, { numRuns: 50, seed: 7 }).flat().slice(0, 900)).map(
      (row, index) => ({ ...row, bill: index + 1, apartment_id: `U${index}` }),
    );
    expect(rows.length).toBe(900);
    const to = await joint();
    const twice = [...rows, { ...rows[0], bill: 1 }] as Bill[];
    await expect(put(to, setsOf(twice).slice(0, 1))).rejects.toSatisfy(isUniqueViolation);
    const sharedColumns = { joint_id: to.jointId, month_id: to.monthId, ...REST };
    await expect(insertRows(db, setsOf(twice).slice(0, 1), sharedColumns)).rejects.toSatisfy(
      isUniqueViolation,
    );
    expect(await stored(to)).toEqual([]);

    const others = await joint();
    const few = rows.slice(0, 3);
    const [, , between] = await Promise.all([
      put(to, setsOf(rows)),
      put(others, setsOf(few).slice(0, 1)),
      joint(),
    ]);
    expect(await stored(to)).toEqual(rows);
    expect(await references(to)).toHaveLength(900);
    expect(await stored(others)).toEqual(few);
    expect(await stored(between)).toEqual([]);
  });

  it('withStagedRows stores all rows or none, and leaves an empty stage', async () => {
    const rows = distinct(fc.sample(bills, { numRuns: 50, seed: 7 }).flat().slice(0, 900)).map(
      (row, index) => ({ ...row, bill: index + 1, apartment_id: `U${index}` }),
    );
    const to = await joint();
    const sets = setsOf(rows).slice(0, 1);
    const twice = setsOf([...rows, { ...rows[0], bill: 1 }] as Bill[]).slice(0, 1);
    await expect(putStaged(to, twice)).rejects.toSatisfy(isUniqueViolation);
    expect(await stored(to)).toEqual([]);

    const other = await joint();
    const meanwhile = async () => {
      expect(await stored(to)).toEqual([]);
      await putStaged(other, setsOf(rows.slice(0, 600)).slice(0, 1));
    };
    await putStaged(to, sets, meanwhile);
    expect(await stored(to)).toEqual(rows);
    expect(await stored(other)).toEqual(rows.slice(0, 600));
    expect(await staged()).toEqual([]);
  });

  it('withStagedRows keeps rows of a table with other columns apart', async () => {
    const to = await joint();
    const same = ['joint_id', 'month_id', ...(Object.keys(REST) as (keyof typeof REST)[])] as const;
    const first = { bill: 1, position: 0, apartment_id: 'U1', owner_document: null, total: centavos(1) };
    const { total, ...second } = { ...first, bill: 2, apartment_id: 'U2' };
    await putStaged(to, [rowsOf('bill', [first], same), rowsOf('bill', [{ total, ...second }], same)]);
    expect(await stored(to)).toEqual([first, { ...second, total }]);
  });

  it('withStagedRows stores nothing if staged rows were lost', async () => {
    const to = await joint();
    if (!isSqlite(db)) return;
    const rows = Array.from({ length: 600 }, (_, index) => ({
      bill: index + 1,
      position: index,
      apartment_id: `U${index}`,
      owner_document: null,
      total: centavos(1),
    }));
    const lose = () => sql`delete from temp.staged_row where v0 = 300`.execute(db);
    await expect(putStaged(to, setsOf(rows).slice(0, 1), lose)).rejects.toThrow('missing');
    expect(await stored(to)).toEqual([]);
    expect(await staged()).toEqual([]);
  });
});
