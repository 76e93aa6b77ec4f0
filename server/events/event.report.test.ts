import ExcelJS from 'exceljs';
import { beforeAll, expect, it, vi } from 'vitest';
import { attend, eventReport, listEvents, listParticipants } from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { addUser, tokenOf } from '../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { textOfPdf } from '../testing/setup/print.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { storeEvent } from './event.fixture.ts';

const FORMULA = '=HYPERLINK("http://malo.example","Ana")';
const LONG = `${'María del Rosario Ñáñez '.repeat(8)}Fin`;
const ids = Array.from({ length: 300 }, (_, i) => String(10_000_000 + i));
const nameOf = (id: string) =>
  id === '10000001' ? FORMULA : id === '10000002' ? LONG : `Persona Ñandú número ${id}`;

describeOnOneEngine("'Registro de Asistencia'", (make) => {
  const app = appForSuite(make);
  let token: string;
  beforeAll(async () => {
    await addUser(app.store.db, 'mesa', Profile.events);
    token = await tokenOf(app, 'mesa');
  });
  const report = (eventId: number, xlsx = false) =>
    app.call(eventReport, { params: { eventId }, query: xlsx ? { xlsx } : {} }, { token });

  it('the report lists 300 participants: attended by arrival, then the absent', {
    tags: 'slow',
  }, async () => {
    const eventId = await storeEvent(app.store.db, ids, 'Feria de convivencia y año nuevo', nameOf);
    const came = ids.filter((_, i) => i % 3 !== 0).reverse();
    for (const participantId of came) {
      // Arrivals have millisecond precision: two in the same millisecond have no order.
      const at = Date.now();
      await vi.waitUntil(() => Date.now() > at, { interval: 1 });
      await app.call(attend, { params: { participantId }, body: { eventId } }, { token });
    }
    const { body: list } = await app.call(listParticipants, { params: { eventId } }, { token });
    const [event] = (await app.call(listEvents, {}, { token })).body;
    expect([event?.attended, event?.participants]).toEqual([200, 300]);

    const pdf = await report(eventId);
    expect([pdf.status, pdf.body.name]).toEqual([200, 'Registro de Asistencia.pdf']);
    const pages = textOfPdf(pdf.body.bytes);
    const lines = pages.join('\n').split('\n');
    expect(pages.join('\n')).toContain('Feria de convivencia y año nuevo');
    expect(pages[0]).toContain('200 de 300');
    const printed = lines.flatMap((line) => /^\s*(100\d{5})\b/.exec(line)?.[1] ?? []);
    expect(printed).toEqual([...came, ...ids.filter((_, i) => i % 3 === 0)]);
    const timeOf = new Map(list.map((one) => [one.participantId, one.checkInTime]));
    const times = lines.flatMap((line) => {
      const [, id = '', time] = /^\s*(100\d{5})\b.*\b(\d\d:\d\d:\d\d)\s*$/.exec(line) ?? [];
      return time === undefined ? [] : [[id, time]];
    });
    expect(times).toEqual(came.map((id) => [id, timeOf.get(id)]));
    expect(pages.join(' ')).toContain(FORMULA);
    expect(pages.join(' ').replace(/\s+/g, ' ')).toContain('Ñáñez Fin');

    const last = await app.store.db
      .selectFrom('audit_entry')
      .select('hash')
      .where('chain', '=', `event:${eventId}`)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const page of pages) expect(page.replace(/ /g, '')).toContain(last.hash);

    const sheet = await report(eventId, true);
    expect([sheet.status, sheet.body.name]).toEqual([200, 'Registro de Asistencia.xlsx']);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Uint8Array.from(sheet.body.bytes).buffer);
    const column = (name: string, at: number) =>
      (book.getWorksheet(name)?.getColumn(at).values ?? []).slice(2);
    expect(column('Asistentes', 1)).toEqual(came);
    expect(column('Asistentes', 2)).toEqual(came.map(nameOf));
    expect(column('Asistentes', 3).every((at) => at instanceof Date)).toBe(true);
    expect(column('No asistieron', 1)).toEqual(ids.filter((_, i) => i % 3 === 0));
    expect(book.getWorksheet('Resumen')?.getColumn(2).values.slice(4, 7)).toEqual([300, 200, 100]);
  });

  it('the report of an empty event says so, and a missing event is refused', async () => {
    const eventId = await storeEvent(app.store.db, []);
    const { status, body } = await report(eventId);
    expect(status).toBe(200);
    expect(textOfPdf(body.bytes).join(' ')).toContain('Todavía no hay asistentes registrados.');
    expectRefused(await report(999_999), 'eventNotFound');
  });
});
