/**
 * Test of an election of several seats by names: creation, votes on a phone, decision by lot, result on all
 * screens.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hall } from '../../server/testing/world.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'iguales.csv',
  [
    'unidad,propietario,coeficiente',
    '101,Ana Ariza,25',
    '102,Ana Ariza,25',
    '103,Beto Bravo,25',
    '104,Ciro Cruz,25',
    '',
  ].join('\n'),
);
/** Id of the first question of an assembly. */
const QUESTION = 2;

describe('an election of several seats', () => {
  let server: ServerProcess;
  let browser: Browser;
  let hall: Hall;
  let operator: Operator;
  let ana: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Cuatro', table);
    hall = new Hall(setup.staff, jointId);
    await hall.openRegistration();
    const ofAna = await setup.owner('ana', jointId, ['101', '102']);
    await (await setup.signedIn(ofAna)).ask(register, {
      params: { jointId },
      body: { apartmentIds: ['101', '102'] },
    });
    await hall.register(['103']);
    await hall.register(['104']);
    const account = await setup.user('omar', Profile.operator, { assemblyJoints: [jointId] });
    [operator, ana] = [await Operator.at(browser, server.url), await Owner.at(browser, server.url, PHONE)];
    await Promise.all([operator.signIn(account, '/GenerateQuestion'), ana.signIn(ofAna, `/Vote/${jointId}`)]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  it('an election takes pasted names, votes for several, and a decision by lot', async () => {
    await operator.seesLive('live');
    await operator.type('Pregunta', '¿A quiénes elige para el comité?');
    await operator.page.getByRole('radio', { name: 'Elección', exact: true }).check({ force: true });
    await operator.page.getByRole('textbox', { name: 'Puestos por elegir' }).fill('2');
    await operator.page.keyboard.press('Tab');
    await operator.page.getByRole('radio', { name: 'Nominal', exact: true }).check({ force: true });
    await operator.type('Candidatos', '1. Ana Ariza\n2. Beto Bravo\n3. Ciro Cruz');
    await operator.press('Generar');
    await operator.sees('La pregunta ha sido creada con éxito y se encuentra activa.');

    await ana.sees('Escoja hasta 2 nombres.');
    const name = (text: string) => ana.page.getByRole('checkbox', { name: text, exact: true });
    await name('Voto en blanco').check({ force: true });
    await name('Ana Ariza').check({ force: true });
    expect(await name('Voto en blanco').isChecked()).toBe(false);
    await name('Ciro Cruz').check({ force: true });
    expect(await name('Beto Bravo').isDisabled()).toBe(true);
    await ana.press('Votar');
    await ana.answer('Seleccionó 2 nombres. ¿Está seguro de su respuesta?', 'Sí');
    await ana.sees('Gracias por su votación.');

    await hall.cast(
      QUESTION,
      ['103', '104'].map((apartmentId) => ({ apartmentId, voteId: 2 })),
    );
    await hall.close(QUESTION);
    await operator.open('/AssemblyPanel');
    await operator.page
      .getByRole('button', { name: /^VOTACIÓN 1/ })
      .first()
      .click();
    await operator.sees('Empate: falta el sorteo');
    await operator.choose('Salió en el puesto 1 (elegido)', 'Beto Bravo');
    await operator.choose('Salió en el puesto 2 (elegido)', 'Ciro Cruz');
    await operator.choose('Salió en el puesto 3', 'Ana Ariza');
    await operator.type('Cómo se hizo el sorteo', 'Papeles de una bolsa');
    await operator.press('Anotar el sorteo');
    await operator.answer('¿El sorteo salió en este orden?', 'Anotar el sorteo');
    await operator.sees('2 puestos elegidos');
    await ana.sees('2 puestos elegidos');
    await ana.sees('Ana Ariza · Ciro Cruz');
    expect([...operator.faults, ...ana.faults]).toEqual([]);
  });
});
