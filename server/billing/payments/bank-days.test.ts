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
});
