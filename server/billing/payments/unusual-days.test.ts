import { beforeAll, expect, it } from 'vitest';
import { prepareMonth, previewDraft } from '../../../shared/billing/drafts.api.ts';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import { addPayment, assignPayment, importPayments } from '../../../shared/billing/payments.api.ts';
import { confirmProposals } from '../../../shared/billing/proposals.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { upload } from '../../testing/upload.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('payments dated long before the debts', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2025-12', 25);
    jointId = await world.joint(['101', '102']);
    for (let month = 1; month <= 10; month += 1) {
      const name = `2026-${String(month).padStart(2, '0')}`;
      await world.prepare(jointId, name, [
        ['Apto', 'Administración'],
        ['101', 400_000],
        ['102', 400_000],
      ]);
      await world.issue(jointId, name, { issueDate: `${name}-01`, dueDate: `${name}-10` });
    }
  });

  const balance = async () => (await world.statement(jointId, '101')).balance;
  const pay = (valueDate: string, wentOn?: true) => {
    const body = {
      apartmentId: '101',
      amount: 1_000_000,
      valueDate,
      ...defined({ wentOn: wentOn ? wentOn : undefined }),
    };
    return app.call(addPayment, { params: { jointId }, body }, world.as);
  };
  const send = (content: string, reading: PaymentsReading, commit = false) =>
    upload(
      app,
      importPayments,
      { params: { jointId }, query: { commit }, body: reading },
      { name: 'pagos.csv', content },
      world.charges.staff,
    );

  it('an unusual payment day needs confirmation and shows the price the ledger charges', async () => {
    const before = await balance();
    for (const day of ['2006-11-03', '2026-03-11']) {
      const refused = await pay(day);
      expect([refused.status, refused.error.code]).toEqual([422, 'paymentDayUnusual']);
    }
    expect(await balance()).toBe(before);
    const { details } = (await pay('2026-03-11')).error as { details: { interest: number } };
    expect(details).toMatchObject({ valueDate: '2026-03-11', discount: 0 });
    expect(details.interest).toBeGreaterThan(0);
    const done = await pay('2026-03-11', true);
    expect(done.status).toBe(201);
    expect(before - (await balance())).toBeCloseTo(1_000_000 + details.interest, 2);
    // A usual day needs no confirmation.
    expect((await pay('2026-09-20')).status).toBe(201);
  });

  it('unusual days are a question if a waiting payment is identified or confirmed', async () => {
    const waits = async () => {
      const body = { apartmentId: null, amount: 100_000, valueDate: '2026-03-12' };
      return (await app.call(addPayment, { params: { jointId }, body }, world.as)).body.payment;
    };
    const payment = await waits();
    const assign = (rest: { wentOn?: true }) =>
      app.call(
        assignPayment,
        { params: { jointId, payment }, body: { apartmentId: '102', ...rest } },
        world.as,
      );
    const refused = await assign({});
    expect([refused.status, refused.error.code]).toEqual([422, 'paymentDayUnusual']);
    expect(refused.error.details).toMatchObject({ valueDate: '2026-03-12' });
    const payments = [
      { payment: await waits(), apartmentId: '102' },
      { payment: await waits(), apartmentId: '101' },
    ];
    const confirm = (rest: { wentOn?: true }) =>
      app.call(confirmProposals, { params: { jointId }, body: { payments, ...rest } }, world.as);
    expect((await confirm({})).error.code).toBe('paymentDayUnusual');
    expect((await assign({ wentOn: true })).status).toBe(201);
    const done = await confirm({ wentOn: true });
    expect([done.status, done.body.receipts.length, done.body.already]).toEqual([201, 2, 0]);
    expect((await confirm({})).body.already).toBe(2);
  });

  it('unusual days in a file are a question, and so is the order of day and month', async () => {
    const text = 'Fecha;Inmueble;Valor\n2026-03-11;102;400000\n2026-10-02;102;400000\n';
    const preview = await send(text, {});
    expect(preview.body.asks.map(({ code }) => code)).toEqual(['dayUnusual']);
    expect(preview.body.problems).toMatchObject([{ row: 2, severity: 'error', code: 'dayUnusual' }]);
    expect(preview.body.problems[0]?.message).toMatch(/perdona [\d.]+(,\d\d)? de interés/);
    expect((await send(text, {}, true)).error.code).toBe('importHasProblems');
    const gone = await send(text, { wentOn: true });
    expect([gone.body.asks, gone.body.problems]).toEqual([[], []]);
    const monthFirst =
      'Fecha;Inmueble;Valor\n01/05/2026;102;1000\n02/05/2026;102;1000\n03/05/2026;102;1000\n';
    const turned = monthFirst.replaceAll(/(\d\d)\/05/g, '05/$1');
    const order = await send(turned, {});
    expect(order.body.asks[0]).toMatchObject({
      code: 'dayOrderDoubtful',
      choices: [{ dayOrder: 'dayFirst' }, { dayOrder: 'monthFirst' }],
    });
    expect(order.status === 200 && (await send(turned, {}, true)).status).toBe(422);
    const confirmed = await send(turned, { dayOrder: 'monthFirst', wentOn: true });
    expect(confirmed.body.rows.map(({ valueDate }) => valueDate)).toEqual([
      '2026-05-01',
      '2026-05-02',
      '2026-05-03',
    ]);
  });

  it('month-first days and a wrong year in a file are questions and store no payment', async () => {
    const before = await balance();
    const fileOf = (...days: string[]) =>
      ['Fecha;Inmueble;Valor', ...days.map((day) => `${day};101;400000`)].join('\n');
    const tenDays = Array.from({ length: 10 }, (_, at) => `11/${String(at + 1).padStart(2, '0')}/2025`);
    for (const [content, code] of [
      [fileOf(...tenDays), 'dayOrderDoubtful'],
      [fileOf('13/03/2025'), 'dayUnusual'],
    ] as const) {
      expect((await send(content, {})).body.asks.map((ask) => ask.code)).toContain(code);
      expect((await send(content, {}, true)).error.code).toBe('importHasProblems');
    }
    expect(await balance()).toBe(before);
  });

  it('unusual days in a month’s sheet are a question', async () => {
    const read = async (day: string, rest: object = {}) => {
      const text = `Apto;Pagos;Fecha de pago;Administración\n102;400000;${day};400000\n`;
      const { draftId } = (await world.charges.send(jointId, text)).body;
      const reading = { year: 2026, month: 11, ...rest };
      const preview = await world.charges.readAgain(previewDraft, jointId, draftId, reading);
      return { draftId, reading, codes: preview.body.asks.map(({ code }) => code) };
    };
    expect((await read('10/05/2026')).codes).toEqual(['dayOrderDoubtful']);
    const { draftId, reading, codes } = await read('2026-05-10');
    expect(codes).toEqual(['dayUnusual']);
    const refused = await world.charges.readAgain(prepareMonth, jointId, draftId, reading);
    expect(refused.error.code).toBe('importHasProblems');
    expect((await read('2026-05-10', { wentOn: true })).codes).toEqual([]);
    expect((await read('10/05/2026', { dayOrder: 'monthFirst' })).codes).toEqual([]);
    expect((await read('05/10/2026')).codes).toEqual([]);
  });
});
