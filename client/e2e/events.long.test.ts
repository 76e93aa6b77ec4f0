/** Test of events on screen: participants from a spreadsheet, two desks scanning the same people, the report. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addParticipant, listEvents, listParticipants } from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { isLong, longOnly } from '../../shared/testing/rounds.ts';
import { MADE_MS } from './page-driver.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

const PEOPLE = isLong ? 60 : 24;
const idAt = (i: number) => String(10_000_000 + i);
const ids = Array.from({ length: PEOPLE }, (_, i) => idAt(i));
const nameOf = (id: string) => (id === idAt(4) ? '=HYPERLINK("http://malo.example")' : `Persona Ñandú ${id}`);
const csv = ['Feria de vecinos', 'Cédula;Nombre', ...ids.map((id) => `${id};${nameOf(id)}`)].join('\n');

describe('an event', () => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: Browser;
  let setup: TestSetup;
  let one: Person;
  let other: Person;
  let eventId = 0;
  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    proxy = await TcpProxy.to(server.url);
    setup = await TestSetup.on(server);
    one = await Person.at(browser, proxy.url);
    other = await Person.at(browser, server.url);
    await one.signIn(await setup.user('mesa1', Profile.events));
    await other.signIn(setup.platform);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await proxy?.remove();
    await server?.remove();
  });

  const stored = () => setup.staff.ask(listParticipants, { params: { eventId }, query: { attended: true } });
  const band = (desk: Person, outcome: string) => desk.page.locator(`[data-outcome="${outcome}"]`);
  const figures = (desk: Person) => desk.page.getByText(/^Asistentes: /).textContent();
  async function toDesk(desk: Person): Promise<void> {
    await desk.open('/RegisterAssistance');
    await desk.page.locator('[data-status="live"]').waitFor();
  }
  /** Checks for equal arrivals in the database and on a desk's screen, newest first. */
  async function expectSame(desk: Person): Promise<void> {
    const rows = (await stored())
      .sort((a, b) =>
        a.checkedInAt === b.checkedInAt
          ? b.participantId.localeCompare(a.participantId)
          : (b.checkedInAt ?? '').localeCompare(a.checkedInAt ?? ''),
      )
      .map(({ participantId, name, checkInTime }) => ({
        Id: participantId,
        Nombre: name,
        Hora: checkInTime?.slice(0, 5) ?? '',
      }));
    await desk.seesRows('Asistentes', rows);
  }

  it('a missing event is reported, then created with its participants', async () => {
    await one.open('/RegisterAssistance');
    await one.sees('No hay eventos disponibles. Comunicarse con el administrador de la plataforma.');
    await one.open('/Events');
    await one.page.getByRole('button', { name: 'Crear evento' }).first().click();
    await one.type('Nombre del evento', 'Feria de vecinos');
    await one.type('Fecha (opcional)', '2026-11-21');
    await one.press('Crear');
    await one.page.waitForURL(/\/Events\/\d+$/);
    const send = (text: string) =>
      one.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await send(`${csv}\n${idAt(0)};Repetida`);
    await one.sees(
      `La identificación «${idAt(0)}» está repetida: aparece en las filas 3 y ${PEOPLE + 3}. La fila no se importa: corríjala y cargue el archivo de nuevo.`,
    );
    expect(await one.page.getByRole('button', { name: 'Importar', exact: true }).isDisabled()).toBe(false);
    await one.press('Elegir otro archivo');
    await send(csv);
    await one.sees('El archivo no tiene problemas.');
    await one.press('Importar');
    await one.sees(`Importación exitosa: ${PEOPLE} participantes.`);
    const [event] = await setup.staff.ask(listEvents, {});
    expect(event).toMatchObject({ name: 'Feria de vecinos', heldOn: '2026-11-21', participants: PEOPLE });
    eventId = event?.eventId ?? 0;
  });

  longOnly(it)('the downloaded template imports again without questions', async () => {
    await one.open(`/Events/${eventId}`);
    const downloading = one.page.waitForEvent('download', { timeout: MADE_MS });
    await one.press('Descargar plantilla');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Plantilla de participantes.csv');
    await one.page.locator('input[type=file]').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'text/csv',
      buffer: await readFile(await download.path()),
    });
    await one.sees('El archivo no tiene problemas.');
    await one.sees(new RegExp(`Filas encontradas: ${PEOPLE}, nuevas en la lista: 0\\.`));
    await one.press('Importar');
    await one.sees('Nuevos en la lista: 0.');
    expect((await setup.staff.ask(listParticipants, { params: { eventId }, query: {} })).length).toBe(PEOPLE);
    expect(one.faults).toEqual([]);
  });

  it('two desks scan concurrently: each person once, same list on both screens', async () => {
    await Promise.all([toDesk(one), toDesk(other)]);
    await one.scan(idAt(0));
    await band(one, 'registered')
      .getByText(nameOf(idAt(0)), { exact: true })
      .waitFor();
    await Promise.all([expectSame(one), expectSame(other)]);
    const rest = ids.slice(1);
    const scanAll = async (desk: Person, order: readonly string[]) => {
      for (const id of order) await desk.scan(id);
    };
    await Promise.all([scanAll(one, rest), scanAll(other, [...rest].reverse())]);
    for (const desk of [one, other]) {
      await expect.poll(() => figures(desk), { timeout: 60_000 }).toBe(`Asistentes: ${PEOPLE} de ${PEOPLE}`);
      await desk.page.locator('[data-waiting]').waitFor({ state: 'detached' });
    }
    const people = await stored();
    expect(people.map(({ participantId }) => participantId).sort()).toEqual(ids);
    await Promise.all([expectSame(one), expectSame(other)]);
    expect(await other.rows('Asistentes')).toEqual(await one.rows('Asistentes'));
    // The scanned text appears only in the table.
    for (const desk of [one, other]) {
      const field = desk.page.getByLabel('Identificación del participante');
      await expect.poll(() => field.inputValue()).toBe('');
    }
  });

  it('a repeated scan shows the first arrival; unlisted people are added', async () => {
    const [first] = (await stored()).filter(({ participantId }) => participantId === idAt(4));
    await one.page.getByRole('button', { name: 'Silenciar sonido' }).focus();
    await one.scan('10.000.004');
    await band(one, 'already').getByText(`Ya estaba registrado a las ${first?.checkInTime}`).waitFor();
    await band(one, 'already')
      .getByText(nameOf(idAt(4)), { exact: true })
      .waitFor();
    await one.scan('no está / 100%');
    await band(one, 'unknown').getByText('no está / 100%', { exact: true }).waitFor();
    await one.press('Agregar participante');
    await one.type('Nombre', 'Ana Última');
    await one.press('Agregar');
    await band(one, 'registered').getByText('Ana Última', { exact: true }).waitFor();
    await expect.poll(() => figures(other)).toBe(`Asistentes: ${PEOPLE + 1} de ${PEOPLE + 1}`);
    await expectSame(other);
    const field = one.page.getByLabel('Identificación del participante');
    await field.fill('ultima an');
    await one.page.getByRole('button', { name: /^Ana Última ·.* ya llegó$/ }).waitFor();
    await field.press('Enter');
    await one.sees('Elija abajo a la persona, o digite su nombre completo.');
    await field.fill('ultima ana');
    await field.press('Enter');
    await band(one, 'already').getByText('Ana Última', { exact: true }).waitFor();
    await one.page.getByLabel('Identificación del participante').fill(' ');
    await one.page.getByLabel('Identificación del participante').press('Enter');
    await one.sees('Digite la identificación del participante.');
  });

  it('scans without network are not lost', async () => {
    const late = ['tarde-1', 'tarde-2', 'tarde-3'];
    for (const id of late) await addAt(id);
    await expect.poll(() => figures(one)).toBe(`Asistentes: ${PEOPLE + 1} de ${PEOPLE + 4}`);
    proxy.turn('gone');
    await one.page.locator('[data-status="polling"]').waitFor();
    for (const id of late) await one.scan(id);
    await one.page.locator('[data-waiting="3"]').waitFor();
    expect((await stored()).length).toBe(PEOPLE + 1);
    proxy.turn('whole');
    await one.page.locator('[data-waiting]').waitFor({ state: 'detached' });
    await one.page.locator('[data-status="live"]').waitFor();
    for (const desk of [one, other]) {
      await expect.poll(() => figures(desk)).toBe(`Asistentes: ${PEOPLE + 4} de ${PEOPLE + 4}`);
      await expectSame(desk);
      expect(desk.faults).toEqual([]);
    }
  });

  it("the report downloads as 'Registro de Asistencia'", async () => {
    await one.follow('Generar Reportes');
    await one.mark('Excel');
    const downloading = one.page.waitForEvent('download', { timeout: MADE_MS });
    await one.press('Generar');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Registro de Asistencia.xlsx');
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  });

  async function addAt(participantId: string): Promise<void> {
    const body = { participantId, name: `Persona ${participantId}` };
    await setup.staff.ask(addParticipant, { params: { eventId }, body });
  }
});
