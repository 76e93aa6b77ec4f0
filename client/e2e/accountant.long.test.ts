/** Test of an accountant's month with counted taps and keys: payments, an extract, a month from a file, a month repeated. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Books } from '../../server/testing/world.ts';
import { dayInBogota, firstDayOf, monthOfDay, monthWords, shiftMonth } from '../../shared/days.ts';
import { capitalized } from '../../shared/format.ts';
import { Hands } from './hands.ts';
import { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('arrayanes.csv', 4, 1);
const FEES = [
  'apto;cuota de administración',
  ...table.units.map(({ apartmentId }) => `${apartmentId};200000`),
  '',
].join('\n');
const day = dayInBogota(Date.now());
const month = monthOfDay(day);
const ISSUED = `${capitalized(monthWords(month)).replace(' de ', ' ')}, emitido`;
/** Most tabulators from the skip link to the unit of a payment: joint, pages of billing, tabs. */
const MOST_TABS = 12;

describe("an accountant's month, with counted taps", () => {
  let server: ServerProcess;
  let browser: Browser;
  let accountant: Person;
  let hands: Hands;
  let jointId: number;
  /** Id of the joint with the month repeated. */
  let repeated: number;
  serialSteps(() => [accountant]);

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Los Arrayanes', table);
    repeated = await setup.joint('Conjunto Los Sauces', table);
    const before = shiftMonth(month, -1);
    for (const id of [jointId, repeated])
      await new Books(setup.staff, id).bill(before, FEES, firstDayOf(before));
    accountant = await Person.at(browser, server.url);
    hands = await Hands.of(accountant.context);
    await accountant.signIn(setup.platform, '/UserHome');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Opens a page and starts to count. */
  async function opens(path: string): Promise<void> {
    await accountant.open(path);
    hands.take();
  }
  async function choosesFile(name: string, text: string): Promise<void> {
    const choosing = accountant.page.waitForEvent('filechooser');
    await accountant.press('Elegir archivo');
    const chooser = await choosing;
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  it('a payment is entered by keyboard alone', async () => {
    await opens(`/Payments?joint=${jointId}`);
    const { page } = accountant;
    const keys = page.keyboard;
    const unit = page.getByRole('combobox', { name: 'Inmueble' });
    await unit.and(page.locator(':enabled')).waitFor();
    const isReached = () => unit.evaluate((box) => box === document.activeElement);
    await keys.press('Tab');
    await keys.press('Enter');
    for (let tabs = 0; tabs < MOST_TABS && !(await isReached()); tabs += 1) await keys.press('Tab');
    expect(await isReached()).toBe(true);
    await keys.type('1002');
    await page.getByRole('option', { name: /^1002/ }).waitFor();
    await keys.press('Enter');
    await keys.press('Tab');
    await keys.type('100000');
    await keys.press('Enter');
    await accountant.sees('Recibo de caja 1: inmueble 1002, $ 100.000.');
    expect(hands.take().taps).toBe(0);
  });

  it('five taps import an extract and confirm its matches', async () => {
    await opens(`/Payments?joint=${jointId}`);
    const date = day.replaceAll('-', '/');
    const extract = [
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      `${date},PAGO PSE APTO 1003,,,50000.00,50000.00`,
      `${date},COMISION TRANSFERENCIA,,,-5000.00,45000.00`,
      `${date},QR apartamento 1004,,,20000.00,65000.00`,
    ].join('\n');
    await accountant.page.getByRole('tab', { name: 'Archivo' }).click();
    await choosesFile('extracto.csv', extract);
    await accountant.press('Importar 2 pagos');
    await accountant.press('Identificarlos');
    await accountant.press('Confirmar las 2 que coinciden');
    await accountant.sees('Se hicieron 2 recibos de caja.');
    expect(hands.take()).toEqual({ taps: 5, keys: 0 });
  });

  it('five taps bill a month from a file', async () => {
    await opens(`/Billing?joint=${jointId}`);
    await choosesFile(`cobros ${monthWords(month)}.csv`, FEES);
    await accountant.press('Cargar el mes');
    await issues();
    expect(hands.take().taps).toBeLessThanOrEqual(5);
  });

  it('five taps repeat the last month', async () => {
    await opens(`/Billing?joint=${repeated}`);
    await accountant.press('Repetir el mes');
    await accountant.sees('Se cobrarán $ 800.000 a 4 inmuebles.');
    await accountant.press('Hacer la planilla');
    await accountant.press('Cargar el mes');
    await issues();
    expect(hands.take()).toEqual({ taps: 5, keys: 0 });
    expect(accountant.faults).toEqual([]);
  });

  /** Issues the prepared month: a press, and the answer to the question. */
  async function issues(): Promise<void> {
    await accountant.press('Emitir');
    await accountant.page.getByRole('alertdialog').getByRole('button', { name: 'Emitir' }).click();
    await accountant.sees(ISSUED);
  }
});
