/**
 * Test of the effort of an evening, with counted taps: an administrator with the right to run assemblies, and an owner of
 * five units on a phone, from the table of units to the closed assembly; then the desk of an event.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { getRoomCode } from '../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { today } from '../../shared/days.ts';
import { addParticipant, createEvent } from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { Hands } from './hands.ts';
import { MADE_MS, PHONE } from './page-driver.ts';
import { Operator, Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { TestSetup } from './test-setup.ts';

const SHEET = [
  'Apto;Propietario;Cédula;Correo electrónico;Coeficiente',
  '101;Ana Ruiz;52111222;ana@pasos.example.co;10',
  '102;Ana Ruiz;52111222;;10',
  '103;Inversiones Prado S.A.S.;900777888-1;;10',
  '104;Luis Paz y Eva Sol;;;10',
  '105;Berta Díaz;41222333;;5',
  '106;Hugo Gil;41222334;;5',
  '107;Iris Mora;41222335;;5',
  '108;Juan Pardo;41222336;;5',
  '109;Dora Luna;41222337;dora@pasos.example.co;4',
  '110;Dora Luna;41222337;;4',
  '111;Dora Luna;41222337;;4',
  '112;Dora Luna;41222337;;4',
  '113;Dora Luna;41222337;;4',
  '114;Olga Rey;41222338;;10',
  '115;Paco Vega;41222339;;10',
].join('\n');
const DORA = 'dora@pasos.example.co';
const OF_DORA = ['109', '110', '111', '112', '113'];
/** Delay between keys in milliseconds, slower than any scanner. */
const AS_A_PERSON = { delay: 150 };

