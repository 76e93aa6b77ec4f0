import { afterAll, beforeAll, expect, it } from 'vitest';
import * as api from '../../../shared/billing/gateway.api.ts';
import { importPayments, listPayments } from '../../../shared/billing/payments.api.ts';
import { centavos } from '../../../shared/money.ts';
import { secretBox } from '../../platform/lib/secret-box.ts';
import { appForSuite, describeOnOneEngine, startApp, TEST_SECRET } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { listen } from '../../testing/live.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { applyTransaction } from './apply.ts';
import { booked, expectBooksWhole, onlineJoint, putKeys } from './gateway.fixture.ts';
import { type Gateway, GatewayFault, type ToldTransaction } from './gateway.types.ts';
import { reconciliationQueue } from './reconcile.ts';
import { notificationOf, type StandIn, standInKeys, startStandIn } from './stand-in.fixture.ts';
import { post } from './storm.fixture.ts';
import { wompi } from './wompi.ts';

const today = await lastingToday();

describeOnOneEngine('online payments in doubt', (make) => {
  let standIn: StandIn;
  const app = appForSuite(async () => {
    standIn = await startStandIn();
    return make({ gateway: wompi(standIn.hosts), publicUrl: 'https://scaf.co' });
  });
  let url: string;
  let jointId: number;
  let token: string;
  beforeAll(async () => {
    ({ jointId, token } = await onlineJoint(app));
    url = await listen(app);
  });
  afterAll(() => standIn.close());

  /** Begins a payment and visits the checkout. Returns reference and id of the transaction. */
  async function visited(apartmentId: string, amount: number) {
    const body = { apartmentId, amount };
    const begun = (await app.call(api.makeIntent, { params: { jointId }, body }, token)).body;
    const back = await standIn.visit(begun.url);
    if (typeof back === 'number') throw new Error(`checkout answered ${back}`);
    return { reference: begun.reference, id: back.searchParams.get('id') ?? '' };
  }
  const bookedOf = async (text: string, joint = jointId) =>
    (await booked(app, joint)).filter((line) => line.includes(text));
  const takeState = (
    transaction: Pick<ToldTransaction, 'id' | 'reference' | 'state'> & Partial<ToldTransaction>,
    joint = jointId,
  ) =>
    applyTransaction(app.store.db, joint, {
      name: 'Wompi',
      environment: 'production',
      transaction: { amount: centavos(900_000), currency: 'COP', at: Date.now(), ...transaction },
    });
  const listed = async (joint = jointId) =>
    (await app.call(api.listGatewayPayments, { params: { jointId: joint } }, token)).body;
  /** Runs a reconciliation with a gateway, of payments begun an hour ago. */
  async function reconcile(gateway: Gateway = wompi(standIn.hosts)): Promise<void> {
    const { store } = app;
    const queue = reconciliationQueue({
      store,
      log: app.app.log,
      secretBox: secretBox(TEST_SECRET),
      gateway,
    });
    await store.db
      .updateTable('gateway_intent')
      .set((eb) => ({ created_at: eb('created_at', '-', 3_600_000) }))
      .execute();
    await store.db.updateTable('gateway_check').set({ next_at: 0 }).execute();
    await queue.run();
  }

  it('a notification cut into other parts posts only the answer of the gateway', async () => {
    const { id } = await visited('101', 21_000);
    await standIn.settle(id, 'APPROVED', null);
    const transaction = standIn.transactions.get(id);
    if (transaction === undefined) throw new Error('no transaction');
    const body = notificationOf(transaction);
    const cut = (at: number) => {
      const part = { id: id.slice(0, at), x: id.slice(at) };
      const properties = ['id', 'x', 'status', 'amount_in_cents'].map((name) => `transaction.${name}`);
      return JSON.stringify({
        ...body,
        data: { transaction: { ...body.data.transaction, ...part } },
        signature: { ...body.signature, properties },
      });
    };
    standIn.script.status = 503;
    expect(await post(url, jointId, cut(5))).toBe(200);
    expect(await bookedOf('$ 21.000')).toEqual([]);
    delete standIn.script.status;
    for (const at of [5, 6, 7]) expect(await post(url, jointId, cut(at))).toBe(200);
    expect(await bookedOf('$ 21.000')).toEqual([`${id} 101 $ 21.000`]);
  });

  it('nested and foreign lists of signed fields get 400', async () => {
    const { id } = await visited('101', 2_000);
    const transaction = standIn.transactions.get(id);
    if (transaction === undefined) throw new Error('no transaction');
    const body = notificationOf(transaction);
    const properties = body.signature.properties.map((name) => JSON.stringify(name)).join();
    const nested = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    for (const further of ['{"toString":1}', nested, '7', 'null']) {
      const signature = `{"checksum":"${body.signature.checksum}","properties":[${properties},${further}]}`;
      const junk = `{"timestamp":${body.timestamp},"data":{"transaction":${JSON.stringify(transaction)}},"signature":${signature}}`;
      expect(await post(url, jointId, junk), further.slice(0, 20)).toBe(400);
    }
  });

  it('a joint cannot have the public key of another, and counts no payment of another joint', async () => {
    const other = await onlineJoint(app, { staff: token, publicKey: 'pub_prod_other' });
    expectRefused(await putKeys(app, other, standInKeys), 'gatewayKeysTaken');
    const { reference, id } = await visited('102', 9_000);
    await takeState({ id, reference, state: 'APPROVED' }, other.jointId);
    expect(await booked(app, other.jointId)).toEqual([]);
    expect((await listed(other.jointId)).lines).toMatchObject([{ problem: 'otherJoint', payment: null }]);
    await takeState({ id, reference, state: 'APPROVED' });
    expect(await bookedOf(id)).toEqual([`${id} 102 $ 9.000`]);
  });

  it('the line of a transaction has the approved amount, before and after a void', async () => {
    const { reference, id } = await visited('102', 9_000);
    await takeState({ id, reference, state: 'PENDING', amount: centavos(1_000_000) });
    await takeState({ id, reference, state: 'APPROVED', amount: centavos(800_000) });
    const line = async () => (await listed()).lines.find(({ transactionId }) => transactionId === id);
    expect(await line()).toMatchObject({ amount: 8_000, problem: 'otherAmount' });
    expect(await bookedOf(id)).toEqual([`${id} espera $ 8.000`]);
    await takeState({ id, reference, state: 'VOIDED', amount: centavos(900_000) });
    expect(await line()).toMatchObject({ amount: 8_000, state: 'VOIDED' });
    expect(await bookedOf(id)).toEqual([`${id} devuelto $ 8.000`]);
    await expectBooksWhole(app, jointId);
  });

  it('a second try without a notification is posted after a declined one', async () => {
    const { reference, id } = await visited('102', 31_000);
    await takeState({ id, reference, state: 'DECLINED' });
    const declined = standIn.transactions.get(id);
    if (declined === undefined) throw new Error('no transaction');
    const finalized_at = new Date().toISOString();
    standIn.transactions.set(id, { ...declined, status: 'DECLINED', finalized_at });
    const second = `${id}-2`;
    standIn.transactions.set(second, { ...declined, id: second, status: 'APPROVED', finalized_at });
    await reconcile();
    expect(await bookedOf(second)).toEqual([`${second} 102 $ 31.000`]);
    // Asked again only after twelve hours.
    standIn.questions.length = 0;
    await reconcile();
    expect(standIn.questions).not.toContain(reference);
  });

  it('a void reverses a payment of a file, and a file leaves a voided transaction out', async () => {
    await takeState({ id: '55-66-88', reference: 'X', state: 'VOIDED' });
    const content = [
      'Fecha;Valor;Inmueble;Id de la transacción',
      `${today};9000;103;55-66-77`,
      `${today};9000;102;55-66-88`,
    ].join('\n');
    const read = { params: { jointId }, query: { commit: true } };
    const imported = await upload(app, importPayments, read, { name: 'wompi.csv', content }, token);
    expect(imported.status).toBe(200);
    expect(JSON.stringify(imported.body)).toContain('La pasarela anuló la transacción «55-66-88»');
    const payments = (await app.call(listPayments, { params: { jointId } }, token)).body;
    const ofFile = payments.filter(({ transaction }) => transaction?.startsWith('55-66'));
    expect(ofFile.map(({ transaction }) => transaction)).toEqual(['55-66-77']);
    await takeState({ id: '55-66-77', reference: 'Y', state: 'VOIDED' });
    const { annulled } = await app.store.db
      .selectFrom('receipt as r')
      .leftJoin('document_annulment as a', (join) =>
        join
          .onRef('a.joint_id', '=', 'r.joint_id')
          .onRef('a.number', '=', 'r.receipt')
          .on('a.kind', '=', 'receipt'),
      )
      .select('a.number as annulled')
      .where('r.joint_id', '=', jointId)
      .where('r.payment', '=', ofFile[0]?.payment ?? 0)
      .executeTakeFirstOrThrow();
    expect(annulled).not.toBeNull();
    await expectBooksWhole(app, jointId);
  });

  it('a fault of one reference leaves the others, a fault of the way ends the round', async () => {
    const bad = await visited('103', 4_100);
    const good = await visited('103', 4_200);
    await standIn.settle(good.id, 'APPROVED', null);
    const questions: string[] = [];
    const gateway = wompi(standIn.hosts);
    const faulty = (isGeneral: boolean): Gateway => ({
      ...gateway,
      find: async (keys, reference, signal) => {
        questions.push(reference);
        if (reference === bad.reference) throw new GatewayFault('Mala respuesta.', { isGeneral });
        return gateway.find(keys, reference, signal);
      },
    });
    await reconcile(faulty(false));
    expect(await bookedOf('$ 4.200')).toEqual([`${good.id} 103 $ 4.200`]);
    expect((await listed()).problem).toBe('Mala respuesta.');
    // The bad reference comes first.
    await app.store.db.updateTable('gateway_intent').set({ asked_at: 1 }).execute();
    await app.store.db
      .updateTable('gateway_intent')
      .set({ asked_at: 0 })
      .where('reference', '=', bad.reference)
      .execute();
    questions.length = 0;
    await reconcile(faulty(true));
    expect(questions).toEqual([bad.reference]);
  });

  it('another public key waits for payments under way, other secrets do not', async () => {
    const other = await onlineJoint(app, { staff: token, publicKey: 'pub_prod_first' });
    const params = { jointId: other.jointId };
    const body = { apartmentId: '101', amount: 5_000 };
    const { reference } = (await app.call(api.makeIntent, { params, body }, token)).body;
    const first = { ...standInKeys, publicKey: 'pub_prod_first' };
    const second = { ...standInKeys, publicKey: 'pub_prod_second' };
    const refused = await putKeys(app, other, second);
    expectRefused(refused, 'gatewayPaymentsUnderWay');
    expect(refused.error.details).toEqual({ references: [reference] });
    expect((await putKeys(app, other, { ...first, eventsSecret: 'prod_events_new' })).status).toBe(200);
    await takeState({ id: 'under-way', reference, state: 'DECLINED' }, other.jointId);
    expect((await putKeys(app, other, second)).body.publicKey).toBe('pub_prod_second');
  });

  it('a gateway switched off keeps the keys of a former secret of the server', async () => {
    const other = await onlineJoint(app, { staff: token, publicKey: 'pub_prod_sealed' });
    const row = () =>
      app.store.db
        .selectFrom('payment_gateway')
        .select(['sealed', 'is_on'])
        .where('joint_id', '=', other.jointId)
        .executeTakeFirstOrThrow();
    const sealed = secretBox('another secret of the server, 32 bytes').seal('{}', 'gateway');
    await app.store.db
      .updateTable('payment_gateway')
      .set({ sealed })
      .where('joint_id', '=', other.jointId)
      .execute();
    const params = { jointId: other.jointId };
    const off = await app.call(api.switchGateway, { params, body: { on: false } }, token);
    expect(off.body).toMatchObject({ isOn: false, isReadable: false });
    expect(await row()).toEqual({ sealed, is_on: 0 });
  });

  it('the trial of an upgrade asks no gateway', async () => {
    await visited('103', 6_000);
    await app.store.db
      .updateTable('gateway_intent')
      .set((eb) => ({ created_at: eb('created_at', '-', 3_600_000) }))
      .execute();
    await app.store.db.updateTable('gateway_check').set({ next_at: 0 }).execute();
    const asking: string[] = [];
    const gatewayOf = (name: string): Gateway => ({
      ...wompi(standIn.hosts),
      find: async () => {
        asking.push(name);
        return [];
      },
    });
    const started = (name: string, isTrial: boolean) =>
      startApp(app.store, async () => undefined, app.another, { gateway: gatewayOf(name), isTrial });
    const trial = await started('trial', true);
    // The next start does what the trial left.
    const server = await started('server', false);
    await expect.poll(() => asking.length).toBeGreaterThan(0);
    await server.close();
    await trial.close();
    expect(new Set(asking)).toEqual(new Set(['server']));
  });
});
