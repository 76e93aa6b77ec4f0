import ExcelJS from 'exceljs';
import { afterEach, expect, it } from 'vitest';
import { getAfter, sendSummary } from '../../../shared/assemblies/after.api.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { coefficient } from '../../../shared/format.ts';
import { listMail, retryMail } from '../../../shared/mail/mailbox.api.ts';
import { administrator, closeAssembly } from '../../assemblies/mail/summary.fixture.ts';
import { mailKindsOf } from '../../features.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { appForSuite, describeOnOneEngine, TEST_SECRET } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { type ReceivedMail, startMailServer } from '../../testing/mail-server.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { keyedHash } from '../lib/keyed-hash.ts';
import { mailForEachTest, PUBLIC_URL, senderOn } from './mail.fixture.ts';
import { smtpMailer } from './mailer.ts';
import { MailSender } from './sender.ts';

const units = [
  ['101', 40.5, 'ANA MUÑOZ'],
  ['102', 34.25, 'LUIS PEÑA'],
  ['103', 25.25, '=HYPERLINK("http://x","EVA")'],
] as const;
/** Longest wait of the test in milliseconds: workers of low priority make the files, beside other tests. */
const PATIENCE_MS = 180_000;
const sector = { name: 'Torre Ñ', units: [['201', 60, 'RITA'] as const, ['202', 40, 'JOSÉ'] as const] };

