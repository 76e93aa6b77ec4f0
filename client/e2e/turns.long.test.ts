/** Test of turns to speak and proposals: an owner's phone asks, the panel gives, wall and phone show the timer. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOwnerProposals } from '../../shared/assemblies/turns/proposals.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestClock } from './test-clock.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 6, 1);
const [own = '', carded = ''] = table.units.map(({ apartmentId }) => apartmentId);
/** Longer than a turn with its extension, in milliseconds. */
const LATER_MS = 5 * 60_000;
const BENCH = 'Poner una banca en el jardín';

describe('turns to speak and proposals', () => {
  const clock = new TestClock();
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let owner: Owner;
  let guest: Owner;
  let operator: Operator;
  let wall: Screen;

  beforeAll(async () => {
    await clock.set(new Date().toISOString());
    [server, browser] = await Promise.all([ServerProcess.start(clock.ofServer), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Palabra', table);
    await setup.hall(jointId).describe({ agenda: '1. Quórum\n2. Presupuesto\n3. Proposiciones y varios' });
    await setup.user('ana', 3, { assemblyApartments: [{ jointId, apartmentId: own }] });
    await setup.user('omar', Profile.operator, { assemblyJoints: [jointId] });
    owner = await Owner.at(browser, server.url, PHONE);
    guest = await Owner.at(browser, server.url, PHONE);
    operator = await Operator.at(browser, server.url, LAPTOP);
    wall = await Screen.at(browser, server.url);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    clock.remove();
  });
  serialSteps(() => [owner, guest, operator, wall]);

  it('an owner writes a proposal before the assembly, on the launch page', async () => {
    await owner.signIn({ username: 'ana' }, '/LaunchPage');
    await owner.press('Escribir una proposición');
    await owner.type('Su proposición', BENCH);
    await owner.press('Enviar');
    await owner.sees('Sus proposiciones');
    await owner.sees(BENCH);
  });

  it('two phones ask, the panel gives the first turn, and every screen shows the timer', async () => {
    const hall = setup.hall(jointId);
    await hall.openRegistration();
    await owner.register();
    await guest.open(`/VoteQR/${await hall.register([carded])}`);
    await operator.signIn({ username: 'omar' }, '/AssemblyPanel');
    await wall.signIn({ username: 'omar' }, '/Quorum');
    await owner.press('Pedir la palabra');
    await owner.sees('Pidió la palabra: es el número 1 en la lista.');
    await guest.press('Pedir la palabra');
    await guest.sees('Pidió la palabra: es el número 2 en la lista.');
    let ownRequests = 0;
    guest.page.on('request', (request) => {
      if (request.url().endsWith('/turns/own') && request.method() === 'GET') ownRequests += 1;
    });
    for (const { page } of [operator, wall, owner]) await page.clock.install();
    await operator.press('Dar la palabra');
    for (const screen of [operator, wall, owner, guest])
      await expect
        .poll(() => screen.page.getByRole('timer').first().innerText(), { timeout: 20_000 })
        .toMatch(/^[12]:\d\d$/);
    await owner.sees('Usted tiene la palabra');
    await guest.sees('Pidió la palabra: es el número 1 en la lista.');
    await operator.press('+ 2 minutos');
    for (const screen of [wall, owner])
      await expect
        .poll(() => screen.page.getByRole('timer').first().innerText(), { timeout: 20_000 })
        .toMatch(/^[34]:\d\d$/);
    // Server and pages go to an instant after the given time.
    await clock.set(new Date(clock.now() + LATER_MS).toISOString());
    for (const { page } of [operator, wall, owner]) {
      await page.clock.fastForward(LATER_MS);
      await page.getByRole('timer').filter({ hasText: 'Tiempo cumplido' }).first().waitFor();
    }
    // An extension of a turn over time counts from now.
    await operator.press('+ 2 minutos');
    for (const screen of [operator, wall, owner])
      await expect
        .poll(() => screen.page.getByRole('timer').first().innerText(), { timeout: 20_000 })
        .toMatch(/^[12]:\d\d$/);
    await operator.press('Terminar');
    await expect.poll(() => wall.page.getByRole('timer').count(), { timeout: 20_000 }).toBe(0);
    await owner.page.getByRole('button', { name: 'Pedir la palabra' }).waitFor();
    // Acts on the turn of another person make no request of the phone.
    expect(ownRequests).toBe(0);
    await guest.press('Retirar');
    await guest.page.getByRole('button', { name: 'Pedir la palabra' }).waitFor();
    await operator.sees('La lista está vacía.');
  });

  it('one tap turns the proposal into a question, and the proposal names the question', async () => {
    await operator.page.getByRole('button', { name: /^Convertir en pregunta/ }).click();
    await expect.poll(() => operator.page.getByLabel('Pregunta', { exact: true }).inputValue()).toBe(BENCH);
    await operator.sees(/^De la proposición de/);
    await operator.press('Guardar como preparada');
    await operator.isAt('/AssemblyPanel');
    const { proposals } = await setup.staff.ask(listOwnerProposals, { params: { jointId } });
    expect(proposals).toMatchObject([{ text: BENCH, question: { jointId } }]);
    await owner.sees(/VOTACIÓN 1/);
  });
});
