/** Test of an owner with several units, own and represented, at a phone: answers per unit, and the result. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { changeAssembly, getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments } from '../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { getQuorumCheck, startQuorumCheck } from '../../shared/assemblies/presence.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const units: Unit[] = [
  { apartmentId: '101', owner: 'Ana Núñez', coefficient: '10.000000001' },
  { apartmentId: '102', owner: 'Ana Núñez', coefficient: '20.5' },
  { apartmentId: '103', owner: 'Ana Núñez', coefficient: '0' },
  { apartmentId: '201', owner: 'Beto Ibáñez', coefficient: '30.25' },
  { apartmentId: '202', owner: 'Beto Ibáñez', coefficient: '0.75' },
  { apartmentId: '301', owner: 'Carla Peña', coefficient: '38.499999999' },
];
const csv = [
  'unidad,propietario,coeficiente',
  ...units.map((unit) => `${unit.apartmentId},${unit.owner},${unit.coefficient}`),
  '',
].join('\n');
/**
 * Maximum bytes of the first page load (gzip, with headers): two hundred phones may load at once over a hall's
 * Wi-Fi.
 */
const FIRST_LOAD_BYTES = 154_000;
/** Path of the request for the votes of own units on a question. */
const OWN_VOTES = /\/assembly\/\d+\/joints\/\d+$/;
const anas = ['101', '102', '103', '201'];
const of = (...ids: string[]) => units.filter((unit) => ids.includes(unit.apartmentId));

