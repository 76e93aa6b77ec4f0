import { beforeAll, expect } from 'vitest';
import * as exitsApi from '../../../shared/billing/exits.api.ts';
import * as api from '../../../shared/billing/payments.api.ts';
import { confirmProposals } from '../../../shared/billing/proposals.api.ts';
import { addDays, firstDayOf, lastDayOf, monthOfDay } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { centavos, fromPesos } from '../../../shared/money.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { countStatuses, expectRefused, expectTrailNamed } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { readAccounting } from '../reports/accounting.report.ts';
import { loadPaymentsReport } from '../reports/read-months-payments.ts';
import { readDestinations } from '../till/destinations.repository.ts';
import { insertExit } from '../till/exits.repository.ts';
import { accountSums, readVouchers } from '../vouchers/vouchers.report.ts';
import { chargeMonth } from './charged.fixture.ts';

const UNITS = ['101', '102', '103', '104'];
const PAID_ON = '2026-01-12';
const today = await lastingToday();

/** Creates a generator of deterministic random numbers below a limit. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describeWithRaces('money that waits', (make, { it, race }) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());
  let jointId: number;
  let token: string;
  beforeAll(async () => {
    const evening = await holdAssembly(app, {
      units: UNITS.map((unit) => [unit, 25, `DUEÑO DE ${unit}`] as const),
    });
    ({ jointId, staff: token } = evening);
    const charges = Object.fromEntries(UNITS.map((unit) => [unit, 100_000]));
    const month = { month: '2026-01', issueDate: '2026-01-05', dueDate: '2026-01-31' };
    await chargeMonth(app.store.db, jointId, { ...month, charges });
  });

  /** Enters a payment without a unit, in pesos. @returns number of the payment */
  const wait = async (amount: number): Promise<number> => {
    const body = { apartmentId: null, amount, valueDate: PAID_ON, reference: 'ABONO' };
    const added = await app.call(api.addPayment, { params: { jointId }, body }, { token });
    expect(added.status).toBe(201);
    return added.body.payment;
  };
  const of = (payment: number) => ({ jointId, payment });
  const assign = (payment: number, apartmentId: string, on = app) =>
    on.call(api.assignPayment, { params: of(payment), body: { apartmentId } }, { token });
  const split = (payment: number, shares: { apartmentId: string; amount: number }[], on = app) =>
    on.call(
      exitsApi.splitPayment,
      { params: of(payment), body: { shares, reason: ' Nombra a los dos ' } },
      { token },
    );
  const income = async (payment: number, on = app) =>
    on.call(
      exitsApi.bookOtherIncome,
      {
        params: of(payment),
        body: { concept: 'interest', reason: ' Intereses de enero ', waiting: await waiting(payment) },
      },
      { token },
    );
  const refund = async (payment: number, refundedOn = '2026-01-20', on = app) =>
    on.call(
      exitsApi.refundPayment,
      {
        params: of(payment),
        body: {
          ...{ refundedOn, reference: 'TR 9', reason: 'Se equivocó de cuenta' },
          waiting: await waiting(payment),
        },
      },
      { token },
    );
  const undo = (exit: number, on = app) =>
    on.call(
      exitsApi.annulPaymentExit,
      { params: { jointId, exit }, body: { reason: ' Era del 101 ' } },
      { token },
    );
  const annul = (cashReceipt: number, unidentified: boolean) =>
    app.call(
      api.annulReceipt,
      { params: { jointId, cashReceipt }, body: { reason: 'Error', ...(unidentified && { unidentified }) } },
      { token },
    );
  const exits = async () =>
    (await app.call(exitsApi.listPaymentExits, { params: { jointId } }, { token })).body;
  const waiting = async (payment: number): Promise<number> => {
    const query = { unidentified: true };
    const { body } = await app.call(api.listPayments, { params: { jointId }, query }, { token });
    return body.find((one) => one.payment === payment)?.waiting ?? 0;
  };
  const owed = async (unit: string) => balanceOf(await readAccount(app.store.db, jointId, unit));

  it('a payment is split over units by shares that add up to the centavo', async () => {
    const payment = await wait(150_000.75);
    const before = [await owed('101'), await owed('102')];
    const one = { apartmentId: '101', amount: 100_000.5 };
    expectRefused(await split(payment, [one, { apartmentId: '102', amount: 50_000.24 }]), 'sharesDiffer');
    expectRefused(await split(payment, [one, { apartmentId: '101', amount: 50_000.25 }]), 'unitTwice');
    expectRefused(await split(payment, [one, { apartmentId: 'no', amount: 50_000.25 }]), 'apartmentNotFound');
    expectRefused(await split(payment, [one, { apartmentId: '102', amount: 50_000.255 }]), 'amountInvalid');
    expect((await split(payment, [{ apartmentId: '101', amount: 150_000.75 }])).status).toBe(400);
    const done = await split(payment, [one, { apartmentId: '102', amount: 50_000.25 }]);
    expect(done.status).toBe(201);
    expect(done.body.map(({ apartmentId, amount }) => [apartmentId, amount])).toEqual([
      ['101', 100_000.5],
      ['102', 50_000.25],
    ]);
    expect([await owed('101'), await owed('102')]).toEqual([
      (before[0] ?? 0) - 10_000_050,
      (before[1] ?? 0) - 5_000_025,
    ]);
    expect(await waiting(payment)).toBe(0);
    expectRefused(await assign(payment, '103'), 'alreadyIdentified');
    // A share of the wrong unit waits again, and goes to another unit.
    expect((await annul(done.body[1]?.cashReceipt ?? 0, true)).status).toBe(201);
    expect(await waiting(payment)).toBe(50_000.25);
    const again = await assign(payment, '103');
    expect(again.body.receipt).toMatchObject({ apartmentId: '103', amount: 50_000.25 });
    expect(await owed('102')).toBe(before[1]);
  });

  it('waiting money other than shown is refused in each way', async () => {
    const payment = await wait(90);
    const shares = [
      { apartmentId: '101', amount: 60 },
      { apartmentId: '102', amount: 30 },
    ];
    const first = await split(payment, shares);
    expect((await annul(first.body[1]?.cashReceipt ?? 0, true)).status).toBe(201);
    const input = <B extends object>(body: B) => ({ params: of(payment), body: { ...body, waiting: 90 } });
    const confirmed = { payments: [{ payment, apartmentId: '101', waiting: 90 }] };
    const refunded = { refundedOn: '2026-01-20', reference: 'TR', reason: 'Error' };
    const as = { token };
    for (const answer of [
      await app.call(api.assignPayment, input({ apartmentId: '101' }), as),
      await app.call(exitsApi.bookOtherIncome, input({ concept: 'interest' as const, reason: 'Error' }), as),
      await app.call(exitsApi.refundPayment, input(refunded), as),
      await app.call(confirmProposals, { params: { jointId }, body: confirmed }, as),
    ])
      expectRefused(answer, 'waitingMoved');
    expect(await waiting(payment)).toBe(30);
    // An old page sends no amount: the body is refused.
    const old = { params: of(payment), body: { concept: 'interest', reason: 'Error' } as never };
    expect((await app.call(exitsApi.bookOtherIncome, old, as)).status).toBe(400);
    const oldRefund = { params: of(payment), body: refunded as never };
    expect((await app.call(exitsApi.refundPayment, oldRefund, as)).status).toBe(400);
    expect(await waiting(payment)).toBe(30);
    const body = { apartmentId: '101', waiting: 30 };
    expect((await app.call(api.assignPayment, { params: of(payment), body }, as)).status).toBe(201);
  });

  it('a payment leaves as another income and comes back by an annulment', async () => {
    const payment = await wait(1234.56);
    const { status, body } = await income(payment);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payment,
      kind: 'income',
      concept: 'interest',
      amount: 1234.56,
      valueDate: PAID_ON,
      postingDate: PAID_ON,
      reference: null,
      reason: 'Intereses de enero',
      by: 'Plataforma',
      date: today,
      annulled: null,
    });
    expect(await waiting(payment)).toBe(0);
    for (const answer of [await assign(payment, '101'), await income(payment), await refund(payment)])
      expectRefused(answer, 'alreadyLeft');
    const annulled = await undo(body.exit);
    expect(annulled.body).toEqual({ reason: 'Era del 101', date: today, by: 'Plataforma' });
    expectRefused(await undo(body.exit), 'alreadyAnnulled');
    expectRefused(await undo(99_999), 'exitNotFound');
    expect((await exits())[0]).toEqual({ ...body, annulled: annulled.body });
    expect(await waiting(payment)).toBe(1234.56);
    const done = await assign(payment, '101');
    expect(done.body.receipt).toMatchObject({ apartmentId: '101', amount: 1234.56 });
    expectRefused(await income(payment), 'alreadyIdentified');
  });

  it('a refund has a day between the payment and today, and a reference', async () => {
    const payment = await wait(80_000);
    expectRefused(await refund(payment, '2026-01-11'), 'refundBeforePayment');
    expectRefused(await refund(payment, addDays(today, 1)), 'dateInFuture');
    expectRefused(await refund(99_999), 'paymentNotFound');
    const { body } = await refund(payment);
    expect(body).toMatchObject({ kind: 'refund', concept: null, reference: 'TR 9', valueDate: '2026-01-20' });
    expectRefused(await assign(payment, '101'), 'alreadyLeft');
  });

  it('money that never arrived cannot leave in any way', async () => {
    const payment = await wait(10);
    const { body } = await assign(payment, '104');
    expect((await annul(body.receipt?.cashReceipt ?? 0, false)).status).toBe(201);
    for (const answer of [
      await income(payment),
      await refund(payment),
      await split(payment, [
        { apartmentId: '101', amount: 5 },
        { apartmentId: '102', amount: 5 },
      ]),
    ])
      expectRefused(answer, 'alreadyAnnulled');
  });

  race('money leaves once, if accountants choose different ways at the same time', async () => {
    const payment = await wait(100);
    const answers = await Promise.all([
      assign(payment, '104'),
      income(payment, second),
      refund(payment, '2026-01-20', second),
      split(payment, [
        { apartmentId: '103', amount: 60 },
        { apartmentId: '104', amount: 40 },
      ]),
      income(payment),
    ]);
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 4 });
    for (const { error } of answers.filter(({ status }) => status === 409))
      expect(['alreadyIdentified', 'alreadyLeft']).toContain(error.code);
    const [left] = (await exits()).filter((one) => one.payment === payment && one.annulled === null);
    if (left === undefined) return;
    const undone = await Promise.all([undo(left.exit), undo(left.exit, second)]);
    expect(countStatuses(undone)).toEqual({ 201: 1, 409: 1 });
  });

  it('waiting, assigned, other income and returned money add up after 40 random acts', {
    tags: 'slow',
  }, async () => {
    const roll = dice(43);
    const amounts = new Map<number, number>();
    for (let i = 0; i < 6; i++) {
      const amount = 1000 + roll(500_000) / 100;
      amounts.set(await wait(amount), amount);
    }
    const payments = [...amounts.keys()];
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    for (let i = 0; i < 40; i++) {
      const payment = pick(payments);
      const left = fromPesos(await waiting(payment)) ?? 0;
      const own = (await exits()).filter((one) => one.payment === payment && one.annulled === null);
      const share = 1 + roll(Math.max(1, left - 1));
      const acts = [
        () => assign(payment, pick(UNITS)),
        () =>
          split(payment, [
            { apartmentId: '101', amount: share / 100 },
            { apartmentId: '102', amount: Math.max(1, left - share) / 100 },
          ]),
        () => income(payment),
        () => refund(payment),
        () => (own[0] === undefined ? income(payment) : undo(own[0].exit)),
        async () => {
          const query = { receipts: true };
          const { body } = await app.call(api.listPayments, { params: { jointId }, query }, { token });
          const [receipt] = body.filter((one) => one.payment === payment && one.receipt?.annulled === null);
          return receipt?.receipt ? annul(receipt.receipt.cashReceipt, roll(6) > 0) : refund(payment);
        },
      ];
      const { status } = await pick(acts)();
      expect([201, 409], `act ${i}`).toContain(status);
      for (const [number, amount] of amounts) {
        const parts = Object.values(await readDestinations(app.store.db, jointId, number));
        const now = fromPesos(await waiting(number)) ?? NaN;
        expect(Math.min(now, ...parts)).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + part, now)).toBe(fromPesos(amount));
      }
    }
  });

  it("the month's report and the export name the destinations and have the same total", async () => {
    const { db } = app.store;
    const rows = await db.selectFrom('payment').select('amount').where('joint_id', '=', jointId).execute();
    const received = rows.reduce((sum, { amount }) => sum + amount, 0);
    let total = 0;
    let gone = 0;
    let waited = 0;
    let inBank = 0;
    for (const month of new Set(['2026-01', monthOfDay(today)])) {
      const report = await loadPaymentsReport(db, { jointId, month });
      const sumOf = (list: readonly { amount: number }[]) =>
        list.reduce((sum, { amount }) => sum + amount, 0);
      const waits = report.unidentified.reduce((sum, one) => sum + one.waiting, 0);
      expect(sumOf(report.received) + waits + sumOf(report.exits)).toBe(report.arrived);
      const exported = await readAccounting(db, { jointId, month });
      const natures = ['Pago', 'Consignación por identificar', 'Otro ingreso'];
      const money = exported.filter(({ nature }) => natures.includes(nature));
      expect(money.reduce((sum, { credit }) => sum + (credit ?? 0), 0)).toBe(report.total);
      const days = { first: firstDayOf(month), last: lastDayOf(month) };
      const { vouchers } = await readVouchers(db, { jointId, ...days });
      const names = vouchers.map(({ type, number }) => `${type} ${number}`);
      expect(new Set(names).size, names.join(', ')).toBe(names.length);
      for (const { use, debit, credit } of accountSums(vouchers)) {
        if (use === 'unidentified') waited += credit - debit;
        if (use === 'bank') inBank += debit - credit;
      }
      total += report.total;
      gone += report.refunded + report.annulled.reduce((sum, { subtracted }) => sum + subtracted, 0);
    }
    expect(total + gone).toBe(received);
    const query = { unidentified: true };
    const { body } = await app.call(api.listPayments, { params: { jointId }, query }, { token });
    expect(waited).toBe(body.reduce((sum, one) => sum + (fromPesos(one.waiting) ?? NaN), 0));
    expect(inBank).toBe(total);
  });

  it('each act has an author and a reason in the trail, and the books match the trail', async () => {
    const { db } = app.store;
    const entries = await db
      .selectFrom('audit_entry')
      .select(['act', 'actor', 'data'])
      .where('chain', '=', billingChain(jointId))
      .execute();
    const acts = ['paymentSplit', 'otherIncomeBooked', 'paymentReturned', 'paymentExitAnnulled'];
    for (const act of acts) {
      const own = entries.filter((entry) => entry.act === act);
      expect(own.length, act).toBeGreaterThan(0);
      for (const { actor, data } of own) {
        expect(actor).toMatch(/^user:\d+$/);
        expect(JSON.parse(data).reason, act).toMatch(/\w/);
      }
    }
    // The fixture's charges have no audit entry and are reported.
    const { findings } = await verifyChain(db, billingChain(jointId));
    const others = findings.filter(
      ({ what }) => !/^(El movimiento|La cuenta|Una línea|Un detalle) .* y no en el /.test(what),
    );
    expect(others).toEqual([]);
    await expectTrailNamed(db);
  });

  it('an exit cannot be changed or removed in the database', async () => {
    const { db } = app.store;
    await expect(db.updateTable('payment_exit').set({ reason: 'Otra' }).execute()).rejects.toThrow(/frozen/);
    await expect(db.deleteFrom('payment_exit').execute()).rejects.toThrow(/frozen/);
  });

  it('exits are listed in pages of 100, newest first', async () => {
    const payment = await wait(10);
    const exit = { payment, kind: 'income', concept: 'other', amount: centavos(1), reference: null } as const;
    const days = { reason: 'Prueba', value_date: PAID_ON, posting_date: PAID_ON };
    await app.store.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 100; n++)
        await insertExit(trx, jointId, { ...exit, ...days }, { at: 1, actor: 'user:1' });
    });
    const page = async (before?: number) => {
      const input = { params: { jointId }, query: defined({ before }) };
      return (await app.call(exitsApi.listPaymentExits, input, { token })).body.map((one) => one.exit);
    };
    const first = await page();
    const second = await page(first.at(-1));
    expect(first).toHaveLength(100);
    const last = first[0] ?? 0;
    expect([...first, ...second]).toEqual(Array.from({ length: last }, (_, at) => last - at));
    expect(await page(1)).toEqual([]);
  });
});

describeWithRaces('a split over grouped units', (make, { it }) => {
  const app = appForSuite(make);

  it('units of the same account may each have a share', async () => {
    const world = await IssueWorld.of(app);
    const params = { jointId: await world.joint(['101', 'P1>101']) };
    const paid = { apartmentId: null, amount: 90, valueDate: PAID_ON };
    const { payment } = (await app.call(api.addPayment, { params, body: paid }, world.as)).body;
    const shares = [
      { apartmentId: '101', amount: 60 },
      { apartmentId: 'P1', amount: 30 },
    ];
    const body = { shares, reason: 'Apartamento y parqueadero' };
    const input = { params: { ...params, payment }, body };
    const done = await app.call(exitsApi.splitPayment, input, world.as);
    expect(done.body.map(({ apartmentId, amount }) => [apartmentId, amount])).toEqual([
      ['101', 60],
      ['101', 30],
    ]);
    expect(balanceOf(await readAccount(app.store.db, params.jointId, '101'))).toBe(-9000);
  });
});
