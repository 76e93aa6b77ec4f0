import { beforeAll, expect } from 'vitest';
import { addAdjustment, annulBill, getBill } from '../../../shared/billing/bills.api.ts';
import { mailMonth, Relation } from '../../../shared/billing/months.api.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { changeBillingSettings, setJointRate, setLegalRate } from '../../../shared/billing/settings.api.ts';
import { addDays } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import { cancelJob } from '../../../shared/reports/jobs.api.ts';
import { addUser } from '../../accounts/users/people.fixture.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { insertJob, jobRows } from '../../platform/queue/jobs.repository.ts';
import type { Renewal } from '../../platform/queue/leases.repository.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { storeIssuedMonth } from './commit-month.ts';
import { IssueWorld, paramsOf } from './issue.fixture.ts';
import { makeMonth } from './month-work.ts';
import type { ReadyMonth } from './ready-month.ts';

const HEADER = ['Inmueble', 'Administración'] as const;
const today = await lastingToday();

describeWithRaces('a month of bills', (make, { it, race }) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  const bills = (jointId: number) =>
    app.store.db
      .selectFrom('bill')
      .select(['bill', 'month', 'apartment_id', 'total'])
      .where('joint_id', '=', jointId)
      .orderBy('bill')
      .execute();
  /** Creates a joint of three units with a prepared month: 100.000 pesos charged to each unit. */
  const prepared = async (month = '2026-01') => {
    const jointId = await world.joint(['101', '102', '103']);
    await world.prepare(jointId, month, fees(['101', '102', '103']));
    return jointId;
  };
  const fees = (units: readonly string[], amount = 100_000) => [
    HEADER,
    ...units.map((unit) => [unit, amount] as const),
  ];
  const legalRate = (month: string) =>
    app.call(setLegalRate, { body: { month, annualRate: 25.62, source: 'Resolución 1' } }, world.as);

  it('each joint numbers its bills from 1 without gaps, month after month', async () => {
    const [one, two] = [await prepared(), await prepared()];
    await world.issue(one, '2026-01', { issueDate: '2026-01-02' });
    await world.issue(two, '2026-01', { issueDate: '2026-01-05' });
    await world.prepare(one, '2026-02', fees(['102']));
    // The other two units get bills for their debt, without a charge.
    await world.issue(one, '2026-02', { issueDate: '2026-02-03' });
    expect((await bills(one)).map(({ bill, month, apartment_id }) => [bill, month, apartment_id])).toEqual([
      ...['101', '102', '103'].map((unit, i) => [i + 1, '2026-01', unit]),
      ...['101', '102', '103'].map((unit, i) => [i + 4, '2026-02', unit]),
    ]);
    expect((await bills(two)).map(({ bill }) => bill)).toEqual([1, 2, 3]);
    const months = await world.months(one);
    expect(months.map(({ month, state, issueDate, bills: sums }) => [month, state, issueDate, sums])).toEqual(
      [
        [2, 'issued', '2026-02-03', { quantity: 3, first: 4, last: 6, annulled: 0, total: 400_000 }],
        [1, 'issued', '2026-01-02', { quantity: 3, first: 1, last: 3, annulled: 0, total: 300_000 }],
      ],
    );
    expect((await verifyChain(app.store.db, billingChain(one))).findings).toEqual([]);
  });

  race('a month is issued once, also with two concurrent requests in two processes', async () => {
    const jointId = await prepared();
    const other = await app.another();
    const [a, b] = await Promise.all([
      world.ask(jointId, '2026-01'),
      world.ask(jointId, '2026-01', {}, other),
    ]);
    expect([a.status, b.status]).toEqual([202, 202]);
    expect([await world.endOf(a.body.jobId), await world.endOf(b.body.jobId)]).toEqual(['done', 'done']);
    await other.close();
    expect(await bills(jointId)).toHaveLength(3);
    const other1 = await world.ask(jointId, '2026-01', { issueDate: '2026-01-01' });
    expect(other1.error.code).toBe('monthIssued');
    expect((await world.ask(jointId, '2026-03')).error.code).toBe('monthNotFound');
  });

  it('a month is computed again if a posting happened meanwhile', async () => {
    const jointId = await prepared();
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    await world.prepare(jointId, '2026-02', fees(['101']));
    const { db } = app.store;
    const dates = { issueDate: '2026-02-10', dueDate: null, today };
    const task = { kind: 'monthBills' as const, jointId, month: '2026-02', ...dates, mailOwners: false };
    const reckon = () => makeMonth(db, task, () => undefined);
    const commit = (ready: ReadyMonth) =>
      storeIssuedMonth(app.store, jointId, ready, { actor: 'user:1', figures: ready.figures });
    const before = await reckon();
    const payment = { apartmentId: '101', amount: 40_000, valueDate: '2026-02-05' };
    const paid = await app.call(addPayment, { params: { jointId }, body: payment }, world.as);
    expect(paid.status).toBe(201);
    expect(await commit(before)).toBe('booksMoved');
    expect(await bills(jointId)).toHaveLength(3);
    expect((await world.months(jointId))[0]?.state).toBe('prepared');
    expect(await commit(await reckon())).toBe('stored');
    const [bill] = (await bills(jointId)).slice(3);
    expect(bill).toMatchObject({ bill: 4, apartment_id: '101', total: 16_000_000 });
    // A computation from before the issue cannot be stored afterwards.
    expect(await commit(before)).toBe('booksMoved');
  });

  it('a month is computed again if payment references were created meanwhile', async () => {
    const jointId = await prepared();
    const { db } = app.store;
    const dates = { issueDate: '2026-01-10', dueDate: null, today };
    const task = { kind: 'monthBills' as const, jointId, month: '2026-01', ...dates, mailOwners: false };
    const issue = async (meanwhile: () => Promise<unknown>) => {
      const ready = await makeMonth(db, task, () => undefined);
      await meanwhile();
      return storeIssuedMonth(app.store, jointId, ready, { actor: 'user:1', figures: ready.figures });
    };
    expect(await issue(() => world.accounts(jointId))).toBe('booksMoved');
    expect(await bills(jointId)).toEqual([]);
    expect(await issue(async () => undefined)).toBe('stored');
    const printed = await db
      .selectFrom('bill')
      .select(['apartment_id', 'reference'])
      .where('joint_id', '=', jointId)
      .orderBy('bill')
      .execute();
    const accounts = await world.accounts(jointId);
    expect(printed).toEqual(
      accounts.map(({ apartmentId: apartment_id, reference }) => ({ apartment_id, reference })),
    );
  });

  race('a month whose job is taken over between staging and commit stores nothing', async () => {
    const { db, transact } = app.store;
    const jointId = await prepared();
    const task = { kind: 'monthBills' as const, jointId, month: '2026-01', issueDate: null, dueDate: null };
    const ready = await makeMonth(db, { ...task, today, mailOwners: false }, () => undefined);
    const at = Date.now();
    const jobId = `lease-${jointId}`;
    await insertJob(db, { jobId, actor: 'user:1', path: '', task: { kind: 'none' }, at });
    const lease = (attempts: number, from = at) =>
      jobRows.lease(db, { id: jobId, attempts }, { at: from, until: from + 1 });
    expect(await lease(0)).toBe(true);
    const commit = (attempts: number, meanwhile: () => Promise<unknown>) => {
      const transactLater: typeof transact = async (...call) => {
        await meanwhile();
        return transact(...call);
      };
      const renewal = (): Renewal => [{ id: jobId, attempts }, { leased_until: at + 10 }];
      const by = { actor: 'user:1', figures: ready.figures, renewal };
      return storeIssuedMonth({ ...app.store, transact: transactLater }, jointId, ready, by);
    };
    const before = await readBooks(db, jointId);
    expect(await commit(1, () => lease(1, at + 5))).toBe('leaseLost');
    expect(await bills(jointId)).toEqual([]);
    expect(await readBooks(db, jointId)).toEqual(before);
    expect((await world.months(jointId))[0]?.state).toBe('prepared');
    expect(await commit(2, async () => undefined)).toBe('stored');
    expect((await bills(jointId)).map(({ bill }) => bill)).toEqual([1, 2, 3]);
  });

  it('a month stays prepared if its job is cancelled in time', { tags: 'slow' }, async () => {
    const jointId = await prepared();
    const { jobId } = (await world.ask(jointId, '2026-01')).body;
    expect((await app.call(cancelJob, { params: { jobId } }, world.as)).status).toBe(204);
    const { jobId: next } = (await world.ask(await prepared(), '2026-01')).body;
    expect(await world.endOf(next)).toBe('done');
    expect(await bills(jointId)).toEqual([]);
    expect((await world.months(jointId))[0]?.state).toBe('prepared');
    await world.issue(jointId, '2026-01');
    expect((await bills(jointId)).map(({ bill }) => bill)).toEqual([1, 2, 3]);
  });

  it('an issue refuses future days, days before postings, and due dates before the month', async () => {
    const jointId = await prepared();
    const code = async (body: object) => (await world.ask(jointId, '2026-01', body)).error;
    expect((await code({ issueDate: addDays(today, 1) })).code).toBe('dateInFuture');
    expect((await code({ dueDate: '2025-12-31' })).code).toBe('dueDateInvalid');
    const payment = { apartmentId: '101', amount: 1000, valueDate: '2026-01-20' };
    await app.call(addPayment, { params: { jointId }, body: payment }, world.as);
    const early = await code({ issueDate: '2026-01-19' });
    expect([early.code, early.details]).toEqual(['issueDateTooEarly', { earliest: '2026-01-20' }]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-20', dueDate: '2026-01-25' });
    await world.prepare(jointId, '2026-02', fees(['101']));
    const closed = (await world.ask(jointId, '2026-02', { issueDate: '2026-01-20' })).error;
    expect([closed.code, closed.details]).toEqual(['issueDateTooEarly', { earliest: '2026-01-21' }]);
    const { body } = await world.relation(jointId, '2026-01');
    expect(body).toMatchObject({ issueDate: '2026-01-20', dueDate: '2026-01-25' });
  });

  it('the preview of a worker has the fields of the issued relación, and no others', async () => {
    const jointId = await prepared();
    const preview = (await world.relation(jointId, '2026-01')).body;
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-20' });
    const { body: issued } = await world.relation(jointId, '2026-01');
    for (const { rows, totals, ...rest } of [preview, issued]) {
      const { properties } = Relation;
      expect(Object.keys({ ...rest, rows, totals }).sort()).toEqual(Object.keys(properties).sort());
      expect(Object.keys(totals).sort()).toEqual(Object.keys(properties.totals.properties).sort());
      const fields = Object.keys(properties.rows.items.properties).sort();
      expect(rows.map((row) => Object.keys(row).sort())).toEqual([fields, fields, fields]);
    }
    expect([preview.state, issued.state]).toEqual(['prepared', 'issued']);
  });

  it('an issue refuses a month years ahead of the others', async () => {
    const jointId = await prepared();
    const { db } = app.store;
    await db.updateTable('billing_month').set({ month: '2150-01' }).where('joint_id', '=', jointId).execute();
    const refused = await world.ask(jointId, '2150-01');
    expect([refused.status, refused.error.code]).toEqual([422, 'monthTooLate']);
  });

  it('an issue requires the legal ceilings only of months with overdue debt', { tags: 'slow' }, async () => {
    const jointId = await prepared();
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    await world.prepare(jointId, '2026-02', fees(['101']));
    // January's charges fell due on the last day, so no month has passed.
    await world.issue(jointId, '2026-02', { issueDate: '2026-02-02' });
    await world.prepare(jointId, '2026-03', fees(['101']));
    const refused = (await world.ask(jointId, '2026-03', { issueDate: '2026-03-02' })).error;
    expect([refused.code, refused.details]).toEqual(['legalRateMissing', ['2026-02']]);
    expect((await world.relation(jointId, '2026-03')).error.code).toBe('legalRateMissing');
    const none = { month: '2026-02', mode: 'none' as const, acta: 'Acta 3' };
    expect((await app.call(setJointRate, { params: { jointId }, body: none }, world.as)).status).toBe(201);
    expect((await world.relation(jointId, '2026-03')).body.totals.currentInterest).toBe(0);
    const legal = { month: '2026-02', mode: 'legal' as const };
    await app.call(setJointRate, { params: { jointId }, body: legal }, world.as);
    // Ceilings of other months do not count: with falling rates, an older ceiling would be usury.
    await legalRate('2026-01');
    await legalRate('2026-03');
    const older = await world.ask(jointId, '2026-03', { issueDate: '2026-03-02' });
    expect([older.error.code, older.error.details]).toEqual(['legalRateMissing', ['2026-02']]);
    await expect(world.issue(jointId, '2026-03', { issueDate: '2026-03-02' })).rejects.toMatchObject({
      code: 'legalRateMissing',
      details: ['2026-02'],
    });
    await legalRate('2026-02');
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const { body } = await world.relation(jointId, '2026-03');
    // 100.000 × 28 days × 0,0625102942 %: 1.750,29 for each of three units.
    expect(body.rows.map(({ currentInterest, rounding }) => [currentInterest, rounding])).toEqual([
      [1750.29, -0.29],
      [1750.29, -0.29],
      [1750.29, -0.29],
    ]);
    const late = { month: '2026-02', mode: 'none' as const, acta: 'Acta 3' };
    const charged = await app.call(setJointRate, { params: { jointId }, body: late }, world.as);
    expect(charged.error.code).toBe('monthCharged');
  });

  it('an issue with a passed due date is refused unless the user accepts the date', async () => {
    const jointId = await prepared();
    const ask = (body: object) => world.ask(jointId, '2026-01', { acceptPastDue: false, ...body });
    const past = (await ask({})).error;
    expect([past.statusCode, past.code, past.details]).toEqual([
      ...[422, 'dueDatePassed', { dueDate: '2026-01-31' }],
    ]);
    const yesterday = addDays(today, -1);
    expect((await ask({ dueDate: yesterday })).error.details).toEqual({ dueDate: yesterday });
    // Backdated bills are overdue for their owners as well.
    expect((await ask({ issueDate: '2026-01-02' })).error.code).toBe('dueDatePassed');
    expect((await world.months(jointId))[0]?.state).toBe('prepared');
    for (const taken of [{ dueDate: today }, { acceptPastDue: true }]) {
      const { status, body } = await ask(taken);
      expect(status).toBe(202);
      const { jobId } = body;
      expect((await app.call(cancelJob, { params: { jobId } }, world.as)).status).toBe(204);
    }
  });

  it('a unit is billed with its main unit, or separately if the joint does not group units', async () => {
    const jointId = await world.joint(['101', 'P1>101', '102']);
    const table = [HEADER, ['101', 100_000], ['P1', 20_000], ['102', 100_000]];
    await world.prepare(jointId, '2026-01', table);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    const { rows } = (await world.relation(jointId, '2026-01')).body;
    expect(rows.map(({ apartmentId, units, total }) => [apartmentId, units, total])).toEqual([
      ['101', ['P1'], 120_000],
      ['102', [], 100_000],
    ]);
    const body = { groupUnits: false };
    await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
    await world.prepare(jointId, '2026-02', table);
    await world.issue(jointId, '2026-02', { issueDate: '2026-02-02' });
    const apart = (await world.relation(jointId, '2026-02')).body.rows;
    expect(apart.map(({ apartmentId, units, total }) => [apartmentId, units, total])).toEqual([
      ['101', [], 220_000],
      ['P1', [], 20_000],
      ['102', [], 200_000],
    ]);
  });

  it('administrators see the relación only after the issue', async () => {
    const jointId = await prepared();
    const admin = await world.charges.admin(`admin${jointId}`, jointId);
    expect((await world.relation(jointId, '2026-01', admin)).error.code).toBe('monthNotFound');
    await world.issue(jointId, '2026-01');
    expect((await world.relation(jointId, '2026-01', admin)).status).toBe(200);
  });

  it('an annulled bill keeps its number and is listed without counting', async () => {
    const jointId = await prepared();
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    const payment = { apartmentId: '102', amount: 30_000, valueDate: '2026-01-10' };
    await app.call(addPayment, { params: { jointId }, body: payment }, world.as);
    const annul = (bill: number) =>
      app.call(annulBill, { params: { jointId, bill }, body: { reason: 'Valor errado' } }, world.as);
    const done = await annul(2);
    expect(done.status).toBe(201);
    expect(done.body).toEqual({ reason: 'Valor errado', date: today, by: 'Nombre de plataforma' });
    expect((await annul(2)).error.code).toBe('alreadyAnnulled');
    expect((await annul(9)).error.code).toBe('billNotFound');
    const { rows, totals } = (await world.relation(jointId, '2026-01')).body;
    expect(rows.map(({ bill, annulled, total }) => [bill, annulled, total])).toEqual([
      [1, false, 100_000],
      [2, true, 100_000],
      [3, false, 100_000],
    ]);
    expect(totals.total).toBe(200_000);
    expect((await world.statement(jointId, '102')).balance).toBe(-30_000);
    expect((await world.months(jointId))[0]?.bills).toMatchObject({ quantity: 3, annulled: 1 });
    const { body: bill } = await app.call(getBill, { params: { jointId, bill: 2 } }, world.as);
    expect(bill).toMatchObject({ total: 100_000, annulled: { reason: 'Valor errado' } });
  });

  it('a fine is limited by the last standing fees of the unit, and by no fees without any', async () => {
    const jointId = await prepared();
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    await world.prepare(jointId, '2026-02', [...fees(['101'], 150_000), ['102', 150_000]]);
    await world.issue(jointId, '2026-02', { issueDate: '2026-02-03' });
    const annul = async (bill: number) => {
      const annulment = { params: { jointId, bill }, body: { reason: 'Valor errado' } };
      expect((await app.call(annulBill, annulment, world.as)).status).toBe(201);
    };
    const fine = async (apartmentId: string, amount: number) => {
      const charge = { kind: 'charge', nature: 'fine', concept: 'Multa', reason: 'Ruido' } as const;
      const body = { ...charge, apartmentId, amount };
      const { status, error } = await app.call(addAdjustment, { params: { jointId }, body }, world.as);
      return status === 201 ? status : error.code;
    };
    const numbers = new Map(
      (await bills(jointId)).map((row) => [`${row.apartment_id} ${row.month}`, row.bill]),
    );
    await annul(numbers.get('101 2026-02') ?? 0);
    // The bill of 101 was annulled, 102 has fees of the last month, and 103 has no fees in the last month.
    for (const [unit, most] of [
      ['101', 200_000],
      ['102', 300_000],
      ['103', 200_000],
    ] as const) {
      expect([unit, await fine(unit, most + 1)]).toEqual([unit, 'fineTooLarge']);
      expect([unit, await fine(unit, most)]).toEqual([unit, 201]);
    }
    await annul(numbers.get('101 2026-01') ?? 0);
    expect(await fine('101', 9_000_000)).toBe(201);
  });

  it('an issued month is corrected with movements of the open month', async () => {
    const jointId = await prepared();
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    const adjust = (body: object, key?: string) =>
      app.call(
        addAdjustment,
        { params: { jointId }, body: { apartmentId: '101', reason: 'Acuerdo', ...body } as never },
        { ...world.as, ...defined({ key }) },
      );
    const charge = { kind: 'charge', amount: 5000, concept: 'Llave', valueDate: '2026-01-01' };
    const [once, again] = [await adjust(charge, 'una-clave-1'), await adjust(charge, 'una-clave-1')];
    expect(once.body).toMatchObject({ amount: 5000, postingDate: '2026-01-03', balance: 105_000 });
    expect(again.body).toEqual(once.body);
    expect((await adjust({ ...charge, amount: 1 }, 'una-clave-1')).error.code).toBe('idempotencyKeyReused');
    expect((await adjust({ kind: 'creditNote', amount: 15_000.5 })).body.balance).toBe(89_999.5);
    const forgiven = { kind: 'condonation', amount: 9999.5, forgives: 'capital' };
    expect((await adjust(forgiven)).error.code).toBe('actaRequired');
    expect((await adjust({ ...forgiven, acta: 'Acta 8' })).body.balance).toBe(80_000);
    const interest = { kind: 'condonation', amount: 1, acta: 'Acta 8' };
    expect((await adjust(interest)).error.code).toBe('condonationTooLarge');
    expect((await adjust({ ...charge, apartmentId: '999' })).error.code).toBe('apartmentNotFound');
    expect((await adjust({ ...charge, amount: 0.001 })).error.code).toBe('amountInvalid');
    const future = { ...charge, valueDate: addDays(today, 1) };
    expect((await adjust(future)).error.code).toBe('dateInFuture');
    const { rows } = await world.statement(jointId, '101');
    expect(rows.map(({ description }) => description)).toEqual([
      ...['Administración', 'Llave', 'Nota crédito', 'Condonación'],
    ]);
  });

  it('a month is mailed at the issue and on request, with a single message per address', async () => {
    const { db } = app.store;
    const jointId = await prepared();
    const unit = (apartmentId: string) => [{ jointId, apartmentId }];
    const people = [
      await addUser(db, `contador${jointId}`, Profile.admin, { billingJoints: [jointId] }),
      await addUser(db, `dueno${jointId}`, Profile.owner, { billingApartments: unit('101') }),
    ];
    const mail = (what: 'relation' | 'bills') =>
      app.call(mailMonth, { params: paramsOf(jointId, '2026-01'), body: { what } }, world.as);
    expect((await mail('bills')).error.code).toBe('monthNotFound');
    await addUser(db, `sin${jointId}`, Profile.owner, { billingApartments: unit('102') });
    for (const userId of people) {
      await db
        .updateTable('user_account')
        .set({ email: `a${userId}@ejemplo.co` })
        .where('user_id', '=', userId)
        .execute();
    }
    // Only 101 has an owner with an address.
    const relation = async () => (await world.relation(jointId, '2026-01')).body;
    expect(await relation()).toMatchObject({ state: 'prepared', reachable: 1 });
    await world.issue(jointId, '2026-01', { mailOwners: true });
    expect(await relation()).toMatchObject({ state: 'issued', reachable: 1 });
    const queued = () =>
      db
        .selectFrom('mail_message')
        .select(['kind', 'user_id', 'bill', 'state', 'to_address'])
        .where('joint_id', '=', jointId)
        .orderBy('message_id')
        .execute();
    const [accountant = 0, owner = 0] = people;
    const both = [
      { kind: 'relation', user_id: accountant, bill: null, to_address: `a${accountant}@ejemplo.co` },
      { kind: 'bill', user_id: owner, bill: 1, to_address: `a${owner}@ejemplo.co` },
    ].map((row) => ({ ...row, state: 'queued' }));
    expect(await queued()).toEqual(both);
    expect((await mail('bills')).body).toEqual({ queued: 0 });
    await db.updateTable('mail_message').set({ state: 'sent' }).where('joint_id', '=', jointId).execute();
    expect((await mail('bills')).body).toEqual({ queued: 1 });
    expect((await mail('relation')).body).toEqual({ queued: 1 });
    expect(await queued()).toHaveLength(4);
    const alone = await prepared();
    await world.issue(alone, '2026-01');
    const nobody = { params: paramsOf(alone, '2026-01'), body: { what: 'relation' as const } };
    expect((await app.call(mailMonth, nobody, world.as)).error.code).toBe('nobodyToMail');
  });
});
