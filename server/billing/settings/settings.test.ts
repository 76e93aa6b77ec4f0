import { beforeAll, expect, inject } from 'vitest';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import * as api from '../../../shared/billing/settings.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { BANK_QR, CHARGE_QR } from '../../../shared/testing/bank-qr.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain, RATES_CHAIN } from '../../platform/audit/trail.ts';
import { jpegOf, pngOf } from '../../platform/http/images/image.fixture.ts';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { upload } from '../../testing/upload.ts';

describeWithRaces("a joint's billing", (make, { it, race }) => {
  const app = appForSuite(make);
  let jointId: number;
  let staff: { token: string };
  let admin: { token: string };
  beforeAll(async () => {
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
    jointId = evening.jointId;
    staff = { token: evening.staff };
    await addUser(app.store.db, 'admin', Profile.admin, { billingJoints: [jointId] });
    admin = { token: await tokenOf(app, 'admin') };
  });

  const entries = (chain: string) =>
    app.store.db.selectFrom('audit_entry').selectAll().where('chain', '=', chain).orderBy('seq').execute();
  const params = () => ({ jointId });
  const change = (body: object) => app.call(api.changeBillingSettings, { params: params(), body }, staff);

  it('settings have defaults, change field by field, and each change is in the trail', async () => {
    const get = async () => (await app.call(api.getBillingSettings, { params: params() }, admin)).body;
    expect(await get()).toEqual(api.defaultSettings);
    const discount = { percent: 10, day: 10 };
    expect((await change({ dueDay: 15, discount })).body).toEqual({
      ...api.defaultSettings,
      dueDay: 15,
      discount,
    });
    expect((await change({ gln: '4012345000009' })).status).toBe(200);
    expect((await change({ gln: '4012345000009', dueDay: 15 })).status).toBe(200);
    expect(await get()).toEqual({ ...api.defaultSettings, dueDay: 15, discount, gln: '4012345000009' });
    const trail = await entries(billingChain(jointId));
    expect(trail.map(({ act, data }) => [act, JSON.parse(data)])).toEqual([
      ['billingSettingsChanged', { jointId, dueDay: 15, discount, before: { dueDay: 31, discount: null } }],
      ['billingSettingsChanged', { jointId, gln: '4012345000009', before: { gln: null } }],
    ]);
  });

  race('two forms of the same settings lose no change of the other in silence', async () => {
    const random = new Random(inject('seed'));
    const names = ['address', 'phone', 'message', 'paymentPlace'] as const;
    const get = async () => (await app.call(api.getBillingSettings, { params: params() }, admin)).body;
    const forms = [await get(), await get()];
    /** Value of each setting as last acknowledged. */
    const stored = new Map(names.map((name) => [name, forms[0]?.[name]]));
    let refused = 0;
    for (let round = 0; round < rounds(250, 1000); round += 1) {
      const shown = forms[round % 2 === 0 ? 0 : random.between(0, 1)];
      if (shown === undefined) throw new Error('A form is missing.');
      const some = names.filter(() => random.between(0, 2) === 0);
      const sent = Object.fromEntries(some.map((name) => [name, `texto ${round} ${name}`]));
      const seen = Object.fromEntries(some.map((name) => [name, shown[name]]));
      const isMoved = some.some((name) => stored.get(name) !== shown[name]);
      const { status, body, error } = await change({ ...sent, seen });
      expect([status, error?.code ?? null]).toEqual(isMoved ? [409, 'factsMoved'] : [200, null]);
      if (isMoved) {
        refused += 1;
        const { facts } = error.details as { facts: { fact: (typeof names)[number]; value: string }[] };
        for (const { fact, value } of facts) expect(value).toBe(stored.get(fact));
        Object.assign(shown, await get());
      } else {
        Object.assign(shown, body);
        for (const name of some) stored.set(name, sent[name]);
      }
    }
    expect(refused).toBeGreaterThan(20);
    // Two saves at once: a single form wins, the other reads the stored value.
    const seen = { phone: (await get()).phone };
    const both = await Promise.all(['1', '2'].map((phone) => change({ phone, seen })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await change({ address: '', phone: '', message: '', paymentPlace: '' });
  });

  it('settings refuse a GLN with a wrong check digit and ignore unknown fields', async () => {
    expect((await change({ gln: '4012345000008' })).error.code).toBe('glnInvalid');
    expect((await change({ dueDay: 15, nothing: 'of the kind' })).status).toBe(200);
    const { settings } = await app.store.db
      .selectFrom('billing_joint')
      .select('settings')
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    expect(settings).not.toContain('nothing');
  });

  it('settings store payment instructions in bank format and refuse invalid values', async () => {
    const account = {
      bank: ' Bancolombia ',
      kind: 'savings',
      number: '012 345678 90',
      holder: '',
      holderNit: '',
    };
    const refused = async (body: object) => (await change(body)).error.code;
    expect(await refused({ bankAccount: { ...account, number: 'la de siempre' } })).toBe(
      'bankAccountInvalid',
    );
    expect(await refused({ bankAccount: { ...account, bank: ' ' } })).toBe('bankAccountInvalid');
    expect(await refused({ brebKey: 'conjunto' })).toBe('brebKeyInvalid');
    expect(await refused({ bankQr: '@conjunto' })).toBe('bankQrInvalid');
    expect(await refused({ bankQr: CHARGE_QR })).toBe('bankQrOfOneCharge');
    expect(await refused({ bankQr: BANK_QR, nit: '800.000.001-1' })).toBe('bankQrOfAnother');
    expect(await refused({ paymentPage: 'http://pagos.ejemplo.co' })).toBe('paymentPageInvalid');
    expect(await refused({ paymentPage: 'https://ana:clave@ejemplo.co' })).toBe('paymentPageInvalid');
    const paymentPage = ' https://pagos.ejemplo.co/uno ';
    const { body } = await change({ bankAccount: account, brebKey: '300 123 4567', paymentPage });
    expect(body).toMatchObject({
      bankAccount: { ...account, bank: 'Bancolombia', number: '012-345678-90' },
      brebKey: '3001234567',
      paymentPage: 'https://pagos.ejemplo.co/uno',
    });
    await addUser(app.store.db, 'dueña', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
    const owner = { token: await tokenOf(app, 'dueña') };
    const whereToPay = (await app.call(api.getWhereToPay, { params: params() }, owner)).body;
    expect(whereToPay).toMatchObject({
      bankAccount: body.bankAccount,
      brebKey: '3001234567',
      paymentPlace: '',
    });
    expect(whereToPay.qr?.of).toBe('page');
    expect(whereToPay.qr?.rows.every((row) => row.length === whereToPay.qr?.rows.length)).toBe(true);
    const last = (await entries(billingChain(jointId))).at(-1);
    expect(JSON.parse(last?.data ?? '').before).toEqual({ bankAccount: null, brebKey: '', paymentPage: '' });
    expect((await change({ bankQr: ` ${BANK_QR} `, nit: '900.123.456-8' })).body.bankQr).toBe(BANK_QR);
    expect((await app.call(api.getWhereToPay, { params: params() }, owner)).body.qr?.of).toBe('bank');
    expect(await refused({ nit: '800.000.001-1' })).toBe('bankQrOfAnother');
    await change({ bankQr: '', nit: '' });
    expect((await change({ bankAccount: null, brebKey: '', paymentPage: ' ' })).body).toMatchObject({
      bankAccount: null,
      brebKey: '',
      paymentPage: '',
    });
    expect((await app.call(api.getWhereToPay, { params: params() }, owner)).body.qr).toBeNull();
  });

  it('only staff set a logo, administrators see the logo, and old logos stay stored', async () => {
    const send = (content: Uint8Array, token = staff.token) =>
      upload(app, api.setLogo, { params: params() }, { name: 'logo.gif', content }, token);
    const png = pngOf({ width: 2, colour: 0, rows: [[0, 255]] });
    expect((await send(png, admin.token)).status).toBe(403);
    expect((await send(Buffer.from('GIF89a'))).error.code).toBe('logoInvalid');
    const first = await send(png);
    expect(first.body).toMatchObject({ width: 2, height: 1 });
    expect(first.body.image).toMatch(/^data:image\/png;base64,/);
    const get = async () => (await app.call(api.getLogo, { params: params() }, admin)).body;
    expect(await get()).toEqual(first.body);
    await send(jpegOf({ width: 30, height: 20 }));
    expect(await get()).toMatchObject({ width: 30, height: 20 });
    const remove = (as: { token: string }) => app.call(api.removeLogo, { params: params() }, as);
    expect((await remove(admin)).status).toBe(403);
    expect((await remove(staff)).status).toBe(204);
    expect((await remove(staff)).status).toBe(204);
    expect(await get()).toEqual({ image: null, width: null, height: null });
    const acts = (await entries(billingChain(jointId))).map(({ act }) => act).slice(-3);
    expect(acts).toEqual(['logoSet', 'logoSet', 'logoRemoved']);
    const logos = await app.store.db.selectFrom('joint_logo').select('width').orderBy('logo_id').execute();
    expect(logos.map(({ width }) => width)).toEqual([2, 30]);
  });

  race('two concurrent changes are both stored', async () => {
    const answers = await Promise.all([change({ graceDays: 3 }), change({ nit: '900.123.456-7' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await app.call(api.getBillingSettings, { params: params() }, admin);
    expect(body).toMatchObject({ graceDays: 3, nit: '900.123.456-7' });
  });

  it('legal rates have four decimals, newest first, and the last value of a month wins', async () => {
    const set = (month: string, annualRate: number) =>
      app.call(api.setLegalRate, { body: { month, annualRate, source: ' Resolución 1 ' } }, staff);
    expect((await set('2026-03', 25.62)).body).toEqual({
      month: '2026-03',
      annualRate: 25.62,
      source: 'Resolución 1',
      resolution: null,
      resolvedOn: null,
    });
    expect((await set('2026-04', 26.7601)).status).toBe(201);
    expect((await set('2026-03', 25.63)).status).toBe(201);
    expect((await set('2026-05', 25.62001)).error.code).toBe('badRequest');
    expect((await set('2026-13', 25)).error.code).toBe('badRequest');
    const { body } = await app.call(api.listLegalRates, {}, admin);
    expect(body.map(({ month, annualRate }) => [month, annualRate])).toEqual([
      ['2026-04', 26.7601],
      ['2026-03', 25.63],
    ]);
    const trail = await entries(RATES_CHAIN);
    expect(trail.map(({ act }) => act)).toEqual(['legalRateSet', 'legalRateSet', 'legalRateSet']);
  });

  it("a joint's rate requires an acta and cannot change for a charged month", async () => {
    const set = (body: {
      month: string;
      mode: 'legal' | 'fixed' | 'none';
      annualRate?: number | null;
      monthlyRate?: number;
      acta?: string;
    }) => app.call(api.setJointRate, { params: params(), body }, staff);
    expect((await set({ month: '2026-05', mode: 'none' })).error.code).toBe('actaRequired');
    expect((await set({ month: '2026-05', mode: 'fixed', annualRate: 18 })).error.code).toBe('actaRequired');
    expect((await set({ month: '2026-05', mode: 'fixed', acta: 'Acta 12' })).error.code).toBe('rateMissing');
    const fixed = { month: '2026-05', mode: 'fixed' as const, annualRate: 18.5, acta: 'Acta 12' };
    expect((await set(fixed)).body).toEqual({ ...fixed, monthlyRate: null });
    const monthly = { ...fixed, annualRate: null, monthlyRate: 1.55 };
    expect((await set({ ...fixed, monthlyRate: 1.55 })).error.code).toBe('rateTwice');
    expect((await set({ ...monthly, monthlyRate: 1.000_000_1 })).error.code).toBe('badRequest');
    expect((await set(monthly)).body).toEqual(monthly);
    expect((await set({ month: '2026-08', mode: 'legal' })).body).toEqual({
      month: '2026-08',
      mode: 'legal',
      annualRate: null,
      monthlyRate: null,
      acta: null,
    });
    const { body } = await app.call(api.listJointRates, { params: params() }, admin);
    expect(body.map(({ month }) => month)).toEqual(['2026-08', '2026-05']);
    await app.store.db
      .updateTable('billing_joint')
      .set({ interest_through: '2026-05' })
      .where('joint_id', '=', jointId)
      .execute();
    expect((await set({ ...fixed, annualRate: 10 })).error.code).toBe('monthCharged');
    expect((await set({ ...fixed, month: '2026-06' })).status).toBe(201);
  });

  it('the interest method changes by an acta from a month on, never for an issued month', async () => {
    const set = (month: string, way: InterestWay, acta = ' Acta 12 ') =>
      app.call(api.setInterestWay, { params: params(), body: { month, way, acta } }, staff);
    const list = async () => (await app.call(api.listInterestWays, { params: params() }, admin)).body;
    expect(await list()).toEqual([]);
    // May is already charged. June may still change, because July's bill charges June.
    expect((await set('2026-05', 'balance')).error.code).toBe('wayTooEarly');
    expect((await set('2026-06', 'balance', ' ')).error.code).toBe('badRequest');
    expect((await set('2026-06', 'balance')).body).toEqual({
      month: '2026-06',
      way: 'balance',
      acta: 'Acta 12',
    });
    const { db } = app.store;
    const month = { joint_id: jointId, month: '2026-07', state: 'issued' as const, columns: '[]' };
    await db
      .insertInto('billing_month')
      .values({ ...month, prepared_at: 1, prepared_by: 'user:1' })
      .execute();
    expect((await set('2026-07', 'days')).error.code).toBe('wayTooEarly');
    expect((await set('2026-08', 'days')).status).toBe(201);
    expect((await list()).map((one) => [one.month, one.way])).toEqual([
      ['2026-08', 'days'],
      ['2026-06', 'balance'],
    ]);
    const asAdmin = { params: params(), body: { month: '2026-09', way: 'days' as const, acta: 'Acta 13' } };
    expect((await app.call(api.setInterestWay, asAdmin, admin)).error.code).toBe('forbidden');
    const trail = (await entries(billingChain(jointId))).filter(({ act }) => act === 'interestWaySet');
    expect(trail.map(({ data }) => JSON.parse(data))).toEqual([
      { jointId, month: '2026-06', way: 'balance', acta: 'Acta 12', before: 'days' },
      { jointId, month: '2026-08', way: 'days', acta: 'Acta 12', before: 'balance' },
    ]);
  });

  it('ceilings are imported from a sheet with their resolutions, all or none', async () => {
    const send = (text: string, commit = false) =>
      upload(
        app,
        api.importLegalRates,
        { query: commit ? { commit } : {} },
        { name: 'tasas.csv', content: text },
        staff.token,
      );
    const head = 'Mes;Tasa;Resolución;Fecha';
    const wrong = await send(`${head}\n2025-01;0,2562;100;31/12/2024\nenero;25;;x`, true);
    expect([wrong.status, wrong.error.code]).toEqual([422, 'importHasProblems']);
    const right = `${head};Notas\n2025-01;24,9;Res. 2600;30/12/2024;ok\nfebrero de 2025;24.63 %;0123;31/01/2025;`;
    const preview = (await send(right)).body;
    expect(preview.problems.map(({ code }) => code)).toEqual(['columnsUnread']);
    expect(preview.rows.map(({ month, annualRate, before }) => [month, annualRate, before])).toEqual([
      ['2025-01', 24.9, null],
      ['2025-02', 24.63, null],
    ]);
    const [sheetAccount] = preview.account.sheets;
    expect([preview.account.cells, preview.account.read, toldCells(preview.account)]).toEqual([14, 8, 14]);
    expect(sheetAccount?.columns.map(({ as, reason }) => as ?? reason)).toEqual([
      ...['mes', 'tasa', 'resolución', 'fecha de la resolución'],
      'No dice mes, tasa, resolución, fecha ni fuente.',
    ]);
    const stored = async () =>
      (await app.call(api.listLegalRates, {}, admin)).body.filter(({ month }) => month < '2026');
    expect(await stored()).toEqual([]);
    expect((await send(right, true)).body.committed).toBe(true);
    expect(await stored()).toEqual([
      { month: '2025-02', annualRate: 24.63, resolution: '0123', resolvedOn: '2025-01-31', source: '' },
      { month: '2025-01', annualRate: 24.9, resolution: 'Res. 2600', resolvedOn: '2024-12-30', source: '' },
    ]);
    const body = { month: '2025-03', annualRate: 24.9, resolution: '300' };
    expect((await app.call(api.setLegalRate, { body }, staff)).error.code).toBe('resolutionMissing');
    // The bank interest of two whole months, beside the stored ceilings.
    for (const rows of [
      '2025-03;16,61;3;28/02/2025\n2025-04;16,72;4;28/03/2025',
      '2024-12;37,10;1;29/11/2024',
    ]) {
      const swapped = await send(`${head}\n${rows}`, true);
      expect([swapped.status, swapped.error.code]).toEqual([422, 'importHasProblems']);
      const { problems } = (await send(`${head}\n${rows}`)).body;
      expect(problems.map(({ code, row }) => [code, row])).toEqual([['rateSwapped', 2]]);
    }
    expect((await stored()).length).toBe(2);
  });

  it('a ceiling 1.5 times the months beside asks, and is stored after a yes', async () => {
    const set = (month: string, annualRate: number, wentOn = false) =>
      app.call(api.setLegalRate, { body: { month, annualRate, source: 'Resolución', wentOn } }, staff);
    expect((await set('2024-03', 33.3)).status).toBe(201);
    expect((await set('2024-04', 33.09)).status).toBe(201);
    for (const swapped of [22.06, 49.6]) {
      const refused = await set('2024-05', swapped);
      expect(refused.error.code).toBe('rateSwapped');
      expect(refused.error.details).toEqual({ month: '2024-04', annualRate: 33.09 });
    }
    expect((await set('2024-05', 31.53)).status).toBe(201);
    expect((await set('2024-06', 22.06, true)).status).toBe(201);
    // Between a right and a swapped month the right neighbour decides.
    expect((await set('2024-07', 22)).status).toBe(201);
  });

  it("a concept's nature can be changed", async () => {
    const concept = { joint_id: jointId, charge_concept_id: 1, name: 'Parqueadero', name_key: 'parqueadero' };
    await app.store.db
      .insertInto('charge_concept')
      .values({ ...concept, nature: 'fee' })
      .execute();
    const nature = (chargeConceptId: number) => {
      const call = { params: { jointId, chargeConceptId }, body: { nature: 'other' as const } };
      return app.call(api.changeChargeConcept, call, staff);
    };
    expect((await nature(1)).status).toBe(204);
    expect((await nature(2)).error.code).toBe('chargeConceptNotFound');
    const { body } = await app.call(api.listChargeConcepts, { params: params() }, admin);
    expect(body).toEqual([{ chargeConceptId: 1, name: 'Parqueadero', nature: 'other' }]);
  });

  it('a rename over the name of another person is refused, and passes with that name as seen', async () => {
    const rename = (name: string, seen: string) => {
      const call = { params: { jointId, chargeConceptId: 1 }, body: { name, seen: { name: seen } } };
      return app.call(api.changeChargeConcept, call, staff);
    };
    expect((await rename('Garaje', 'Parqueadero')).status).toBe(204);
    const second = await rename('Celda', 'Parqueadero');
    expect([second.status, second.error.code]).toEqual([409, 'factsMoved']);
    expect(second.error.details).toEqual({ facts: [{ fact: 'name', value: 'Garaje' }] });
    const { body } = await app.call(api.listChargeConcepts, { params: params() }, admin);
    expect(body[0]?.name).toBe('Garaje');
    expect((await rename('Celda', 'Garaje')).status).toBe(204);
    // A retry after a lost answer: the stored name has single blanks.
    for (let i = 0; i < 2; i += 1) expect((await rename('Celda  doble', 'Celda')).status).toBe(204);
  });

  it('the audit trails of settings and rates verify', async () => {
    for (const chain of [billingChain(jointId), RATES_CHAIN]) {
      expect((await verifyChain(app.store.db, chain)).findings).toEqual([]);
    }
  });
});
