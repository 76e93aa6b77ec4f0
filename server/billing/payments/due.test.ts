import { beforeAll, expect, it } from 'vitest';
import { addPayment, annulReceipt, getPaymentDue } from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { chargeMonth } from './charged.fixture.ts';

describeOnOneEngine('the debts found by a payment', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let token: string;
  beforeAll(async () => {
    const units = unitsOf('101;50;ANA', '102;40;LUIS', 'P1;10;ANA;parqueadero;101');
    ({ jointId, staff: token } = await holdAssembly(app, { units }));
    await chargeMonth(app.store.db, jointId, {
      month: '2026-01',
      issueDate: '2026-01-02',
      dueDate: '2026-01-31',
      charges: { '101': 250_000 },
      discount: { percent: 10, until: '2026-01-10' },
    });
  });

  const due = (apartmentId: string, valueDate: string) =>
    app.call(getPaymentDue, { params: { jointId, apartmentId }, query: { valueDate } }, { token });
  async function pay(amount: number, valueDate: string): Promise<number> {
    const body = { apartmentId: '101', amount, valueDate };
    const paid = await app.call(addPayment, { params: { jointId }, body }, { token });
    return paid.body.receipt?.cashReceipt ?? 0;
  }
  const annul = (cashReceipt: number) =>
    app.call(annulReceipt, { params: { jointId, cashReceipt }, body: { reason: 'Error' } }, { token });

  it("the amount due settles the paying account's bill within the days of its discount", async () => {
    const { body } = await due('101', '2026-01-10');
    const [{ bill } = { bill: 0 }] = body.discounts;
    const discounts = [{ bill, amount: 225_000, discount: 25_000, until: '2026-01-10' }];
    const settlement = { day: '2026-01-10', amount: 225_000, interest: 0, saved: 25_000, missing: [] };
    expect(body).toEqual({ apartmentId: '101', balance: 250_000, settlement, paidUp: true, discounts });
    expect((await due('P1', '2026-01-10')).body).toEqual(body);
    expect((await due('101', '2026-01-11')).body).toEqual({
      ...body,
      settlement: { ...settlement, day: '2026-01-11', amount: 250_000, saved: 0 },
      discounts: [],
    });
    expect((await due('102', '2026-01-03')).body).toEqual({
      apartmentId: '102',
      balance: 0,
      settlement: { ...settlement, day: '2026-01-03', amount: 0, saved: 0 },
      paidUp: true,
      discounts: [],
    });
  });

  it('payments in time lower the discounted amount, down to 0', async () => {
    await pay(100_000, '2026-01-05');
    expect((await due('101', '2026-01-10')).body).toMatchObject({
      balance: 150_000,
      discounts: [{ amount: 125_000, discount: 25_000 }],
    });
    const last = await pay(125_000, '2026-01-10');
    expect((await due('101', '2026-01-10')).body).toMatchObject({ balance: 0, discounts: [] });
    await annul(last);
    expect((await due('101', '2026-01-10')).body).toMatchObject({
      balance: 150_000,
      discounts: [{ amount: 125_000 }],
    });
    // A late payment earns no discount, and the remaining debt is below the discounted amount.
    await pay(125_000, '2026-01-11');
    expect((await due('101', '2026-01-10')).body).toMatchObject({
      balance: 25_000,
      discounts: [],
    });
  });

  it('unknown units and invalid days are refused', async () => {
    expectRefused(await due('999', '2026-01-10'), 'apartmentNotFound');
    expectRefused(await due('101', '2026-02-30'), 'badRequest');
  });
});