describeOnOneEngine('the summary', (make) => {
  const app = appForSuite(make, endAssembly);
  afterEach(() => app.store.db.deleteFrom('mail_message').execute());
  const at = mailForEachTest(app, units);

  const summary = async () => {
    const params = { jointId: at.evening.jointId };
    return (await app.call(getAfter, { params }, { token: at.evening.operator })).body.summary;
  };
  const snapshotOf = async (jointId: number) =>
    (await app.call(getSnapshot, { params: { jointId }, query: {} }, { token: at.evening.operator })).body;
  /** Holds an assembly: registers two units; the first votes yes. */
  async function hold(): Promise<void> {
    const { jointId, operator } = at.evening;
    const as = { token: operator };
    await at.evening.register(['101', '103']);
    const conceptId = await at.evening.ask('¿Aprueba el presupuesto de <2027>?');
    const body = { jointId, apartmentId: '101', conceptId, voteId: 1 };
    expect((await app.call(castVote, { body }, as)).status).toBe(201);
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, as);
  }
  const laterOn = () =>
    app.store.db.updateTable('mail_message').set({ next_at: 1 }).where('state', '=', 'queued').execute();

  it("each administrator gets a summary with attendance in both formats and the screens' figures", {
    tags: 'slow',
    timeout: PATIENCE_MS,
  }, async () => {
    await hold();
    await administrator(app, at.evening, 'Ana', 'ana@correo.co');
    await administrator(app, at.evening, 'Beto', 'beto@correo.co');
    await administrator(app, at.evening, 'Carla', null);
    await closeAssembly(app, at.evening);
    const other = senderOn(app, at.server.url);
    const rounds = await Promise.all([at.sender.run(), other.run()]);
    await other.stop();
    expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
    expect(at.server.taken.map(({ recipients }) => recipients).sort()).toEqual([
      ['ana@correo.co'],
      ['beto@correo.co'],
    ]);
    expect((await at.sender.run()).sent).toBe(0);

    const shown = await snapshotOf(at.evening.jointId);
    const mail = at.server.to('ana@correo.co');
    const [question] = shown.concepts.filter(({ conceptId }) => conceptId > 1);
    expect(mail.subject).toBe('Resumen de la asamblea ordinaria de Conjunto de prueba');
    expect(mail.text).toContain('Señor(a) Ana:');
    expect(mail.text).toContain(`${coefficient(shown.registered.coefficient)} de coeficiente en 2 inmuebles`);
    expect(mail.text).toContain('VOTACIÓN 1 - ¿Aprueba el presupuesto de <2027>?');
    expect(question?.outcome?.status).toBe('approved');
    expect(mail.text).toContain('Aprobada. «Si»: 61,60 % de 65,7500 representados.');
    expect(mail.text).toContain('Si: 1 inmueble, 40,5000 de coeficiente');
    expect(mail.html).toContain('&lt;2027&gt;');
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual([
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/plain',
    ]);
    expect(mail.text).toContain('Guarde este correo.');
    for (const one of at.server.taken) {
      const rows = await attendanceOf(one, 1);
      expect(rows.map((row) => [row.Inmueble, row.Coeficiente])).toEqual([
        ['101', 40.5],
        ['103', 25.25],
      ]);
      expect(rows.at(-1)?.['Coeficiente acumulado']).toBe(shown.registered.coefficient);
      expect(rows.every((row) => row['Hora de entrada'] instanceof Date)).toBe(true);
      expect(rows[1]?.Propietario).toBe('=HYPERLINK("http://x","EVA")');
      const paper = textOfPdf(contentOf(one, 0)).join('\n');
      for (const text of ['ANA MUÑOZ', '40,5', coefficient(shown.registered.coefficient)])
        expect(paper).toContain(text);
    }
    const { sentAt, recipients } = await summary();
    expect(recipients.map(({ state }) => state)).toEqual(['sent', 'sent', null]);
    expect(sentAt).toBe(
      recipients
        .map((one) => one.sentAt ?? '')
        .sort()
        .at(-1),
    );
  });

  it('a joint with sectors gets the attendance of the sectors', {
    tags: 'slow',
    timeout: PATIENCE_MS,
  }, async () => {
    at.evening = await holdAssembly(app, {
      units: [...units, ...sector.units.map(([id, , owner]) => [id, 0, owner] as const)],
      sectors: [sector],
      staff: at.staff,
    });
    await at.evening.register(['101', '201']);
    await administrator(app, at.evening, 'Ana', 'ana@correo.co');
    await closeAssembly(app, at.evening);
    expect((await at.sender.run()).sent).toBe(1);
    const mail = at.server.to('ana@correo.co');
    expect(mail.attachments).toHaveLength(5);
    expect(new Set(mail.attachments.map(({ filename }) => filename)).size).toBe(5);
    expect((await attendanceOf(mail, 1)).map((row) => row.Inmueble)).toEqual(['101', '201']);
    expect((await attendanceOf(mail, 3)).map((row) => [row.Inmueble, row.Coeficiente])).toEqual([
      ['201', 60],
    ]);
    expect(mail.text).toContain('Quórum de Torre Ñ');
    expect(mail.text).toContain('60,0000 de coeficiente en 1 inmueble');
  });

  it(
    'a summary is retried if the files cannot be made, like with an absent mail server',
    async () => {
      await administrator(app, at.evening, 'Ana', 'ana@correo.co');
      await closeAssembly(app, at.evening);
      // A store without a database, so the worker fails.
      const address = { dataDir: '/dev/null/nowhere', databaseUrl: null };
      const store = { ...app.store, address };
      const from = 'scaf@ejemplo.co';
      const blind = new MailSender({
        store,
        kinds: mailKindsOf({
          store,
          directory: new JointDirectory(store.db),
          publicUrl: PUBLIC_URL,
          keyedHash: keyedHash(TEST_SECRET),
          helpPhone: '601 555 0134',
          from,
        }),
        from,
        mailer: smtpMailer({ smtpUrl: at.server.url, from }),
        log: app.app.log,
      });
      expect(await blind.run()).toMatchObject({ sent: 0, later: 1 });
      await blind.stop();
      expect((await summary()).recipients).toMatchObject([
        { state: 'queued', problem: 'No se pudieron generar los informes que lleva adjuntos.' },
      ]);
      expect(at.server.mails).toEqual([]);

      await laterOn();
      at.server.script.mail = () => ({ code: 451 });
      expect(await at.sender.run()).toMatchObject({ sent: 0, later: 1 });
      await laterOn();
      at.server.script.mail = () => ({ code: 550 });
      expect(await at.sender.run()).toMatchObject({ sent: 0, failed: 1 });
      expect(await summary()).toMatchObject({ sentAt: null, recipients: [{ state: 'failed' }] });

      // 'Reintentar' sends the same message again.
      at.server.script.mail = () => undefined;
      const params = { jointId: at.evening.jointId };
      const again = await app.call(sendSummary, { params, body: {} }, { token: at.evening.operator });
      expect(again.body).toEqual({ queued: 1 });
      expect((await at.sender.run()).sent).toBe(1);
      expect(at.server.taken).toHaveLength(1);
      expect(new Set(at.server.mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect((await app.call(listMail, { query: {} }, { token: at.staff })).body.messages).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  it(
    'a summary waits for an absent mail server and is sent once afterwards',
    async () => {
      await administrator(app, at.evening, 'Ana', 'ana@correo.co');
      const { port } = at.server;
      await at.server.close();
      await closeAssembly(app, at.evening);
      expect(await at.sender.run()).toMatchObject({ sent: 0, later: 1 });
      expect((await summary()).recipients).toMatchObject([{ state: 'queued' }]);
      at.server = await startMailServer({ port });
      const [waiting] = (await app.call(listMail, { query: {} }, { token: at.staff })).body.messages;
      const params = { messageId: waiting?.messageId ?? 0 };
      expect((await app.call(retryMail, { params }, { token: at.staff })).status).toBe(204);
      expect((await at.sender.run()).sent).toBe(1);
      expect(at.server.taken).toHaveLength(1);
      // An explicit resend is a new message; the sent time of the first stays.
      const { sentAt } = await summary();
      const again = { params: { jointId: at.evening.jointId }, body: { again: true } };
      expect((await app.call(sendSummary, again, { token: at.evening.operator })).body).toEqual({
        queued: 1,
      });
      expect((await summary()).sentAt).toBe(sentAt);
      expect((await at.sender.run()).sent).toBe(1);
      expect(new Set(at.server.taken.map(({ messageId }) => messageId)).size).toBe(2);
      expect((await summary()).sentAt).toBe(sentAt);
    },
    PATIENCE_MS,
  );

  it(
    'a former administrator gets no summary',
    async () => {
      const { userId } = await administrator(app, at.evening, 'Ana', 'ana@correo.co');
      await closeAssembly(app, at.evening);
      await app.store.db.deleteFrom('user_joint').where('user_id', '=', Number(userId)).execute();
      expect(await at.sender.run()).toMatchObject({ sent: 0, dropped: 1 });
      expect(at.server.mails).toEqual([]);
      expect(await summary()).toMatchObject({ sentAt: null, recipients: [] });
    },
    PATIENCE_MS,
  );
});

function contentOf(mail: ReceivedMail, at: number): Uint8Array {
  const content = mail.attachments[at]?.content;
  if (!(content instanceof ArrayBuffer)) throw new Error(`attachment ${at} is no file`);
  return new Uint8Array(content);
}

/** Returns the rows of the attendance sheet in an attached workbook, by column title. */
async function attendanceOf(mail: ReceivedMail, at: number): Promise<Record<string, ExcelJS.CellValue>[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(contentOf(mail, at).buffer as ArrayBuffer);
  const rows: Record<string, ExcelJS.CellValue>[] = [];
  let titles: string[] = [];
  book.getWorksheet('Registro de Asistencia')?.eachRow((row, number) => {
    const cells = titles.map((title, i) => [title, row.getCell(i + 1).value] as const);
    if (number === 1) titles = (Array.isArray(row.values) ? row.values : []).slice(1).map(String);
    else rows.push(Object.fromEntries(cells));
  });
  return rows;
}
