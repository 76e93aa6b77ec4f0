/**
 * Test of billing pages for owners and administrators: debt with reasons, downloads with file names, upload of a
 * sheet.
 */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, Books } from '../../server/testing/world.ts';
import { explainBill, getStatement, listBills } from '../../shared/billing/bills.api.ts';
import { changeBillingSettings } from '../../shared/billing/settings.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { dayWords, pesos } from '../features/billing/words.ts';
import { MADE_MS, PHONE } from './page-driver.ts';
import { Owner, Staff } from './people.ts';
import type { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('ceibas.csv', 6, 3);
const [debtor = '', payer = '', even = ''] = table.units.map((unit) => unit.apartmentId);
const NAME = 'Conjunto Las Ceibas';
/** CSV of a month with equal charges for all units. `extra`: heading of a further charge, `of`: its amounts. */
const sheet = (extra: string, of: string) =>
  [
    `Inmueble;Administración${extra}`,
    ...table.units.map(({ apartmentId }) => `${apartmentId};290.000${of}`),
    '',
  ].join('\n');

/** Parses a Colombian amount (dots and comma) into centavos. */
const cents = (text: string): number =>
  Math.round(Number(text.replace(/[^\d,-]/g, '').replace(',', '.')) * 100);

describe('billing for owners and administrators', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let owner: Account;
  let admin: Account;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint(NAME, table);
    const other = await setup.joint('Edificio sin libros', table);
    owner = await setup.user('olga', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: debtor }],
    });
    admin = await setup.user('ada', Profile.admin, { billingJoints: [jointId, other] });
    await Books.ceiling(setup.staff, '2026-01', 25.62);
    const books = new Books(setup.staff, jointId);
    await books.bill('2026-04', sheet('', ''), '2026-04-05');
    await books.pay(payer, 300_000, '2026-04-10');
    await books.pay(debtor, 100_000, '2026-05-03');
    await books.bill('2026-05', sheet('', ''), '2026-05-05');
    await books.bill('2026-06', sheet(';Piscina', ';50.000'), '2026-06-05');
    // Pays the balance with interest.
    const { balance } = await setup.staff.ask(getStatement, { params: { jointId, apartmentId: even } });
    await books.pay(even, balance, '2026-06-10');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Presses a button and returns the downloaded file. */
  async function gets(person: Person, button: string | RegExp): Promise<{ name: string; begins: string }> {
    const downloading = person.page.waitForEvent('download', { timeout: MADE_MS });
    await person.page.getByRole('button', { name: button }).first().click();
    const download = await downloading;
    const bytes = readFileSync(await download.path());
    return { name: download.suggestedFilename(), begins: bytes.subarray(0, 4).toString('latin1') };
  }

  it('an owner reads the debt on the phone and finds its reasons', async () => {
    const api = await setup.signedIn(owner);
    const of = { jointId, apartmentId: debtor };
    const statement = await api.ask(getStatement, { params: of });
    const person = await Owner.at(browser, server.url, PHONE);
    await person.signIn(owner);
    await person.sees(`Usted debe ${pesos(statement.balance)}`);

    // Payment instructions appear once configured.
    expect(await person.page.getByText('Dónde pagar').count()).toBe(0);
    const brebKey = '@lasceibas';
    const paymentPage = 'https://example.com/pagos?conjunto=1';
    await setup.staff.ask(changeBillingSettings, { params: { jointId }, body: { brebKey, paymentPage } });
    await person.page.reload();
    const paying = person.page.getByRole('link', { name: 'Pagar en línea' });
    expect(await paying.getAttribute('href')).toBe(paymentPage);
    expect(await paying.getAttribute('target')).toBe('_blank');
    expect(await paying.getAttribute('rel')).toContain('noopener');
    await person.page.getByRole('button', { name: 'Copiar la llave' }).click();
    await person.sees(/^(Se copió|Quedó seleccionada) la llave/);

    await person.follow('Estado de Cuenta');
    await person.seesRows(
      'Movimientos',
      [...statement.rows].reverse().map((row) => ({
        Fecha: dayWords(row.postingDate),
        Concepto: expect.stringContaining(row.description),
        Documento: row.document,
        Cargos: row.debit === 0 ? '' : pesos(row.debit),
        Abonos: row.credit === 0 ? '' : pesos(row.credit),
        Saldo: pesos(row.balance),
      })),
    );
    // Overdue debt: the paz y salvo is not offered.
    expect(statement.overdue).toBeGreaterThan(0);
    expect(await person.page.getByRole('button', { name: 'Paz y salvo' }).count()).toBe(0);

    const bills = await api.ask(listBills, { params: of });
    expect(bills.map(({ month }) => month)).toEqual([6, 5, 4]);
    const last = bills[0]?.bill ?? 0;
    await person.follow('¿Por qué debo esto?');
    await person.isAt(`/Bills/${jointId}/${last}#por-que`);
    await person.page
      .getByRole('region', { name: '¿Por qué debo esto?' })
      .getByText('Piscina')
      .first()
      .waitFor();

    const figures = person.page.locator('main details');
    let total = 0;
    for (const figure of await figures.all()) {
      await figure.locator('summary').click();
      const amount = cents(await figure.locator('summary strong').innerText());
      const parts = async () =>
        (await figure.locator('[data-open]').allInnerTexts()).map(cents).reduce((sum, part) => sum + part, 0);
      await expect.poll(parts).toBe(amount);
      total += amount;
    }
    // Each figure of the bill is the sum of its parts, and the total is the unit's debt.
    expect(total).toBe(Math.round(statement.balance * 100));

    const { lines } = await api.ask(explainBill, { params: { jointId, bill: last } });
    const reckoned = lines.flatMap(({ items }) => items.flatMap(({ interest }) => interest));
    expect(reckoned.length).toBeGreaterThan(0);
    // Periods of constant debt, with the interest at the daily rate.
    const inText = (amount: number) => pesos(amount).replace(/\$\s/, '\\$.');
    for (const { stretches, amount } of reckoned) {
      for (const { principal, days } of stretches) {
        await person.sees(new RegExp(`${inText(principal)} × ${days} días?`));
      }
      await person.sees(new RegExp(` × .* = ${inText(amount)}$`));
    }
    await person.sees(/^Se abonaron \$.100\.000 con el recibo de caja 2, pagado el 3 de mayo de 2026\.$/);
    expect(person.faults).toEqual([]);
    await person.leave();
  });

  it('an owner downloads bills and receipts', async () => {
    const person = await Owner.at(browser, server.url, PHONE);
    await person.signIn(owner, '/Bills');
    expect(await gets(person, /^Exportar cuenta de cobro/)).toMatchObject({
      name: expect.stringMatching(/^Cuenta de Cobro \d+\.pdf$/),
      begins: '%PDF',
    });
    await person.open('/CashReceipts');
    await person.page.getByRole('radio', { name: 'Excel', exact: true }).check();
    expect(await gets(person, /^Exportar recibo de caja/)).toEqual({
      name: 'Recibo de Caja 2.xlsx',
      begins: 'PK\u0003\u0004',
    });
    await person.leave();
  });

  it('an administrator sees the last month at once, and starts fresh in another joint', async () => {
    const person = await Staff.at(browser, server.url);
    await person.signIn(admin);
    await person.follow('Relación de Facturas');
    await person.choose('Copropiedad Horizontal', NAME);
    const month = (name: string) => person.page.getByRole('button', { name: new RegExp(`^${name} `) });
    const total = () => person.page.getByRole('table', { name: 'Relación de Facturas' }).locator('tfoot');
    await month('Junio').waitFor();
    await total().waitFor();
    const june = await total().innerText();
    await person.choose('Mes', 'Mayo');
    await expect.poll(() => total().innerText()).not.toBe(june);
    await person.choose('Copropiedad Horizontal', 'Edificio sin libros');
    await person.sees('No hay información para el conjunto residencial seleccionado.');
    await person.choose('Copropiedad Horizontal', NAME);
    await month('Junio').waitFor();
    await expect.poll(() => total().innerText()).toBe(june);
    await person.leave();
  });

  it('an administrator searches by unit and sees the largest debtors', async () => {
    const person = await Staff.at(browser, server.url);
    await person.signIn(admin, '/UserHome');
    await person.follow('Cartera por Edades');
    await person.choose('Copropiedad Horizontal', NAME);
    const narrow = person.page.getByRole('checkbox', { name: /^Solo inmuebles con saldo/ });
    const units = async () => (await person.rows('Cartera por Edades')).map((row) => row.Inmueble);
    await expect.poll(units).toHaveLength(table.units.length - 1);
    expect(await units()).not.toContain(even);
    const owed = (await person.rows('Cartera por Edades')).map((row) => cents(row.Saldo ?? ''));
    expect(owed).toEqual([...owed].sort((one, other) => other - one));
    await person.page.locator('label').filter({ has: narrow }).click();
    await expect.poll(units).toEqual(table.units.map((unit) => unit.apartmentId));
    await person.open('/Bills');
    await person.choose('Copropiedad Horizontal', NAME);
    await person.page.getByRole('table', { name: 'Cuentas de Cobro' }).waitFor();
    await person.leave();
  });

  it("an administrator uploads the month's sheet, sees its deadline, and withdraws it", async () => {
    const person = await Staff.at(browser, server.url);
    await person.signIn(admin);
    await person.choose('Copropiedad Horizontal', NAME);
    const file = { name: 'julio.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet('', '')) };
    await person.page.locator('input[type=file]').setInputFiles(file);
    await person.sees('Recibimos «julio.csv».');
    await person.sees(/^Entrega antes del /);
    await person.press('Descartar julio.csv');
    await person.answer(/julio\.csv/, 'Si');
    await person.sees('No hay planillas en curso.');
    await person.leave();
  });
});
