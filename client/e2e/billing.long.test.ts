/**
 * Test of a month billed by the platform's staff: columns of a spreadsheet mapped by hand, issue, payments of every
 * kind.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankFile } from '../../server/billing/bank-files/bank-file.fixture.ts';
import { Books } from '../../server/testing/world.ts';
import { listAccounts } from '../../shared/billing/bills.api.ts';
import { prepareMonth, sendDraft } from '../../shared/billing/drafts.api.ts';
import { addDays, today } from '../../shared/days.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { LAPTOP, MADE_MS, PHONE } from './page-driver.ts';
import { Person } from './person.ts';
import { whenDrawn } from './scenes/drawn.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable, NO_PROBLEM, tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('tejares.csv', 6, 1);
const REAL = join(
  dirname(fileURLToPath(import.meta.url)),
  ...['..', '..', '..', 'shared', 'data', 'cobros', 'garibaldi-407_2026-05.csv'],
);
const real = existsSync(REAL) ? readFileSync(REAL, 'utf8') : null;
/** CSV of a month as administrations write amounts. The meaning of the fourth column is unknown. */
const SHEET = [
  'apto;cuota de administración;multa;XYZ;total',
  ...table.units.map(({ apartmentId }, at) =>
    at === 0 ? `${apartmentId};$ 250.000;50.000;10.000,50;310.000,50` : `${apartmentId};250.000;;;250.000`,
  ),
  '',
].join('\n');
/** Expected total in pesos: 6 units × 250,000 plus the extras of the first unit, rounded up to the peso. */
const TOTAL = '1.560.001';

/** Parses the units from the CSV text of a month. */
function unitsOf(month: string) {
  const lines = month.split('\n').slice(1);
  const units = lines.filter((line) => line !== '').map((line) => line.split(',')[0]);
  const csv = ['unidad,propietario,coeficiente', ...units.map((unit) => `${unit},Titular ${unit},4`), ''];
  return tableOf('garibaldi.csv', csv.join('\n'));
}

class Biller extends Person {
  async choosesFile(name: string, text: string | Buffer): Promise<void> {
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
    await this.page.locator('input[type=file]').setInputFiles(file);
  }

  /** Presses a button and returns the downloaded file. */
  async downloads(button: string): Promise<{ name: string; begins: string }> {
    const downloading = this.page.waitForEvent('download', { timeout: MADE_MS });
    await this.press(button);
    const file = await downloading;
    const bytes = readFileSync(await file.path());
    return { name: file.suggestedFilename(), begins: bytes.subarray(0, 4).toString('latin1') };
  }

  /** Ticks the checkbox to issue bills of a past month, overdue from the start. */
  async acceptsPastDue(): Promise<void> {
    const box = this.page.getByRole('checkbox', { name: 'Emitir las cuentas ya vencidas' });
    await this.page.locator('label').filter({ has: box }).click();
    await box.and(this.page.locator(':checked')).waitFor({ state: 'attached' });
  }

  /** Checks the keyboard focus after a button was removed: the focus must not fall back to the document. */
  async keepsFocus(): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement !== document.body);
  }

  /** Opens the receipts of this month: bills of a past month have a past day, so a payment counts today. */
  opensReceipts = (): Promise<void> => this.page.getByRole('tab', { name: 'Recibos' }).click();

  async goesTo(page: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Facturación de la copropiedad' })
      .getByText(page)
      .click();
  }
}

