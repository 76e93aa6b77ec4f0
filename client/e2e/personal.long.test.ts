/** Test of the page '/PersonalData': platform staff show, export and erase the data of a person without a unit. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Staff } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const TENANT = 'hermes.zafra';

describe('the personal data of a person', () => {
  let server: ServerProcess;
  let browser: Browser;
  let staff: Staff;
  let jointId = 0;
  serialSteps(() => [staff]);

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Los Cedros', madeUpTable('unidades.csv', 3, 1));
    await setup.owner(TENANT, jointId, ['1001']);
    staff = await Staff.at(browser, server.url);
    await staff.signIn(setup.platform);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  it('personal data are found from the page of the joint, and saved as a file', async () => {
    await staff.open(`/Joints/${jointId}`);
    await staff.page.getByRole('link', { name: 'Buscar una persona' }).click();
    await staff.type('Documento, correo, nombre, usuario o inmueble', TENANT);
    await staff.press('Buscar');
    await staff.sees('Usuario, sesiones y vínculos');
    const saving = staff.page.waitForEvent('download');
    await staff.press('Exportar sus datos');
    expect((await saving).suggestedFilename()).toMatch(/^Datos personales.*xlsx$/);
    expect(staff.page.url()).not.toContain(TENANT);
  });

  it('personal data are erased after a confirmation, and the erasure is listed', async () => {
    await staff.press('Suprimir sus datos');
    await staff.sees('No se puede deshacer');
    await staff.page.getByRole('alertdialog').getByRole('button', { name: 'Suprimir' }).click();
    await staff.page.getByRole('table', { name: 'Supresiones hechas' }).waitFor();
    await staff.type('Documento, correo, nombre, usuario o inmueble', TENANT);
    await staff.press('Buscar');
    await staff.sees('No se encontró a nadie');
  });
});
