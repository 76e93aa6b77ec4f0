/** Test of the practice ballot ('/PruebaQR') on a phone, without server calls and without changing a session. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 4, 2);
const units = byOwner(table.units)[0] ?? [];

describe('practising', () => {
  let server: ServerProcess;
  let browser: Browser;
  let ana: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Ensayo', table);
    const account = await setup.owner(
      'ana',
      jointId,
      units.map((unit) => unit.apartmentId),
    );
    ana = await Owner.at(browser, server.url, PHONE);
    await ana.signIn(account);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  it('the practice page looks and works like voting, also without a session', async () => {
    const person = await Owner.at(browser, server.url, PHONE);
    await practise(person);
    await person.press('Practicar otra vez');
    await person.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    expect(person.faults).toEqual([]);
    await person.leave();
  });

  it('the practice page requires an answer and accepts a cancelled confirmation', async () => {
    const person = await Owner.at(browser, server.url, PHONE);
    await person.open('/PruebaQR');
    await person.press('Votar');
    await person.sees('Seleccione una respuesta');
    expect(await person.page.getByRole('alertdialog').count()).toBe(0);
    await person.page.getByRole('radio', { name: 'Blanco', exact: true }).check();
    await person.press('Votar');
    await person.answer('Seleccionó la opción Blanco. ¿Está seguro de su respuesta?', 'No');
    expect(await person.page.getByRole('radio', { name: 'Blanco', exact: true }).isChecked()).toBe(true);
    expect(await person.page.getByText('Gracias por su votación.').count()).toBe(0);
    await person.leave();
  });

  it('the practice page keeps the session of the tab', async () => {
    const storedText = () => ana.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    const before = await storedText();
    await practise(ana);
    expect(await storedText()).toBe(before);
    await ana.open('/UserHome');
    await ana.sees('Bienvenido a SCAF, Persona ana.');
  });

  /** Completes the practice ballot while recording network requests. */
  async function practise(person: Owner): Promise<void> {
    const { page } = person;
    const requestUrls: string[] = [];
    page.on('request', (request) => requestUrls.push(request.url()));
    page.on('websocket', (socket) => requestUrls.push(socket.url()));
    await person.open('/PruebaQR');
    await page.getByRole('heading', { name: 'Votación', exact: true }).waitFor();
    await person.sees('¿El proceso de votación es claro?');
    const labels = await page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent));
    expect(labels).toEqual(['Si', 'No', 'Blanco']);
    for (const name of ['Cerrar sesión', 'Abrir menú']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    expect(await page.getByRole('link', { name: 'Iniciar Sesión' }).count()).toBe(0);
    await person.vote('Si');
    await person.sees('Votación exitosa.');
    await page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requestUrls.length).toBeGreaterThan(0);
    expect(requestUrls.filter((url) => new URL(url).pathname.startsWith('/SCAF'))).toEqual([]);
  }
});
