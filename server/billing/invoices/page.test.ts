import { describe, expect, it } from 'vitest';
import { contactLine, PROPOSED_LEGAL_TEXT } from '../../../shared/billing/letterhead.ts';
import type { BankAccount } from '../../../shared/billing/where-to-pay.ts';
import { centavos, formatMoney, formatPesos, sumMoney } from '../../../shared/money.ts';
import { BANK_QR } from '../../../shared/testing/bank-qr.ts';
import { isLong, longOnly } from '../../../shared/testing/rounds.ts';
import { pngOf } from '../../platform/http/images/image.fixture.ts';
import { readImage } from '../../platform/http/images/image.ts';
import {
  canLookAtPrint,
  type PrintedPage,
  readPrinted,
  textOfPdf,
  wordsOfPdf,
} from '../../testing/setup/print.ts';
import { paymentQr } from '../settings/where-to-pay.ts';
import { invoiceOf, issuer, linesOf, pesos } from './invoice.fixture.ts';
import type { Invoice, Issuer, PrintedLetterhead } from './invoice.types.ts';
import { drawInvoice } from './page.ts';
import { PdfDocument } from './paper.ts';
import { expectTidy } from './tidy.fixture.ts';

async function printed(invoices: readonly Invoice[], by: Issuer = issuer): Promise<Uint8Array> {
  const paper = new PdfDocument('Prueba');
  for (const invoice of invoices) drawInvoice(paper, by, invoice);
  return paper.end();
}

const flat = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ');
const squeezed = (text: string | undefined) => (text ?? '').replace(/\s+/g, '');
const upper = ({ words }: PrintedPage) => words.filter(({ bottom }) => bottom < 490).map(({ text }) => text);
const lower = ({ words }: PrintedPage) => words.filter(({ top }) => top > 490).map(({ text }) => text);

const discount = { amount: pesos(14_500), until: '2026-05-10' };
const inFavour = [
  { concept: 'Administración', period: pesos(290_000), overdue: pesos(0) },
  { concept: 'Saldo a favor', period: pesos(0), overdue: pesos(-465_000) },
];

