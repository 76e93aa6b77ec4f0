/** Test of the joint's colour and crest on wall and phone, and of the height of pages with long lists. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { contrast, READABLE } from '../../shared/properties/colour.ts';
import { changeFace } from '../../shared/properties/face.api.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

/** Largest demonstration: 240 units of 120 owners. */
const table = madeUpTable('unidades.csv', 240, 2);
const [first = ''] = table.units.map(({ apartmentId }) => apartmentId);
/** Height of a page: about four screens of a phone. */
const MOST_HEIGHT = 4.25 * PHONE.height;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the look of a joint', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let person: Person;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Samanes de Peñaflor', table);
    await setup.presentOwner('olga', jointId, [first]);
    await setup.question(jointId, '¿Se aprueba el presupuesto?');
  }, 300_000);
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const colours = (page: Page) =>
    page.locator('[data-band]').evaluate((band) => {
      const { backgroundColor } = getComputedStyle(band);
      const ink = getComputedStyle(document.documentElement).getPropertyValue('--on-joint');
      const parts = backgroundColor.match(/\d+/g) ?? [];
      return { ground: `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`, ink };
    });
  const contrastFaults = async (page: Page): Promise<unknown> => {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { violations } = await Reflect.get(window, 'axe').run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'],
      });
      return violations.map(({ id }: { id: string }) => id);
    });
  };

  it('a colour is a readable band on phone and wall; without a colour no band is there', async () => {
    person = await Person.at(browser, server.url, PHONE);
    await person.signIn({ username: 'olga' }, `/Vote/${jointId}`);
    await person.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    expect(await person.page.locator('[data-band]').count()).toBe(0);
    expect(await contrastFaults(person.page)).toEqual([]);
    // A grey too dark for ink and too bright for white.
    await setup.staff.ask(changeFace, { params: { jointId }, body: { colour: '#7F7F7F' } });
    await person.page.reload();
    await person.page.locator('[data-band]').waitFor();
    expect(await contrastFaults(person.page)).toEqual([]);
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    const wall = await Person.at(browser, server.url, LAPTOP);
    await wall.goTo(url);
    await wall.page.locator('[data-band]').waitFor();
    expect(await contrastFaults(wall.page)).toEqual([]);
    for (const page of [person.page, wall.page]) {
      const { ground, ink } = await colours(page);
      expect(ground).not.toBe('#7f7f7f');
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(READABLE);
    }
    await Promise.all([person.leave(), wall.leave()]);
  });

  const lists = [
    ['/Assemblies/Invitations', 'table', 'Invitaciones'],
    ['/Mailbox', 'heading', 'Correo'],
    ['/Users', 'table', 'Usuarios'],
    ['/Billing/Settings', 'button', 'Guardar la configuración'],
    ['/Billing/Settings?tab=letterhead', 'button', 'Guardar el encabezado'],
    ['/Billing/Settings?tab=places', 'button', 'Guardar dónde pagar'],
    ['/Billing/Settings?tab=interest', 'heading', 'Tasa de los intereses de mora'],
    ['/Billing/Settings?tab=legal', 'heading', 'Tasa máxima legal (toda la plataforma)'],
    ['/Billing/Settings?tab=concepts', 'heading', 'Conceptos de cobro'],
    ['/Billing/Settings?tab=vouchers', 'button', 'Guardar los comprobantes'],
    ['/Tutorials', 'heading', 'Contenido'],
  ] as const;
  it.each(isLong ? lists : lists.slice(0, 1))(
    '%s has about four screens of a phone',
    async (path, role, name) => {
      person = await Person.at(browser, server.url, PHONE);
      await person.signIn({ username: 'plataforma' }, path);
      await person.page.getByRole(role, { name }).first().waitFor();
      expect(await heightOf(path)).toBeLessThanOrEqual(MOST_HEIGHT);
      await person.leave();
    },
  );

  it('a save with an error in a closed part of a form opens the part at the field', async () => {
    person = await Person.at(browser, server.url, PHONE);
    await person.signIn({ username: 'plataforma' }, '/Billing/Settings');
    const part = person.page.getByText('Código de barras y posición de lo impreso');
    await part.click();
    const code = person.page.getByLabel('Código GLN');
    await code.fill('12');
    await part.click();
    await code.waitFor({ state: 'hidden' });
    await person.press('Guardar la configuración');
    await code.waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await person.leave();
  });

  it('an open list near the header has no reason to scroll the page, which clears the typed text', async () => {
    person = await Person.at(browser, server.url, LAPTOP);
    await person.signIn({ username: 'plataforma' }, '/Users/new');
    const { page } = person;
    const room = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop);
    await page.getByRole('button', { name: /Perfil$/ }).waitFor();
    expect(await room()).not.toBe('0px');
    await page.getByRole('button', { name: /Perfil$/ }).click();
    await page.getByRole('option').first().waitFor();
    expect(await room()).toBe('0px');
    await person.leave();
  });

  it('the landing page and the page of a joint have at most eight screens of a phone', async () => {
    person = await Person.at(browser, server.url, PHONE);
    for (const [path, heading] of [
      ['/', 'Nuestros Clientes'],
      [`/Joints/${jointId}`, 'Inmuebles'],
    ] as const) {
      if (path === '/') await person.open(path);
      else await person.signIn({ username: 'plataforma' }, path);
      await person.page.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect(await heightOf(path)).toBeLessThanOrEqual(8 * PHONE.height);
    }
    await person.leave();
  });

  async function heightOf(path: string): Promise<number> {
    const height = await person.page.evaluate(() => document.documentElement.scrollHeight);
    console.log(`${path}: ${height} px at ${PHONE.width} px.`);
    return height;
  }
});
