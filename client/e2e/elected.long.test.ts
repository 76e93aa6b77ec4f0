/** Test of the council: names compared with the owners, and answers of the elected from phone and desk on all screens. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'torres.csv',
  ['unidad,propietario,coeficiente', '101,ANA NÚÑEZ,40', '102,BETO IBÁÑEZ,35', '103,CARLA PEÑA,25', ''].join(
    '\n',
  ),
);

describe('the elected council', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let conceptId: number;
  let operator: Operator;
  let wall: Screen;
  let ana: Owner;
  let carla: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Torres del Sol', table);
    const ofAna = await setup.presentOwner('ana', jointId, ['101']);
    const ofCarla = await setup.presentOwner('carla', jointId, ['103']);
    await setup.atDoor(jointId, ['102']);
    conceptId = await setup.question(jointId, {
      conceptDescription: 'Elección del consejo de administración',
      rule: 'election',
      seats: 3,
      hideResults: false,
      active: 0,
      texts: ['Ana Núñez', 'Beto Ibáñez', 'Pedro Paz', 'Carla Peña'],
    });
    [operator, wall, ana, carla] = await Promise.all([
      Operator.at(browser, server.url),
      Screen.at(browser, server.url),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
    ]);
    await Promise.all([
      operator
        .signIn(setup.platform, `/AssemblyPanel?jointId=${jointId}`)
        .then(() => operator.seesLive('live')),
      wall.signIn(setup.platform, `/Quorum?jointId=${jointId}`).then(() => wall.seesLive('live')),
      ana.signIn(ofAna, '/LaunchPage').then(() => ana.seesLive('live')),
      carla.signIn(ofCarla, '/LaunchPage').then(() => carla.seesLive('live')),
    ]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [operator, wall, ana, carla]);

  it('the panel names a candidate without a unit before the opening', async () => {
    await operator.page
      .getByRole('button', { name: /^VOTACIÓN 1/ })
      .first()
      .click();
    await operator.sees('No figuran como propietarios ni delegados: Pedro Paz.');
  });

  it('the panel warns of an even number of seats while the candidates change', async () => {
    await operator.press('Cambiar candidatos y puestos');
    const warning = operator.page.getByText('El número de puestos es par.');
    expect(await warning.count()).toBe(0);
    await operator.page.getByRole('textbox', { name: 'Puestos por elegir' }).fill('4');
    await operator.page.keyboard.press('Tab');
    await warning.waitFor();
    await operator.press('Cancelar');
  });

  it('an elected owner accepts on the phone; panel and wall tell each answer', async () => {
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 1 } });
    for (const apartmentId of ['101', '102', '103'])
      await setup.staff.ask(castVote, {
        body: { jointId, apartmentId, conceptId, voteId: 3, voteIds: [1, 2, 3] },
      });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    await ana.sees('Ana Núñez, usted fue elegido.');
    await ana.press('Acepto');
    await ana.sees('Aceptó desde su sesión.');
    await wall.page.getByText('Aceptó desde su sesión').waitFor();
    await expect.poll(() => wall.page.getByText('Por aceptar').count()).toBe(2);
    const answers = operator.page.getByRole('region', { name: 'Aceptación de los elegidos' });
    await answers.getByText('Aceptó desde su sesión').waitFor();
    await answers.getByRole('button', { name: /^Acepta.*Beto/ }).click();
    await wall.page.getByText('Aceptó', { exact: false }).nth(1).waitFor();
    // The phone of another owner has no question, although the result is shown.
    await carla.sees(/^Resultado de la VOTACIÓN 1/);
    expect(await carla.page.getByText('usted fue elegido').count()).toBe(0);
  });

  it('an elected owner declines on the phone, and every screen names the person', async () => {
    await ana.press('No acepto');
    await ana.answer('¿No acepta su puesto?', 'No acepto');
    await ana.sees('Ana Núñez, usted no aceptó el puesto.');
    for (const { page } of [wall, operator, carla])
      await page.getByText('No aceptó: Ana Núñez desde su sesión.').first().waitFor();
  });
});
