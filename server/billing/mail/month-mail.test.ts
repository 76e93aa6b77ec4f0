import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annulBill, getSettlement } from '../../../shared/billing/bills.api.ts';
import { listOwnDebts } from '../../../shared/billing/now.api.ts';
import { getPaymentDue } from '../../../shared/billing/payments.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { dayOf, monthOfDay, shiftMonth, shortDay, today } from '../../../shared/days.ts';
import { cancelMail, listMail } from '../../../shared/mail/mailbox.api.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { senderOn } from '../../platform/mail/mail.fixture.ts';
import type { MailSender } from '../../platform/mail/sender.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

const holder = { holder: '', holderNit: '900.1' };

/** Time limit of the test in milliseconds: low-priority workers make the files while other tests run. */
const PATIENCE_MS = 180_000;

describeOnOneEngine("a month's mail", (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let server: TestMailServer;
  let sender: MailSender;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    server = await startMailServer();
    sender = senderOn(app, server.url);
    jointId = await world.joint(['101', 'P1>101', '102', '103']);
    const body = {
      bankAccount: { bank: 'Banco A&B', kind: 'savings' as const, number: '012-345', ...holder },
      brebKey: '@deprueba',
      paymentPage: 'https://pagos.ejemplo.co/?joint=1&x="2"',
      paymentPlace: 'Banco de prueba\nCuenta 1',
      discount: { percent: 10, day: 15 },
    };
    await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
    const units = (...ids: string[]) => ids.map((apartmentId) => ({ jointId, apartmentId }));
    await person('contadora', Profile.admin, { billingJoints: [jointId] });
    await person('ajeno', Profile.admin, { assemblyJoints: [jointId] });
    await person('ana', Profile.owner, { billingApartments: units('101', 'P1') });
    await person('beto', Profile.owner, { billingApartments: units('P1') });
    await person('carla', Profile.owner, { billingApartments: units('102') });
    await person('dora', Profile.owner, { billingApartments: units('103') });
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración'],
      ['101', 100_000],
      ['102', 200_000],
      ['103', 300_000],
    ]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02', mailOwners: true });
  });
  afterAll(async () => {
    await sender.stop();
    await server.close();
  });

  async function person(name: string, profile: Profile, links: Parameters<typeof addUser>[3]) {
    const userId = await addUser(app.store.db, name, profile, links);
    await app.store.db
      .updateTable('user_account')
      .set({ email: `${name}@ejemplo.co` })
      .where('user_id', '=', userId)
      .execute();
  }

  it(
    'owners receive their bill and the administrator receives the relación',
    async () => {
      await app.call(annulBill, { params: { jointId, bill: 3 }, body: { reason: 'Errada' } }, world.as);
      const { messages } = (await app.call(listMail, { query: {} }, world.as)).body;
      const carla = messages.find(({ to }) => to === 'carla@ejemplo.co');
      const params = { messageId: carla?.messageId ?? 0 };
      expect((await app.call(cancelMail, { params }, world.as)).status).toBe(204);
      expect(await sender.run()).toMatchObject({ sent: 3, failed: 0, later: 0, dropped: 1 });
      expect(server.taken.map(({ recipients }) => recipients[0]).sort()).toEqual([
        ...['ana', 'beto', 'contadora'].map((name) => `${name}@ejemplo.co`),
      ]);

      const bill = server.to('beto@ejemplo.co');
      expect(bill.subject).toBe('Cuenta de cobro 1 de De prueba, enero de 2026');
      for (const text of [
        'Total a pagar: $ 100.000',
        'Fecha límite de pago: 31/01/2026',
        'Si paga hasta el 15/01/2026: $ 90.000, con descuento por pronto pago',
        'Dónde pagar:\nBanco A&B, cuenta de ahorros 012-345, NIT 900.1\nLlave Bre-B: @deprueba\nBanco de prueba\nCuenta 1',
        'Pagar en línea:\nhttps://pagos.ejemplo.co/?joint=1&x="2"',
      ]) {
        expect(bill.text).toContain(text);
      }
      expect(bill.html).toContain('Banco A&amp;B, cuenta de ahorros 012-345, NIT 900.1<br>');
      expect(bill.html).toContain('href="https://pagos.ejemplo.co/?joint=1&amp;x=&quot;2&quot;"');
      expect(bill.html).toContain('Pagar en línea');
      expect(bill.attachments.map(({ filename }) => filename)).toEqual(['Cuenta de Cobro 1.pdf']);
      const [paper] = bill.attachments;
      expect(textOfPdf(bytesOf(paper?.content)).join(' ')).toContain('100.000');

      const relation = server.to('contadora@ejemplo.co');
      expect(relation.subject).toBe('Relación de facturas de De prueba, enero de 2026');
      expect(relation.attachments.map(({ filename }) => filename)).toEqual([
        'Relación de Facturas Enero - 2026.pdf',
        'Relación de Facturas Enero - 2026.xlsx',
      ]);
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(bytesOf(relation.attachments[1]?.content).buffer as ArrayBuffer);
      expect(JSON.stringify(workbook.worksheets[0]?.getSheetValues())).toContain('200000');
      expect((await sender.run()).sent).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    "'Si paga hoy' with centavos is one figure on portal, desk, statement, bill and mail",
    async () => {
      const other = await world.joint(['501']);
      const [bills, month] = [shiftMonth(monthOfDay(today()), -3), shiftMonth(monthOfDay(today()), -2)];
      await world.ceilings(bills, 25.62);
      await person('eva', Profile.owner, { billingApartments: [{ jointId: other, apartmentId: '501' }] });
      const settings = { params: { jointId: other }, body: { roundToPeso: false } };
      expect((await app.call(changeBillingSettings, settings, world.as)).status).toBe(200);
      for (const [at, of] of [bills, month].entries()) {
        await world.prepare(other, of, [
          ['Inmueble', 'Administración'],
          ['501', 201_234.56],
        ]);
        const dates = { issueDate: dayOf(of, 2), dueDate: dayOf(of, 20) };
        await world.issue(other, of, { ...dates, mailOwners: at === 1 });
      }
      const params = { jointId: other, apartmentId: '501' };
      const figureOn = async (day: string) => {
        const desk = await app.call(getPaymentDue, { params, query: { valueDate: day } }, world.as);
        const found = await app.call(getSettlement, { params, query: { day } }, world.as);
        expect(found.body.amount).toBe(desk.body.settlement.amount);
        return desk.body.settlement.amount ?? 0;
      };
      const figure = await figureOn(today());
      expect(Number.isInteger(figure)).toBe(false);
      const { accounts } = (await app.call(listOwnDebts, {}, { token: await tokenOf(app, 'eva') })).body;
      expect(accounts[0]?.settlement?.amount).toBe(figure);
      expect((await world.statement(other, '501')).settlement?.amount).toBe(figure);
      await sender.run();
      const mail = server.to('eva@ejemplo.co');
      const written = (pesos: number) => formatPesos(centavos(Math.round(pesos * 100)));
      expect(mail.text).toContain(`Si paga el ${shortDay(today())}: ${written(figure)}, con `);
      // The printed bill has the figure of the first day after its due date.
      const late = dayOf(month, 21);
      const paper = textOfPdf(bytesOf(mail.attachments[0]?.content)).join(' ');
      const [, printed] = /Si paga después del \S+: (\$\s[\d.]+(?:,\d\d)?) el/.exec(paper) ?? [];
      const figureLate = await figureOn(late);
      expect(printed).toBe(written(figureLate));
      expect(Number.isInteger(figureLate)).toBe(false);
    },
    PATIENCE_MS,
  );

  it("sent bills and relaciones are recorded in the joint's billing chain", async () => {
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('act')
      .where('chain', '=', billingChain(jointId))
      .where('actor', '=', 'mail')
      .orderBy('act')
      .execute();
    expect(entries.map(({ act }) => act)).toEqual(['billSent', 'billSent', 'relationSent']);
    expect((await verifyChain(app.store.db, billingChain(jointId))).findings).toEqual([]);
  });
});

const bytesOf = (content: ArrayBuffer | Uint8Array | string | undefined): Uint8Array =>
  content instanceof ArrayBuffer ? new Uint8Array(content) : Buffer.from(content ?? '');
