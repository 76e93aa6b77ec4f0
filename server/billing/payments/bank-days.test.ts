import { beforeAll, expect, it } from 'vitest';
import { addPayment, annulReceipt, importPayments } from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { upload } from '../../testing/upload.ts';

const EXTRACT = [
  'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
  '2026/03/03,TRANSFERENCIA SUC VIRTUAL,,,50000.00,50000.00',
  '2026/03/04,COMISION TRANSFERENCIA,,,-5000.00,45000.00',
  '2026/03/05,TRANSFERENCIA SUC VIRTUAL,,,30000.25,75000.25',
].join('\n');

describeOnOneEngine('the bank and the books', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let token: string;
  beforeAll(async () => {
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
    ({ jointId, staff: token } = evening);
  });

  const read = async (commit: boolean, sent = { name: 'extracto.csv', content: EXTRACT }) =>
    (await upload(app, importPayments, { params: { jointId }, query: { commit } }, sent, token)).body;
  const pay = async (amount: number, valueDate: string, means: 'cash' | null = null) => {
    const body = { apartmentId: '101', amount, valueDate, means };
    return (await app.call(addPayment, { params: { jointId }, body }, { token })).body;
  };

  it('a bank file counts its new lines, and a file of no bank has no comparison', async () => {
    expect((await read(false)).bankDays).toEqual([]);
    expect((await read(true)).bankDays).toEqual([]);
    expect((await read(false)).bankDays).toEqual([]);
    const sheet = { name: 'pagos.csv', content: 'Fecha;Inmueble;Valor\n15/01/2026;101;40.000' };
    expect((await read(false, sheet)).bankDays).toBeNull();
  });

  it('a payment beside the file is a difference of the day; cash and other days are not', async () => {
    const { receipt } = await pay(30_000.25, '2026-03-05');
    await pay(7000, '2026-03-04', 'cash');
    await pay(9000, '2026-03-06');
    const twice = { day: '2026-03-05', bank: 30_000.25, books: 60_000.5 };
    expect((await read(false)).bankDays).toEqual([twice]);
    await pay(1000, '2026-03-04');
    expect((await read(false)).bankDays).toEqual([{ day: '2026-03-04', bank: 0, books: 1000 }, twice]);
    const of = { jointId, cashReceipt: receipt?.cashReceipt ?? 0 };
    await app.call(annulReceipt, { params: of, body: { reason: 'Repetido' } }, { token });
    expect((await read(false)).bankDays).toEqual([{ day: '2026-03-04', bank: 0, books: 1000 }]);
  });

  it('the final balance of the bank and of the books differ by listed movements', async () => {
    const month = [
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      '2026/05/04,TRANSF ANA,,,50000.00,150000.00',
      '2026/05/05,PAGO PROVEEDOR ASEO,,,-20000.00,130000.00',
      '2026/05/05,TRANSF QR LUIS,,,7000.00,137000.00',
      '2026/05/06,REV TRANSF QR LUIS,,,-7000.00,130000.00',
      '2026/05/09,TRANSF EVA,,,30000.25,161000.25',
    ];
    const sent = { name: 'mayo.csv', content: month.join('\n') };
    const gap = { kind: 'gap', row: 6, payment: null, day: null, amount: 1000, text: '' };
    const out = {
      kind: 'out',
      row: 3,
      payment: null,
      day: '2026-05-05',
      amount: -20_000,
      text: 'PAGO PROVEEDOR ASEO',
    };
    const first = { until: '2026-05-09', closing: 161_000.25, books: 180_000.25, difference: -19_000 };
    expect((await read(true, sent)).bankBalance).toEqual({ ...first, items: [out, gap] });
    const { payment } = await pay(4000, '2026-05-06');
    await pay(9000, '2026-05-06', 'cash');
    const beside = { kind: 'notInFile', row: null, payment, day: '2026-05-06', amount: -4000, text: '' };
    expect((await read(false, sent)).bankBalance).toEqual({
      ...first,
      books: 184_000.25,
      difference: -23_000,
      items: [out, gap, beside],
    });
    const foot = [
      ['Fecha', 'Detalle', 'Crédito', 'Débito'],
      ['04/06/2026', 'TRANSF ANA', '50.000', ''],
      ['13/06/2026', 'CUOTA DE MANEJO', '', '12.000'],
      ['', 'Saldo anterior', '100.000', ''],
      ['', 'Saldo final', '138.500', ''],
    ];
    const other = { name: 'junio.csv', content: foot.map((row) => row.join(';')).join('\n') };
    expect((await read(false, other)).bankBalance).toMatchObject({
      ...{ closing: 138_500, books: 150_000, difference: -11_500 },
      items: [
        { kind: 'out', row: 3, amount: -12_000 },
        { kind: 'gap', row: null, amount: 500 },
      ],
    });
  });
});
