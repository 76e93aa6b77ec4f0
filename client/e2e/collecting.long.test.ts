/**
 * Walk of an administrator with the rights `months` and `payments`, with counted taps: from an empty joint with a budget to
 * three months reconciled with the bank, a reminder, an agreement and a file of vouchers, by screens alone. The clocks of the
 * server and of the browser go from September to November.
 */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { setLegalRate } from '../../shared/billing/settings.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { Hands } from './hands.ts';
import { MADE_MS } from './page-driver.ts';
import { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestClock } from './test-clock.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('cedros.csv', 4, 1);
const [first = '', second = '', third = '', debtor = ''] = table.units.map(({ apartmentId }) => apartmentId);
/** Most taps of each step; fields are filled in by keyboard. */
const MOST_TAPS = { budget: 3, month: 7, extract: 7, reminder: 5, agreement: 1, vouchers: 3 };

class Accountant extends Person {
  /** Picks a unit in a part of the page, by keyboard. */
  async picksIn(part: Locator, unit: string): Promise<void> {
    const box = part.getByRole('combobox', { name: 'Inmueble' });
    await box.and(this.page.locator(':enabled')).focus();
    await this.page.keyboard.type(unit);
    await this.page.getByRole('option', { name: new RegExp(`^${unit}`) }).waitFor();
    await this.page.keyboard.press('Enter');
  }
}