describe('several units', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let conceptId = 0;
  let ana: Owner;
  let beto: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Varios', { fileName: 'unidades.csv', csv });
    // A registration by phone counts as at home.
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    const [ofAna, ofBeto] = [
      await owner('ana', 'ANA NUÑEZ', anas),
      await owner('beto', 'Beto Ibáñez', ['202']),
    ];
    await setup.atDoor(jointId, ['202']);
    [ana, beto] = await Promise.all([
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
    ]);
    await Promise.all([
      ana.signIn(ofAna, '/LaunchPage').then(() => ana.seesLive('live')),
      beto.signIn(ofBeto, '/LaunchPage').then(() => beto.seesLive('live')),
    ]);
    await ana.register();
    await Promise.all([ana, beto].map((person) => person.markPage()));
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [ana, beto]);

  function owner(username: string, name: string, apartmentIds: readonly string[]): Promise<Account> {
    const assemblyApartments = apartmentIds.map((apartmentId) => ({ jointId, apartmentId }));
    return setup.user(username, Profile.owner, { name, assemblyApartments });
  }

  function toggle(active: 0 | 1): Promise<unknown> {
    return setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active } });
  }

  const stored = () => server.storedAnswers({ jointId, conceptId });

  /** Answers of the question from the API: number of units and coefficient, formatted as on screens. */
  async function tally(): Promise<[answer: string, units: number, coefficient: string][]> {
    const { concepts } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    const concept = concepts.find((one) => one.conceptId === conceptId);
    return (concept?.answers ?? []).map((answer) => [
      answer.answerDescription,
      answer.apartments,
      answer.coefficient.toFixed(4).replace('.', ','),
    ]);
  }

  it('distinguishes own and represented units, and units without a vote', async () => {
    // The page waits for a question; the votes of its units are not loaded yet.
    let tell: () => void = () => undefined;
    const isTold = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await ana.page.route(OWN_VOTES, async (route) => {
      await isTold;
      await route.continue();
    });
    conceptId = await setup.question(jointId, '¿Se aprueba el acta?');
    const answer = ana.page.getByRole('list', { name: 'Respuestas' }).getByRole('button').first();
    await answer.waitFor();
    expect(await answer.isDisabled()).toBe(true);
    const place = () =>
      ana.page
        .getByRole('link', { name: /^Votar/ })
        .first()
        .boundingBox();
    const before = await place();
    tell();
    await expect.poll(() => answer.isDisabled()).toBe(false);
    expect(await place()).toEqual(before);
    await ana.page.unrouteAll({ behavior: 'wait' });
    await ana.goToVote();
    const list = ana.page.getByRole('region', { name: 'Inmuebles por los que vota' });
    await list.getByText('Vota por 101, 102, 201 · coeficiente').click();
    const words = async () =>
      (await list.getByRole('listitem').allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
    await expect
      .poll(words)
      .toEqual([
        expect.stringMatching(/^101 - Ana Núñez ?Propio 10,0000$/),
        expect.stringMatching(/^102 - Ana Núñez ?Propio 20,5000$/),
        expect.stringMatching(/^103 - Ana Núñez ?Propio Coeficiente 0, no vota$/),
        expect.stringMatching(/^201 - Beto Ibáñez ?Representado 30,2500$/),
      ]);
    await ana.sees(four(sumOf(of('101', '102', '201'))));
  });

  it('the first load stays below the limit and requests each resource once', async () => {
    const network = await ana.context.newCDPSession(ana.page);
    const requestUrls: string[] = [];
    let transferred = 0;
    network.on('Network.requestWillBeSent', ({ request }) => requestUrls.push(new URL(request.url).pathname));
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      transferred += encodedDataLength;
    });
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    await ana.page.reload();
    await ana.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    await ana.seesLive('live');
    await network.detach();
    for (const end of [
      '/assemblyapartments',
      '/activeassemblyconcept',
      `/assembly/${conceptId}/joints/${jointId}`,
    ]) {
      expect([end, requestUrls.filter((path) => path.endsWith(end)).length]).toEqual([end, 1]);
    }
    expect(transferred).toBeGreaterThan(50_000);
    expect(transferred).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  });

  it('switching between one answer and separate answers keeps valid choices', async () => {
    const checked = () => ana.page.getByRole('radio', { checked: true }).count();
    await ana.page.getByRole('radio', { name: 'Si', exact: true }).check();
    await ana.press('Responder distinto');
    await expect.poll(checked).toBe(3);
    await ana.answerFor('201', 'No');
    await ana.press('La misma respuesta para todos');
    await expect.poll(checked).toBe(0);
    await ana.press('Responder distinto');
    await expect.poll(checked).toBe(3);
    const no = ana.page.getByRole('radiogroup', { name: 'Inmueble 201', exact: true }).getByLabel('No');
    expect(await no.isChecked()).toBe(true);
  });

  it('leaves a unit out only after a warning with its name', { tags: 'slow' }, async () => {
    await ana.page.reload();
    await ana.press('Responder distinto');
    await ana.answerFor('101', 'Si');
    await ana.answerFor('201', 'No');
    await ana.press('Votar');
    const warning = 'Sin respuesta: 102. ¿Desea votar sin este inmueble?';
    await ana.answer(warning, 'Volver');
    expect(stored()).toEqual({});
    await ana.press('Votar');
    await ana.answer(warning, 'Continuar');
    const dialog = ana.page.getByRole('alertdialog');
    await dialog.getByText('Vota por 2 inmuebles').waitFor();
    const lines = await dialog.getByRole('listitem').allInnerTexts();
    expect(lines.map((line) => line.replace(/\s+/g, ' '))).toEqual(['Si: 101', 'No: 201', 'Sin votar: 102']);
    await ana.answer('Seleccionó respuestas diferentes. ¿Está seguro de su respuesta?', 'Sí');
    await ana.isThanked();
    expect(stored()).toEqual({ 101: 1, 201: 2 });
    expect(await tally()).toEqual([
      ['Si', 1, four(sumOf(of('101')))],
      ['No', 1, four(sumOf(of('201')))],
      ['Blanco', 0, '0,0000'],
    ]);
  });

  it('shows counted votes, accepts the rest, and keeps the receipts', { tags: 'slow' }, async () => {
    await ana.sees('Ya votó por 2 de 3 inmuebles.');
    await ana.goToVote();
    await ana.sees('Ya votó por 2 de 3 inmuebles.');
    await ana.vote('Blanco');
    await ana.isThanked();
    expect(stored()).toEqual({ 101: 1, 102: 3, 201: 2 });
    await ana.sees('Usted ya votó esta pregunta.');
    await ana.page.getByText('Ver mis respuestas y comprobantes').click();
    const slips = ana.page.getByRole('list', { name: 'Comprobantes de VOTACIÓN 1' }).getByRole('listitem');
    await expect.poll(() => slips.count()).toBe(3);
    for (const text of await slips.allInnerTexts()) {
      expect(text).toMatch(
        /^(101: Si|102: Blanco|201: No) · desde su teléfono\s+[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/,
      );
    }
  });

  it('a closing during the vote reports the result of each unit', async () => {
    conceptId = await setup.question(jointId, '¿Se aprueban los estados financieros?');
    await ana.goToVote();
    let close: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => {
      close = resolve;
    });
    await ana.page.route('**/SCAF/api/assembly', async (route) => {
      if (route.request().postDataJSON().apartmentId !== '101') await isClosed;
      await route.continue();
    });
    await ana.vote('Si');
    await expect.poll(stored).toEqual({ 101: 1 });
    await toggle(0);
    close();
    await ana.sees('Se contaron 1 de 3 votos de la VOTACIÓN 2.');
    await ana.sees('Inmuebles 102, 201: La votación se cerró antes de que llegara su voto.');
    await ana.page.unroute('**/SCAF/api/assembly');
    expect(stored()).toEqual({ 101: 1 });
  });

  it('shows the next question automatically', async () => {
    conceptId = await setup.question(jointId, '¿Se aprueba la obra?');
    await ana.sees('Se abrió la VOTACIÓN 3.');
    await ana.press('Responder');
    await ana.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    await ana.markPage();
    await toggle(0);
    await ana.sees('La votación no se encuentra activa. Intente nuevamente.');
    await toggle(1);
    await ana.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    conceptId = await setup.question(jointId, '¿Se elige la administración?');
    await ana.page.getByRole('heading', { name: 'VOTACIÓN 4' }).waitFor();
    await ana.vote('No');
    await ana.isThanked();
    await ana.wasNotReloaded();
    expect(stored()).toEqual({ 101: 2, 102: 2, 201: 2 });
  });

  it('asks owners at home for presence, also beside a ballot', async () => {
    await setup.question(jointId, '¿Se aprueba el acta?');
    const answer = ana.page.getByRole('list', { name: 'Respuestas' }).getByRole('button').first();
    await ana.page.getByRole('heading', { name: 'VOTACIÓN 5' }).waitFor();
    await setup.staff.ask(startQuorumCheck, { params: { jointId } });
    await ana.sees('Confirme su presencia');
    await expect.poll(() => ana.page.title()).toBe('Confirme su presencia');
    // The open question does not cover the button of the check, nor the check the answers.
    for (const part of [ana.page.getByRole('button', { name: 'Confirmar', exact: true }), answer]) {
      const isOnTop = await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
    await ana.follow('Responder distinto');
    await ana.sees('Confirme su presencia');
    await ana.press('Confirmar');
    await ana.sees('Presencia confirmada.');
    const check = await setup.staff.ask(getQuorumCheck, { params: { jointId } });
    const confirmed = check.units.filter((unit) => unit.confirmedAt !== null);
    expect(confirmed.map((unit) => unit.apartmentId).sort()).toEqual(anas);
  });

  it('one tap gives a unit back to its owner, also during an open question without its vote', async () => {
    const holder = async () => {
      const roll = await setup.staff.ask(listAssemblyApartments, { params: { jointId } });
      return roll.find((unit) => unit.apartmentId === '202')?.userId;
    };
    const before = await holder();
    await beto.sees('Registrado con una tarjeta de la mesa: 202.');
    await beto.press('Representar yo mismo mi inmueble 202');
    await beto.sees('Usted responde ahora por: 202.');
    expect(await holder()).not.toBe(before);
    await beto.seesRows('Inmuebles registrados', [
      { Inmueble: '202', Propietario: 'Beto Ibáñez', Estado: 'Registrado', Coeficiente: '0,7500' },
    ]);
    const { registered } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    expect(registered.apartments).toBe(anas.length + 1);
    await beto.wasNotReloaded();
    expect([...ana.faults, ...beto.faults]).toEqual([]);
  });
});
