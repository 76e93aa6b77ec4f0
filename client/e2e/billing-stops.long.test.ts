/**
 * Test of the blocks before the bills of a month are issued: balance after the charges, missing interest ceiling,
 * past due date.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Books } from '../../server/testing/world.ts';
import { prepareMonth, sendDraft } from '../../shared/billing/drafts.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { addDays, dayInBogota } from '../../shared/days.ts';
import { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable, NO_PROBLEM } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('guaduales.csv', 4, 1);
const units = table.units.map(({ apartmentId }) => apartmentId);
const csv = (header: string, rowOf: (unit: string) => string) => [header, ...units.map(rowOf), ''].join('\n');
const FEES = csv('apto;cuota de administración', (unit) => `${unit};200000`);
/** CSV of a month: each unit is billed 200,000 and has paid 50,000. Column 'Saldo' is the rest. */
const AFTER = csv('apto;cuota de administración;pagado;saldo', (unit) => `${unit};200000;50000;150000`);

describe('a month with faults before the issue', () => {
  let server: ServerProcess;
  let browser: Browser;
  let biller: Person;
  /** Id of a joint without an issued month. */
  let beginner: number;
  let jointId: number;
  let staff: TestSetup['staff'];
  serialSteps(() => [biller]);

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    beginner = await setup.joint('Conjunto Los Sauces', table);
    jointId = await setup.joint('Conjunto Los Guaduales', table);
    staff = setup.staff;
    const books = new Books(staff, jointId);
    for (const month of ['2026-01', '2026-02']) await books.bill(month, FEES, `${month}-02`);
    const params = { jointId };
    const { draftId } = await setup.staff.send(sendDraft, { params, name: 'marzo.csv', text: FEES });
    const body = { year: 2026, month: 3 };
    await setup.staff.ask(prepareMonth, { params: { ...params, draftId }, body });
    biller = await Person.at(browser, server.url);
    await biller.signIn(setup.platform, `/Billing?joint=${beginner}`);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const emit = () => biller.page.getByRole('button', { name: 'Emitir', exact: true });

  it('asks for the meaning of a balance that includes the charges, then continues', async () => {
    const buffer = Buffer.from(AFTER);
    const file = { name: 'guaduales 2026-03.csv', mimeType: 'text/csv', buffer };
    await biller.page.locator('input[type=file]').setInputFiles(file);
    await biller.page.getByRole('button', { name: 'Marzo Mes' }).waitFor();
    await biller.sees('¿Qué es «saldo»?');
    // Shown next to the question, not again among the problems.
    expect(await biller.page.getByText('se cobraría dos veces').count()).toBe(1);
    const load = biller.page.getByRole('button', { name: 'Cargar el mes' });
    await expect.poll(() => load.isDisabled()).toBe(true);
    const total = async () => (await biller.rows('Filas de la planilla'))[0]?.Total;
    await biller.press('Es el saldo anterior: se suma a los cobros');
    await biller.sees(NO_PROBLEM);
    await expect.poll(total).toBe('300.000');
    await biller.choose('Contiene saldo', 'Total (verificar)');
    await expect.poll(total).toBe('150.000');
    await biller.sees(NO_PROBLEM);
    await load.click();
    await biller.sees('Marzo 2026, sin emitir');
  });

  it('a payment after the preview stops the issue and is shown as a reason', async () => {
    await biller.sees('Cada cuenta es igual a su fila de la planilla, al centavo: $ 600.000 en total.');
    const body = { apartmentId: units[0] ?? '', amount: 20_000, valueDate: '2026-02-15' };
    await staff.ask(addPayment, { params: { jointId: beginner }, body });
    const question = biller.page.getByRole('alertdialog', { name: '¿Emitir Marzo 2026?' });
    const late = biller.page.getByRole('checkbox', { name: 'Emitir las cuentas ya vencidas' });
    await biller.page.locator('label').filter({ has: late }).click();
    await biller.press('Emitir');
    await question.getByRole('button', { name: 'Emitir' }).click();
    await biller.sees(/^Las cuentas cambiaron desde que se mostraron/);
    await biller.sees('Un inmueble tiene una cuenta distinta de la planilla, por motivos conocidos.');
    await biller.sees('Pagos ya recibidos que la planilla no resta: -$ 20.000 en 1 inmueble.');
    await biller.press('Emitir');
    await expect.poll(() => question.innerText()).toContain('Pagos ya recibidos');
    await question.getByRole('button', { name: 'Emitir' }).click();
    await biller.sees('Marzo 2026, emitido');
  });

  it('blocks a month with arrears without a rate ceiling until the month is marked', async () => {
    await biller.open(`/Billing?joint=${jointId}&month=2026-03`);
    await biller.sees('Falta la tasa máxima legal de febrero de 2026.');
    expect(await emit().count()).toBe(0);
    await biller.press('Marcar febrero de 2026 sin intereses');
    await biller.answer(/^¿No cobrar intereses de mora de febrero de 2026\?$/, 'Marcar sin intereses');
    await biller.sees('Sin intereses de mora: febrero de 2026.');
    await biller.press('Quitar la marca de febrero de 2026');
    await biller.sees('Falta la tasa máxima legal de febrero de 2026.');
    await biller.press('Marcar febrero de 2026 sin intereses');
    await biller.answer(/^¿No cobrar intereses de mora de febrero de 2026\?$/, 'Marcar sin intereses');
    await biller.sees('Sin intereses de mora: febrero de 2026.');
  });

  it('asks for a confirmation of each past due date', async () => {
    const question = biller.page.getByRole('alertdialog', { name: '¿Emitir Marzo 2026?' });
    const box = biller.page.getByRole('checkbox', { name: 'Emitir las cuentas ya vencidas' });
    const tick = () => biller.page.locator('label').filter({ has: box }).click();
    await biller.sees('La fecha límite, 31 de marzo de 2026, ya pasó: las cuentas nacerían vencidas.');
    const list = biller.page.getByRole('listitem');
    const early = (day: string) =>
      list.filter({
        hasText: new RegExp(
          `^La fecha de vencimiento, ${day}, es anterior a la de emisión, .+: elija una posterior\\.$`,
        ),
      });
    // For a past month the form proposes a day of issue before the due date.
    expect(await list.filter({ hasText: 'es anterior a la de emisión' }).count()).toBe(0);
    await biller.press('Emitir');
    await biller.page.getByRole('alert').filter({ hasText: 'las cuentas nacerían vencidas' }).waitFor();
    expect(await question.count()).toBe(0);
    await tick();
    await biller.press('Emitir');
    expect(await question.innerText()).toContain('Sobre el botón está lo que conviene revisar antes.');
    expect(await question.innerText()).toContain('La relación no se envía a nadie');
    await biller.sees(/La copropiedad no tiene administradores con correo/);
    await biller.answer('¿Emitir Marzo 2026?', 'Cancelar');
    await biller.type('Fecha de vencimiento', '2026-04-10');
    await biller.sees('La fecha límite, 10 de abril de 2026, ya pasó: las cuentas nacerían vencidas.');
    expect(await box.isChecked()).toBe(false);
    const issued = await biller.page.getByLabel('Fecha de emisión').inputValue();
    await biller.type('Fecha de emisión', '2026-04-15');
    await early('10 de abril de 2026').waitFor();
    await biller.type('Fecha de emisión', issued);
    await early('10 de abril de 2026').waitFor({ state: 'detached' });
    await biller.type('Fecha de vencimiento', addDays(dayInBogota(Date.now()), 10));
    await expect.poll(() => box.count()).toBe(0);
    expect(await list.filter({ hasText: 'es anterior a la de emisión' }).count()).toBe(0);
    await biller.type('Fecha de vencimiento', '2026-03-31');
    await tick();
    await biller.press('Emitir');
    await question.getByRole('button', { name: 'Emitir' }).click();
    await biller.sees('Marzo 2026, emitido');
    await biller.sees('Sin intereses de mora: febrero de 2026.');
    expect(biller.faults).toEqual([]);
  });

  it('shows the warning on the bill of the unit that would pay', async () => {
    await biller.open(`/Bills/${jointId}/9`);
    await biller.sees('Sin intereses de mora: febrero de 2026');
    expect(biller.faults).toEqual([]);
  });
});
