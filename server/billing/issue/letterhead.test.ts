import { beforeAll, expect, it } from 'vitest';
import { getBill } from '../../../shared/billing/bills.api.ts';
import { importPayments } from '../../../shared/billing/payments.api.ts';
import * as settings from '../../../shared/billing/settings.api.ts';
import { addDays, monthOfDay, shortDay, today } from '../../../shared/days.ts';
import { pngOf } from '../../platform/http/images/image.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { upload } from '../../testing/upload.ts';
import { bankFile } from '../bank-files/bank-file.fixture.ts';
import makeBill from '../invoices/bill.report.ts';
import { readPrintedBill } from '../invoices/draw-bills.ts';
import makeReceipt from '../receipts/receipt.report.ts';
import makeStatement from '../reports/account-balance.report.ts';
import makeClearance from '../reports/clearance.report.ts';
import makeCertificate from '../reports/debt-certificate.report.ts';
import makeRelation from '../reports/relation.report.ts';
import { IssueWorld } from './issue.fixture.ts';

const FEES = [
  ['Inmueble', 'Administración'],
  ['101', 100_000],
] as const;
const LETTERHEAD = {
  administrator: 'Ana Pérez',
  address: 'Calle 12 # 3-45',
  phone: '601 234 5678',
  email: 'admin@ejemplo.co',
  legalText: 'Artículo 48 de la Ley 675 de 2001.',
};

