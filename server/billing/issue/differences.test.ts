/** Tests that the preview of a month is the bill: reasons of each difference, the stop, and equality with the issue. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAdjustment } from '../../../shared/billing/bills.api.ts';
import { discardDraft } from '../../../shared/billing/drafts.api.ts';
import { issueMonth, type Relation } from '../../../shared/billing/months.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { lastDayOf, type Month, shiftMonth, today, yearAndMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { storeIssuedMonth } from './commit-month.ts';
import { IssueWorld, paramsOf } from './issue.fixture.ts';
import { makeMonth } from './month-work.ts';

type Table = readonly (readonly (string | number)[])[];

describeOnOneEngine('the preview of a month', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2026-07', 25);
  });

  const dates = (month: Month) => ({ issueDate: `${month}-01`, dueDate: lastDayOf(month) });
  const settings = async (jointId: number, body: object) => {
    await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
  };
  const setting = async (units: readonly string[], body: object = {}) => {
    const jointId = await world.joint(units);
    await settings(jointId, { roundToPeso: false, ...body });
    return jointId;
  };
  const bill = async (jointId: number, month: Month, table: Table) => {
    await world.prepare(jointId, month, table);
    await world.issue(jointId, month, dates(month));
  };
  const preview = async (jointId: number, month: Month): Promise<Relation> =>
    (await world.relation(jointId, month)).body;
  const reasons = ({ differences }: Relation) => differences?.reasons.map((one) => Object.values(one));
  const firstOf = (table: Table) => table.slice(0, 2);

  const FEES: Table = [
    ['Apto', 'Administración'],
    ['101', 200_000],
    ['102', 200_000],
  ];

  it('a sheet equal to the bills has no difference', async () => {
    const jointId = await setting(['101', '102']);
    await world.prepare(jointId, '2026-08', [
      ['Apto', 'Administración', 'Total'],
      ['101', 200_000, 200_000],
      ['102', 210_000, 210_000],
    ]);
    expect((await preview(jointId, '2026-08')).differences).toEqual({
      ...{ hasTotals: true, sheet: 410_000, bills: 410_000, units: 0, unexplained: 0 },
      ...{ reasons: [], listed: [] },
    });
  });

  it('interest of the ledger is a reason, with the unit, the totals and the difference', async () => {
    const jointId = await setting(['101', '102']);
    await bill(jointId, '2026-08', firstOf(FEES));
    await world.prepare(jointId, '2026-10', [
      ['Apto', 'Saldo anterior', 'Administración', 'Total'],
      ['101', 200_000, 200_000, 400_000],
      ['102', 0, 200_000, 200_000],
    ]);
    const relation = await preview(jointId, '2026-10');
    const [row] = relation.rows;
    const amount = row?.currentInterest ?? 0;
    expect(amount).toBeGreaterThan(0);
    expect(relation.differences?.listed).toEqual([
      {
        ...{ apartmentId: '101', sheet: 400_000, bill: row?.total, difference: amount },
        reasons: [{ reason: 'interest', amount }],
      },
    ]);
    expect(relation.differences?.unexplained).toBe(0);
  });

  it('late interest of the sheet left unread is a reason', async () => {
    const jointId = await setting(['101', '102'], {});
    await bill(jointId, '2026-08', FEES);
    const table: Table = [
      ['Apto', 'Saldo anterior', 'Intereses de mora', 'Administración', 'Total'],
      ['101', 200_000, 1_000, 200_000, 401_000],
      ['102', 200_000, 1_000, 200_000, 401_000],
    ];
    await world.prepare(jointId, '2026-10', table);
    const relation = await preview(jointId, '2026-10');
    expect(reasons(relation)?.map(([reason, amount]) => [reason, amount])).toEqual([
      ['interest', relation.totals.currentInterest],
      ['sheetInterest', -2_000],
    ]);
  });

  it('a discount earned by the payments in the sheet is a reason', async () => {
    const jointId = await setting(['101', '102'], { discount: { percent: 10, day: 10 } });
    await bill(jointId, '2026-08', FEES);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Saldo anterior', 'Pagos', 'Fecha de pago', 'Administración', 'Total'],
      ['101', 200_000, 180_000, '05/08/2026', 200_000, 220_000],
      ['102', 200_000, 200_000, '20/08/2026', 200_000, 200_000],
    ]);
    expect(reasons(await preview(jointId, '2026-09'))).toEqual([['discount', -20_000, 1]]);
  });

  it('rounding to the peso is a reason', async () => {
    const jointId = await setting(['101', '102'], { roundToPeso: true });
    await world.prepare(jointId, '2026-08', [
      ['Apto', 'Administración', 'Total'],
      ['101', '200000,60', '200000,60'],
      ['102', 200_000, 200_000],
    ]);
    expect(reasons(await preview(jointId, '2026-08'))).toEqual([['rounding', 0.4, 1]]);
  });

  it('debts and credits in the books are reasons for a sheet with the charges alone', async () => {
    const jointId = await setting(['101', '102', '103']);
    await bill(jointId, '2026-08', [...FEES, ['103', 200_000]]);
    await world.pay(jointId, { apartmentId: '102', amount: 250_000, valueDate: '2026-08-10' });
    await world.pay(jointId, { apartmentId: '103', amount: 200_000, valueDate: '2026-08-10' });
    await world.prepare(jointId, '2026-09', [...FEES, ['103', 200_000]]);
    const relation = await preview(jointId, '2026-09');
    expect(relation.differences).toMatchObject({ hasTotals: false, units: 2, unexplained: 0 });
    expect(reasons(relation)).toEqual([
      ['balance', 200_000, 1],
      ['credit', -50_000, 1],
    ]);
  });

  it('a total of the charges alone leaves out the balance in the books less the payments', async () => {
    const jointId = await setting(['101', '102']);
    await bill(jointId, '2026-08', FEES);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Pagos', 'Administración', 'Total'],
      ['101', 50_000, 200_000, 200_000],
      ['102', 200_000, 200_000, 200_000],
    ]);
    const relation = await preview(jointId, '2026-09');
    expect(relation.differences).toMatchObject({ hasTotals: true, unexplained: 0 });
    expect(reasons(relation)).toEqual([['balance', 150_000, 1]]);
  });

  it('receipts and notes entered after the sheet was loaded are reasons', async () => {
    const jointId = await setting(['101', '102']);
    await bill(jointId, '2026-08', FEES);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Saldo anterior', 'Administración', 'Total'],
      ['101', 200_000, 200_000, 400_000],
      ['102', 200_000, 200_000, 400_000],
    ]);
    await world.pay(jointId, { apartmentId: '101', amount: 150_000, valueDate: '2026-08-20' });
    const note = { apartmentId: '102', kind: 'creditNote', amount: 30_000, reason: 'Acuerdo' } as const;
    const body = { ...note, valueDate: '2026-08-20' };
    expect((await app.call(addAdjustment, { params: { jointId }, body }, world.as)).status).toBe(201);
    expect(reasons(await preview(jointId, '2026-09'))).toEqual([
      ['received', -150_000, 1],
      ['adjusted', -30_000, 1],
    ]);
  });

  it('grouped units with totals rounded to the peso differ by up to a peso for each row', async () => {
    const jointId = await setting(['101', 'P1>101', 'P2>101'], { roundToPeso: true });
    await world.prepare(jointId, '2026-08', [
      ['Apto', 'Administración', 'Total'],
      ...['101', 'P1', 'P2'].map((unit) => [unit, '10,40', 10]),
    ]);
    const relation = await preview(jointId, '2026-08');
    expect(relation.rows.map(({ total }) => total)).toEqual([31]);
    expect([relation.differences?.unexplained, reasons(relation)]).toEqual([0, [['rounding', 1, 1]]]);
  });

  it('two discounts of an account explain a difference one by one', async () => {
    const jointId = await setting(['101', '102'], { discount: { percent: 10, day: 10 } });
    await bill(jointId, '2026-08', FEES);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Saldo anterior', 'Pagos', 'Fecha de pago', 'Administración', 'Total'],
      ['101', 200_000, 360_000, '05/08/2026', 200_000, 20_000],
      ['102', 200_000, 200_000, '20/08/2026', 200_000, 200_000],
    ]);
    const relation = await preview(jointId, '2026-09');
    expect([relation.differences?.unexplained, reasons(relation)]).toEqual([0, [['discount', -20_000, 1]]]);
  });

  describe('units billed apart before', () => {
    const grouped = async () => {
      const jointId = await setting(['101', 'P1>101', 'P2>101'], { groupUnits: false });
      const fees: Table = [firstOf(FEES)[0] ?? [], ['101', 200_000], ['P1', 20_000], ['P2', 30_000]];
      await bill(jointId, '2026-08', fees);
      await settings(jointId, { groupUnits: true });
      return jointId;
    };
    const later = { apartmentId: '101', amount: 40_000, valueDate: '2026-08-20' };

    it('a missing balance of former accounts and a later receipt are reasons together', async () => {
      const jointId = await grouped();
      await world.prepare(jointId, '2026-09', [
        ['Apto', 'Saldo anterior', 'Administración', 'Total'],
        ['101', 200_000, 200_000, 400_000],
      ]);
      await world.pay(jointId, later);
      const relation = await preview(jointId, '2026-09');
      expect([relation.differences?.unexplained, reasons(relation)]).toEqual([
        0,
        [
          ['balance', 50_000, 1],
          ['received', -40_000, 1],
        ],
      ]);
    });

    it('the balance of a single former account is a reason, with a later receipt', async () => {
      const jointId = await grouped();
      await world.prepare(jointId, '2026-09', [
        ['Apto', 'Administración', 'Total'],
        ['101', 200_000, 400_000],
        ['P1', 20_000, 40_000],
        ['P2', 30_000, 30_000],
      ]);
      const before = await preview(jointId, '2026-09');
      expect([before.differences?.unexplained, reasons(before)]).toEqual([0, [['balance', 30_000, 1]]]);
      await world.pay(jointId, later);
      const after = await preview(jointId, '2026-09');
      expect([after.differences?.unexplained, reasons(after)]).toEqual([
        0,
        [
          ['balance', 30_000, 1],
          ['received', -40_000, 1],
        ],
      ]);
    });
  });

  it('an unexplained difference refuses the issue, until a load without totals', async () => {
    const jointId = await setting(['101', '102']);
    const TOTALS: Table = [
      ['Apto', 'Administración', 'Total'],
      ['101', 200_000, 200_000],
      ['102', 200_000, 200_000],
    ];
    await world.prepare(jointId, '2026-08', TOTALS);
    // The reading refuses a wrong total earlier, so the test changes a stored row.
    await app.store.db
      .updateTable('month_row')
      .set({ amount: 20_700_000 as never })
      .where('apartment_id', '=', '102')
      .where('month_id', 'in', (from) =>
        from.selectFrom('billing_month').select('month_id').where('joint_id', '=', jointId),
      )
      .execute();
    const { differences } = await preview(jointId, '2026-08');
    expect(differences).toMatchObject({ units: 1, unexplained: 1 });
    expect(differences?.listed).toEqual([
      { apartmentId: '102', sheet: 200_000, bill: 207_000, difference: 7_000, reasons: null },
    ]);
    const refused = await world.ask(jointId, '2026-08', dates('2026-08'));
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      ...[422, 'differenceUnexplained', { units: ['102'], quantity: 1 }],
    ]);
    await expect(world.issue(jointId, '2026-08', dates('2026-08'))).rejects.toMatchObject({
      code: 'differenceUnexplained',
    });
    const [blocked] = await world.months(jointId);
    expect(blocked?.state).toBe('prepared');
    // The way out: discard the month, and load the sheet again without the column of totals («No usar»).
    const params = { jointId, draftId: blocked?.draftId ?? 0 };
    expect((await app.call(discardDraft, { params }, world.as)).status).toBe(204);
    expect(await world.months(jointId)).toEqual([]);
    const wrongTotals: Table = [TOTALS[0] ?? [], ['101', 200_000, 150_000], ['102', 200_000, 950_000]];
    await world.prepare(jointId, '2026-08', wrongTotals, { columns: [{ column: 2, role: 'ignore' }] });
    const free = (await preview(jointId, '2026-08')).differences;
    expect(free).toMatchObject({ hasTotals: false, sheet: 400_000, bills: 400_000, units: 0 });
    const { jobId } = (await world.ask(jointId, '2026-08', dates('2026-08'))).body;
    expect(await world.endOf(jobId)).toBe('done');
  });

  it('a movement between preview and issue stops the issue, and the new preview is issued', async () => {
    const jointId = await setting(['101', '102']);
    await bill(jointId, '2026-08', FEES);
    await world.prepare(jointId, '2026-09', FEES);
    const before = await preview(jointId, '2026-09');
    await world.pay(jointId, { apartmentId: '101', amount: 50_000, valueDate: '2026-08-20' });
    const { issueDate, dueDate } = before;
    const ask = async (figures: string | null) => {
      const body = { issueDate, dueDate, figures: figures ?? '' };
      return world.endOf((await world.ask(jointId, '2026-09', body)).body.jobId);
    };
    expect(await ask(before.figures)).toBe('failed figuresMoved');
    expect((await world.months(jointId))[0]?.state).toBe('prepared');
    const after = await preview(jointId, '2026-09');
    expect(after.rows[0]?.total).toBe((before.rows[0]?.total ?? 0) - 50_000);
    expect(await ask(after.figures)).toBe('done');
  });

  it('an issue without a previewed fingerprint is refused, and issues nothing', async () => {
    const jointId = await setting(['101', '102']);
    await world.prepare(jointId, '2026-08', FEES);
    const input = { params: paramsOf(jointId, '2026-08'), body: {} };
    expectRefused(await app.call(issueMonth, input, world.as), 'dueDatePassed');
    const accepted = { ...input, body: { ...dates('2026-08'), acceptPastDue: true } };
    expectRefused(await app.call(issueMonth, accepted, world.as), 'figuresMissing');
    expect((await world.months(jointId)).map(({ state }) => state)).toEqual(['prepared']);
    await world.issue(jointId, '2026-08', dates('2026-08'));
    // The invoices of an issued month are made again without a preview.
    expect((await app.call(issueMonth, accepted, world.as)).status).toBe(202);
  });

  it('warnings about money from the sheet stay in the list before the issue', async () => {
    const jointId = await setting(['101', '102']);
    const rows = [
      ['Apto', 'Concepto', 'Valor'],
      ['101', 'Cuota de administración', 200_000],
      ['101', 'Cuota de administración', 200_000],
      ['102', 'Cuota de administración', 200_000],
    ];
    await world.prepare(jointId, '2026-08', rows, { equalRows: 'all' });
    const { oddities } = await preview(jointId, '2026-08');
    expect(oddities.filter(({ code }) => code === 'chargesAlike')).toHaveLength(1);
  });

  const UNITS = ['101', '102', '103', 'P1>101'];
  const cents = fc.integer({ min: 5_000_000, max: 40_000_000 }).map((n) => n / 100);
  const maybe = fc.oneof(fc.constant(0), cents);
  const sheetMonth = fc.record({
    rows: fc.array(fc.record({ fee: cents, fine: maybe, payment: maybe }), {
      ...{ minLength: 4, maxLength: 4 },
    }),
    columns: fc.subarray(['Saldo anterior', 'Pagos', 'Multa', 'Total'] as const),
    left: fc.option(fc.nat(3), { nil: null }),
    paid: fc.array(fc.record({ unit: fc.nat(2), amount: cents }), { maxLength: 2 }),
    late: fc.option(fc.record({ unit: fc.nat(2), amount: cents }), { nil: null }),
  });
  const life = fc.record({
    months: fc.array(sheetMonth, { minLength: 2, maxLength: 2 }),
    way: fc.constantFrom('days', 'balance', 'fullMonths'),
    settings: fc.record({
      roundToPeso: fc.boolean(),
      interestToPeso: fc.boolean(),
      discount: fc.constantFrom(null, { percent: 10, day: 10 }),
    }),
  });

  it('the previewed bill of each unit equals the issued bill to the centavo', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ months, way, settings: chosen }) => {
        const jointId = await world.joint(UNITS);
        await world.chooseWay(jointId, way);
        await settings(jointId, chosen);
        let month: Month = '2026-08';
        for (const one of months) {
          await liveMonth(jointId, month, one);
          month = shiftMonth(month, 1);
        }
      }),
      { numRuns: rounds(1, 20) },
    );
  });

  /** Prepares a month with a mutated sheet, compares preview and issue. */
  async function liveMonth(
    jointId: number,
    month: Month,
    { rows, columns, left, paid, late }: typeof sheetMonth extends fc.Arbitrary<infer M> ? M : never,
  ): Promise<void> {
    const valueDate = `${shiftMonth(month, -1)}-20`;
    const pay = async ({ unit, amount }: { unit: number; amount: number }) => {
      if (amount > 0) await world.pay(jointId, { apartmentId: UNITS[unit] ?? '', amount, valueDate });
    };
    for (const payment of paid) await pay(payment);
    const balances = new Map(
      (await world.accounts(jointId)).map(({ apartmentId, balance }) => [apartmentId, balance]),
    );
    const text = (pesos: number) => pesos.toFixed(2).replace('.', ',');
    const body = rows.flatMap(({ fee, fine, payment }, at) => {
      const unit = UNITS[at]?.split('>')[0] ?? '';
      const before = balances.get(unit) ?? 0;
      if (at === left) return [];
      const has = (column: (typeof columns)[number]) => columns.includes(column);
      const total = before + fee + (has('Multa') ? fine : 0) - (has('Pagos') ? payment : 0);
      const cells = { 'Saldo anterior': before, Pagos: payment, Multa: fine, Total: total };
      return [[unit, text(fee), ...columns.map((column) => text(cells[column]))]];
    });
    const table = [['Apto', 'Administración', ...columns], ...body];
    const content = table.map((row) => row.join(';')).join('\n');
    const read = await world.charges.preview(jointId, content, yearAndMonth(month));
    await world.prepareText(jointId, month, content);
    // The comparison before 'Cargar' is the comparison of the loaded month.
    expect(read.body.differences).toEqual((await preview(jointId, month)).differences);
    if (late !== null) await pay(late);
    const relation = await preview(jointId, month);
    const { issueDate, dueDate, figures, differences } = relation;
    expect(differences?.unexplained).toBe(0);
    for (const { difference, reasons: parts } of differences?.listed ?? []) {
      const sum = (parts ?? []).reduce((all, { amount }) => all + Math.round(amount * 100), 0);
      expect(sum).toBe(Math.round(difference * 100));
    }
    const { db } = app.store;
    const task = { kind: 'monthBills' as const, jointId, month, issueDate, dueDate };
    const ready = await makeMonth(db, { ...task, today: today(), mailOwners: false }, () => undefined);
    const by = { actor: 'user:1', figures: figures ?? '' };
    expect(await storeIssuedMonth(app.store, jointId, ready, by)).toBe('stored');
    const bills = await db
      .selectFrom('bill')
      .select(['apartment_id', 'total'])
      .where('joint_id', '=', jointId)
      .where('month', '=', month)
      .orderBy('bill')
      .execute();
    expect(bills.map(({ apartment_id, total }) => [apartment_id, toPesos(total)])).toEqual(
      relation.rows.map(({ apartmentId, total }) => [apartmentId, total]),
    );
  }
});
