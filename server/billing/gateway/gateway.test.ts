import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import * as api from '../../../shared/billing/gateway.api.ts';
import { annulReceipt, importPayments, listPayments } from '../../../shared/billing/payments.api.ts';
import { getWhereToPay } from '../../../shared/billing/settings.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { limits } from '../../../shared/limits.ts';
import { centavos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { secretBox } from '../../platform/lib/secret-box.ts';
import { appForSuite, describeOnOneEngine, TEST_SECRET } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { listen } from '../../testing/live.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { readIssuer } from '../invoices/papers.repository.ts';
import { balanceOf } from '../ledger/account.ts';
import { refreshPayPages, withPayPage } from '../settings/pay-page.repository.ts';
import { applyTransaction } from './apply.ts';
import { accountOf, booked, expectBooksWhole, onlineJoint, putKeys, turnOn } from './gateway.fixture.ts';
import { reconciliationQueue } from './reconcile.ts';
import { type StandIn, standInKeys, startStandIn } from './stand-in.fixture.ts';
import { wompi } from './wompi.ts';

const today = await lastingToday();

describeOnOneEngine('online payments', (make) => {
  let standIn: StandIn;
  const app = appForSuite(async () => {
    standIn = await startStandIn();
    return make({ gateway: wompi(standIn.hosts), publicUrl: 'https://scaf.co' });
  });
  let url: string;
  let jointId: number;
  let token: string;
  let owner: string;
  beforeAll(async () => {
    ({ jointId, token } = await onlineJoint(app));
    await addUser(app.store.db, 'ana', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
    owner = await tokenOf(app, 'ana');
    url = await listen(app);
  });
  afterAll(() => standIn.close());

  const notifyUrl = () => `${url}${API_BASE}/gateways/wompi/${jointId}`;
  const begin = (body: { apartmentId: string; amount?: number }, as = owner) =>
    app.call(api.makeIntent, { params: { jointId }, body }, as);
  const stateOf = async (reference: string, as = owner) =>
    (await app.call(api.getIntent, { params: { jointId, reference } }, as)).body;
  const lines = async () => (await app.call(api.listGatewayPayments, { params: { jointId } }, token)).body;
  /** Begins a payment, visits the checkout, and returns reference and transaction. */
  async function visited(body: { apartmentId: string; amount?: number }, as = owner) {
    const { reference, url: checkout } = (await begin(body, as)).body;
    const back = await standIn.visit(checkout);
    if (typeof back === 'number') throw new Error(`checkout answered ${back}`);
    return { reference, back, id: back.searchParams.get('id') ?? '' };
  }

  it("the redirect of 'si paga hoy' does not post, the notification posts once", async () => {
    const { reference, back, id } = await visited({ apartmentId: '101' });
    expect(back.origin + back.pathname).toBe(`https://scaf.co/Paid/${jointId}/${reference}`);
    expect(await stateOf(reference)).toMatchObject({ state: 'BEGUN', cashReceipt: null });
    expect(await booked(app, jointId)).toEqual([]);
    await standIn.settle(id, 'APPROVED', notifyUrl());
    await standIn.settle(id, 'APPROVED', notifyUrl());
    const { cashReceipt, amount } = await stateOf(reference);
    expect(cashReceipt).not.toBeNull();
    // A settling payment leaves no debt: late interest of months is in the amount.
    expect(amount).toBeGreaterThanOrEqual(100_000);
    expect(balanceOf(await accountOf(app, jointId, '101'))).toBe(0);
    const [payment] = (await app.call(listPayments, { params: { jointId } }, token)).body;
    expect(payment).toMatchObject({
      channel: 'gateway',
      transaction: id,
      reference,
      valueDate: today,
      amount,
    });
    expectRefused(await begin({ apartmentId: '101' }), 'nothingToPay');
    await expectBooksWhole(app, jointId);
  });

  it('a void reverses the receipt, and a later approval has no effect', async () => {
    const { reference, id } = await visited({ apartmentId: '102', amount: 60_000.5 }, token);
    const before = balanceOf(await accountOf(app, jointId, '102'));
    await standIn.settle(id, 'APPROVED', notifyUrl());
    const paid = balanceOf(await accountOf(app, jointId, '102'));
    expect(paid).toBe(before - 6_000_050);
    await standIn.settle(id, 'VOIDED', notifyUrl());
    expect(balanceOf(await accountOf(app, jointId, '102'))).toBe(before);
    await standIn.settle(id, 'APPROVED', notifyUrl());
    expect(balanceOf(await accountOf(app, jointId, '102'))).toBe(before);
    expect(await stateOf(reference, token)).toMatchObject({ state: 'VOIDED' });
    expect((await booked(app, jointId)).filter((line) => line.startsWith(id))).toEqual([
      `${id} anulado $ 60.000,50`,
    ]);
  });

  it('declined and pending change the intent alone; a second transaction of the reference pays', async () => {
    const { reference, id } = await visited({ apartmentId: '103', amount: 20_000 }, token);
    await standIn.settle(id, 'PENDING', notifyUrl());
    expect((await stateOf(reference, token)).state).toBe('PENDING');
    await standIn.settle(id, 'DECLINED', notifyUrl());
    expect((await stateOf(reference, token)).state).toBe('DECLINED');
    const first = standIn.transactions.get(id);
    if (first === undefined) throw new Error('no transaction');
    standIn.transactions.set(`${id}-2`, { ...first, id: `${id}-2` });
    await standIn.settle(`${id}-2`, 'APPROVED', notifyUrl());
    await standIn.settle(id, 'ERROR', notifyUrl());
    expect((await stateOf(reference, token)).state).toBe('APPROVED');
  });

  it('another amount waits for a person, and another currency is only a line', async () => {
    const { id } = await visited({ apartmentId: '103', amount: 30_000 }, token);
    const transaction = standIn.transactions.get(id);
    if (transaction === undefined) throw new Error('no transaction');
    transaction.amount_in_cents += 100;
    await standIn.settle(id, 'APPROVED', notifyUrl());
    standIn.transactions.set('USD', { ...transaction, id: 'USD', currency: 'USD' });
    await standIn.settle('USD', 'APPROVED', notifyUrl());
    expect((await booked(app, jointId)).filter((line) => /^(USD|.*espera)/.test(line))).toEqual([
      `${id} espera $ 30.001`,
    ]);
    const { lines: shown } = await lines();
    expect(shown.find(({ transactionId }) => transactionId === 'USD')).toMatchObject({
      problem: 'otherCurrency',
      payment: null,
    });
    // A void notes waiting money as returned.
    await standIn.settle(id, 'VOIDED', notifyUrl());
    expect((await booked(app, jointId)).find((line) => line.startsWith(id))).toBe(`${id} devuelto $ 30.001`);
    await expectBooksWhole(app, jointId);
  });

  it('a receipt annulled by a person before the void stays annulled once', async () => {
    const { reference, id } = await visited({ apartmentId: '103', amount: 5_000 }, token);
    await standIn.settle(id, 'APPROVED', notifyUrl());
    const { cashReceipt } = await stateOf(reference, token);
    const params = { jointId, cashReceipt: cashReceipt ?? 0 };
    await app.call(annulReceipt, { params, body: { reason: 'Otra unidad.', unidentified: true } }, token);
    await standIn.settle(id, 'VOIDED', notifyUrl());
    await expectBooksWhole(app, jointId);
    const waiting = await app.call(
      listPayments,
      { params: { jointId }, query: { unidentified: true } },
      token,
    );
    expect(waiting.body.filter(({ transaction }) => transaction === id)).toEqual([]);
  });

  it("a gateway's file and a notification never post one payment twice", async () => {
    const { id } = await visited({ apartmentId: '103', amount: 7_000 }, token);
    await standIn.settle(id, 'APPROVED', notifyUrl());
    const content = [
      'Fecha;Valor;Inmueble;Id de la transacción',
      `${today};7000;103;${id}`,
      `${today};8000;103;77-88-99`,
    ].join('\n');
    const file = { name: 'wompi.csv', content };
    const read = { params: { jointId }, query: { commit: true } };
    const imported = await upload(app, importPayments, read, file, token);
    expect(imported.status).toBe(200);
    const approved = { id: '77-88-99', reference: 'X', amount: centavos(800_000), currency: 'COP' };
    const transaction = { ...approved, state: 'APPROVED', at: Date.now() } as const;
    await applyTransaction(app.store.db, jointId, { name: 'Wompi', environment: 'production', transaction });
    const payments = (await app.call(listPayments, { params: { jointId } }, token)).body;
    for (const one of [id, '77-88-99'])
      expect(
        payments.filter(({ transaction: of }) => of === one),
        one,
      ).toHaveLength(1);
  });

  it('the approval dates the payment in Bogotá, never after today', async () => {
    const { reference } = (await begin({ apartmentId: '103', amount: 2_000 }, token)).body;
    const at = Date.now() + 40 * 3_600_000;
    const approved = { id: 'late-1', reference, amount: centavos(200_000), currency: 'COP', at };
    const transaction = { ...approved, state: 'APPROVED' } as const;
    await applyTransaction(app.store.db, jointId, { name: 'Wompi', environment: 'production', transaction });
    const [payment] = (await app.call(listPayments, { params: { jointId } }, token)).body;
    expect(payment).toMatchObject({ transaction: 'late-1', valueDate: dayInBogota(Date.now()) });
  });

  it('an owner begins payments of own units alone, from the least amount on, 30 in a day', async () => {
    expectRefused(await begin({ apartmentId: '102' }), 'apartmentNotFound');
    expectRefused(await begin({ apartmentId: '101', amount: 1_499.99 }), 'amountTooSmall');
    expectRefused(await begin({ apartmentId: '101', amount: -5 }), 'amountInvalid');
    const { reference } = (await begin({ apartmentId: '102', amount: 9_000 }, token)).body;
    expectRefused(await app.call(api.getIntent, { params: { jointId, reference } }, owner), 'intentNotFound');
    const most = limits.tooManyIntents.most;
    const replies = await Promise.all(
      Array.from({ length: most }, () => begin({ apartmentId: '101', amount: 1_500 })),
    );
    // An earlier test began one.
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(most - 1);
    for (const refused of replies.filter(({ status }) => status !== 201))
      expectRefused(refused, 'tooManyIntents');
  });

  it('bill, mail and portal lead to the page for online payments, until the gateway is off', async () => {
    const other = await onlineJoint(app, { staff: token, publicKey: 'pub_prod_page' });
    const at = { params: { jointId: other.jointId } };
    const page = `https://scaf.co/Pay/${other.jointId}`;
    const places = async () => (await app.call(getWhereToPay, at, token)).body;
    expect(await places()).toMatchObject({ online: true, paymentPage: page, qr: { of: 'page' } });
    const issuer = await readIssuer(app.store.db, other.jointId);
    expect(issuer).toMatchObject({ paymentPage: page, paymentQr: { of: 'page', text: page } });
    expect(await withPayPage(app.store.db, other.jointId, { paymentPage: '' })).toEqual({
      paymentPage: page,
    });
    await refreshPayPages(app.store.db, 'https://otra.co');
    expect((await places()).paymentPage).toBe(`https://otra.co/Pay/${other.jointId}`);
    await app.call(api.switchGateway, { ...at, body: { on: false } }, token);
    expect(await places()).toMatchObject({ online: false, paymentPage: '', qr: null });
    expect((await readIssuer(app.store.db, other.jointId))?.paymentQr).toBeNull();
  });

  it('keys are encrypted, never returned, and tried at the gateway', async () => {
    const publicKey = 'pub_prod_tried';
    const other = await onlineJoint(app, { staff: token, publicKey });
    const at = { params: { jointId: other.jointId } };
    const keys = { ...standInKeys, publicKey, privateKey: 'prv_prod_wrong' };
    const stored = await putKeys(app, other, keys);
    expect(stored.body).toMatchObject({ isOn: false, hasPrivateKey: true, isReadable: true });
    expect(JSON.stringify(stored.body)).not.toMatch(/standin_?integrity|prod_events|prv_prod/);
    const { sealed } = await app.store.db
      .selectFrom('payment_gateway')
      .select('sealed')
      .where('joint_id', '=', other.jointId)
      .executeTakeFirstOrThrow();
    expect(sealed).not.toContain('prod_');
    expect(secretBox(TEST_SECRET).open(sealed, `gateway of joint ${other.jointId}`)).toContain(
      'prv_prod_wrong',
    );
    const trail = await app.store.db.selectFrom('audit_entry').select('data').execute();
    expect(JSON.stringify(trail)).not.toMatch(/prod_events|prv_prod|prod_integrity/);
    const turn = (body: { on: boolean; confirmed?: true }) =>
      app.call(api.switchGateway, { ...at, body }, token);
    const refused = await turn({ on: true });
    expectRefused(refused, 'gatewayTestFailed');
    expect(refused.error.details).toEqual({ message: 'Wompi no aceptó la llave privada.' });
    await putKeys(app, other, { ...standInKeys, publicKey });
    expect((await turn({ on: true })).body.isOn).toBe(true);
    expect((await turn({ on: false })).body.isOn).toBe(false);
    const body = { apartmentId: '101' };
    expectRefused(await app.call(api.makeIntent, { ...at, body }, token), 'gatewayOff');
    expectRefused(await putKeys(app, other, { ...standInKeys, environment: 'test' }), 'gatewayKeysInvalid');
  });

  it('a second person never overwrites a changed public key in silence', async () => {
    const publicKey = 'pub_prod_first';
    const other = await onlineJoint(app, { staff: token, publicKey });
    const save = (typed: string, seen: string) =>
      app.call(
        api.setGatewayKeys,
        {
          params: { jointId: other.jointId },
          body: {
            ...standInKeys,
            publicKey: typed,
            seen: { environment: 'production', publicKey: seen },
          },
        },
        token,
      );
    expect((await save('pub_prod_second', publicKey)).status).toBe(200);
    const moved = await save('pub_prod_third', publicKey);
    expectRefused(moved, 'factsMoved');
    expect(moved.error.details).toEqual({ facts: [{ fact: 'publicKey', value: 'pub_prod_second' }] });
    expect((await save('pub_prod_third', 'pub_prod_second')).status).toBe(200);
  });

  it('the trial environment does not post', async () => {
    const trial = await onlineJoint(app, { staff: token, publicKey: 'pub_prod_trial' });
    const key = (text: string) => text.replace('prod', 'test');
    const { publicKey, integritySecret, eventsSecret, privateKey } = standInKeys;
    await putKeys(app, trial, {
      environment: 'test',
      ...{ publicKey: key(publicKey), privateKey: key(privateKey) },
      ...{ integritySecret: key(integritySecret), eventsSecret: key(eventsSecret) },
    });
    await turnOn(app, trial);
    const params = { jointId: trial.jointId };
    const { body } = await app.call(api.makeIntent, { params, body: { apartmentId: '101' } }, token);
    const amount = centavos(15_000_000);
    const transaction = {
      id: 'T1',
      reference: body.reference,
      amount,
      currency: 'COP',
      at: Date.now(),
    } as const;
    const approved = {
      name: 'Wompi',
      environment: 'test',
      transaction: { ...transaction, state: 'APPROVED' },
    } as const;
    await applyTransaction(app.store.db, trial.jointId, approved);
    expect(await booked(app, trial.jointId)).toEqual([]);
  });

  it('the reconciliation posts payments without a notification', async () => {
    const { reference, id } = await visited({ apartmentId: '102', amount: 11_000 }, token);
    const voided = await visited({ apartmentId: '102', amount: 12_000 }, token);
    await standIn.settle(voided.id, 'APPROVED', notifyUrl());
    // Neither notification arrives.
    await standIn.settle(id, 'APPROVED', null);
    await standIn.settle(voided.id, 'VOIDED', null);
    const log = app.app.log;
    const gateway = wompi(standIn.hosts);
    const queue = reconciliationQueue({ store: app.store, log, secretBox: secretBox(TEST_SECRET), gateway });
    const round = async () => {
      await app.store.db.updateTable('gateway_check').set({ next_at: 0 }).execute();
      await queue.run();
    };
    // A fresh intent is not asked about.
    standIn.questions.length = 0;
    await round();
    expect(standIn.questions).not.toContain(reference);
    await app.store.db
      .updateTable('gateway_intent')
      .set((eb) => ({ created_at: eb('created_at', '-', 3_600_000) }))
      .execute();
    standIn.script.status = 503;
    await round();
    const away = await lines();
    expect(away.problem).toBe('Wompi contestó con el estado 503.');
    delete standIn.script.status;
    await Promise.all([round(), queue.run()]);
    expect(await stateOf(reference, token)).toMatchObject({
      state: 'APPROVED',
      cashReceipt: expect.any(Number),
    });
    expect(await stateOf(voided.reference, token)).toMatchObject({ state: 'VOIDED' });
    expect(await lines()).toMatchObject({ isSet: true, problem: null, checkedAt: expect.any(String) });
    // The late notification has no effect.
    const before = await booked(app, jointId);
    await standIn.settle(id, 'APPROVED', notifyUrl());
    expect(await booked(app, jointId)).toEqual(before);
    await expectBooksWhole(app, jointId);
  });
});
