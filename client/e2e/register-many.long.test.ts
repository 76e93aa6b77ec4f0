/**
 * Test of the registration desk in a large joint: 1,500 units in the list, without delay for typing or scanning.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const UNITS = 1_500;
const table = madeUpTable('unidades.csv', UNITS, 3);

const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;
const unitAt = (at: number): Unit => {
  const unit = table.units[at];
  if (!unit) throw new Error(`no unit ${at}`);
  return unit;
};

describe('a door with 1,500 units', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let door: Operator;
  let jointId = 0;
  let codes: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Ciudadela', table);
    codes = await setup.codes(jointId, 3);
    door = await Operator.at(browser, server.url);
    await door.signIn(setup.platform, '/RegisterQR');
    await door.seesLive('live');
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    await door.markPage();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const box = () => door.page.getByRole('combobox', { name: 'Inmueble', exact: true });
  const option = (unit: Unit) => door.page.getByRole('option', { name: labelOf(unit), exact: true });
  // No query by role: content outside of an open list is hidden from screen readers.
  const picked = (unit: Unit) =>
    door.page.locator('[aria-label="Elegidos en Inmueble"]').getByText(labelOf(unit));
  const code = () => door.page.getByLabel('Código QR', { exact: true });

  const scan = (text: string) => door.scan(text);

  it('the list of 1,500 units follows typing and offers the unit at once', async () => {
    await door.page.evaluate(() => {
      const long: number[] = [];
      Reflect.set(globalThis, 'scafTestLong', long);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) long.push(entry.duration);
      }).observe({ type: 'longtask' });
    });
    const waits: number[] = [];
    await box().click();
    for (const at of [UNITS - 1, 700, 3]) {
      const unit = unitAt(at);
      await box().fill('');
      await door.page.keyboard.type(unit.apartmentId);
      const typed = performance.now();
      await option(unit).waitFor();
      waits.push(performance.now() - typed);
      expect(await box().inputValue()).toBe(unit.apartmentId);
    }
    const long = await door.page.evaluate(() => Reflect.get(globalThis, 'scafTestLong') as number[]);
    const worst = long.length === 0 ? 'none' : `${long.length}, worst ${Math.round(Math.max(...long))} ms`;
    const slowest = Math.round(Math.max(...waits));
    console.log(`${UNITS} units: option after at most ${slowest} ms; long frames: ${worst}`);
    // Only visible options are rendered, even with the whole list open.
    await box().fill('');
    await door.page.getByRole('option').first().waitFor();
    expect(await door.page.getByRole('option').count()).toBeLessThan(60);
    await door.page.keyboard.press('Escape');
  });

  it('a scanner registers: Enter picks units, Enter sends the code', async () => {
    const units = [unitAt(UNITS - 1), unitAt(10)];
    for (const unit of units) {
      await box().click();
      await scan(unit.apartmentId);
      await picked(unit).waitFor();
    }
    await code().click();
    await scan(codes[0] ?? '');
    await door.page.locator('[data-outcome="registered"]').waitFor();
    await door.sees(`Registrados: 2 inmuebles, ${four(sumOf(units))} de coeficiente, de 1.500 inmuebles.`);
    // Ready for the next scan.
    await expect.poll(() => code().inputValue()).toBe('');
    await expect.poll(() => code().evaluate((element) => element === document.activeElement)).toBe(true);
    await box().click();
    await door.page.keyboard.type(labelOf(unitAt(10)));
    await door.sees('Ninguna opción coincide con lo escrito.');
    await door.page.keyboard.press('Escape');
  });

  it('names the unit registered earlier by another desk, with the time', async () => {
    const [taken, free] = [unitAt(20), unitAt(21)];
    await door.pick('Inmueble', labelOf(taken));
    await door.pick('Inmueble', labelOf(free));
    await code().fill(codes[1] ?? '');
    // Two registrations in transit: the other desk's to this page, and this page's to the server.
    await door.page.route(
      '**/registrations',
      async (route) => {
        await setup.atDoor(jointId, [taken.apartmentId]);
        await route.continue();
      },
      { times: 1 },
    );
    await code().press('Enter');
    const refusal = door.page
      .getByRole('alert')
      .filter({ hasText: 'El inmueble ya se encuentra registrado.' });
    await refusal.waitFor();
    const words = await refusal.innerText();
    expect(words).toContain(labelOf(taken));
    expect(words).toMatch(/desde las \d\d:\d\d/);
    expect(words).not.toContain(labelOf(free));
    // The rest of the same scan is registered automatically, with the same code.
    await door.sees('Registrados: 4 inmuebles');
    await door.wasNotReloaded();
    expect(door.faults).toEqual([]);
  });
});
