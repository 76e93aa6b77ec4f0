import { beforeAll, describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../../shared/api.ts';
import { billReport, billsReport, cashReceiptReport } from '../../../shared/billing/reports.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { defined } from '../../../shared/defined.ts';
import { centavos, formatPesos, sumMoney } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { getJob, getJobFile, startJob } from '../../../shared/reports/jobs.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { canOpenOffice } from '../../testing/setup/libreoffice.ts';
import { canLookAtPrint, readPrinted, textOfPdf, wordsOfPdf } from '../../testing/setup/print.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { openWorkbooks } from '../../testing/workbooks.ts';
import { openBooks } from '../issue/open-books.ts';
import { emptyAccount, withPosting } from '../ledger/account.ts';
import { lockBooks, numbersOf, saveBooks } from '../ledger/books.repository.ts';
import { insertPostings } from '../ledger/ledger.repository.ts';
import { takePayment } from '../ledger/take-payment.ts';
import makeReceipt from '../receipts/receipt.report.ts';
import makeBill from './bill.report.ts';
import { monthInvoices } from './draw-bills.ts';
import { invoiceOf, issuer, linesOf, pesos } from './invoice.fixture.ts';
import { findInvoice } from './papers.repository.ts';
import { annul, storeMonth } from './stored.fixture.ts';
import { expectTidy } from './tidy.fixture.ts';

const UNITS = 210;
const flat = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ');
const squeezed = (text: string | undefined) => (text ?? '').replace(/\s+/g, '');

/**
 * Test bills, more than a batch. The tenth is a credit, the eleventh has total 0, the twelfth a discount, and the
 * last is annulled.
 */
const invoices = Array.from({ length: UNITS }, (_, i) =>
  invoiceOf({
    bill: 501 + i,
    apartmentId: `T${1 + (i % 3)}-${1000 + i}`,
    units: [`T${1 + (i % 3)}-${1000 + i}`],
    reference: `000007${String(i).padStart(5, '0')}${i % 10}`,
    lines:
      i === 9
        ? [{ concept: 'Saldo a favor', period: pesos(0), overdue: pesos(-175_000) }]
        : i === 10
          ? [{ concept: 'Administración', period: pesos(0), overdue: pesos(0) }]
          : linesOf(1 + (i % 9)),
    discount: i === 11 ? { amount: pesos(2_500), until: '2026-05-10' } : null,
    annulled: i === UNITS - 1,
  }),
);
const standing = invoices.slice(0, -1);
/** Month of two bills, for checks of a single page. */
const small = [801, 802].map((bill, i) =>
  invoiceOf({
    bill,
    month: '2026-08',
    dueDate: '2026-08-31',
    reference: `00000800${i}018`,
    apartmentId: `T1-${1000 + i}`,
    units: [`T1-${1000 + i}`],
    lines: linesOf(3),
  }),
);

describeOnOneEngine('papers of billing', (make, engine) => {
  const app = appForSuite(make);
  let jointId: number;
  let staff: { token: string };
  let owner: { token: string };
  /** Makes the PDF of a bill on the joint's form. */
  const paper = (bill: number) =>
    makeBill(app.store.db, { params: { bill }, query: { jointId } }, () => undefined);
  beforeAll(async () => {
    const evening = await holdAssembly(app, {
      units: unitsOf('T1-1000;50;ANA', 'T2-1001;50;LUIS'),
    });
    jointId = evening.jointId;
    staff = { token: evening.staff };
    const { db } = app.store;
    await addUser(db, 'ana', Profile.owner, { billingApartments: [{ jointId, apartmentId: 'T1-1000' }] });
    owner = { token: await tokenOf(app, 'ana') };
    await storeMonth(db, { jointId, month: '2026-05', invoices });
    await storeMonth(db, { jointId, month: '2026-08', invoices: small });
    await set({ gln: issuer.gln, nit: issuer.nit, message: issuer.message });
    await storeReceipts();
  });

  it('a bill lists the bills of the six months before that were valid at the issue', async () => {
    const { db } = app.store;
    const of = { apartmentId: 'T9-1', units: ['T9-1'], lines: linesOf(1) };
    const years = ['2023-01', '2023-02', '2023-03', '2023-09'].map((month, i) =>
      invoiceOf({ ...of, month, bill: 901 + i, issueDate: `${month}-02`, previousPayment: pesos(100 * i) }),
    );
    for (const one of years) await storeMonth(db, { jointId, month: one.month, invoices: [one] });
    const earlier = async (number: number) => (await findInvoice(db, { jointId, bill: number }))?.earlier;
    const row = (month: string, paid: number) => ({ month, total: years[0]?.total, paid: pesos(paid) });
    expect(await earlier(901)).toEqual([]);
    expect(await earlier(903)).toEqual([row('2023-01', 100), row('2023-02', 200)]);
    expect(await earlier(904)).toEqual([row('2023-03', 300)]);
    // A bill annulled later stays on the paper.
    await annul(db, { jointId, kind: 'bill', number: 901 });
    expect(await earlier(903)).toEqual([row('2023-01', 100), row('2023-02', 200)]);
  });

  async function set(body: object): Promise<void> {
    const { status } = await app.call(changeBillingSettings, { params: { jointId }, body }, staff);
    expect(status).toBe(200);
  }
  const bill = (number: number, as: { token: string }, xlsx?: boolean) =>
    app.call(
      billReport,
      { params: { bill: number }, query: { jointId, ...defined({ xlsx: xlsx ? xlsx : undefined }) } },
      as,
    );
  const bills = (query: object = {}, as = staff) =>
    app.call(billsReport, { params: { jointId }, query: { year: 2026, month: 5, ...query } }, as);
  const receipt = (number: number, as: { token: string }, xlsx?: boolean) =>
    app.call(
      cashReceiptReport,
      { params: { cashReceipt: number }, query: { jointId, ...defined({ xlsx: xlsx ? xlsx : undefined }) } },
      as,
    );

  /**
   * Stores receipts. Unit T1-1000: receipt 1 pays interest, a month and part of the next; 2 pays more than
   * everything; 3 is annulled. Unit T2-1001: receipt 4 is all credit.
   */
  async function storeReceipts(): Promise<void> {
    await app.store.db.transaction().execute(async (trx) => {
      const books = await lockBooks(trx, jointId);
      const stamp = { postingDate: '2026-05-03', numbers: numbersOf(books) };
      const fee = {
        concept: { id: 1, name: 'Administración', nature: 'fee' as const },
        forApartmentId: 'T1-1000',
      };
      let ana = emptyAccount('T1-1000');
      const openings = ['2026-02-28', '2026-03-31'].map((dueDate, i) => ({
        ...fee,
        dueDate,
        valueDate: dueDate,
        capital: pesos(290_000),
        interest: pesos(i === 0 ? 5_080.5 : 0),
      }));
      const opened = openBooks(ana, openings, stamp);
      ana = withPosting(ana, opened);
      const by = { at: 5, actor: 'user:1' };
      await insertPostings(trx, jointId, [opened], by);
      for (const [i, [apartmentId, amount]] of (
        [
          ['T1-1000', 300_080.5],
          ['T1-1000', 400_000],
          ['T1-1000', 1],
          ['T2-1001', 50_000],
        ] as const
      ).entries()) {
        const number = i + 1;
        const account = apartmentId === 'T1-1000' ? ana : emptyAccount(apartmentId);
        const payment = { amount: pesos(amount), valueDate: '2026-05-02', receipt: number, offers: [] };
        const { posting, item, split } = takePayment(account, payment, stamp);
        if (apartmentId === 'T1-1000') ana = withPosting(ana, posting);
        await insertPostings(trx, jointId, [posting], by);
        const dates = { value_date: '2026-05-02', posting_date: '2026-05-03' };
        const entered = { entered_at: 5, entered_by: 'user:1' };
        const common = { joint_id: jointId, payment: number, amount: pesos(amount), ...dates, ...entered };
        await trx
          .insertInto('payment')
          .values({
            ...{ ...common, channel: 'desk', reference: number === 1 ? 'Transferencia 778' : null },
            ...(number === 1 ? { means: 'cheque', payer: 'ARRENDATARIO S.A.S.' } : {}),
          })
          .execute();
        const names = { apartment_id: apartmentId, owner_name: 'ANA PEÑA DE NÚÑEZ' };
        await trx
          .insertInto('receipt')
          .values({ ...common, ...names, ...split, receipt: number, item: item.item })
          .execute();
      }
      await annul(trx, { jointId, kind: 'receipt', number: 3 });
      await saveBooks(trx, books);
    });
  }

  /** Makes the bills of May in a background job and checks the progress, counted in bills. */
  async function monthByJob(): Promise<FileAnswer> {
    const path = `/reports/bills/${jointId}?year=2026&month=5`;
    const { body } = await app.call(startJob, { body: { path } }, staff);
    await expect.poll(async () => (await app.call(getJob, { params: body }, staff)).body.state).toBe('done');
    const { body: job } = await app.call(getJob, { params: body }, staff);
    expect(job).toMatchObject({
      done: UNITS - 1,
      total: UNITS - 1,
      name: 'Cuentas de Cobro Mayo - 2026.pdf',
    });
    const { body: file } = await app.call(getJobFile, { params: body }, staff);
    expect(Buffer.from(file.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    return file;
  }

  if (!canLookAtPrint)
    it("a job makes a month's bills (content is not checked on this machine)", async () =>
      void (await monthByJob()));

  describe.skipIf(!canLookAtPrint)('printed papers', () => {
    it('a month prints every valid bill once, in unit order, with its own figures', {
      tags: 'slow',
    }, async () => {
      const body = await monthByJob();
      expectTidy(wordsOfPdf(body.bytes));
      const texts = textOfPdf(body.bytes).map(flat);
      expect(texts).toHaveLength(standing.length);
      standing.forEach((invoice, i) => {
        const text = texts[i] ?? '';
        expect(text).toMatch(new RegExp(`No\\. ${invoice.bill} .*No\\. ${invoice.bill} `));
        expect(text).toContain(` ${invoice.apartmentId} `);
        expect(text).toContain(` ${invoice.reference} `);
        const due = formatPesos(invoice.total > 0 ? invoice.total : centavos(0));
        expect(squeezed(text)).toContain(squeezed(`Total a pagar Inmueble ${invoice.apartmentId} ${due}`));
        for (const line of invoice.lines) {
          expect(squeezed(text)).toContain(
            squeezed(line.concept + formatPesos(line.period).replace('$', '')),
          );
        }
      });
      expect(texts.some((text) => text.includes(`No. ${500 + UNITS} `))).toBe(false);
      expect(squeezed(texts[9])).toContain('Saldoafavor$175.000');
    });

    // The previous test checks the rows on both engines.
    it.runIf(engine === 'sqlite')(
      'two independent readers read collector, reference, amount and day from the codes',
      { tags: 'slow' },
      async () => {
        const some = [0, 3, 9, 10, 11, 57];
        const read = async (i: number) => {
          const { bytes } = await paper(501 + i);
          const [page] = await readPrinted(bytes);
          return page;
        };
        for (const i of some) {
          const invoice = standing[i];
          if (invoice === undefined) throw new Error('no such bill');
          const owed = [
            ...(invoice.discount === null
              ? []
              : [[sumMoney([invoice.total, centavos(-invoice.discount.amount)]), '20260510'] as const]),
            ...(invoice.total > 0 ? [[invoice.total, '20260531'] as const] : []),
          ];
          const expected = owed.map(([amount, day]) => {
            const [ai, digits] = amount % 100 === 0 ? [3900, amount / 100] : [3902, amount];
            const padded = String(digits).padStart(10, '0');
            return `415${issuer.gln}8020${invoice.reference}\u001d${ai}${padded}\u001d96${day}`;
          });
          const page = await read(i);
          expect(page?.zbar.map((code) => code.replace('BARS ', ''))).toEqual(expected.sort());
          expect(page?.zxing).toHaveLength(expected.length);
          for (const [n, code] of (page?.zxing ?? []).entries()) {
            // ZXing names the standard and may bracket identifiers; the digits are equal.
            expect(code.replace(/^\D+/, '').replace(/\D/g, '')).toBe(
              expected[n]?.replaceAll('\u001d', '').replace(/\D/g, ''),
            );
          }
        }
      },
    );

    it('joints with pre-printed forms print data only, except on request and for owners', {
      tags: 'slow',
    }, async () => {
      await set({ form: 'data', offsetX: 5, offsetY: 3 });
      const words = ({ bytes }: { bytes: Uint8Array }) => wordsOfPdf(bytes)[0]?.words ?? [];
      const month = { jointId, month: '2026-08' };
      const data = words(await monthInvoices(app.store.db, month));
      const files = await bills({ month: 8, form: 'full' });
      expect([files.status, files.body.name]).toEqual([200, 'Cuentas de Cobro Agosto - 2026.pdf']);
      const full = words(files.body);
      const one = words((await bill(801, staff)).body);
      const own = words((await bill(801, owner)).body);
      const texts = (list: typeof data) => list.map(({ text }) => text);
      expect(texts(data)).not.toContain('Período');
      expect(texts(data)).toContain('T1-1000');
      for (const word of data) expect(full).toContainEqual(word);
      expect(texts(full)).toContain('Período');
      expect(one).toEqual(data);
      await set({ form: 'full', offsetX: 0, offsetY: 0 });
      // On blank paper the amount comes first; the printed stock keeps its places.
      expect(own).toEqual(words(await monthInvoices(app.store.db, month)));
      expect(texts(own)).toContain('lunes');
      expect(texts(full)).not.toContain('lunes');
      const unmoved = words(await monthInvoices(app.store.db, { ...month, form: 'data' }));
      expect(texts(unmoved)).toEqual(texts(data));
      expect(unmoved).not.toEqual(data);
    });

    it('a single bill prints on a page, and an annulled bill has no codes', { tags: 'slow' }, async () => {
      const { body } = await bill(501, staff);
      expect(body.name).toBe('Cuenta de Cobro 501.pdf');
      expect(textOfPdf(body.bytes)).toHaveLength(1);
      const annulled = await paper(500 + UNITS);
      const [page] = await readPrinted(annulled.bytes);
      expect(page).toEqual({ zbar: [], zxing: [] });
    });

    it('a cash receipt prints the amount in figures and words, its split and its debts', {
      tags: 'slow',
    }, async () => {
      const { body } = await receipt(1, staff);
      expect(body.name).toBe('Recibo de Caja 1.pdf');
      const text = flat(textOfPdf(body.bytes).join(' '));
      const printed = async (number: number) => {
        const input = { params: { cashReceipt: number }, query: { jointId } };
        const { bytes } = await makeReceipt(app.store.db, input, () => undefined);
        if (number !== 3) expectTidy(wordsOfPdf(bytes), false); // 'ANULADO' overlaps other text.
        return flat(textOfPdf(bytes).join(' '));
      };
      for (const expectedText of [
        'Recibo de Caja 1',
        'Valor recibido: $ 300.080,50',
        'Trescientos mil ochenta pesos con cincuenta centavos m/cte',
        'ANA PEÑA DE NÚÑEZ',
        'Transferencia 778',
        'Medio de pago',
        'Cheque',
        'ARRENDATARIO S.A.S.',
        '02/05/2026',
        '03/05/2026',
        '$ 5.080,50 $ 295.000 $ 0 $ 300.080,50',
      ]) {
        expect(squeezed(text)).toContain(squeezed(expectedText));
      }
      expect(text).toMatch(/Intereses de mora T1-1000 .*5\.080,50/);
      expect(text).toMatch(/Administración T1-1000 .*28\/02\/2026 290\.000/);
      expect(text).toMatch(/Administración T1-1000 .*31\/03\/2026 5\.000/);
      expect(text).not.toMatch(/ANULADO|Anulado/);
      const second = await printed(2);
      expect(squeezed(second)).toContain('$0$285.000$115.000$400.000');
      // Payments without a reference print no reference line.
      expect(text).toContain('Referencia');
      expect(second).not.toContain('Referencia');
      const third = await printed(3);
      expect(third).toContain('Anulado el 03/05/2026: Se cobró dos veces');
      const fourth = await printed(4);
      expect(fourth).toContain('Todo el valor quedó como saldo a favor.');
    });
  });

  it('owners get papers of their own units only, by GET and by job; staff get all papers', async () => {
    expect((await bill(501, owner)).status).toBe(200);
    expect((await receipt(1, owner)).status).toBe(200);
    expectRefused(await bill(502, owner), 'billNotFound');
    expectRefused(await receipt(4, owner), 'receiptNotFound');
    for (const as of [owner, staff]) {
      expectRefused(await bill(9999, as), 'billNotFound');
      expectRefused(await receipt(9999, as), 'receiptNotFound');
      expectRefused(await bill(9999, as, true), 'billNotFound');
    }
    expect((await bills({}, owner)).status).toBe(403);
    const job = (path: string) => app.call(startJob, { body: { path } }, owner);
    expectRefused(await job(`/reports/bill/502?jointId=${jointId}`), 'billNotFound');
    expectRefused(await job(`/reports/cashreceipt/4?jointId=${jointId}`), 'receiptNotFound');
    expect((await job(`/reports/bill/501?jointId=${jointId}`)).status).toBe(202);
  });

  it('a month not issued, or with all bills annulled, answers 404', async () => {
    expectRefused(await bills({ month: 6 }), 'monthNotFound');
    const annulled = [invoiceOf({ bill: 9001, month: '2026-07', annulled: true })];
    await storeMonth(app.store.db, { jointId, month: '2026-07', invoices: annulled });
    await expect(monthInvoices(app.store.db, { jointId, month: '2026-07' })).rejects.toMatchObject({
      code: 'monthNotFound',
    });
  });

  // Workbooks use the same rows as papers, on either engine.
  if (engine === 'postgres') return;
  it.skipIf(!canOpenOffice)(
    "workbooks of bills, receipts and a month's bills open in LibreOffice and add up",
    { tags: 'slow' },
    async () => {
      const files = [
        await bill(504, owner, true),
        await bill(504, staff, true),
        await receipt(1, staff, true),
      ];
      expectRefused(files[0] as (typeof files)[0], 'billNotFound');
      expect(files[1]?.body.name).toBe('Cuenta de Cobro 504.xlsx');
      expect(files[2]?.body.name).toBe('Recibo de Caja 1.xlsx');
      const month = await bills({ xlsx: true });
      expect([month.status, month.body.name]).toEqual([200, 'Cuentas de Cobro Mayo - 2026.xlsx']);
      expectRefused(await bills({ month: 6, xlsx: true }), 'monthNotFound');
      const [paper, taken, book] = openWorkbooks([...files.slice(1), month].map(({ body }) => body.bytes));
      const lines = paper?.sheets.get('Conceptos') ?? [];
      expect(lines[0]?.map(({ text }) => text)).toEqual(['Concepto', 'Período', 'Saldo anterior', 'Total']);
      const invoice = invoices[3];
      expect(lines.slice(1, 1 + (invoice?.lines.length ?? 0)).map((row) => row[3]?.value)).toEqual(
        invoice?.lines.map(({ period, overdue }) => (period + overdue) / 100),
      );
      expect(lines.at(-1)?.[3]?.value).toBe((invoice?.total ?? 0) / 100);
      const facts = paper?.sheets.get('Cuenta de cobro')?.map((row) => row[1]?.text);
      expect(facts).toContain('Este documento no es factura');
      const applied = taken?.sheets.get('Aplicación') ?? [];
      expect(applied.at(-1)?.at(-1)?.value).toBe(300_080.5);
      expect(taken?.sheets.get('Recibo')?.map((row) => row[1]?.text)).toContain(
        'Trescientos mil ochenta pesos con cincuenta centavos m/cte',
      );

      const table = book?.sheets.get('Cuentas de cobro') ?? [];
      const titles = table[0]?.map(({ text }) => text) ?? [];
      const column = (title: string) =>
        table.slice(1, 1 + standing.length).map((row) => row[titles.indexOf(title)]);
      expect(column('Cuenta').map((cell) => cell?.value)).toEqual(standing.map((one) => one.bill));
      expect(column('Referencia de pago').map((cell) => cell?.text)).toEqual(
        standing.map((one) => one.reference),
      );
      expect(column('Fecha límite de pago')[0]?.type).toBe('date');
      expect(column('Descuento')[11]?.value).toBe(2_500);
      const totals = column('Total').map((cell) => Number(cell?.value));
      expect(totals).toEqual(standing.map(({ total }) => total / 100));
      const whole = sumMoney(standing.map(({ total }) => total)) / 100;
      expect(table.at(-1)?.[titles.indexOf('Total')]?.value).toBe(whole);
      const ofMonth = book?.sheets.get('Conceptos') ?? [];
      expect(ofMonth[0]?.map(({ text }) => text).slice(3)).toEqual([
        'Concepto',
        'Período',
        'Saldo anterior',
        'Total',
      ]);
      expect(ofMonth.at(-1)?.[6]?.value).toBe(whole);
      const ofBill = new Map<number, number>();
      for (const row of ofMonth.slice(1, -2)) {
        const number = Number(row[0]?.value);
        ofBill.set(number, (ofBill.get(number) ?? 0) + Math.round(Number(row[6]?.value) * 100));
      }
      expect([...ofBill]).toEqual(standing.map(({ bill: number, total }) => [number, total]));
    },
  );
});