describe('billing', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let biller: Biller;
  let jointId: number;
  serialSteps(() => [biller]);

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Los Tejares', table);
    // The picker needs more than one joint.
    await setup.joint('Garibaldi 407', real === null ? madeUpTable('garibaldi.csv', 6, 1) : unitsOf(real));
    await Books.ceiling(setup.staff, '2026-01', 25.62);
    biller = await Biller.at(browser, server.url);
    await biller.signIn(setup.platform);
    await biller.follow('Facturación');
    await biller.choose('Copropiedad Horizontal', 'Conjunto Los Tejares');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  it('imports a spreadsheet as a month, with a column mapped by hand', async () => {
    await biller.choosesFile('tejares mayo.csv', SHEET);
    await biller.sees('Qué contiene la planilla');
    await biller.sees(/Entrega antes del/);
    await biller.choose('Año', '2026');
    await biller.choose('Mes', 'Mayo');
    let answer: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const PREVIEW = '**/drafts/*/preview';
    await biller.page.route(PREVIEW, async (route) => {
      await isTyped;
      await route.continue();
    });
    await biller.choose('Contiene XYZ', 'Cobro del mes');
    await biller.type('Concepto de XYZ', 'Zonas comunes');
    // The answer to the choice arrives now, and leaves the typed text.
    const answered = biller.page.waitForResponse(PREVIEW);
    answer();
    await answered;
    await biller.page.unroute(PREVIEW);
    await biller.page.getByText('Leyendo la planilla').waitFor({ state: 'hidden' });
    const concept = biller.page.getByLabel('Concepto de XYZ');
    expect(await concept.inputValue()).toBe('Zonas comunes');
    await concept.press('Enter');
    await biller.choose('Clase de XYZ', 'Otro cobro');
    await biller.sees(NO_PROBLEM);
    const first = async () => (await biller.rows('Filas de la planilla'))[0];
    await expect.poll(async () => (await first())?.Cobros).toContain('Zonas comunes: 10.000,50');
    await expect.poll(first).toMatchObject({ Total: '310.000,50' });
    await biller.press('Cargar el mes');
    await biller.sees('Mayo 2026, sin emitir');
  });

  it('shows a unit on a phone in a few lines, with details on demand', async () => {
    const table = biller.page.getByRole('table', { name: 'Relación de facturas' });
    await table.waitFor();
    await biller.page.setViewportSize(PHONE);
    const figures = table.locator('tbody tr').first().locator('td:visible');
    await expect.poll(() => figures.count()).toBe(1);
    const fold = biller.page.getByRole('button', { name: /^Detalle de / }).first();
    await fold.click();
    await expect.poll(() => figures.count()).toBeGreaterThan(5);
    await fold.click();
    await expect.poll(() => figures.count()).toBe(1);
    await biller.page.setViewportSize(LAPTOP);
    await expect.poll(() => figures.count()).toBeGreaterThan(5);
  });

  it('issues a month after a confirmation, with progress, and offers the invoices', async () => {
    await biller.page.getByRole('table', { name: 'Relación de facturas' }).waitFor();
    await biller.type('Fecha de vencimiento', addDays(today(), 30));
    await biller.press('Emitir');
    const question = biller.page.getByRole('alertdialog', { name: '¿Emitir Mayo 2026?' });
    const words = await question.innerText();
    expect(words).toContain('6 cuentas de cobro');
    expect(words).toContain(`$\u00a0${TOTAL}`);
    expect(words).toContain('No se puede deshacer.');
    // Delayed until the progress bar has been seen.
    let seen: () => void = () => undefined;
    const isSeen = new Promise<void>((resolve) => {
      seen = resolve;
    });
    await biller.page.route(/\/reports\/jobs\/[0-9a-f]+$/, async (route) => {
      await isSeen;
      await route.continue();
    });
    const downloading = biller.page.waitForEvent('download', { timeout: MADE_MS });
    await question.getByRole('button', { name: 'Emitir' }).click();
    await biller.page.getByRole('progressbar').waitFor();
    seen();
    expect((await downloading).suggestedFilename()).toBe('Cuentas de Cobro Mayo - 2026.pdf');
    await biller.sees('Mayo 2026, emitido');
    await biller.page.getByRole('table', { name: 'Cuentas de cobro' }).waitFor();
    await biller.keepsFocus();
    await expect.poll(() => biller.rows('Cuentas de cobro')).toHaveLength(6);
    expect(await biller.downloads('Descargar las cuentas (PDF)')).toEqual({
      name: 'Cuentas de Cobro Mayo - 2026.pdf',
      begins: '%PDF',
    });
    expect((await biller.downloads('Descargar la cuenta 1')).begins).toBe('%PDF');
  });

  it('takes a payment by keyboard only, ready for the next payment', async () => {
    await biller.goesTo('Pagos');
    const unit = biller.page.getByRole('combobox', { name: 'Inmueble' });
    await unit.and(biller.page.locator(':enabled')).focus();
    const keys = biller.page.keyboard;
    await keys.type('1002');
    await keys.press('Enter');
    await keys.press('Tab');
    await keys.type('100000,5');
    await keys.press('Enter');
    await biller.sees('Recibo de caja 1: inmueble 1002, $ 100.000,50.');
    await biller.sees('Intereses 0 · Capital 100.000,50 · A favor 0.');
    await expect.poll(() => unit.evaluate((box) => box === document.activeElement)).toBe(true);
    await expect.poll(() => unit.inputValue()).toBe('');
    await expect.poll(() => biller.page.getByLabel('Valor').inputValue()).toBe('');
    await keys.type('1003');
    await keys.press('Tab');
    await keys.type('1.000');
    await keys.press('Enter');
    await biller.sees(/^Recibo de caja 2: inmueble 1003/);
  });

  it('imports a bank file once; an unidentified payment is assigned to its unit', async () => {
    const accounts = await setup.staff.ask(listAccounts, { params: { jointId } });
    const reference = accounts.find(({ apartmentId }) => apartmentId === '1004')?.reference ?? '';
    const date = today().replaceAll('-', '');
    const file = bankFile({
      date,
      batches: [
        [
          { reference, amount: 250_000 },
          { reference: '999999999999', amount: 77_000 },
        ],
      ],
    });
    await biller.page.getByRole('tab', { name: 'Archivo' }).click();
    await biller.choosesFile('recaudo', file);
    await biller.sees(/archivo de banco/);
    const inFile = async (column: string) =>
      (await biller.rows('Pagos del archivo')).map((row) => row[column]);
    await expect.poll(() => inFile('Inmueble')).toEqual(['1004', 'Por identificar']);
    await biller.press('Importar 2 pagos');
    await biller.sees('Se importaron 2 pagos por $ 327.000.');
    await biller.choosesFile('recaudo', file);
    await biller.sees('Elegir otro archivo');
    const imported = expect.stringMatching(/^Ya importado\s*con recaudo/);
    await expect.poll(() => inFile('Estado')).toEqual([imported, imported]);
    await biller.page.getByRole('tab', { name: 'Por identificar (1)' }).click();
    await biller.page.getByRole('button', { name: /^Identificar \$ 77\.000/ }).click();
    const box = biller.page.getByRole('dialog').getByRole('combobox', { name: 'Inmueble' });
    await biller.openList(box);
    await box.fill('1005');
    // Enter picks the shown option.
    await biller.page.getByRole('option').first().waitFor();
    await biller.page.keyboard.press('Enter');
    await biller.press('Hacer el recibo');
    await biller.sees('Recibo de caja 4: inmueble 1005, $ 77.000.');
    await biller.sees('No hay consignaciones por identificar.');
    await biller.keepsFocus();
  });

  it('annuls a receipt without a payment; the receipt keeps its number', async () => {
    await biller.opensReceipts();
    await biller.press('Anular el recibo 2');
    await biller.page.getByRole('radio', { name: 'No', exact: true }).check();
    await biller.page.getByRole('alertdialog').getByRole('button', { name: 'Anular' }).click();
    await biller.sees('Digite el motivo.');
    await biller.type('Motivo', 'El banco lo devolvió');
    await biller.page.keyboard.press('Enter');
    await expect
      .poll(async () => (await biller.rows('Recibos del mes')).map((row) => row.Recibo))
      .toEqual(['4', '3', '2 anulado', '1']);
    await biller.keepsFocus();
    expect(biller.faults).toEqual([]);
  });

  it('imports a bank extract, explains proposed units, confirms matches in one press', async () => {
    const date = today().replaceAll('-', '/');
    const extract = [
      'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
      `${date},PAGO PSE APTO 1002,,,50000.00,50000.00`,
      `${date},COMISION TRANSFERENCIA,,,-5000.00,45000.00`,
      `${date},TRANSFERENCIA CTA SUC VIRTUAL,,,30000.00,75000.00`,
      `${date},QR apartamento 1003,,,20000.00,95000.00`,
    ].join('\n');
    await biller.page.getByRole('tab', { name: 'Archivo' }).click();
    await biller.choosesFile('extracto.csv', Buffer.from(extract));
    await biller.sees(/extracto de Bancolombia/);
    await expect
      .poll(async () => (await biller.rows('Pagos del archivo')).map((row) => row.Inmueble))
      .toEqual([
        expect.stringMatching(/Por identificar\s*¿1002\?\s*Nombra «APTO 1002»/),
        'Por identificar',
        expect.stringMatching(/¿1003\?\s*Nombra «apartamento 1003»/),
      ]);
    await biller.press('Importar 3 pagos');
    await biller.press('Identificarlos');
    await biller.press('Confirmar las 2 que coinciden');
    await biller.sees('Se hicieron 2 recibos de caja.');
    await expect.poll(() => biller.rows('Consignaciones por identificar')).toHaveLength(1);
    await biller.opensReceipts();
    await expect
      .poll(async () =>
        (await biller.rows('Recibos del mes')).slice(0, 2).map((row) => row.Inmueble?.slice(0, 4)),
      )
      .toEqual(['1003', '1002']);
    expect(biller.faults).toEqual([]);
  });

  it('splits a consignment, books another income, annuls the income, and notes a refund', async () => {
    const { page } = biller;
    const dialog = page.getByRole('dialog');
    const identifies = async (amount: RegExp, destination: string) => {
      await page.getByRole('tab', { name: 'Por identificar (1)' }).click();
      await page.getByRole('button', { name: amount }).click();
      await dialog.getByRole('radio', { name: destination, exact: true }).check();
    };
    const picks = async (label: string, unit: string) => {
      const box = dialog.getByRole('combobox', { name: label });
      // The focus scrolls the form, and scrolling closes an open list.
      await box.focus();
      await whenDrawn(page);
      await box.fill(unit);
      await page
        .getByRole('option', { name: new RegExp(`^${unit}`) })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      // The list closes after the choice; an open list would take the keys of the next field.
      await page.getByRole('option').first().waitFor({ state: 'hidden' });
    };
    await identifies(/^Identificar \$ 30\.000/, 'Pago de varios inmuebles');
    await picks('Inmueble 1', '1002');
    await picks('Inmueble 2', '1003');
    await biller.type('Valor 1', '12.000,50');
    await biller.type('Valor 2', '17.000');
    await biller.type('Motivo', 'Lo dijo por teléfono');
    await biller.press('Hacer los recibos');
    await dialog.getByRole('status').filter({ hasText: 'Faltan $ 999,50 por repartir.' }).waitFor();
    await biller.type('Valor 2', '17.999,50');
    await biller.press('Hacer los recibos');
    await biller.sees('Recibos de caja 7, 8.');
    await biller.sees('No hay consignaciones por identificar.');
    await biller.opensReceipts();
    await biller.press('Anular el recibo 8');
    await biller.type('Motivo', 'No era del 1003');
    await page.keyboard.press('Enter');
    await identifies(/^Identificar \$ 17\.999,50/, 'Otro ingreso');
    await biller.choose('Concepto', 'Intereses del banco');
    await biller.type('Motivo', 'Intereses del mes');
    await biller.press('Registrar el ingreso');
    await biller.sees('Intereses del banco 1: $ 17.999,50.');
    await biller.press('Anular intereses del banco 1');
    await biller.type('Motivo', 'Era de un vecino');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Anular' }).click();
    await identifies(/^Identificar \$ 17\.999,50/, 'Se devolvió');
    await biller.type('Referencia o comprobante', 'TR 77');
    await biller.type('Motivo', 'Se equivocó de cuenta');
    await biller.press('Registrar la devolución');
    await biller.sees('Devolución 2: $ 17.999,50.');
    await expect
      .poll(async () => (await biller.rows('Otros ingresos y devoluciones')).map((row) => row['Qué es']))
      .toEqual(['Devolución 2', 'Intereses del banco 1 anulado']);
    expect(biller.faults).toEqual([]);
  });

  it('enables billing for a joint later; a joint in use cannot be deleted', async () => {
    const body = { jointName: 'Edificio Los Almendros', usesBilling: false };
    const { jointId: later } = await setup.staff.ask(createJoint, { body });
    await setup.staff.importUnits(later, table.fileName, table.csv);
    // The address selects the joint, even after another joint.
    await biller.open(`/Payments?joint=${jointId}`);
    await biller.page
      .getByRole('button', { name: /Conjunto Los Tejares.*Copropiedad Horizontal$/ })
      .waitFor();
    const services = biller.page.getByRole('region', { name: 'Servicios' });
    await biller.open(`/Joints/${later}`);
    await biller.page.getByLabel('Usa facturación').check({ force: true });
    await services.getByRole('button', { name: 'Guardar' }).click();
    await biller.follow('Ir a su facturación');
    await biller.page
      .getByRole('button', { name: /Edificio Los Almendros.*Copropiedad Horizontal$/ })
      .waitFor();
    for (const month of [4, 5]) {
      const { draftId } = await setup.staff.send(sendDraft, {
        params: { jointId: later },
        name: `mes ${month}.csv`,
        text: ['apto;administración', ...table.units.map(({ apartmentId }) => `${apartmentId};1000`)].join(
          '\n',
        ),
      });
      const params = { jointId: later, draftId };
      await setup.staff.ask(prepareMonth, { params, body: { year: 2026, month } });
    }
    await biller.open(`/Billing?joint=${later}&month=2026-05`);
    await biller.sees('Antes está Abril 2026, sin emitir.');
    await biller.acceptsPastDue();
    await biller.press('Emitir');
    const question = biller.page.getByRole('alertdialog', { name: '¿Emitir Mayo 2026?' });
    await expect.poll(() => question.innerText()).toContain('lo que conviene revisar');
    await biller.answer('¿Emitir Mayo 2026?', 'Cancelar');
    await biller.press('Ver Abril 2026');
    await biller.sees('Abril 2026, sin emitir');
    await biller.acceptsPastDue();
    await biller.press('Emitir');
    expect(await biller.page.getByText('Antes está').count()).toBe(0);
    await biller.answer('¿Emitir Abril 2026?', 'Cancelar');
    await biller.open(`/Joints/${later}`);
    await biller.page.getByLabel('Usa facturación').uncheck({ force: true });
    await services.getByRole('button', { name: 'Guardar' }).click();
    await biller.sees(/no se puede retirar/);
    await expect.poll(() => biller.page.getByLabel('Usa facturación').isChecked()).toBe(true);
    expect(biller.faults).toEqual([]);
  });

  it.skipIf(real === null)(
    'imports the real spreadsheet of 24 units (skipped without ../shared/data)',
    async () => {
      await biller.open('/Billing');
      await biller.choose('Copropiedad Horizontal', 'Garibaldi 407');
      await biller.choosesFile('garibaldi-407_2026-05.csv', real ?? '');
      await biller.sees('Qué contiene la planilla');
      // The month comes from the file name.
      await biller.page.getByRole('button', { name: '2026 Año' }).waitFor();
      await biller.page.getByRole('button', { name: 'Mayo Mes' }).waitFor();
      await biller.page.getByRole('table', { name: 'Filas de la planilla' }).waitFor();
      await expect.poll(() => biller.rows('Filas de la planilla')).toHaveLength(20);
      await biller.press('Cargar el mes');
      await biller.sees('Mayo 2026, sin emitir');
      await biller.page.getByRole('table', { name: 'Relación de facturas' }).waitFor();
      await expect.poll(() => biller.rows('Relación de facturas')).toHaveLength(24);
      const rows = await biller.rows('Relación de facturas');
      // Overpaid by 175,000, and charged 257,400.
      expect(rows.find((row) => row.Inmueble?.startsWith('28'))).toMatchObject({
        'Pago del mes anterior': '263.600',
        'Saldo a favor': '175.000',
        'Total a pagar': '82.400',
      });
    },
  );
});
