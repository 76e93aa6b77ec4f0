import { beforeAll, expect, it } from 'vitest';
import { addAdjustment, annulBill, getBill, listBills } from '../../../shared/billing/bills.api.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('the state of bills today', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2025-12', 25.62);
    jointId = await world.joint(['101', 'P-1>101', '102']);
    await world.chooseWay(jointId, 'fullMonths');
    for (const month of ['2026-01', '2026-02']) {
      await world.prepare(jointId, month, [
        ['Inmueble', 'Administración'],
        ['101', 100_000],
        ['P-1', 20_000],
        ['102', 90_000],
      ]);
      await world.issue(jointId, month, { issueDate: `${month}-02` });
    }
  });

  const standings = async (apartmentId: string) =>
    (await app.call(listBills, { params: { jointId, apartmentId } }, world.as)).body.map(
      ({ bill, standing }) => [bill, standing],
    );
  const pay = async (apartmentId: string, amount: number, valueDate: string) => {
    const body = { apartmentId, amount, valueDate };
    const { status } = await app.call(addPayment, { params: { jointId }, body }, world.as);
    expect(status).toBe(201);
  };

  it('a bill shows the amount still open, and the later bill that includes its debt', async () => {
    expect(await standings('101')).toEqual([
      [3, { state: 'pending', left: 240_000, carriedBy: null }],
      [1, { state: 'pending', left: 120_000, carriedBy: 3 }],
    ]);
    const { reference } = (await app.call(getBill, { params: { jointId, bill: 3 } }, world.as)).body;
    expect(await world.statement(jointId, '101')).toMatchObject({ lastBill: 3, reference });
    await pay('101', 70_000, '2026-02-03');
    expect(await standings('101')).toEqual([
      [3, { state: 'partly', left: 170_000, carriedBy: null }],
      [1, { state: 'partly', left: 50_000, carriedBy: 3 }],
    ]);
    await pay('101', 50_000, '2026-02-04');
    expect((await standings('101'))[1]).toEqual([1, { state: 'paid', left: 0, carriedBy: null }]);
    await pay('101', 130_000, '2026-02-05');
    // An excess payment is a credit and makes no bill partly paid.
    expect(await standings('101')).toEqual([
      [3, { state: 'paid', left: 0, carriedBy: null }],
      [1, { state: 'paid', left: 0, carriedBy: null }],
    ]);
    const { body } = await app.call(getBill, { params: { jointId, bill: 3 } }, world.as);
    expect([body.total, body.standing]).toEqual([240_000, { state: 'paid', left: 0, carriedBy: null }]);
  });

  it('a bill with total 0 shows that there was nothing to pay', async () => {
    await world.prepare(jointId, '2026-03', [
      ['Inmueble', 'Administración'],
      ['101', 10_000],
    ]);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    // 250.000 were paid for 240.000.
    expect((await standings('101'))[0]?.[1]).toEqual({ state: 'nothing', left: 0, carriedBy: null });
  });

  it('an annulled bill shows the annulment, and its carried debt stays on the previous bill', async () => {
    const annulling = { params: { jointId, bill: 4 }, body: { reason: 'Cobro repetido' } };
    expect((await app.call(annulBill, annulling, world.as)).status).toBe(201);
    const [last, ...before] = await standings('102');
    // The annulled charges are neither demanded nor paid.
    expect(last).toMatchObject([6, { state: 'pending', carriedBy: null }]);
    expect(before).toEqual([
      [4, { state: 'annulled', left: 0, carriedBy: null }],
      [2, { state: 'pending', left: 90_000, carriedBy: 6 }],
    ]);
  });

  it("a later bill's rounding does not make an earlier bill partly paid", async () => {
    const joint = await world.joint(['201']);
    for (const month of ['2026-01', '2026-02']) {
      await world.prepare(joint, month, [
        ['Inmueble', 'Administración'],
        ['201', '100.000,40'],
      ]);
      await world.issue(joint, month, { issueDate: `${month}-02` });
    }
    const of = { params: { jointId: joint, apartmentId: '201' } };
    const all = async () => (await app.call(listBills, of, world.as)).body.map(({ standing }) => standing);
    expect(await all()).toEqual([
      { state: 'pending', left: 200_000, carriedBy: null },
      { state: 'pending', left: 99_999.6, carriedBy: 2 },
    ]);
    const body = { apartmentId: '201', amount: 1, valueDate: '2026-02-03' };
    await app.call(addPayment, { params: { jointId: joint }, body }, world.as);
    expect((await all()).map(({ state }) => state)).toEqual(['partly', 'partly']);
  });

  it('rows of a statement show the unit, the reversal and the reason', async () => {
    const body = { apartmentId: '102', kind: 'creditNote', amount: 5_000, reason: 'Cobro doble' } as const;
    expect((await app.call(addAdjustment, { params: { jointId }, body }, world.as)).status).toBe(201);
    const own = await world.statement(jointId, '101', '2026-01-31');
    expect(own.rows.map(({ unit, debit }) => [unit, debit])).toEqual([
      [null, 100_000],
      ['P-1', 20_000],
    ]);
    const { rows } = await world.statement(jointId, '102');
    expect(rows.at(-1)).toMatchObject({ credit: 5_000, reason: 'Cobro doble', reversal: false });
    expect(rows.filter(({ reversal }) => reversal).map(({ reverses }) => reverses)).toEqual(
      expect.arrayContaining([true, false]),
    );
  });
});
