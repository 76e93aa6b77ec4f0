/** Test of the room code: displayed on wall screen and desk, entered on an owner's phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRoomCode } from '../../shared/assemblies/attendance.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { Owner, Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 12, 1);

describe("the room's code", () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let owner: Owner;
  let wall: Screen;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto El Nogal', table);
    await setup.hall(jointId).describe({ roomCode: 'ask' });
    await setup.hall(jointId).openRegistration();
    owner = await Owner.at(browser, server.url, { width: 360, height: 740 });
    wall = await Screen.at(browser, server.url, { width: 1366, height: 768 });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [owner, wall]);

  it('the wall shows the room code, the phone asks for the code and admits its owner', async () => {
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    await wall.goTo(url);
    const { code } = await setup.staff.ask(getRoomCode, { params: { jointId } });
    await wall.sees(`${code?.slice(0, 3)} ${code?.slice(3)}`);
    const account = await setup.owner('ana', jointId, [table.units[0]?.apartmentId ?? '']);
    await owner.signIn(account, '/LaunchPage');
    const field = owner.page.getByLabel('Código del salón', { exact: true });
    const button = owner.page.getByRole('button', { name: 'Registrar Asistencia' });
    await field.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await button.click();
    await owner.sees('El código del salón no coincide. Mire la pantalla e intente de nuevo.');
    await field.fill(code ?? '');
    await button.click();
    await owner.sees('El registro fue exitoso.');
  });
});
