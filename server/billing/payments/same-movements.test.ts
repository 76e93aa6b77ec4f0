import { beforeEach, expect, it } from 'vitest';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import {
  annulReceipt,
  importPayments,
  listPayments,
  type PaymentFileReport,
} from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { upload } from '../../testing/upload.ts';

/** Lines of the file joined, as sent. */
const lines = (...rows: string[]): string => rows.join('\n');

const BANK = lines(
  'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
  '2026/03/03,TRANSF DE ANA RUIZ,,0012,50000,50000',
  '2026/03/03,TRANSF DE ANA RUIZ,,0012,50000,100000',
  '2026/03/03,TRANSF DE LUIS DIAZ,,0013,50000,150000',
  '2026/03/05,PAGO PSE EVA PAZ,,0014,30000.25,180000.25',
  '2026/03/06,COMISION,,,-5000,175000.25',
);

describeOnOneEngine('the same movement in two layouts', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let token: string;
  beforeEach(async () => {
    const evening = await holdAssembly(app, {
      units: [
        ['101', 50, 'ANA RUIZ'],
        ['102', 50, 'LUIS DIAZ'],
      ],
    });
    ({ jointId, staff: token } = evening);
  });

  const send = async (name: string, content: string, choices: PaymentsReading = {}, commit = true) =>
    upload(
      app,
      importPayments,
      { params: { jointId }, query: commit ? { commit } : {}, body: choices },
      { name, content },
      token,
    );
  const all = async () =>
    (await app.call(listPayments, { params: { jointId }, query: {} }, { token })).body.length;
  const knownIn = (rows: PaymentFileReport['rows']) => rows.flatMap((line) => (line.known ? [line.row] : []));

  it('a plain sheet of the account brings new movements alone, and names the former import', async () => {
    await send('bancolombia.csv', BANK);
    const sheet = lines(
      'Fecha;Detalle;Valor',
      '03/03/2026;TRANSF DE ANA RUIZ;50.000',
      '03/03/2026;TRANSF DE ANA RUIZ;50.000',
      '03/03/2026;TRANSF DE ANA RUIZ;50.000',
      '03/03/2026;Transf de Luis Díaz;50.000',
      '03/03/2026;TRANSF DE EVA PAZ;50.000',
      '05/03/2026;PAGO PSE EVA PAZ;30.000,25',
    );
    const { body } = await send('hoja.csv', sheet, {}, false);
    expect(knownIn(body.rows)).toEqual([2, 3, 5, 7]);
    expect(body.rows[0]?.knownFrom).toMatchObject({ fileName: 'bancolombia.csv' });
    expect(body).toMatchObject({ added: 2, known: 4, amount: 100_000 });
    expect(body.problems.map(({ code }) => code)).toContain('movementsKnown');
    await send('hoja.csv', sheet);
    expect(await all()).toBe(6);
    expect((await send('hoja.csv', sheet)).body).toMatchObject({ added: 0, known: 6 });
    expect((await send('bancolombia.csv', BANK)).body).toMatchObject({ added: 0, known: 4 });
  });

  it('a person may say that the movements are other payments', async () => {
    await send('bancolombia.csv', BANK);
    const sheet = lines('Fecha;Detalle;Valor', '05/03/2026;PAGO PSE EVA PAZ;30.000,25');
    const [ask] = (await send('hoja.csv', sheet, {}, false)).body.asks;
    expect(ask?.choices.map(({ alike }) => alike)).toEqual(['other']);
    expect((await send('hoja.csv', sheet, { alike: 'other' })).body).toMatchObject({ added: 1, known: 0 });
    expect(await all()).toBe(5);
  });

  it('in another layout a movement one day apart is a question, and may be another payment', async () => {
    await send('bancolombia.csv', BANK);
    const sheet = (...rows: string[]) => lines('Fecha;Detalle;Valor', ...rows);
    const booked = sheet('04/03/2026;TRANSF DE LUIS DIAZ;50.000', '05/03/2026;PAGO PSE EVA PAZ;30.000,25');
    expect((await send('hoja.csv', booked)).body).toMatchObject({ code: 'importHasProblems' });
    const { body } = await send('hoja.csv', booked, {}, false);
    expect(body.asks.map(({ code }) => code)).toEqual(['movementsAlike']);
    expect(knownIn(body.rows)).toEqual([3]);
    expect((await send('hoja.csv', booked, { alike: 'same' }, false)).body).toMatchObject({ added: 0 });
    // The answer is about the doubtful line alone.
    expect((await send('hoja.csv', booked, { alike: 'other' })).body).toMatchObject({ added: 1, known: 1 });
    expect(await all()).toBe(5);
    for (const row of ['06/03/2026;TRANSF DE LUIS DIAZ;50.000', '07/03/2026;PAGO QR DE OTRO;30.000,25'])
      expect((await send('otra.csv', sheet(row), {}, false)).body.asks, row).toEqual([]);
  });

  it('a return in a later file names the receipt in the books until the annulment', async () => {
    const paid = lines('Fecha;Inmueble;Valor;Nota', '03/03/2026;101;50.000;TRANSF QR ANA RUIZ');
    await send('pagos.csv', paid);
    const head = 'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO';
    await send('banco.csv', lines(head, '2026/03/04,TRANSF QR LUIS DIAZ,,0013,50000,150000'));
    const later = lines(
      head,
      '2026/03/09,PAGO PSE OTRO,,0099,1000,1000',
      '2026/03/09,REV TRANSF QR ANA RUIZ,,,-50000,-49000',
      '2026/03/10,DEV TRANSF QR LUIS DIAZ,,,-50000,-99000',
      '2026/03/10,REV PAGO DE NADIE,,,-50000,-149000',
    );
    const { body } = await send('marzo.csv', later, {}, false);
    expect(body.returned.map(({ row, receipts }) => [row, receipts])).toEqual([
      [3, [{ cashReceipt: 1, apartmentId: '101', amount: 50_000 }]],
      [4, []],
    ]);
    expect(body.problems.filter(({ code }) => code === 'paymentReturned').map(({ row }) => row)).toEqual([
      3, 4,
    ]);
    const annulment = { reason: 'Devuelto por el banco' };
    await app.call(annulReceipt, { params: { jointId, cashReceipt: 1 }, body: annulment }, { token });
    const again = await send('marzo.csv', later, {}, false);
    expect(again.body.returned.map(({ row }) => row)).toEqual([4]);
  });

  it('a return beside its payment in a file names the payment imported before', async () => {
    await send('bancolombia.csv', BANK);
    const whole = lines(BANK, '2026/03/09,REV PAGO PSE EVA PAZ,,,-30000.25,145000');
    const { body } = await send('mes.csv', whole, {}, false);
    expect(body.returned).toMatchObject([{ row: 7, receipts: [] }]);
  });

  it('a return beside its payment in a file names no other payment of the same person', async () => {
    await send('bancolombia.csv', BANK);
    const later = lines(
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      '2026/03/09,PAGO PSE OTRO,,0099,1000,1000',
      '2026/03/10,PAGO PSE EVA PAZ,,0100,30000.25,31000.25',
      '2026/03/11,REV PAGO PSE EVA PAZ,,,-30000.25,1000',
    );
    const { body } = await send('marzo.csv', later, {}, false);
    expect([body.returned, body.added]).toEqual([[], 1]);
  });

  it("the accountant's sheet of payments is known by account, or a question while money waits", async () => {
    await send('bancolombia.csv', BANK);
    const sheet = lines(
      'Fecha;Inmueble;Valor',
      '03/03/2026;101;50.000',
      '03/03/2026;102;50.000',
      '29/03/2026;101;7.000',
    );
    const refusal = await send('pagos.csv', sheet);
    expect([refusal.status, refusal.body]).toMatchObject([422, { code: 'importHasProblems' }]);
    const { body } = await send('pagos.csv', sheet, {}, false);
    expect(body.asks.map(({ code }) => code)).toEqual(['movementsAlike']);
    expect((await send('pagos.csv', sheet, { alike: 'same' })).body).toMatchObject({ added: 1, known: 2 });
    expect(await all()).toBe(5);
  });

  it('a bank file after a sheet of the accountant repeats no payment of an account', async () => {
    await send(
      'pagos.csv',
      lines('Fecha;Inmueble;Valor;Nota', '03/03/2026;101;50.000;', '03/03/2026;102;50.000;'),
    );
    const { body } = await send('bancolombia.csv', BANK);
    expect(body).toMatchObject({ committed: true, added: 2, known: 2 });
    expect(await all()).toBe(4);
  });

  it('files of two banks have no movement in common, and few agreements are a question', async () => {
    await send('bancolombia.csv', BANK);
    const bbva = lines(
      'Fecha Operación,Fecha Valor,Concepto,Importe,Saldo',
      '03/03/2026,03/03/2026,TRANSF DE ANA RUIZ,50000,50000',
    );
    expect((await send('bbva.csv', bbva)).body).toMatchObject({ added: 1, known: 0 });
    const other = lines(
      'Fecha;Detalle;Valor',
      '03/03/2026;PAGO QR;1.000',
      '03/03/2026;PAGO QR;2.000',
      '03/03/2026;PAGO QR;3.000',
      '03/03/2026;TRANSF DE LUIS DIAZ;50.000',
    );
    const { body } = await send('otra.csv', other, {}, false);
    expect([body.known, body.asks.map(({ code }) => code)]).toEqual([0, ['movementsAlike']]);
  });

  it('a transaction of a gateway is posted once in any file, and printed on the receipt', async () => {
    const gateway = lines(
      'transaction_id,created_at,amount,status,customer,description',
      'T1,2026-03-01T03:15:00Z,300000,APPROVED,Ana Ruiz,Pago apto 101',
      'T2,2026-02-28T23:50:00.000-05:00,300000,APPROVED,Luis Diaz,Pago apto 102',
      'T2,2026-02-28T23:50:00.000-05:00,300000,APPROVED,Luis Diaz,Pago apto 102',
      'T3,2026-03-01T04:59:59.000Z,300000,DECLINED,Eva Paz,Pago apto 103',
    );
    const { body } = await send('wompi.csv', gateway);
    expect(body.rows.map(({ transaction, valueDate }) => [transaction, valueDate])).toEqual([
      ['T1', '2026-02-28'],
      ['T2', '2026-02-28'],
    ]);
    const pse = lines('Fecha;CUS;Valor;Inmueble', '01/03/2026;t1;300.000;101', '02/03/2026;T9;300.000;101');
    expect((await send('pse.csv', pse)).body).toMatchObject({ added: 1, known: 1 });
    const differs = lines('Fecha;CUS;Valor', '01/03/2026;T1;300.001');
    const refused = await send('pse.csv', differs, {}, false);
    expect(refused.body.problems.map(({ code }) => code)).toContain('transactionDiffers');
    expect(await all()).toBe(3);
  });

  it('a placeholder in the column of transactions identifies no payment', async () => {
    const sheet = lines(
      'Fecha;CUS;Valor;Inmueble',
      ...['N/A', 'N/A', '-', '-', '0', '000', 'Efectivo', 'Efectivo'].map(
        (id, at) => `0${at + 1}/03/2026;${id};300.000;${at % 2 === 0 ? 101 : 102}`,
      ),
    );
    expect((await send('pagos.csv', sheet)).body).toMatchObject({ added: 8, known: 0 });
  });

  it('an id on rows of two units, or of days far apart, is a question and loses no payment', async () => {
    const codes = (sheet: string) => send('codigos.csv', sheet, {}, false);
    const units = lines(
      'Fecha;Código transacción;Valor;Inmueble',
      '03/03/2026;0214;300.000;101',
      '03/03/2026;0214;300.000;102',
    );
    const days = lines('Fecha;CUS;Valor;Inmueble', '03/03/2026;77;300.000;101', '09/03/2026;77;300.000;101');
    for (const sheet of [units, days]) {
      const { problems } = (await codes(sheet)).body;
      expect(problems.map(({ code, row }) => [code, row])).toContainEqual(['transactionDiffers', 3]);
    }
    await send('marzo.csv', lines('Fecha;CUS;Valor;Inmueble', '03/03/2026;1001;300.000;101'));
    const month = lines('Fecha;Trazabilidad;Valor;Inmueble', '03/04/2026;1001;300.000;101');
    const { body } = await codes(month);
    expect(body.problems.map(({ code }) => code)).toContain('transactionDiffers');
    const nextDay = lines('Fecha;CUS;Valor;Inmueble', '04/03/2026;1001;300.000;101');
    expect((await codes(nextDay)).body.problems.map(({ code }) => code)).toContain('transactionDiffers');
  });

  it('an id with control characters, or endless, is refused with its row', async () => {
    for (const id of [`T1${String.fromCharCode(7)}`, 'T1'.repeat(15_000)]) {
      const refused = await send(
        'raro.csv',
        lines('Fecha;CUS;Valor;Inmueble', `03/03/2026;${id};300.000;101`),
      );
      expect([refused.status, refused.body]).toMatchObject([422, { code: 'importHasProblems' }]);
    }
  });
});
