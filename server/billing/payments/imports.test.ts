import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import * as api from '../../../shared/billing/payments.api.ts';
import { addDays } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { type BankLine, bankFile, bankLines } from '../bank-files/bank-file.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { referencesOf } from '../ledger/references.ts';
import { chargeMonth } from './charged.fixture.ts';

const today = await lastingToday();

const units = ['101', '102', '103', '104', '1-105', '106', '107', '108', '109', '110', '111'];

describeWithRaces('files of payments', (make, { it, race }) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());
  let token: string;

  /** Creates a joint with a debt of 100.000 pesos per unit. */
  const joint = async () => {
    const evening = await holdAssembly(app, {
      units: [
        ...units.map((unit) => [unit, 9, `DUEÑO ${unit}`] as const),
        ['PARQ 9', 1, 'OTRO', 'parqueadero', '101'],
      ],
      ...defined({ staff: token }),
    });
    token = evening.staff;
    const charges = Object.fromEntries(units.map((unit) => [unit, 100_000]));
    const month = { month: '2026-01', issueDate: '2026-01-05', dueDate: '2026-01-31' };
    await chargeMonth(app.store.db, evening.jointId, { ...month, charges });
    return evening.jointId;
  };
  const send = (
    jointId: number,
    content: string | Uint8Array,
    { commit = true, name = 'banco.txt', on = app }: { commit?: boolean; name?: string; on?: TestApp } = {},
  ) =>
    upload(
      on,
      api.importPayments,
      { params: { jointId }, query: commit ? { commit } : {} },
      { name, content },
      token,
    );
  const list = async (jointId: number, query: { unidentified?: boolean } = {}) =>
    (await app.call(api.listPayments, { params: { jointId }, query }, { token })).body;
  const files = async (jointId: number) =>
    (await app.call(api.listPaymentFiles, { params: { jointId } }, { token })).body;
  const balance = async (jointId: number, unit: string) =>
    balanceOf(await readAccount(app.store.db, jointId, unit)) / 100;
  const bank = (...lines: BankLine[]) => bankFile({ date: '20260120', batches: [lines] });

  it('a bank file is previewed and posted by references, with any file name', async () => {
    const jointId = await joint();
    const references = await app.store.db
      .transaction()
      .execute((trx) => referencesOf(trx, jointId, ['101', '102']));
    const content = bankFile({
      date: '20260120',
      batches: [
        [
          { reference: references.get('102') ?? '', amount: 60_000.25 },
          { reference: '103', amount: 100_000 },
          { reference: 'parq 9', amount: 10_000 },
        ],
        [
          { reference: '1105', amount: 100_000 },
          { reference: 'JUAN PEREZ', amount: 5_000 },
          { reference: '', amount: 5_000 },
        ],
      ],
    });
    const preview = await send(jointId, content, { commit: false, name: 'pagos.csv' });
    expect(preview.body).toMatchObject({
      committed: false,
      kind: 'asobancaria2001',
      problems: [],
      added: 6,
      known: 0,
      unidentified: 2,
      amount: 280_000.25,
    });
    expect(
      preview.body.rows.map(({ row, apartmentId, cashReceipt }) => [row, apartmentId, cashReceipt]),
    ).toEqual([
      [3, '102', null],
      [4, '103', null],
      [5, '101', null],
      [8, '1-105', null],
      [9, null, null],
      [10, null, null],
    ]);
    expect(await list(jointId)).toEqual([]);
    const done = await send(jointId, content, { name: 'pagos.csv' });
    expect(done.status).toBe(200);
    expect(done.body).toEqual({
      ...preview.body,
      committed: true,
      rows: preview.body.rows.map((row, index) => ({
        ...row,
        payment: index + 1,
        cashReceipt: row.apartmentId === null ? null : index + 1,
      })),
    });
    expect(await balance(jointId, '102')).toBe(39_999.75);
    expect(await balance(jointId, '101')).toBe(90_000);
    expect((await list(jointId, { unidentified: true })).map(({ reference }) => reference)).toEqual([
      null,
      'JUAN PEREZ',
    ]);
    const [file] = await files(jointId);
    expect(file).toMatchObject({
      fileName: 'pagos.csv',
      kind: 'asobancaria2001',
      added: 6,
      known: 0,
      amount: 280_000.25,
    });
  });

  it('a repeated file adds no payment, and an overlapping file adds only its new lines', async () => {
    const jointId = await joint();
    const same = { reference: '101', amount: 10_000 };
    await send(jointId, bank(same, same, { reference: '102', amount: 5 }));
    const again = await send(jointId, bank(same, same, { reference: '102', amount: 5 }));
    expect(again.body).toMatchObject({ committed: true, added: 0, known: 3, amount: 0, unidentified: 0 });
    expect(await list(jointId)).toHaveLength(3);
    expect(await files(jointId)).toHaveLength(1);
    const more = bank({ reference: '103', amount: 7 }, same, { reference: '102', amount: 5 }, same, same);
    const overlapping = await send(jointId, more);
    expect(overlapping.body).toMatchObject({ added: 2, known: 3, amount: 10_007 });
    expect(overlapping.body.rows.map(({ known }) => known)).toEqual([false, true, true, true, false]);
    expect(await balance(jointId, '101')).toBe(70_000);
    expect((await files(jointId)).map(({ added, known }) => [added, known])).toEqual([
      [2, 3],
      [3, 0],
    ]);
    // Another joint knows no line.
    expect((await send(await joint(), more)).body).toMatchObject({ added: 5, known: 0 });
  });

  race('files sent concurrently, whole or in part, add each line once', { tags: 'slow' }, async () => {
    const jointId = await joint();
    const lines = units.map((unit, index) => ({ reference: unit, amount: 1_000 + index }));
    const first = bank(...lines.slice(0, 8));
    const last = bank(...lines.slice(4));
    const answers = await Promise.all([
      send(jointId, first),
      send(jointId, last, { on: second }),
      send(jointId, first, { on: second }),
      send(jointId, bank(...lines)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(lines.length);
    const posted = await list(jointId);
    expect(posted.map(({ amount }) => amount).sort()).toEqual(lines.map(({ amount }) => amount).sort());
    const receipts = posted.map(({ receipt }) => receipt?.cashReceipt ?? 0).sort((a, b) => a - b);
    expect(receipts).toEqual(lines.map((_, index) => index + 1));
  });

  it('a file of many lines posts the same as its payments one by one', { tags: 'slow' }, async () => {
    const [byFile, byHand] = [await joint(), await joint()];
    const some = ['101', '102', '103'];
    const charges = Object.fromEntries(some.map((unit) => [unit, [100_000, 50_000]]));
    for (const jointId of [byFile, byHand]) {
      const february = { month: '2026-02', issueDate: '2026-02-01', dueDate: '2026-02-28' };
      await chargeMonth(app.store.db, jointId, { ...february, charges });
      const march = { month: '2026-03', issueDate: '2026-03-01', dueDate: '2026-03-31' };
      const discount = { percent: 10, until: '2026-03-10' };
      await chargeMonth(app.store.db, jointId, {
        ...march,
        charges,
        discount,
        rates: { '2026-02': 256_200 },
      });
    }
    const lines = Array.from({ length: 48 }, (_, index) => ({
      reference: some[index % 3] ?? '',
      amount: 10_000 + ((index * 7_919) % 17_000),
    }));
    const days = ['2026-02-10', '2026-03-03'];
    for (const day of days) {
      const content = bankFile({ date: day.replaceAll('-', ''), batches: [lines] });
      expect((await send(byFile, content)).body).toMatchObject({ committed: true, added: 48, problems: [] });
      for (const { reference, amount } of lines) {
        const body = { apartmentId: reference, amount, valueDate: day };
        expect(
          (await app.call(api.addPayment, { params: { jointId: byHand }, body }, { token })).status,
        ).toBe(201);
      }
    }
    for (const unit of some) {
      const account = await readAccount(app.store.db, byFile, unit);
      expect(account).toEqual(await readAccount(app.store.db, byHand, unit));
      const natures = account.items.map(({ nature }) => nature);
      for (const nature of ['receipt', 'interest', 'interestCredit', 'discount'] as const) {
        expect(natures).toContain(nature);
      }
    }
    const split = (rows: Awaited<ReturnType<typeof list>>) =>
      rows.map(({ amount, receipt }) => [amount, receipt]);
    expect(split(await list(byFile))).toEqual(split(await list(byHand)));
  });

  race('large imports retry after concurrent postings and add each line once', { tags: 'slow' }, async () => {
    const jointId = await joint();
    const lines = Array.from({ length: 30 }, (_, index) => ({ reference: '101', amount: 1_000 + index }));
    const body = { apartmentId: '102', amount: 500, valueDate: '2026-01-20' };
    const [first, again, byHand] = await Promise.all([
      send(jointId, bank(...lines)),
      send(jointId, bank(...lines), { on: second }),
      app.call(api.addPayment, { params: { jointId }, body }, { token }),
    ]);
    expect([first.status, again.status, byHand.status]).toEqual([200, 200, 201]);
    expect(first.body.added + again.body.added).toBe(30);
    expect(await list(jointId)).toHaveLength(31);
  });

  it('a file warns about a payment entered by hand and can still be imported', async () => {
    const jointId = await joint();
    const body = { apartmentId: '101', amount: 60_000, valueDate: '2026-01-20' };
    expect((await app.call(api.addPayment, { params: { jointId }, body }, { token })).status).toBe(201);
    const line = { reference: '101', amount: 60_000 };
    const content = bank({ reference: '102', amount: 60_000 }, line, line, {
      reference: '101',
      amount: 59_999,
    });
    const message =
      'El inmueble 101 ya tiene un recibo por $ 60.000 de ese día: el 1. Revise que no sea el mismo pago.';
    const problems = [{ row: 4, column: null, severity: 'warning', code: 'paidAlready', message }];
    expect((await send(jointId, content, { commit: false })).body).toMatchObject({ added: 4, problems });
    expect((await send(jointId, content)).body).toMatchObject({ committed: true, added: 4, problems });
    // Lines imported from the same file cause no warning.
    expect((await send(jointId, content, { commit: false })).body).toMatchObject({ known: 4, problems: [] });
    const more = bank({ reference: '102', amount: 60_000 }, { reference: '102', amount: 60_000 });
    expect((await send(jointId, more, { commit: false })).body).toMatchObject({ added: 1, problems: [] });
  });

  it('a file with a problem adds no payment and reports the line', async () => {
    const jointId = await joint();
    const lines = bankLines({ date: '20260120', batches: [[{ reference: '101', amount: 5 }]] });
    const wrong = lines
      .map((line) => (line.startsWith('08') ? `08000000002${line.slice(11)}` : line))
      .join('\r\n');
    const preview = await send(jointId, wrong, { commit: false });
    expect(preview.body).toMatchObject({ committed: false, added: 1 });
    expect(preview.body.problems).toEqual([
      {
        row: 4,
        column: 'Cantidad',
        severity: 'error',
        code: 'countWrong',
        message: 'El control de lote (08) dice 2 registros y hay 1.',
      },
    ]);
    const refused = await send(jointId, wrong);
    expectRefused(refused, 'importHasProblems');
    expect(refused.error.details).toEqual(preview.body);
    const tomorrow = addDays(today, 1).replaceAll('-', '');
    const early = bankFile({ date: tomorrow, batches: [[{ reference: '101', amount: 5 }]] });
    expectRefused(await send(jointId, early), 'importHasProblems');
    expect([await list(jointId), await files(jointId)]).toEqual([[], []]);
  });

  it('spreadsheet payments go to the named units, and payments without unit wait', async () => {
    const jointId = await joint();
    const reference = (
      await app.store.db.transaction().execute((trx) => referencesOf(trx, jointId, ['104']))
    ).get('104');
    const content = await workbookOf([
      ['Pagos de enero'],
      ['Fecha', 'Torre', 'Apto', 'Valor', 'Referencia'],
      [new Date(Date.UTC(2026, 0, 22)), null, 101, 40_000, 'B2'],
      [new Date(Date.UTC(2026, 0, 21)), null, '101', '$ 60.000', 'B1'],
      ['23/01/2026', 1, 105, '100.000,50', null],
      ['24/01/2026', null, null, 700, reference],
      ['24/01/2026', null, null, 800, '106'],
    ]);
    const done = await send(jointId, content, { name: 'pagos.xlsx' });
    expect(done.body).toMatchObject({
      committed: true,
      kind: 'sheet',
      problems: [],
      added: 5,
      unidentified: 1,
    });
    expect(
      done.body.rows.map(({ row, apartmentId, cashReceipt }) => [row, apartmentId, cashReceipt]),
    ).toEqual([
      // Numbered by date of arrival.
      [3, '101', 2],
      [4, '101', 1],
      [5, '1-105', 3],
      [6, '104', 4],
      [7, null, null],
    ]);
    expect(await balance(jointId, '101')).toBe(0);
    expect(await balance(jointId, '1-105')).toBe(-0.5);
    const again = await send(jointId, content, { name: 'otro.xlsx' });
    expect(again.body).toMatchObject({ added: 0, known: 5 });
    const channels = (await list(jointId)).map(({ channel }) => channel);
    expect(new Set(channels)).toEqual(new Set(['sheet']));
  });

  it('a spreadsheet with an unknown unit is refused and names the unit', async () => {
    const jointId = await joint();
    const refused = await send(jointId, 'Fecha;Inmueble;Valor\n20/01/2026;101;5\n20/01/2026;999;5\n');
    expectRefused(refused, 'importHasProblems');
    expect(refused.error.details).toMatchObject({
      problems: [
        { row: 3, column: 'Inmueble', code: 'unitUnknown', message: expect.stringContaining('«999»') },
      ],
    });
    expect(await list(jointId)).toEqual([]);
  });

  it('the filled template is read, and its empty rows add no payment', { tags: 'slow' }, async () => {
    const jointId = await joint();
    const { body, status } = await app.call(api.paymentsTemplate, { params: { jointId } }, { token });
    expect(status).toBe(200);
    expect(body.name).toMatch(/^Plantilla de pagos .+\.xlsx$/);
    const empty = await send(jointId, body.bytes, { commit: false });
    expect(empty.body.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'noPayments' },
    ]);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(body.bytes) as unknown as ExcelJS.Buffer);
    const sheet = book.worksheets[0];
    const titles = ['Fecha', 'Inmueble', 'Propietario', 'Valor', 'Referencia'];
    const rowAt = (row: number) => titles.map((_, column) => sheet?.getRow(row).getCell(column + 1).text);
    expect([rowAt(1), rowAt(2)]).toEqual([titles, ['', '101', 'DUEÑO 101', '', '']]);
    const fill = (row: number, day: number, amount: number) => {
      if (sheet) sheet.getRow(row).getCell(1).value = new Date(Date.UTC(2026, 0, day));
      if (sheet) sheet.getRow(row).getCell(4).value = amount;
    };
    fill(2, 20, 60_000);
    fill(6, 21, 100_000.5);
    const done = await send(jointId, Buffer.from(await book.xlsx.writeBuffer()));
    expect(done.body).toMatchObject({ committed: true, added: 2, unidentified: 0, amount: 160_000.5 });
    expect(done.body.rows.map(({ apartmentId, valueDate }) => [apartmentId, valueDate])).toEqual([
      ['101', '2026-01-20'],
      ['1-105', '2026-01-21'],
    ]);
    expect(done.body.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['rowsUnpaid', 'warning'],
    ]);
  });

  it('hostile files are refused with a message, never with a server error', async () => {
    const jointId = await joint();
    const good = bankLines({ date: '20260120', batches: [[{ reference: '101', amount: 5 }]] });
    const many = Array.from({ length: 200 }, (_, index) => ({
      reference: `${index}`,
      amount: 999_999_999_999,
    }));
    const answers = await Promise.all(
      [
        '',
        '\n\n\n',
        Buffer.from([0xff, 0xfe, 0, 0]),
        Buffer.from('PK\x03\x04 nothing of a zip'),
        `${good[0]}\n${'06'.repeat(40_000)}`,
        `${good[0]}\n${'\n'.repeat(100_000)}`,
        `${good[0]}${' '.repeat(200_000)}x`,
        `${good[0]}\n06${'\0'.repeat(160)}`,
        bank({ reference: `a${String.fromCharCode(0x85)}b`, amount: 5 }),
        bank({ reference: '101', amount: '99999999999999' }),
        bank(...many),
        good.map((line) => line.slice(0, 40)).join('\n'),
        'Fecha;Valor\n20/01/2026;99999999999999999999',
        'Fecha;Valor;Apto\n20/01/2026;5;\ud800',
        `Fecha;Valor;Apto\n20/01/2026;5;${'9'.repeat(5_000)}`,
        'Fecha;Valor;Apto\n20/01/2026;=1+1;101',
      ].map((content) => send(jointId, content)),
    );
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect((await send(99_999, good.join('\n'))).status).toBe(404);
    const tooMany = `${good[0]}\n${`${good[2]}\n`.repeat(40_001)}`;
    expectRefused(await send(jointId, tooMany), 'sheetTooLarge');
  });
});