describe.skipIf(!canLookAtPrint)('invoice on paper', () => {
  it('an invoice prints the reason of the debt and the earlier bills, if the charges leave room', async () => {
    const earlier = Array.from({ length: 6 }, (_, i) => ({
      month: `2025-${String(i + 6).padStart(2, '0')}`,
      total: pesos(300_000.5 + i),
      paid: pesos(i === 3 ? 0 : 123_456_789 + i),
    }));
    const steps = [
      { text: 'Cuenta de cobro 1100, de abril de 2026', amount: pesos(870_000) },
      { text: 'Su pago del 05/04/2026, recibo 3017', amount: pesos(-290_000) },
      { text: 'Cobros de mayo de 2026, con su ajuste al peso', amount: pesos(386_783) },
    ];
    const invoice = invoiceOf({ earlier, steps });
    const pdf = await printed([
      invoice,
      { ...invoice, lines: linesOf(9) },
      { ...invoice, lines: linesOf(16) },
    ]);
    expectTidy(wordsOfPdf(pdf));
    const [short = '', middle = '', long = ''] = textOfPdf(pdf).map(flat);
    expect(short).toContain(
      '¿Por qué debo esto? Meses anteriores Total de la cuenta Pagos recibidos después',
    );
    for (const [at, { text, amount }] of steps.entries()) {
      const one = earlier[at];
      expect(short).toContain(`${text} ${formatMoney(amount)}`);
      expect(short).toContain(`${formatMoney(one?.total ?? pesos(0))} ${formatMoney(one?.paid ?? pesos(0))}`);
    }
    expect(short).toContain('Total de esta cuenta 966.783');
    expect(short).toContain('jun 2025');
    // Nine charges leave room for the newest bills alone.
    expect(middle).not.toContain('jun 2025');
    expect(middle).toContain('nov 2025');
    expect(long).not.toContain('Meses anteriores');
    expect(long).not.toContain('¿Por qué debo esto?');
  });

  it('an invoice prints all data of its bill on both parts', async () => {
    const invoice = invoiceOf({ units: ['T1-101', 'P-12', 'D-4'] });
    const pdf = await printed([invoice]);
    const pages = wordsOfPdf(pdf);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
    expectTidy(pages);
    for (const part of [upper, lower]) {
      const words = squeezed(part(pages[0] as PrintedPage).join(''));
      for (const text of [
        issuer.jointName,
        issuer.nit,
        'Cuenta de cobro',
        '1204',
        'Mayo - 2026',
        'T1-101',
        invoice.owner,
        '000007000018',
        part === upper ? 'Pague hasta el domingo 31 de mayo de 2026' : '31/05/2026',
        '$ 966.783',
      ]) {
        expect(words).toContain(squeezed(text));
      }
    }
    const owners = squeezed(upper(pages[0] as PrintedPage).join(''));
    for (const text of [
      'Incluye: P-12, D-4',
      '52.123.456',
      '02/05/2026',
      'Pago anterior',
      '$ 290.000',
      'Total a pagar',
      ...issuer.message.split('\n'),
      ...issuer.paymentPlace.split('\n'),
    ]) {
      expect(owners).toContain(squeezed(text));
    }
    const text = flat(textOfPdf(pdf)[0]);
    expect(text).toContain('Administración 290.000 580.000 870.000');
    expect(text).toContain('Cuota extraordinaria fachada 85.500 0 85.500');
    expect(text).toContain('Intereses de mora 11.283,37 0 11.283,37');
    expect(text).toContain('Ajuste al peso -0,37 0 -0,37');
    expect(text).toContain('Totales 386.783 580.000 966.783');
    expect(text).not.toContain('Saldo a favor');
    expect(lower(pages[0] as PrintedPage).join('')).toContain('Sello');
  });

  const layouts: [string, ReturnType<typeof invoiceOf>][] = [
    ['one line', invoiceOf({ lines: linesOf(1) })],
    ['fifteen concepts', invoiceOf({ lines: linesOf(15) })],
    ['ten names of 120 characters', invoiceOf({ lines: linesOf(10, 120) })],
    ['an owner of 200 characters', invoiceOf({ owner: 'Propietaria Ñáñez '.repeat(12).slice(0, 200) })],
    ['an owner of 200 capitals without a space', invoiceOf({ owner: 'W'.repeat(200) })],
    ['a balance in favour', invoiceOf({ lines: inFavour })],
    ['a discount', invoiceOf({ discount })],
    [
      'the largest amounts',
      invoiceOf({
        lines: [{ concept: 'Cuota', period: pesos(999_999_999_999.99), overdue: pesos(-99_999_999_999.5) }],
        previousPayment: pesos(999_999_999_999.99),
        bill: 999_999,
      }),
    ],
    [
      'a unit of 60 letters with forty others',
      invoiceOf({
        apartmentId: 'U'.repeat(60),
        units: ['U'.repeat(60), ...Array.from({ length: 40 }, (_, i) => `PARQUEADERO-${i}`)],
        ownerDocument: '9'.repeat(40),
      }),
    ],
    ['other scripts', invoiceOf({ owner: 'Łucja Żółć 山田 Đặng Ω \u202eabc\u0007', lines: linesOf(2) })],
  ];
  /** The plainest and the three with the longest texts. */
  it.each(isLong ? layouts : layouts.filter((_, at) => [0, 2, 4, 8].includes(at)))(
    'an invoice prints %s without overflow or overlap',
    async (_, invoice) => {
      const pdf = await printed([invoice], {
        ...issuer,
        jointName: `${issuer.jointName} ${'Ñ'.repeat(150)}`,
      });
      const pages = wordsOfPdf(pdf);
      expect(pages).toHaveLength(1);
      expectTidy(pages);
      const words = squeezed(pages[0]?.words.map(({ text }) => text).join(''));
      for (const line of invoice.lines) {
        expect(words).toContain(squeezed(line.concept));
        expect(words).toContain(formatMoney(sumMoney([line.period, line.overdue])));
      }
    },
  );

  it('an invoice fits a message and a payment place of 500 characters, with any line breaks', async () => {
    const place = 'Banco\n'.repeat(83).slice(0, 499);
    const message = 'M'.repeat(500);
    const pages = wordsOfPdf(await printed([invoiceOf()], { ...issuer, paymentPlace: place, message }));
    expectTidy(pages);
    const words = pages[0]?.words.map(({ text }) => text) ?? [];
    expect(words.join('')).toContain(message);
    // 'Banco' occurs in no other text.
    expect(words.filter((text) => text === 'Banco').length).toBeGreaterThanOrEqual(83);
  });

  const account: BankAccount = {
    bank: 'Bancolombia',
    kind: 'savings',
    number: '012-345678-90',
    holder: 'Conjunto Residencial Torres de San Felipe',
    holderNit: '900.123.456-8',
  };
  const payable = (parts: Partial<Issuer>): Issuer => {
    const by = { ...issuer, ...parts };
    return { ...by, paymentQr: paymentQr(by) };
  };

  it('an invoice prints payment instructions, with the QR of the bank, else of the page', {
    tags: 'slow',
  }, async () => {
    const page = 'https://pagos.ejemplo.co/Copropiedades/Pagar.aspx?ID=123';
    const set = { bankAccount: account, brebKey: '@torresdesanfelipe' };
    const shared = { ...set, paymentPlace: 'Envíe el comprobante a pagos@ejemplo.co' };
    const invoices = [invoiceOf(), invoiceOf({ discount }), invoiceOf({ lines: linesOf(15) })];
    const pdf = await printed(invoices, payable({ ...shared, paymentPage: page }));
    expectTidy(wordsOfPdf(pdf));
    const owners = squeezed(upper(wordsOfPdf(pdf)[0] as PrintedPage).join(''));
    for (const place of [
      'Bancolombia, cuenta de ahorros 012-345678-90, a nombre de Conjunto Residencial Torres de San Felipe (NIT 900.123.456-8)',
      'Llave Bre-B: @torresdesanfelipe',
      page,
      shared.paymentPlace,
      'Pague en línea',
    ]) {
      expect(owners).toContain(squeezed(place));
    }
    for (const codes of await readPrinted(pdf)) {
      expect(codes.zbar).toContain(`QR ${page}`);
      expect(codes.zxing).toContain(`QR ${page}`);
    }
    const byBank = { ...shared, paymentPage: page, bankQr: BANK_QR };
    const [bank] = await readPrinted(await printed([invoiceOf()], payable(byBank)));
    expect(bank?.zbar).toContain(`QR ${BANK_QR}`);
    // Pre-printed forms get the QR too, because no form has it.
    const [data] = await readPrinted(await printed([invoiceOf()], payable({ ...byBank, form: 'data' })));
    expect(data?.zxing).toContain(`QR ${BANK_QR}`);
  });

  it('an invoice without an amount due or without payment settings has no QR', { tags: 'slow' }, async () => {
    const by = payable({ bankQr: BANK_QR });
    for (const [invoice, whose] of [
      [invoiceOf({ lines: inFavour }), by],
      [invoiceOf({ annulled: true }), by],
      // A key alone is no code of a bank.
      [invoiceOf(), payable({ brebKey: '@torresdesanfelipe' })],
    ] as const) {
      const [codes] = await readPrinted(await printed([invoice], whose));
      expect(codes?.zbar.filter((text) => text.startsWith('QR'))).toEqual([]);
    }
    const bare = await printed([invoiceOf()], payable({ paymentPlace: '' }));
    expect(textOfPdf(bare)[0]).not.toContain('Dónde pagar');
  });

  longOnly(it)('an invoice fits the longest settings, and its QR is readable', async () => {
    const paymentPage = `https://pagos.ejemplo.co/${'conjunto/'.repeat(60)}`.slice(0, 500);
    const by = payable({
      bankAccount: {
        bank: 'B'.repeat(60),
        kind: 'current',
        number: '1'.repeat(25),
        holder: 'H'.repeat(100),
        holderNit: '9'.repeat(30),
      },
      brebKey: `${'k'.repeat(88)}@ejemplo.co`,
      paymentPage,
      paymentPlace: 'Otras indicaciones. '.repeat(8).trim(),
      message: 'M'.repeat(500),
    });
    const pdf = await printed([invoiceOf()], by);
    const pages = wordsOfPdf(pdf);
    expectTidy(pages);
    const words = squeezed(pages[0]?.words.map(({ text }) => text).join(''));
    for (const text of ['B'.repeat(60), 'H'.repeat(100), by.brebKey, by.paymentPlace]) {
      expect(words).toContain(squeezed(text));
    }
    const [codes] = await readPrinted(pdf, 300);
    expect(codes?.zbar).toContain(`QR ${paymentPage}`);
  });

  const letterhead: PrintedLetterhead = {
    administrator: 'Administraciones Peña S.A.S.',
    address: 'Calle 134 # 9-45, Bogotá',
    phone: '601 234 5678',
    email: 'administracion@sanfelipe.co',
    legalText: PROPOSED_LEGAL_TEXT,
    logo: null,
    rate: { kind: 'charged', unit: 'annual', annualRate: 25.62, monthlyRate: 1.91894 },
  };

  it('an invoice prints letterhead, rate and legal text beside message and payment place', async () => {
    const logo = {
      logoId: 7,
      ...(await readImage(pngOf({ width: 400, colour: 0, rows: [Array(400).fill(9)] }), {
        pixels: 400,
        bytes: 40_000,
        tooLarge: 'logoTooLarge',
      })),
    };
    const long = {
      administrator: 'A'.repeat(80),
      address: 'Dirección '.repeat(10),
      legalText: 'La ley dice. '.repeat(23),
    };
    const pdf = await printed([
      invoiceOf({ letterhead: { ...letterhead, logo }, discount }),
      invoiceOf({ letterhead: { ...letterhead, logo }, lines: linesOf(40) }),
      invoiceOf({ letterhead: { ...letterhead, ...long } }),
    ]);
    const pages = wordsOfPdf(pdf);
    expectTidy(pages);
    const [first, second, annex, worst] = pages.map((page) =>
      squeezed(page.words.map(({ text }) => text).join('')),
    );
    for (const contact of [
      'Calle 134 # 9-45, Bogotá · Tel. 601 234 5678 · administracion@sanfelipe.co · Administra: Administraciones Peña S.A.S.',
      'Tasa de mora de mayo de 2026: 25,62 % efectiva anual, que es 1,91894 % mensual.',
      PROPOSED_LEGAL_TEXT,
      ...issuer.message.split('\n'),
    ]) {
      expect(first).toContain(squeezed(contact));
      expect(second).toContain(squeezed(contact));
    }
    expect(annex).toContain(squeezed(contactLine(letterhead)));
    expect(worst).toContain(squeezed(long.legalText));
    // The file contains the logo once for all pages.
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).toHaveLength(1);
    // A form has its own logo and address. The rate and the legal text belong to the bill.
    const [data] = textOfPdf(await printed([invoiceOf({ letterhead })], { ...issuer, form: 'data' }));
    expect(data).toContain('25,62 %');
    expect(data).not.toContain('Calle 134');
  });

  it('an invoice names the amount of a payment after the due date, or the missing rate', async () => {
    const late = { day: '2026-06-01', total: pesos(967_391.2) };
    const earlier = Array.from({ length: 6 }, (_, i) => ({
      ...{ month: `2025-${String(i + 6).padStart(2, '0')}`, total: pesos(300_000), paid: pesos(300_000) },
    }));
    const rate = { kind: 'none' as const, unit: null, annualRate: null, monthlyRate: null };
    const pdf = await printed([
      invoiceOf({ late, earlier, discount, letterhead }),
      invoiceOf({ late: { ...late, total: null }, earlier }),
      invoiceOf({ late, letterhead: { ...letterhead, rate } }),
      invoiceOf({ late, lines: linesOf(15) }),
      invoiceOf({ late, lines: linesOf(40) }),
      invoiceOf({ earlier }),
    ]);
    expectTidy(wordsOfPdf(pdf));
    const [short, missing, none, full, long, , older] = textOfPdf(pdf).map(flat);
    const words =
      'Si paga después del 31/05/2026: $ 967.391,20 el 01/06/2026, más los intereses de mora que se causen después.';
    expect(short).toContain('Pagos recibidos después jun 2025');
    for (const page of [short, full, long]) expect(page).toContain(words);
    expect(missing).toContain(
      'Este total vale hasta el 31/05/2026, salvo los intereses de lo ya vencido. Desde el 01/06/2026 se suman intereses de mora por cada día, con la tasa máxima legal, aún sin certificar.',
    );
    expect(none).toContain('Si paga después del 31/05/2026: $ 967.391,20. ');
    expect(older).not.toContain('Si paga después');
    // Pre-printed forms cannot have the sentence.
    const [data] = textOfPdf(await printed([invoiceOf({ late })], { ...issuer, form: 'data' }));
    expect(flat(data)).toContain(words);
  });

  it('a payment code has the agreed lengths, and its bars stay clear of the stamp', {
    tags: 'slow',
  }, async () => {
    const long = { ...issuer, amountDigits: 14 };
    for (const [by, reference, amount, dpi] of [
      [{ ...issuer, amountDigits: 8 }, '07000018', '00966783', 150],
      [long, '000000000000000007000018', '00000000966783', 300],
    ] as const) {
      const pdf = await printed([invoiceOf({ reference })], by);
      const [codes] = await readPrinted(pdf, dpi);
      expect(codes?.zbar).toEqual([
        `BARS 415${issuer.gln}8020${reference}\u001d3900${amount}\u001d9620260531`,
      ]);
      expectTidy(wordsOfPdf(pdf));
    }
    const large = invoiceOf({
      lines: [{ concept: 'Cuota', period: pesos(12_345_678_901), overdue: pesos(0) }],
    });
    const [codes] = await readPrinted(await printed([large], { ...issuer, amountDigits: 8 }));
    expect(codes?.zbar.join('')).toContain('390000012345678901');
  });

  it('an invoice shows letters of other languages, and marks signs without a glyph', async () => {
    const [page] = textOfPdf(await printed([invoiceOf({ owner: 'Łucja Żółć Çelik № 5 山田 — “Peña” € ½' })]));
    expect(page).toContain('Łucja Żółć Çelik № 5 \ufffd\ufffd — “Peña” € ½');
  });

  it('an invoice with a credit balance shows the credit and a total of 0', async () => {
    const [page] = textOfPdf(await printed([invoiceOf({ lines: inFavour })]));
    expect(squeezed(page)).toMatch(/TotalapagarInmuebleT1-101\$0.*Saldoafavor\$175\.000/);
    expect(page).not.toContain('Pague hasta');
    expect(flat(page)).toContain('Totales 290.000 -465.000 -175.000');
  });

  it("an invoice with a discount shows both totals and the discount's day", async () => {
    const [page] = textOfPdf(await printed([invoiceOf({ discount })]));
    expect(flat(page)).toContain('Total a pagar');
    expect(flat(page)).toContain('$ 966.783');
    expect(squeezed(page)).toContain(squeezed('$ 952.283 hasta el 10/05/2026'));
    expect(squeezed(page)).toContain(squeezed('Con descuento hasta el 10/05/2026: $ 952.283'));
  });

  it('an invoice with forty concepts continues on an annex without losing lines', {
    tags: 'slow',
  }, async () => {
    const invoice = invoiceOf({ lines: linesOf(40) });
    const pdf = await printed([invoice, invoiceOf({ bill: 1205, lines: linesOf(120, 120) })]);
    const pages = wordsOfPdf(pdf);
    expect(pages.length).toBeGreaterThanOrEqual(5);
    expectTidy(pages);
    const [first, annex, , ...rest] = textOfPdf(pdf).map(flat);
    expect(first).toMatch(/Otros \d+ conceptos, detallados en la hoja anexa/);
    const sums = [
      formatMoney(sumMoney(invoice.lines.map(({ period }) => period))),
      formatMoney(sumMoney(invoice.lines.map(({ overdue }) => overdue))),
      formatMoney(invoice.total),
    ].join(' ');
    expect(first).toContain(`Totales ${sums}`);
    expect(annex).toContain(`Totales ${sums}`);
    for (const line of invoice.lines) {
      expect(annex).toContain(`${line.concept} ${formatMoney(line.period)} ${formatMoney(line.overdue)}`);
    }
    for (let i = 1; i <= 120; i += 1) {
      expect(rest.filter((text) => text.includes(`Concepto ${i} de la`))).toHaveLength(1);
    }
  });

  it('an annulled invoice shows a watermark', async () => {
    const [page] = textOfPdf(await printed([invoiceOf({ annulled: true })]));
    expect(squeezed(page).match(/[AULDN]/g)?.length).toBeGreaterThan(0);
    const [pageText] = textOfPdf(await printed([invoiceOf()]));
    const letters = (text: string | undefined) => [...squeezed(text)].sort().join('');
    expect(letters(page)).not.toBe(letters(pageText));
  });

  it('an invoice on blank paper has amount and last day first, in the largest letters', async () => {
    const sizes = [1, 5, 20].map((many) =>
      invoiceOf({ lines: linesOf(many), late: { day: '2026-06-01', total: pesos(967_391.2) }, discount }),
    );
    const credit = invoiceOf({ lines: inFavour });
    const pages = wordsOfPdf(await printed([...sizes, credit]));
    expectTidy(pages);
    // The lines of 20 concepts need no annex.
    expect(pages).toHaveLength(4);
    pages.forEach(({ words }, i) => {
      const total = sizes[i]?.total ?? pesos(0);
      const height = Math.max(...words.map(({ top, bottom }) => bottom - top));
      const tallest = words.filter(({ top, bottom }) => bottom - top > height - 1);
      expect(squeezed(tallest.map(({ text }) => text).join(''))).toBe(squeezed(formatPesos(total)));
      const heading = words.find(({ text }) => text === 'Concepto')?.top ?? 0;
      const days = words.filter(({ text }) => text === 'domingo');
      expect(days).toHaveLength(i < 3 ? 1 : 0);
      for (const { bottom } of [...tallest, ...days]) expect(bottom).toBeLessThan(heading);
      expect(words.filter(({ text }) => text.startsWith('967.391,20'))).toHaveLength(i < 3 ? 1 : 0);
    });
  });

  it('an invoice for pre-printed forms keeps the places of paper in stock', async () => {
    const late = { day: '2026-06-01', total: pesos(967_391.2) };
    const invoice = invoiceOf({ discount, late, letterhead, units: ['T1-101', 'P-12'] });
    const [page] = wordsOfPdf(await printed([invoice], { ...issuer, form: 'data' }));
    const places = page?.words.map(({ text, left, top }) => `${text} ${Math.round(left)} ${Math.round(top)}`);
    // Paper with these places is in use: they stay for good.
    expect(places).toEqual(
      expect.arrayContaining([
        ...['T1-101 36 87', 'María 214 87', 'Incluye: 36 103', '52.123.456 254 108'],
        ...['02/05/2026 41 131', '31/05/2026 149 131', '000007000018 257 131', '2 473 131'],
        ...['Administración 40 165', '870.000 536 165', '386.783 362 359', '966.783 538 359'],
        ...['paga 46 343', 'Pague 36 376', '966.783 495 376', 'Tasa 36 401', 'Banco 36 421'],
      ]),
    );
  });

  it('an invoice for pre-printed forms prints only data, at the places of the full form', async () => {
    const invoice = invoiceOf({ discount, units: ['T1-101', 'P-12'] });
    const [full] = wordsOfPdf(await printed([invoice], { ...issuer, hasStock: true }));
    const [data] = wordsOfPdf(await printed([invoice], { ...issuer, form: 'data' }));
    const words = data?.words ?? [];
    expect(words.length).toBeGreaterThan(40);
    for (const word of words) expect(full?.words).toContainEqual(word);
    const texts = words.map(({ text }) => text);
    for (const heading of [
      'Inmueble',
      'Propietario',
      'Concepto',
      'Período',
      'Totales',
      'NIT',
      'No.',
      'Sello',
    ]) {
      expect(full?.words.map(({ text }) => text)).toContain(heading);
      expect(texts).not.toContain(heading);
    }
    for (const value of ['T1-101', 'Peñalosa', '1204', '966.783', '000007000018', '31/05/2026']) {
      expect(texts).toContain(value);
    }
  });

  it.each(['full', 'data'] as const)('an invoice moves by exactly its offsets: %s', async (form) => {
    const invoice = invoiceOf();
    const [at] = wordsOfPdf(await printed([invoice], { ...issuer, form }));
    const [moved] = wordsOfPdf(await printed([invoice], { ...issuer, form, offsetX: 7.5, offsetY: -4 }));
    expect(moved?.words).toHaveLength(at?.words.length ?? 0);
    moved?.words.forEach((word, i) => {
      const was = at?.words[i];
      expect(word.text).toBe(was?.text);
      expect(word.left - (was?.left ?? 0)).toBeCloseTo((7.5 * 72) / 25.4, 3);
      expect(word.top - (was?.top ?? 0)).toBeCloseTo((-4 * 72) / 25.4, 3);
    });
  });

  it('many bills print each on its own page with its own total', async () => {
    const invoices = Array.from({ length: 40 }, (_, i) =>
      invoiceOf({ bill: 100 + i, apartmentId: `T1-${1000 + i}`, lines: linesOf(1 + (i % 12)) }),
    );
    const pdf = await printed(invoices);
    const texts = textOfPdf(pdf).map(flat);
    expect(texts).toHaveLength(40);
    expectTidy(wordsOfPdf(pdf));
    invoices.forEach((invoice, i) => {
      const first = `Total a pagar Inmueble ${invoice.apartmentId} ${formatPesos(centavos(invoice.total))} `;
      expect(texts[i]).toContain(first);
      expect(texts.filter((text) => text.includes(invoice.apartmentId))).toEqual([texts[i]]);
    });
  });
});
