import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { insertJoint } from '../../properties/joints.repository.ts';
import { describeOnBothEngines, type TestApp } from '../../testing/app.ts';
import type { Db } from './engine.ts';
import { packRows, rowsOf, type SerializedRows } from './pack-rows.ts';
import { putRows } from './ready-rows.ts';
import { withStagedRows } from './staged-rows.ts';

interface Bill {
  bill: number;
  position: number;
  apartment_id: string;
  owner_document: string | null;
  total: number;
}

/** Rows of several slices: each has whatever JSON, SQL or a number's width could spoil. */
const bills = fc
  .array(
    fc.record({
      position: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      // PostgreSQL has no NUL in texts.
      apartment_id: fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
      owner_document: fc.option(
        fc.constantFrom('', '0012', "O'Higgins", '"', '\\', 'Ñandú 🙂', 'null', '1e3'),
      ),
      total: fc.maxSafeInteger(),
    }),
    { maxLength: 30 },
  )
  .chain((some) => fc.constantFrom(1, 40).map((times) => Array.from({ length: times }, () => some).flat()))
  .map((rows) => rows.map((row, index): Bill => ({ bill: index + 1, ...row })));

const packed = (rows: readonly Bill[]): SerializedRows =>
  packRows([
    rowsOf('bill', rows, {
      bill: 'integer',
      position: 'integer',
      apartment_id: 'text',
      owner_document: 'text',
      total: 'bigint',
    }),
    rowsOf('bill_line', [], { bill: 'integer' } as const),
    rowsOf(
      'unit_reference',
      rows.map(({ bill }) => ({ apartment_id: `A${bill}`, reference: `${bill}` })),
      { apartment_id: 'text', reference: 'text' },
    ),
  ]);

describeOnBothEngines('rows that are ready for the store', (make) => {
  let app: TestApp;
  let db: Db;
  beforeAll(async () => {
    app = await make();
    db = app.store.db;
  });
  afterAll(() => app.close());

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

  const fixedOf = ({ jointId, monthId }: Joint) => ({
    bill: {
      ...{ joint_id: jointId, month_id: monthId, month: '2026-01', units: '[]', owner_name: '' },
      ...{ reference: '', issue_date: '2026-01-01', due_date: '2026-01-31', discount: 0 },
      ...{ previous_payment: 0, overdue_instalments: 0, last_item: 0 },
    },
    unit_reference: { joint_id: jointId },
  });

  const stored = ({ jointId }: Joint) =>
    db
      .selectFrom('bill')
      .select(['bill', 'position', 'apartment_id', 'owner_document', 'total'])
      .where('joint_id', '=', jointId)
      .orderBy('bill')
      .execute();

  const references = ({ jointId }: Joint) =>
    db.selectFrom('unit_reference').select('reference').where('joint_id', '=', jointId).execute();

  /** One unit has one bill a month, and a reference is one joint's. */
  const distinct = (rows: readonly Bill[]) =>
    rows.map((row) => ({ ...row, apartment_id: `${row.bill} ${row.apartment_id}` }));

  it('are the same rows in the store, staged or not', async () => {
    await fc.assert(
      fc.asyncProperty(bills.map(distinct), async (rows) => {
        for (const staged of [false, true]) {
          const to = await joint();
          const ready = packed(rows);
          // A reference is one joint's.
          const own = { ...ready, sets: ready.sets.slice(0, 2) };
          if (staged) {
            await withStagedRows(db, own, (put) => db.transaction().execute((trx) => put(trx, fixedOf(to))));
          } else await db.transaction().execute((trx) => putRows(trx, own, fixedOf(to)));
          expect(await stored(to)).toEqual(rows);
        }
      }),
      { numRuns: rounds(15) },
    );
  });

  it('leave nothing where the act around them fails, and do not get into the next', async () => {
    const to = await joint();
    const rows = distinct(fc.sample(bills, { numRuns: 50, seed: 7 }).flat().slice(0, 900)).map(
      (row, index) => ({
        ...row,
        bill: index + 1,
        apartment_id: `U${index}`,
      }),
    );
    expect(rows.length).toBe(900);
    const failing = withStagedRows(db, packed(rows), (put) =>
      db.transaction().execute(async (trx) => {
        await put(trx, fixedOf(to));
        throw new Error('called off');
      }),
    );
    await expect(failing).rejects.toThrow('called off');
    expect(await stored(to)).toEqual([]);
    expect(await references(to)).toEqual([]);

    // Two at once, and somebody else's transaction in the middle of them.
    const few = rows.slice(0, 3);
    const others = await joint();
    const none = { ...packed(few), sets: packed(few).sets.slice(0, 1) };
    const act = (at: Joint, ready: SerializedRows) =>
      withStagedRows(db, ready, (put) => db.transaction().execute((trx) => put(trx, fixedOf(at))));
    const [, , between] = await Promise.all([act(to, packed(rows)), act(others, none), joint()]);
    expect(await stored(to)).toEqual(rows);
    expect(await references(to)).toHaveLength(900);
    expect(await stored(others)).toEqual(few);
    expect(await stored(between)).toEqual([]);
  });
});
