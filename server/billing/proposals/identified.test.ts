import { afterAll, beforeAll, expect } from 'vitest';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import * as api from '../../../shared/billing/payments.api.ts';
import { confirmProposals, listProposals } from '../../../shared/billing/proposals.api.ts';
import { defined } from '../../../shared/defined.ts';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { describeWithRaces, type TestApp } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { chargeMonth } from '../payments/charged.fixture.ts';

describeWithRaces('payments of nobody known', (make, { it, race }) => {
  let app: TestApp;
  let jointId: number;
  let token: string;
  beforeAll(async () => {
    app = await make();
    const units = unitsOf('1-301;40;PEREZ GOMEZ ANA MARIA', '2-301;30;LUIS ROJAS', '2-302;30;INES DIAZ');
    ({ jointId, staff: token } = await holdAssembly(app, { units }));
    await chargeMonth(app.store.db, jointId, {
      month: '2026-01',
      issueDate: '2026-01-05',
      dueDate: '2026-01-31',
      charges: { '1-301': 300_000, '2-301': 300_000, '2-302': 300_000 },
    });
  });
  afterAll(() => app.close());

  const params = () => ({ params: { jointId } });
  const send = (lines: string[], query: { commit?: true } = {}, body?: PaymentsReading) =>
    upload(
      app,
      api.importPayments,
      { ...params(), query, ...defined({ body }) },
      { name: 'x.csv', content: lines.join('\n') },
      token,
    );
  const proposals = async () => (await app.call(listProposals, params(), { token })).body;
  const confirm = (payments: { payment: number; apartmentId: string }[], as = token) =>
    app.call(confirmProposals, { ...params(), body: { payments } }, { token: as });
  const acts = async () => {
    const rows = await app.store.db.selectFrom('audit_entry').select('act').execute();
    return rows.filter(({ act }) => act === 'paymentIdentified').length;
  };

  const extract = [
    'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
    '2026/01/06,TRANSF ANA MARIA PEREZ GOMEZ,,,300000.00,300000.00',
    '2026/01/07,PAGO SOFIA CASTRO LEAL T2 APTO 301,,,100000.00,400000.00',
    '2026/01/08,COMISION,,,-5000.00,395000.00',
    '2026/01/09,APTO 301,,,50000.00,445000.00',
    '2026/01/10,ABONO INTERESES AHORROS,,,12.50,445012.50',
  ];

  race('payments are proposed with grounds, and posted once after a confirmation', async () => {
    const preview = await send(extract);
    const shownProposals = preview.body.rows.map(({ apartmentId, proposal }) => [
      apartmentId,
      proposal?.apartmentId,
      proposal?.grounds.map(({ kind }) => kind),
    ]);
    expect(shownProposals).toEqual([
      [null, '1-301', ['owner']],
      [null, '2-301', ['unit']],
      [null, null, ['unit']],
      [null, null, ['bank']],
    ]);
    expect(preview.body).toMatchObject({
      committed: false,
      unidentified: 4,
      layout: { source: 'bank', bank: 'Bancolombia (personas)', headerRow: 1 },
      movements: { credits: 4, creditSum: 450_012.5, debits: 1, debitSum: 5_000 },
    });
    const { account } = preview.body;
    expect(account && toldCells(account)).toBe(account?.cells);

    const done = await send(extract, { commit: true });
    expect(done.body.rows.map(({ payment, cashReceipt }) => [payment, cashReceipt])).toEqual(
      [1, 2, 3, 4].map((payment) => [payment, null]),
    );
    const waiting = await proposals();
    expect(waiting.map(({ payment, apartmentId }) => [payment, apartmentId])).toEqual([
      ...[[1, '1-301'] as const, [2, '2-301'] as const, [3, null] as const, [4, null] as const],
    ]);
    const agreed = waiting.flatMap(({ payment, apartmentId }) =>
      apartmentId === null ? [] : [{ payment, apartmentId }],
    );
    const before = await acts();
    const [first, second] = await Promise.all([confirm(agreed), confirm(agreed)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([...first.body.receipts, ...second.body.receipts].map(({ payment }) => payment).sort()).toEqual([
      1, 2,
    ]);
    expect(first.body.already + second.body.already).toBe(2);
    expect(await acts()).toBe(before + 2);
    const list = await app.call(api.listPayments, { ...params(), query: {} }, { token });
    expect(
      list.body.map(({ payment, channel, detail, receipt }) => [
        payment,
        channel,
        detail,
        receipt?.apartmentId,
      ]),
    ).toEqual([
      [4, 'bank', 'ABONO INTERESES AHORROS', undefined],
      [3, 'bank', 'APTO 301', undefined],
      [2, 'bank', 'PAGO SOFIA CASTRO LEAL T2 APTO 301', '2-301'],
      [1, 'bank', 'TRANSF ANA MARIA PEREZ GOMEZ', '1-301'],
    ]);

    // All or none, and only for staff.
    expectRefused(
      await confirm([
        { payment: 3, apartmentId: '2-301' },
        { payment: 9, apartmentId: '2-301' },
      ]),
      'paymentNotFound',
    );
    expectRefused(await confirm([{ payment: 3, apartmentId: '9-999' }]), 'apartmentNotFound');
    expect((await confirm([{ payment: 3, apartmentId: '2-301' }], '')).status).toBe(401);
    expect((await proposals()).map(({ payment }) => payment)).toEqual([3, 4]);
  });

  it('earlier payers are recognized, and a receipt with the same day and amount is mentioned', async () => {
    const next = [
      'CUANDO;QUE;CUANTO',
      '06/02/2026;QR SOFIA CASTRO LEAL;70.000',
      '07/01/2026;APTO 2-301;100.000',
      '09/02/2026;SALIDA;-1.000',
    ];
    const unread = await send(next);
    expect(unread.body.problems.map(({ code }) => code)).toEqual(['headerMissing']);
    const reading: PaymentsReading = {
      columns: [
        { column: 0, role: 'date' },
        { column: 1, role: 'text' },
        { column: 2, role: 'amount' },
      ],
    };
    // The second row looks like a payment of the first file.
    expect((await send(next, {}, reading)).body.known).toBe(1);
    reading.alike = 'other';
    const mapped = await send(next, {}, reading);
    expect(
      mapped.body.rows.map(({ proposal }) => [
        proposal?.apartmentId,
        proposal?.grounds[0]?.kind,
        proposal?.twin,
      ]),
    ).toEqual([
      ['2-301', 'payer', null],
      ['2-301', 'unit', expect.any(Number)],
    ]);
    expect((await send(next, { commit: true }, reading)).body).toMatchObject({ committed: true, added: 2 });
    const again = await send(next);
    expect(again.body).toMatchObject({ layout: { source: 'remembered' }, known: 2, added: 0 });
    const listed = (await proposals()).filter(({ payment }) => payment > 4);
    expect(listed.map(({ apartmentId, twin }) => [apartmentId, twin === null])).toEqual([
      ['2-301', false],
      ['2-301', true],
    ]);
  });
});
