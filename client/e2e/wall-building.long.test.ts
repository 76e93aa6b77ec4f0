/** Test of the building on the wall screen: an arrival lights a unit, and the quorum is clearly announced. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { siteOf } from '../../shared/assemblies/building/site.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { siteSize } from '../features/assemblies/wall/building/site-size.ts';
import { LAPTOP } from './page-driver.ts';
import { Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

/** Table of units with the size of the largest expected joint. */
const table = madeUpTable('unidades.csv', 1500, 1);
const shares = table.units.map((unit) => ({ ...unit, coefficient: Number(unit.coefficient) }));
const idAt = (at: number): string => table.units[at]?.apartmentId ?? '';

describe('the building on the wall', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let wall: Screen;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Mil Luces', table);
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    wall = await Screen.at(browser, server.url, LAPTOP);
    await wall.seesMotion();
    await wall.goTo(url);
    await wall.seesLive('live');
  }, 300_000);
  afterAll(async () => {
    await wall?.leave();
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [wall]);

  async function comeIn(from: number, to: number): Promise<void> {
    const [code = ''] = await setup.codes(jointId, 1);
    const apartmentIds = table.units.slice(from, to).map(({ apartmentId }) => apartmentId);
    await setup.staff.ask(register, { params: { jointId }, body: { apartmentIds, code } });
  }
  /** Colour of each unit's window in roll order, read from a pixel near the upper left corner. */
  async function colours(): Promise<string[]> {
    const canvas = wall.page.locator('canvas[aria-label^="El edificio"]');
    const size = await canvas.evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
    const corners = siteOf(shares, siteSize(size)).windows.map(
      ({ x, y }) => [Math.ceil(x + 3), Math.ceil(y + 3)] as const,
    );
    return canvas.evaluate((drawn: HTMLCanvasElement, at) => {
      const { data, width } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {
        data: [],
        width: 0,
      };
      return at.map(([x, y]) => data.slice(4 * (y * width + x), 4 * (y * width + x) + 3).join());
    }, corners);
  }
  const lit = async () => (await colours()).filter((colour) => colour === '246,200,115').length;
  const dark = async () => (await colours()).filter((colour) => colour === '13,79,92').length;

  it('each unit has a window that lights up on arrival', async () => {
    // The bare screen hides its controls until the pointer moves.
    await wall.page.getByRole('button', { name: 'Ver el edificio' }).dispatchEvent('click');
    await wall.page.getByRole('img', { name: 'El edificio: 0 de 1.500 inmuebles registrados' }).waitFor();
    await expect.poll(dark).toBe(1500);
    await comeIn(0, 30);
    await wall.page.getByRole('img', { name: 'El edificio: 30 de 1.500 inmuebles registrados' }).waitFor();
    await expect.poll(lit).toBe(30);
    expect(await dark()).toBe(1470);
    const query = { apartmentId: idAt(3), reason: 'Se fue' };
    await setup.staff.ask(removeRegistrations, { params: { jointId, conceptId: 1 }, query });
    await expect.poll(lit).toBe(29);
  });

  it('a large sign announces the quorum and disappears', async () => {
    const sign = wall.page.getByText('¡Hay quórum!', { exact: true });
    expect(await sign.count()).toBe(0);
    // Visible for seconds only: wait in advance.
    await Promise.all([sign.waitFor(), comeIn(30, 780)]);
    await expect.poll(lit).toBe(779);
    await sign.waitFor({ state: 'detached' });
  });

  it('screen readers get a table, and a reload keeps the building', async () => {
    await wall.press('Ver como tabla');
    await expect
      .poll(async () => (await wall.rows('Inmuebles del edificio'))[3])
      .toMatchObject({ Inmueble: idAt(3), Estado: 'Sin registrar' });
    await wall.page.reload();
    await wall.page.getByRole('img', { name: 'El edificio: 779 de 1.500 inmuebles registrados' }).waitFor();
  });
});