describe('from a budget to three collected months', () => {
  const clock = new TestClock();
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let accountant: Accountant;
  let hands: Hands;
  let account: Account;
  /** Balance of the bank after the last extract, in pesos. */
  let balance = 0;
  const taken: Record<string, { taps: number; keys: number }> = {};
  serialSteps(() => [accountant]);

  /** Sets both clocks and signs in again, as a person does in another month. */
  const goesTo = async (instant: string): Promise<void> => {
    await clock.set(instant);
    await clock.isOn(accountant);
    await accountant.signIn(account, '/UserHome');
    hands.take();
  };
  /** Notes the taps of a step, and starts to count again. */
  const counts = (step: keyof typeof MOST_TAPS, name: string): void => {
    taken[name] = hands.take();
    expect(taken[name]?.taps, name).toBeLessThanOrEqual(MOST_TAPS[step]);
  };

  beforeAll(async () => {
    await clock.set('2026-09-01T09:00:00-05:00');
    [server, browser] = await Promise.all([ServerProcess.start(clock.ofServer), sharedBrowser()]);
    setup = await TestSetup.on(server);
    const jointId = await setup.joint('Conjunto Los Cedros', table);
    const rights = [{ jointId, rights: ['months' as const, 'payments' as const] }];
    account = await setup.user('contadora', Profile.admin, { billingJoints: [jointId], rights });
    // The platform has the table of rates for all joints.
    const rate = { annualRate: 25.62, source: 'Certificación de prueba' };
    for (const month of ['2026-09', '2026-10', '2026-11'])
      await setup.staff.ask(setLegalRate, { body: { month, ...rate } });
    accountant = await Accountant.at(browser, server.url);
    // Reading, issue and papers wait for workers of the lowest priority.
    accountant.context.setDefaultTimeout(MADE_MS);
    hands = await Hands.of(accountant.context);
  });
  afterAll(async () => {
    console.log(JSON.stringify(taken));
    await closeContexts(browser);
    await server?.remove();
    clock.remove();
  });

  /** Opens a page of billing from the page of months. */
  const opensPage = async (label: string): Promise<void> => {
    const pages = accountant.page.getByRole('navigation', { name: 'Facturación de la copropiedad' });
    await pages.getByText(label, { exact: true }).click();
  };

  /** Answers the question before the issue. The relación has no administrator with an address: 'Emitir de todos modos'. */
  async function confirms(title: string): Promise<void> {
    const dialog = accountant.page.getByRole('alertdialog', { name: `¿Emitir ${title}?` });
    await dialog.getByRole('button', { name: /^Emitir/ }).click();
    await accountant.sees(`${title}, emitido`);
  }

  /** Charges the fees of the proposed month and issues the month. Starts on the page of months. */
  async function issues(title: string, name: string): Promise<void> {
    await accountant.follow('Cobrar sin planilla');
    await accountant.press('Ver los cobros del mes');
    await accountant.sees('Se cobrarán $ 1.000.000 a 4 inmuebles.');
    await accountant.press('Hacer la planilla');
    await accountant.press('Cargar el mes');
    await accountant.press('Emitir');
    await confirms(title);
    counts('month', name);
  }

  /** Reads the bank's extract of a month with three payments; the fourth unit never pays. Bank and books are equal. */
  async function reconciles(day: string, name: string): Promise<void> {
    await goesTo(`${day}T10:00:00-05:00`);
    await accountant.follow('Pagos');
    const rows = [first, second, third].map((unit) => {
      balance += 251_000;
      return `${day.replaceAll('-', '/')},PAGO PSE APTO ${unit},,,251000.00,${balance}.00`;
    });
    await accountant.page.getByRole('tab', { name: 'Archivo' }).click();
    const choosing = accountant.page.waitForEvent('filechooser');
    await accountant.press('Elegir archivo');
    const text = ['FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO', ...rows].join('\n');
    const file = { name: `extracto ${day}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await (await choosing).setFiles(file);
    await accountant.sees(/El saldo del banco y los libros coinciden\./);
    await accountant.press('Importar 3 pagos');
    await accountant.press('Identificarlos');
    await accountant.press('Confirmar las 3 que coinciden');
    await accountant.sees('Se hicieron 3 recibos de caja.');
    counts('extract', name);
  }

  /** Opens the page of months from the home, on a day. */
  const opensMonths = async (instant: string): Promise<void> => {
    await goesTo(instant);
    await accountant.follow('Facturación');
  };

  it('fixes the fee of a budget', async () => {
    await opensMonths('2026-09-01T09:00:00-05:00');
    await accountant.sees('Todavía no hay meses.');
    await accountant.follow('Cobrar sin planilla');
    await accountant.type('Presupuesto del año', '12000000');
    await accountant.type('Aporte del año al fondo de imprevistos', '120000');
    await accountant.type('Saldo del fondo de imprevistos', '0');
    await accountant.press('Fijar la cuota');
    await accountant.sees('Cuota de administración: quedó fijada.');
    await accountant.seesRows('Cuotas fijadas', [
      { Concepto: 'Cuota de administración', Valor: '12.000.000' },
    ]);
    counts('budget', 'budget');
  });

  it('three months are billed and reconciled with the bank', async () => {
    await opensPage('Meses');
    hands.take();
    await issues('Septiembre 2026', 'September');
    await reconciles('2026-09-15', 'extract of September');
    await opensMonths('2026-10-01T09:00:00-05:00');
    await issues('Octubre 2026', 'October');
    await reconciles('2026-10-15', 'extract of October');
    await opensMonths('2026-11-03T09:00:00-05:00');
    await issues('Noviembre 2026', 'November');
    await reconciles('2026-11-04', 'extract of November');
  });

  it('reminds the debtor by an authorised channel', async () => {
    await opensPage('Cobranza');
    const card = accountant.page.getByRole('form', { name: 'Autorizar un canal' });
    await accountant.picksIn(card, debtor);
    await accountant.choose('Canal', 'Mensaje, usted comparte el texto');
    await accountant.type('Correo o teléfono', '320 000 0000');
    await accountant.type('Prueba', 'Formato firmado');
    await accountant.press('Registrar el canal');
    await accountant.press('Recordar 320 000 0000');
    await accountant.sees('Texto para PROPIETARIO 0003, al 320 000 0000');
    await expect.poll(() => accountant.rows('Contactos hechos')).toHaveLength(1);
    counts('reminder', 'reminder');
  });

  it('makes an agreement over the debt', async () => {
    await accountant.picksIn(
      accountant.page.getByRole('region', { name: 'Hacer un acuerdo de pago' }),
      debtor,
    );
    await accountant.type('Documento firmado', 'Acuerdo 1 de 2026');
    await accountant.press('Hacer el acuerdo');
    await accountant.seesRows('Acuerdos de pago', [{ Inmueble: debtor, Estado: 'Al día' }]);
    counts('agreement', 'agreement');
  });

  it('downloads the vouchers of a collected month', async () => {
    await accountant.open('/UserHome');
    await accountant.follow('Recaudos del Mes');
    const downloading = accountant.page.waitForEvent('download', { timeout: MADE_MS });
    await accountant.press('Descargar comprobantes');
    expect((await downloading).suggestedFilename()).toBe('Comprobantes Noviembre - 2026 Siigo Nube.zip');
    counts('vouchers', 'vouchers');
    expect(accountant.faults).toEqual([]);
  });
});
