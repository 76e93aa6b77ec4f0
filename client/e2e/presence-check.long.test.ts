/** Test of 'Verificar quórum' on phone, panel and wall: time left, a release, and the way back. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments } from '../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { releaseUnconfirmed } from '../../shared/assemblies/presence.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'virtual.csv',
  ['unidad,propietario,coeficiente', '101,Ana Núñez,30', '102,Ana Núñez,30', '201,Beto Ibáñez,40', ''].join(
    '\n',
  ),
);
const TIME_LEFT = /Quedan [0-4]:\d\d para confirmar/;

describe('a check of presence', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let panel: Operator;
  let wall: Screen;
  let ana: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Virtual', table);
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'virtual' } });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    const ofAna = await setup.owner('ana', jointId, ['101', '102']);
    const operator = await setup.user('yolanda', Profile.operator, {
      name: 'Yolanda Peña',
      assemblyJoints: [jointId],
    });
    [panel, wall, ana] = await Promise.all([
      Operator.at(browser, server.url),
      Screen.at(browser, server.url),
      Owner.at(browser, server.url, PHONE),
    ]);
    await Promise.all([
      panel.signIn(operator, '/AssemblyPanel').then(() => panel.seesLive('live')),
      wall.signIn(operator, '/Quorum').then(() => wall.seesLive('live')),
      ana.signIn(ofAna, '/LaunchPage').then(() => ana.seesLive('live')),
    ]);
    await ana.register();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [panel, wall, ana]);

  it('shows the time left on phone and wall, and the card in the first screen of the panel', async () => {
    await setup.question(jointId, '¿Se aprueba el presupuesto?');
    await ana.page.getByRole('heading', { name: 'VOTACIÓN 1' }).waitFor();
    await panel.press('Verificar quórum');
    await ana.sees(TIME_LEFT);
    await expect.poll(() => ana.page.title()).toBe('Confirme su presencia');
    await wall.sees(/Confirmaron 0 de 2 inmuebles/);
    await wall.sees(TIME_LEFT);
    const card = panel.page.getByRole('region', { name: 'Verificar quórum', exact: true });
    await card.getByText(TIME_LEFT).waitFor();
    const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThan(0);
    expect(await top()).toBeLessThan(panel.page.viewportSize()?.height ?? 0);
  });

  it('shows the owner the release with actor, time and reason; the other unit is still asked', async () => {
    const card = panel.page.getByRole('region', { name: 'Verificar quórum', exact: true });
    await card.getByText('101 - Ana Núñez').click();
    await card.getByRole('button', { name: 'Liberar los que no confirmaron', exact: true }).click();
    const dialog = panel.page.getByRole('alertdialog', { name: /¿Está seguro de liberar los inmuebles/ });
    await dialog.getByText(/El plazo que ven los teléfonos termina a las/).waitFor();
    await panel.answer(/¿Está seguro de liberar los inmuebles/, 'Si');
    await ana.sees(
      /La mesa \(Yolanda Peña\) retiró 101 a las \d\d:\d\d:\d\d porque no confirmó su presencia\./,
    );
    await ana.sees(/Inmuebles: 102\./);
    await ana.open(`/Vote/${jointId}`);
    await ana.sees(/La mesa \(Yolanda Peña\) retiró 101/);
    await ana.follow('Volver a registrarse');
  });

  it('lets the owner return with one tap and confirm the other unit', async () => {
    await ana.press('Registrar Asistencia');
    await ana.page.getByText(/La mesa \(Yolanda Peña\) retiró/).waitFor({ state: 'hidden' });
    await ana.sees('Confirme su presencia');
    await ana.press('Confirmar');
    await ana.sees('Presencia confirmada.');
    const registered = await setup.staff.ask(listAssemblyApartments, { params: { jointId } });
    expect(registered.filter(({ userId }) => userId !== null).map((unit) => unit.apartmentId)).toEqual([
      '101',
      '102',
    ]);
    // A confirmed unit is not freed.
    const body = { apartmentIds: ['101', '102'] };
    const { released } = await setup.staff.ask(releaseUnconfirmed, { params: { jointId }, body });
    expect(released).toEqual([]);
    expect([panel, wall, ana].flatMap((person) => person.faults)).toEqual([]);
  });
});
