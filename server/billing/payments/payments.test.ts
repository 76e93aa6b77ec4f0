import { beforeAll, expect } from 'vitest';
import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import * as api from '../../../shared/billing/payments.api.ts';
import { addDays } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { countStatuses, expectRefused } from '../../testing/store-asserts.ts';
import { asOf, balanceOf, creditOf, openDebits } from '../ledger/account.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { chargeMonth } from './charged.fixture.ts';

const units = ['101', '102', '103', '104', '105', '106', '107', '108', '109', '110'];
const today = await lastingToday();

describeWithRaces('payments', (make, { it, race }) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());
  let jointId: number;
  let otherJoint: number;
  let token: string;
  beforeAll(async () => {
    const evening = await holdAssembly(app, {
      units: [
        ...units.map((unit) => [unit, 9, `DUEÑO DE ${unit}`] as const),
        ['PARQ 1', 10, 'OTRO', 'parqueadero', '101'],
      ],
    });
    ({ jointId, staff: token } = evening);
    otherJoint = (await holdAssembly(app, { units: [['101', 100, 'AJENO']], staff: token })).jointId;
    await addUser(app.store.db, 'admin', Profile.admin, { billingJoints: [jointId] });
    const charges = Object.fromEntries(units.map((unit) => [unit, 100_000]));
    const month = { month: '2026-01', issueDate: '2026-01-05', dueDate: '2026-01-31' };
    await chargeMonth(app.store.db, jointId, { ...month, charges });
  });

  const pay = (
    body: {
      apartmentId: string | null;
      amount: number;
      valueDate: string;
      reference?: string | null;
      means?: PaymentMeans;
      payer?: string;
    },
    as: { key?: string; on?: TestApp; token?: string; joint?: number } = {},
  ) =>
    (as.on ?? app).call(
      api.addPayment,
      { params: { jointId: as.joint ?? jointId }, body },
      { token: as.token ?? token, ...defined({ key: as.key }) },
    );
  const assign = (payment: number, apartmentId: string, on = app) =>
    on.call(api.assignPayment, { params: { jointId, payment }, body: { apartmentId } }, { token });
  const annul = (cashReceipt: number, body: { reason: string; unidentified?: boolean }, on = app) =>
    on.call(api.annulReceipt, { params: { jointId, cashReceipt }, body }, { token });
  const list = async (
    query: { year?: number; month?: number; unidentified?: boolean; receipts?: boolean } = {},
  ) => (await app.call(api.listPayments, { params: { jointId }, query }, { token })).body;
  const account = (unit: string) => readAccount(app.store.db, jointId, unit);
  const numbers = async () => {
    const rows = await app.store.db
      .selectFrom('receipt')
      .select('receipt')
      .where('joint_id', '=', jointId)
      .orderBy('receipt')
      .execute();
    return rows.map((row) => row.receipt);
  };

  it("a payment gets a receipt with its split, on the bank's day if still open", async () => {
    const { status, body } = await pay({
      apartmentId: '101',
      amount: 60_000.5,
      valueDate: '2026-01-20',
      reference: ' Caja 7 ',
      means: 'cheque',
      payer: ' ARRENDATARIO S.A.S. ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      payment: 1,
      channel: 'desk',
      valueDate: '2026-01-20',
      postingDate: '2026-01-20',
      amount: 60_000.5,
      waiting: 0,
      reference: 'Caja 7',
      detail: null,
      means: 'cheque',
      payer: 'ARRENDATARIO S.A.S.',
      transaction: null,
      receipt: {
        cashReceipt: 1,
        apartmentId: '101',
        owner: 'DUEÑO DE 101',
        amount: 60_000.5,
        annulled: null,
        interest: 0,
        capital: 60_000.5,
        credit: 0,
      },
    });
    expect(balanceOf(await account('101'))).toBe(3_999_950);
    const late = await pay({ apartmentId: '101', amount: 1, valueDate: '2025-12-01' });
    expect(late.body).toMatchObject({ valueDate: '2025-12-01', postingDate: '2026-01-06' });
  });

  it('the part of a payment above the debt stays as credit of the unit', async () => {
    const { body } = await pay({ apartmentId: '102', amount: 150_000, valueDate: '2026-01-10' });
    expect(body.receipt).toMatchObject({ interest: 0, capital: 100_000, credit: 50_000 });
    expect(creditOf(await account('102'))).toBe(5_000_000);
  });

  it('a payment of a grouped unit goes to its main unit', async () => {
    const { body } = await pay({ apartmentId: 'PARQ 1', amount: 10, valueDate: '2026-01-21' });
    expect(body.receipt).toMatchObject({ apartmentId: '101', owner: 'DUEÑO DE 101' });
  });

  it("a payment without unit waits and keeps the bank's day when assigned", async () => {
    const { body: waiting } = await pay({ apartmentId: null, amount: 100_000, valueDate: '2026-01-12' });
    expect(waiting.receipt).toBeNull();
    expect(await list({ unidentified: true })).toEqual([waiting]);
    const done = await assign(waiting.payment, '103');
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({
      payment: waiting.payment,
      valueDate: '2026-01-12',
      postingDate: '2026-01-12',
      receipt: { apartmentId: '103', capital: 100_000 },
    });
    expect(await list({ unidentified: true })).toEqual([]);
    expectRefused(await assign(waiting.payment, '104'), 'alreadyIdentified');
    expect(balanceOf(await account('103'))).toBe(0);
    const [receipt] = (await account('103')).items.filter(({ nature }) => nature === 'receipt');
    expect(receipt?.valueDate).toBe('2026-01-12');
  });

  race('a payment is assigned once, also with concurrent requests', async () => {
    const { body } = await pay({ apartmentId: null, amount: 5, valueDate: '2026-01-12' });
    const answers = await Promise.all(
      ['104', '105', '104', '105'].map((unit, index) =>
        assign(body.payment, unit, index % 2 === 0 ? app : second),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 3 });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectRefused(answer, 'alreadyIdentified');
    }
    const paid = [...(await account('104')).items, ...(await account('105')).items];
    expect(paid.filter(({ nature }) => nature === 'receipt')).toHaveLength(1);
  });

  race('requests with the same key post a single payment, concurrent or repeated', async () => {
    const body = { apartmentId: '106', amount: 1000, valueDate: '2026-01-15' };
    const key = 'clave-de-pago-1';
    const answers = await Promise.all([
      pay(body, { key }),
      pay(body, { key, on: second }),
      pay(body, { key }),
    ]);
    expect(countStatuses(answers)).toEqual({ 201: 3 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await pay(body, { key })).body).toEqual(answers[0]?.body);
    expectRefused(await pay({ ...body, amount: 2000 }, { key }), 'idempotencyKeyReused');
    expectRefused(await pay({ ...body }, { key, joint: otherJoint }), 'idempotencyKeyReused');
    expect(balanceOf(await account('106'))).toBe(9_900_000);
    expect((await pay(body)).body.payment).not.toBe(answers[0]?.body.payment);
  });

  it("an annulled payment's debts are open again, and its receipt keeps the number", async () => {
    const { body } = await pay({ apartmentId: '107', amount: 100_000, valueDate: '2026-01-15' });
    const cashReceipt = body.receipt?.cashReceipt ?? 0;
    const answers = await Promise.all([
      annul(cashReceipt, { reason: ' Cheque devuelto ' }),
      annul(cashReceipt, { reason: 'Otra vez' }, second),
    ]);
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 1 });
    const [done] = answers.filter(({ status }) => status === 201);
    expect(done?.body).toMatchObject({ date: today, by: 'Plataforma' });
    expectRefused(await annul(cashReceipt, { reason: 'x' }), 'alreadyAnnulled');
    expectRefused(await annul(99_999, { reason: 'x' }), 'receiptNotFound');
    expect(balanceOf(await account('107'))).toBe(10_000_000);
    const [listed] = (await list()).filter(({ payment }) => payment === body.payment);
    expect(listed?.receipt).toEqual({ ...body.receipt, annulled: done?.body });
    // The money never arrived, so the payment is not unidentified.
    expect((await list({ unidentified: true })).map(({ payment }) => payment)).not.toContain(body.payment);
    expectRefused(await assign(body.payment, '107'), 'alreadyAnnulled');
    const again = await pay({ apartmentId: '107', amount: 100_000, valueDate: '2026-01-16' });
    expect(again.body.receipt?.cashReceipt).toBe(cashReceipt + 1);
  });

  it('a payment of the wrong unit waits again and gets a new receipt', async () => {
    const { body } = await pay({ apartmentId: '108', amount: 100_000, valueDate: '2026-01-17' });
    const cashReceipt = body.receipt?.cashReceipt ?? 0;
    const { body: annulled } = await annul(cashReceipt, { reason: 'Era del 109', unidentified: true });
    expect(await list({ unidentified: true })).toEqual([{ ...body, waiting: 100_000, receipt: null }]);
    const [gone] = await list({ receipts: true });
    expect(gone).toEqual({ ...body, waiting: 100_000, receipt: { ...body.receipt, annulled } });
    const done = await assign(body.payment, '109');
    expect(done.body.receipt).toMatchObject({ cashReceipt: cashReceipt + 1, apartmentId: '109' });
    // The list of receipts keeps the annulled receipt on its day. The new receipt counts from the annulment on.
    const [now, before] = await list({ receipts: true });
    expect(before).toEqual({ ...gone, waiting: 0 });
    expect(now).toMatchObject({ payment: body.payment, postingDate: today, receipt: done.body.receipt });
    expect([balanceOf(await account('108')), balanceOf(await account('109'))]).toEqual([10_000_000, 0]);
    // On every day the money counts on a single account: the new receipt is not posted before the annulment.
    for (const day of ['2026-01-17', '2026-03-01', addDays(today, -1), today]) {
      const owed = [await account('108'), await account('109')].map((one) => balanceOf(asOf(one, day)));
      expect(owed.reduce((sum, one) => sum + one, 0)).toBe(10_000_000);
    }
    expect((await annul(cashReceipt + 1, { reason: 'Tampoco' })).status).toBe(201);
    expect(await list({ unidentified: true })).toEqual([]);
  });

  it('invalid payments are refused', async () => {
    const good = { apartmentId: '101', amount: 5, valueDate: '2026-01-20' };
    const before = (await list()).length;
    expectRefused(await pay({ ...good, valueDate: addDays(today, 1) }), 'dateInFuture');
    expectRefused(await pay({ ...good, valueDate: '1999-12-31' }), 'badRequest');
    expectRefused(await pay({ ...good, apartmentId: 'no hay' }), 'apartmentNotFound');
    expectRefused(await pay({ ...good, amount: 0.001 }), 'amountInvalid');
    expectRefused(await pay({ ...good, amount: 1e-9 }), 'amountInvalid');
    expectRefused(await pay({ ...good, amount: 10.005 }), 'amountInvalid');
    for (const body of [
      { ...good, amount: 0 },
      { ...good, amount: -5 },
      { ...good, amount: 1e13 },
      { ...good, valueDate: '2026-02-30' },
      { ...good, valueDate: 'ayer' },
      { ...good, reference: 'a\0b' },
      { ...good, reference: 'x'.repeat(121) },
    ]) {
      expect((await pay(body)).status).toBe(400);
    }
    expectRefused(await pay(good, { joint: 999_999 }), 'jointNotFound');
    expectRefused(await pay(good, { key: 'corta' }), 'idempotencyKeyInvalid');
    const admin = await tokenOf(app, 'admin');
    expectRefused(await pay(good, { token: admin }), 'forbidden');
    expectRefused(await assign(99_999, '101'), 'paymentNotFound');
    const { body: waiting } = await pay({ ...good, apartmentId: null });
    expectRefused(await assign(waiting.payment, 'no hay'), 'apartmentNotFound');
    const foreign = {
      params: { jointId: otherJoint, payment: waiting.payment },
      body: { apartmentId: '101' },
    };
    expectRefused(await app.call(api.assignPayment, foreign, { token }), 'paymentNotFound');
    expect((await assign(waiting.payment, '101')).status).toBe(201);
    expect((await list()).length).toBe(before + 1);
  });

  it('amounts too large for an account are refused without any change', async () => {
    const huge = { apartmentId: '110', amount: 1_000_000_000_000, valueDate: '2026-01-20' };
    expect((await pay(huge)).status).toBe(201);
    const before = await list();
    expectRefused(await pay(huge), 'balanceTooLarge');
    expect(await list()).toEqual(before);
    expect((await pay({ ...huge, apartmentId: '101', amount: 1 })).status).toBe(201);
  });

  it('a late payment saves the interest charged meanwhile, as a credit per month', async () => {
    const evening = await holdAssembly(app, {
      units: unitsOf('201;50;ANA', '202;50;LUIS'),
      staff: token,
    });
    const joint = evening.jointId;
    const charges = { '201': 100_000, '202': 100_000 };
    const rates = { '2026-02': 256_200 };
    const { db } = app.store;
    await chargeMonth(db, joint, {
      month: '2026-01',
      issueDate: '2026-01-05',
      dueDate: '2026-01-31',
      charges,
    });
    await chargeMonth(db, joint, {
      month: '2026-03',
      issueDate: '2026-03-05',
      dueDate: '2026-03-31',
      charges,
      rates,
    });
    // 100.000 × 0,0191894.
    const interest = 191_894;
    const owed = openDebits(await readAccount(db, joint, '201'));
    expect(owed.map(({ nature, open }) => [nature, open])).toEqual([
      ['interest', interest],
      ['fee', 10_000_000],
      ['fee', 10_000_000],
    ]);
    const late = await pay({ apartmentId: '201', amount: 100_000, valueDate: '2026-02-10' }, { joint });
    expect(late.body).toMatchObject({
      postingDate: '2026-03-06',
      receipt: { interest: 0, capital: 100_000, credit: 0 },
    });
    const saved = await readAccount(db, joint, '201');
    const credit = saved.items.find(({ nature }) => nature === 'interestCredit');
    expect(credit).toMatchObject({ amount: interest, month: '2026-02', postingDate: '2026-03-06' });
    expect(balanceOf(saved)).toBe(10_000_000);
    const onTime = await pay({ apartmentId: '202', amount: 100_000, valueDate: '2026-03-06' }, { joint });
    expect(onTime.body.receipt).toMatchObject({ interest: 1918.94, capital: 98_081.06 });
    // Annulling the receipt also reverses the saving.
    const { body } = await app.call(
      api.annulReceipt,
      {
        params: { jointId: joint, cashReceipt: late.body.receipt?.cashReceipt ?? 0 },
        body: { reason: 'Error' },
      },
      { token },
    );
    expect(body.reason).toBe('Error');
    expect(balanceOf(await readAccount(db, joint, '201'))).toBe(20_191_894);
    await chargeMonth(db, joint, {
      month: '2026-04',
      issueDate: '2026-04-01',
      dueDate: '2026-04-30',
      charges,
      discount: { percent: 10, until: '2026-04-10' },
    });
    const due = balanceOf(await readAccount(db, joint, '202')) / 100;
    const prompt = await pay(
      { apartmentId: '202', amount: due - 10_000, valueDate: '2026-04-10' },
      { joint },
    );
    expect(prompt.body.receipt).toMatchObject({ credit: 0 });
    expect(balanceOf(await readAccount(db, joint, '202'))).toBe(0);
    await app.call(
      api.annulReceipt,
      {
        params: { jointId: joint, cashReceipt: prompt.body.receipt?.cashReceipt ?? 0 },
        body: { reason: 'x' },
      },
      { token },
    );
    expect(balanceOf(await readAccount(db, joint, '202')) / 100).toBe(due);
  });

  it('payments are listed newest first, by month or by year', async () => {
    const all = await list();
    expect(all.map(({ payment }) => payment)).toEqual(all.map((_, index) => all.length - index));
    const january = all.filter(({ postingDate }) => postingDate.startsWith('2026-01'));
    expect(await list({ year: 2026, month: 1 })).toEqual(january);
    expect(await list({ year: 2026 })).toEqual(all);
    expect(await list({ year: 2025, month: 12 })).toEqual([]);
  });

  it('receipts have no gaps in their numbers, and the audit chain verifies', async () => {
    const receipts = await numbers();
    expect(receipts).toEqual(receipts.map((_, index) => index + 1));
    // The monthly lists contain each receipt once, including annulled receipts.
    const [year = 0, month = 0] = today.split('-').map(Number);
    const january = await list({ year: 2026, month: 1, receipts: true });
    const payments = [...(await list({ year, month, receipts: true })), ...january];
    // A receipt of today may have a smaller number than a receipt of January.
    const seen = payments.map((one) => one.receipt?.cashReceipt ?? 0).sort((one, other) => one - other);
    expect(seen).toEqual(receipts);
    // The fixture's charges have no audit entry and are reported. All payments match their entries.
    const { findings } = await verifyChain(app.store.db, billingChain(jointId));
    const others = findings.filter(
      ({ what }) => !/^(El movimiento|La cuenta|Una línea|Un detalle) .* y no en el /.test(what),
    );
    expect([findings.length > 0, others]).toEqual([true, []]);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', billingChain(jointId))
      .orderBy('seq')
      .execute();
    expect(JSON.parse(entries[0]?.data ?? '')).toMatchObject({
      jointId,
      payment: 1,
      receipt: 1,
      centavos: { amount: 6_000_050 },
    });
    expect(new Set(entries.map(({ act }) => act))).toEqual(
      new Set(['paymentEntered', 'paymentIdentified', 'receiptAnnulled']),
    );
  });
});