describe('the taps of an evening', () => {
  let mails: TestMailServer;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let admin: Operator;
  let hands: Hands;
  let dora: Owner;
  let ofDora: Hands;
  let jointId = 0;
  let badges = new Map<string, string>();

  beforeAll(async () => {
    mails = await startMailServer();
    [server, browser] = await Promise.all([ServerProcess.start({ smtpUrl: mails.url }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    const body = { jointName: 'Conjunto Los Pasos', usesBilling: false };
    jointId = (await setup.staff.ask(createJoint, { body })).jointId;
    const account = await setup.user('gestora', Profile.admin, {
      assemblyJoints: [jointId],
      rights: [{ jointId, rights: ['assemblies'] }],
    });
    admin = await Operator.at(browser, server.url);
    dora = await Owner.at(browser, server.url, PHONE);
    [hands, ofDora] = [await Hands.of(admin.context), await Hands.of(dora.context)];
    await admin.signIn(account, '/Assemblies/Prepare');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    await mails?.close();
  });
  serialSteps(() => [admin, dora]);

  /** Expects the number of taps since the last call. */
  const took = (moment: string, taps: number, by = hands) => expect(by.take().taps, moment).toBe(taps);
  const badge = (apartmentId: string) => badges.get(apartmentId) ?? '';
  const holderOf = async (apartmentId: string) => {
    const records = await setup.staff.ask(listRecords, { params: { conceptId: ATTENDANCE, jointId } });
    const record = records.find((one) => one.apartmentId === apartmentId);
    return server.storedCode(record?.assemblyApartment?.userId);
  };
  /** Waits until the signal of the desk names a unit. */
  const signals = (outcome: string, apartmentId: string) =>
    admin.page.locator(`[data-outcome="${outcome}"]`).getByText(new RegExp(apartmentId)).waitFor();

  it('preparation: table 3, day with badges and invitations 3, printed badges 1', async () => {
    const { page } = admin;
    hands.take();
    await admin.follow('Cargar la tabla');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Elegir archivo' }).first().click();
    const file = { name: 'pasos.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
    await (await choosing).setFiles(file);
    await admin.press('Importar');
    await admin.isAt('/Assemblies/Prepare');
    took('table', 3);
    await admin.type('Fecha', '2027-03-03');
    await admin.type('Hora', '08:00');
    await admin.type('Lugar', 'Salón comunal');
    await page.getByLabel('Lugar', { exact: true }).press('Enter');
    await admin.press('Crear escarapelas (15)');
    await admin.press('Enviar invitaciones (2)');
    await admin.answer('¿Enviar la invitación por correo a 2 propietarios?', 'Si');
    await page.locator('li[aria-current=step]', { hasText: 'Listo. Vuelva el 3 de marzo' }).waitFor();
    took('day, badges, invitations', 3);
    badges = server.storedBadges(jointId);
    await admin.open('/Assemblies/Codes');
    hands.take();
    const printing = page.waitForEvent('download', { timeout: MADE_MS });
    await admin.press('Descargar todas las escarapelas');
    await printing;
    took('printed badges', 1);
  });

  it('the day: opening 1, from the mail to attending 1', async () => {
    // An extraordinary assembly of today: an ordinary one has a legal period, and asks outside of it.
    const scheduledAt = `${today()}T05:00:00.000Z`;
    await setup.hall(jointId).describe({ kind: 'extraordinary', scheduledAt });
    await admin.open('/Assemblies/Prepare');
    hands.take();
    await admin.press('Abrir la asamblea');
    await admin.sees('La asamblea está abierta.');
    took('opening', 1);
    const { code } = await setup.staff.ask(getRoomCode, { params: { jointId } });
    await dora.goTo(mails.to(DORA).link);
    ofDora.take();
    await dora.type('Código del salón', code ?? '');
    await dora.press('Registrar Asistencia');
    await dora.sees('El registro fue exitoso.');
    took('attending', 1, ofDora);
  });

  it('the door: scans alone, 2 with two owners, 1 for an undone scan, 1 for the mode of leaving', async () => {
    const { page } = admin;
    const holder = { name: 'Berta Díaz', document: '41222333' };
    const body = { apartmentIds: ['106', '107', '108'], holder, accept: true };
    await setup.staff.ask(enterPower, { params: { jointId }, body });
    await admin.open('/RegisterQR');
    await admin.seesLive('live');
    hands.take();
    await admin.scan(badge('101'));
    await signals('registered', '102');
    expect(await holderOf('102')).toBe(badge('101'));
    await admin.scan(badge('103'));
    await page.getByLabel('Nombre del asistente', { exact: true }).waitFor();
    await page.keyboard.type('Rosa Gil', AS_A_PERSON);
    await page.keyboard.press('Enter');
    await signals('registered', '103');
    await admin.scan(badge('105'));
    await signals('registered', '108');
    expect(await Promise.all(['105', '106', '107', '108'].map(holderOf))).toEqual(
      ['105', '105', '105', '105'].map(badge),
    );
    took('all units of an owner, a company, a proxy with three units', 0);
    await admin.scan(badge('104'));
    await page.getByRole('button', { name: 'Eva Sol' }).click();
    await admin.press('Registrar');
    await signals('registered', '104');
    took('one of two owners', 2);
    await admin.scan(badge('114'));
    await signals('registered', '114');
    await admin.press('Deshacer');
    await signals('gone', '114');
    took('wrong unit', 1);
    await page.getByRole('tab', { name: 'Salida', exact: true }).click();
    for (const unit of ['101', '103']) {
      await admin.scan(badge(unit));
      await signals('gone', unit);
    }
    took('two people leave', 1);
    await page.getByRole('tab', { name: 'Registro', exact: true }).click();
    hands.take();
    for (const unit of ['101', '114', '115']) {
      await admin.scan(badge(unit));
      await signals('registered', unit);
    }
    took('coming back', 0);
  });

  it('a question: 2 with text and point, vote 2, closing 1, undo 1, closing with missing votes 2', async () => {
    await admin.open('/AssemblyPanel');
    await admin.seesLive('live');
    hands.take();
    await admin.press('Verificar quórum');
    await admin.press('Abrir punto 2');
    took('a point each', 2);
    await admin.press('Escribir la pregunta');
    await admin.press('Generar');
    await admin.sees('¿Aprueba el orden del día?');
    took('question', 2);
    const answers = dora.page.getByRole('list', { name: 'Respuestas' });
    await answers.getByRole('button', { name: 'Sí', exact: true }).waitFor();
    ofDora.take();
    await answers.getByRole('button', { name: 'Sí', exact: true }).click();
    await dora.answer(/¿Está seguro de su respuesta\?/, 'Sí');
    await dora.sees('Gracias por su votación.');
    took('vote', 2, ofDora);
    hands.take();
    await admin.press('Cerrar votación');
    await admin.answer('¿Está seguro de cerrar la votación?', 'Si');
    await admin.press('Deshacer');
    await admin.sees(/La reabrió .+: cierre por error\./);
    took('closing with missing votes, undo', 3);
    await voteOthers(2);
    await admin.press('Cerrar votación');
    await admin.sees(/^La cerró /);
    took('closing', 1);
    await dora.sees('Aprobada');
    took('verdict on the phone', 0, ofDora);
  });

  it('five units with different answers: 7', async () => {
    await admin.press('Abrir punto 3');
    await admin.press('Escribir la pregunta');
    await admin.press('Generar');
    await dora.open(`/Vote/${jointId}`);
    const common = dora.page.getByRole('radiogroup', { name: 'Su respuesta' });
    await common.waitFor();
    // A press that meets a moving element is pressed again, and counted twice.
    await dora.seesLive('live');
    await dora.page.evaluate(async () => void (await document.fonts.ready));
    ofDora.take();
    // The common answer is filled in for each unit: of five units with three answers at most three change.
    await common.getByRole('radio', { name: 'Sí', exact: true }).check();
    await dora.press('Responder distinto');
    for (const [unit, answer] of Object.entries({ 110: 'No', 112: 'No', 113: 'Blanco' }))
      await dora.answerFor(unit, answer);
    await dora.press('Votar');
    await dora.answer(/^Seleccionó respuestas diferentes/, 'Sí');
    await dora.sees('Gracias por su votación.');
    took('five units', 7, ofDora);
  });

  it('the second press of a double click opens no further point', async () => {
    const next = admin.page.getByRole('button', { name: 'Abrir punto 4', exact: true });
    await admin.page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Abrir punto 4',
        );
        if (button === undefined) return;
        observer.disconnect();
        button.click();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await admin.closeVote();
    await expect.poll(() => next.isEnabled()).toBe(true);
  });

  it('the end: 2 on the panel; the desk of the only event of today: 0', async () => {
    const { page } = admin;
    const last = page.getByRole('button', { name: 'Cerrar y descargar el acta' });
    const step = page.getByRole('button', { name: /^Abrir punto/ });
    while (!(await last.isVisible())) {
      const label = await step.first().innerText();
      await step.first().click();
      await step.filter({ hasText: new RegExp(`^${label}$`) }).waitFor({ state: 'detached' });
    }
    hands.take();
    await last.click();
    await admin.answer('¿Está seguro de cerrar la asamblea?', 'Si');
    await admin.sees('La asamblea ha sido cerrada.');
    took('end of the assembly', 2);
    const events: number[] = [];
    for (const [name, heldOn] of [
      ['Feria', today()],
      ['Bazar', '2030-01-01'],
    ] as const) {
      const { eventId } = await setup.staff.ask(createEvent, { body: { name, heldOn } });
      events.push(eventId);
      const body = { participantId: '52111222', name: 'Ana Ruiz' };
      await setup.staff.ask(addParticipant, { params: { eventId }, body });
    }
    const desk = await Operator.at(browser, server.url);
    const ofDesk = await Hands.of(desk.context);
    await desk.signIn(await setup.user('feria', Profile.events, { events }), '/RegisterAssistance');
    await desk.page.locator('[data-status="live"]').waitFor();
    await desk.page.keyboard.type('52111222', AS_A_PERSON);
    await desk.page.keyboard.press('Enter');
    await desk.page.locator('[data-outcome="registered"]').getByText('Ana Ruiz').waitFor();
    await desk.sees('Feria');
    took('participant', 0, ofDesk);
  });

  /** Votes of all other registered units, cast at the desk. */
  async function voteOthers(conceptId: number): Promise<void> {
    const units = SHEET.split('\n')
      .slice(1)
      .flatMap((row) => row.split(';')[0] ?? []);
    const others = units.filter((unit) => !OF_DORA.includes(unit) && unit !== '103');
    await setup.hall(jointId).cast(
      conceptId,
      others.map((apartmentId) => ({ apartmentId, voteId: 1 })),
    );
    await admin.sees('Votaron (14)');
  }
});
