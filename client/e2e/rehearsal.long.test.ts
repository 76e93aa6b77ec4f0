/** Test of the two-minute demonstration: hall, quorum, building, votes, verdict and acta, with a fast clock. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRehearsal, type RehearsalStep } from '../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { Staff } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const BEATS = fileURLToPath(new URL('./fast-beats.mjs', import.meta.url));

describe('the demonstration of an assembly in two minutes', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let staff: Staff;
  let jointId = 0;

  beforeAll(async () => {
    const fast = ServerProcess.start({ nodeOptions: `--import ${BEATS}` });
    [server, browser] = await Promise.all([fast, sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto El Nogal', madeUpTable('unidades.csv', 60, 4));
    staff = await Staff.at(browser, server.url);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [staff]);

  const course = async () =>
    (await setup.staff.ask(getRehearsal, { params: { jointId } })) ?? { step: 'hall' };

  it('the home starts the demonstration, which plays to the acta by itself', async () => {
    await staff.signIn(setup.platform);
    await staff.press('Ver una asamblea en dos minutos');
    await staff.page.waitForURL(/\/Rehearsal\/\d+$/);
    await staff.sees('ENSAYO: nada de esto cuenta.');
    await staff.sees('ENSAYO · Conjunto El Nogal');
    const steps: RehearsalStep[] = ['arrivals', 'building', 'votes', 'verdict', 'acta'];
    for (const step of steps)
      await expect.poll(async () => (await course()).step, { timeout: 60_000, interval: 5 }).toBe(step);
    const current = staff.page.locator('[aria-current=step]');
    await current.getByText('El acta', { exact: true }).waitFor();
    await staff.sees('La asamblea terminó');
  });

  it('the draft of the acta has the mark and both results', async () => {
    await staff.page.getByRole('link', { name: 'Leer el borrador del acta' }).click();
    await staff.page.getByText('ENSAYO · Conjunto El Nogal').first().waitFor();
    await staff.page.getByText('¿Aprueba los estados financieros presentados?').first().waitFor();
  });

  it('pages about the trial joint have the band, and a deletion leaves the real joint', async () => {
    await staff.open('/AssemblyPanel');
    await staff.sees('ENSAYO: nada de esto cuenta.');
    await staff.page.getByRole('link', { name: 'Volver al ensayo' }).click();
    await staff.press('Borrar el ensayo');
    await staff.press('Si');
    await staff.sees('El ensayo se borró.');
    expect(await setup.staff.ask(getRehearsal, { params: { jointId } })).toBeNull();
  });
});