describeOnOneEngine('the letterhead of a bill', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it('bills keep the reference length of their issue, and bank files match every length', async () => {
    const jointId = await world.joint(['101', '102']);
    const params = { jointId };
    const agree = async (referenceDigits: number | null) => {
      const body = { referenceDigits };
      expect((await app.call(settings.changeBillingSettings, { params, body }, world.as)).status).toBe(200);
    };
    const references = async () => (await world.accounts(jointId)).map(({ reference }) => reference);
    const whole = await references();
    await agree(6);
    const short = await references();
    expect(short).toEqual(whole.map((reference) => reference.slice(-6)));
    await world.prepare(jointId, '2026-01', FEES);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    await agree(24);
    expect(await references()).toEqual(whole.map((reference) => reference.padStart(24, '0')));
    const bill = (await app.call(getBill, { params: { jointId, bill: 1 } }, world.as)).body;
    expect(bill.reference).toBe(short[0]);
    const lines = [whole[1], short[0], short[1], whole[0]?.padStart(24, '0')].map((reference = '') => ({
      reference,
      amount: 1_000,
    }));
    const content = bankFile({ date: '20260120', batches: [lines] });
    const preview = await upload(
      app,
      importPayments,
      { params },
      { name: 'banco.txt', content },
      world.as.token,
    );
    expect(preview.body.rows.map(({ apartmentId }) => apartmentId)).toEqual(['102', '101', '102', '101']);
    // A short reference in a sheet could be any number, so the match is only proposed.
    const sheet = `Fecha;Valor;Referencia\n20/01/2026;1000;${short[1]}\n20/01/2026;1000;${whole[0]}\n`;
    const file = { name: 'pagos.csv', content: sheet };
    const { rows } = (await upload(app, importPayments, { params }, file, world.as.token)).body;
    expect(rows.map(({ apartmentId, proposal }) => [apartmentId, proposal?.apartmentId])).toEqual([
      [null, '102'],
      ['101', undefined],
    ]);
  });

  it('a bill keeps the letterhead of its issue: administrator, logo, legal text and rate', async () => {
    const jointId = await world.joint(['101']);
    const params = { jointId };
    const change = async (body: object) =>
      expect((await app.call(settings.changeBillingSettings, { params, body }, world.as)).status).toBe(200);
    const logo = { name: 'logo.png', content: pngOf({ width: 30, colour: 0, rows: [Array(30).fill(9)] }) };
    const issue = async (month: string) => {
      await world.prepare(jointId, month, FEES);
      await world.issue(jointId, month, { issueDate: `${month}-02` });
    };
    const letterhead = async (bill: number) =>
      (await app.call(getBill, { params: { jointId, bill } }, world.as)).body.letterhead;

    await change(LETTERHEAD);
    await upload(app, settings.setLogo, { params }, logo, world.as.token);
    await issue('2026-01');
    const first = await letterhead(1);
    const rate = { unit: null, annualRate: null, monthlyRate: null };
    expect(first).toEqual({ ...LETTERHEAD, rate: { kind: 'uncertified', ...rate } });

    // All settings change. Only the next issue uses the new settings.
    await change({ ...LETTERHEAD, administrator: '', address: 'Carrera 7', legalText: '' });
    await app.call(settings.removeLogo, { params }, world.as);
    for (const month of ['2026-01', '2026-02']) {
      const body = { month, annualRate: 25.62, source: 'Resolución 1' };
      await app.call(settings.setLegalRate, { body }, world.as);
    }
    const own = { month: '2026-02', mode: 'fixed', monthlyRate: 1.5, acta: 'Acta 3' } as const;
    expect((await app.call(settings.setJointRate, { params, body: own }, world.as)).status).toBe(201);
    await issue('2026-02');
    expect(await letterhead(1)).toEqual(first);
    expect(await letterhead(2)).toMatchObject({
      administrator: '',
      address: 'Carrera 7',
      legalText: '',
      rate: { kind: 'charged', unit: 'monthly', monthlyRate: 1.5 },
    });
    const { db } = app.store;
    const logos = [1, 2].map(
      async (bill) => (await readPrintedBill(db, { jointId, bill })).invoice.letterhead?.logo,
    );
    expect(await Promise.all(logos)).toMatchObject([{ width: 30, height: 1 }, null]);
    if (!canLookAtPrint) return;
    const papers = [1, 2].map(async (bill) => {
      const { bytes } = await makeBill(db, { params: { bill }, query: { jointId } }, () => undefined);
      return textOfPdf(bytes).join(' ').replace(/\s+/g, ' ');
    });
    const [january, february] = await Promise.all(papers);
    expect(january).toContain(
      'Calle 12 # 3-45 · Tel. 601 234 5678 · admin@ejemplo.co · Administra: Ana Pérez',
    );
    expect(january).toContain('Tasa de mora de enero de 2026: la máxima legal de ese mes');
    expect(january).toContain(LETTERHEAD.legalText);
    expect(february).toContain('Carrera 7 · Tel. 601 234 5678');
    expect(february).toContain('Tasa de mora de febrero de 2026: 1,5 % mensual.');
    expect(february).not.toContain('Nota legal');
    // The relación uses the month's letterhead, a certificate the current letterhead.
    const textOf = async (file: Promise<{ bytes: Uint8Array }>) =>
      textOfPdf((await file).bytes)
        .join(' ')
        .replace(/\s+/g, ' ');
    const query = { year: 2026, month: 1 };
    const relation = await textOf(makeRelation(db, { params: { jointId }, query }, () => undefined));
    expect(relation).toContain('Calle 12 # 3-45 · Tel. 601 234 5678');
    expect(relation).toContain('Tasa de mora de enero de 2026: la máxima legal de ese mes');
    const of = { params: { jointId, apartmentId: '101' }, query: {} };
    const certificate = await textOf(makeCertificate(db, of, () => undefined));
    expect(certificate).toContain('Carrera 7 · Tel. 601 234 5678');
    expect(certificate).toContain('artículo 48');
  });

  it('statement, receipt and paz y salvo have the contact; the paz y salvo has no rate', async () => {
    if (!canLookAtPrint) return;
    const jointId = await world.joint(['101']);
    const params = { jointId };
    await app.call(settings.changeBillingSettings, { params, body: LETTERHEAD }, world.as);
    const month = monthOfDay(today());
    await world.prepare(jointId, month, FEES);
    await world.issue(jointId, month, { issueDate: today(), dueDate: addDays(today(), 10) });
    await world.pay(jointId, { apartmentId: '101', amount: 40_000, valueDate: today() });
    const { db } = app.store;
    const of = { params: { jointId, apartmentId: '101' }, query: {} };
    const receipt = { params: { cashReceipt: 1 }, query: { jointId } };
    const [statement, paid, clear] = await Promise.all(
      [
        makeStatement(db, of, () => undefined),
        makeReceipt(db, receipt, () => undefined),
        makeClearance(db, of, () => undefined),
      ].map(async (file) =>
        textOfPdf((await file).bytes)
          .join(' ')
          .replace(/\s+/g, ' '),
      ),
    );
    for (const text of [statement, paid, clear])
      expect(text).toContain(
        'Calle 12 # 3-45 · Tel. 601 234 5678 · admin@ejemplo.co · Administra: Ana Pérez',
      );
    for (const text of [statement, paid]) expect(text).toContain('Tasa de mora de');
    expect(clear).not.toContain('Tasa de mora');
    expect(clear).toContain('Nombre: Ana Pérez');
    expect(clear).toContain(`Válido hasta ${shortDay(today())} ${shortDay(addDays(today(), 10))}`);
  });
});
