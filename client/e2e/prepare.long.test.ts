/**
 * Test of the preparation by a first-time user, from a spreadsheet to a running assembly, with counted taps and
 * keys.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOfLink, startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { listCodes } from '../../shared/assemblies/codes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { Hands } from './hands.ts';
import { Operator, Staff } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Conjunto Prado Alto';
const SHEET = [
  'Torre;Apto;Propietario;Cédula;Correo electrónico;Celular;Coeficiente',
  '1;101;Ana María Ruiz Gil;52.111.222;ana.ruiz@prado.example.co;300 123 4567;20',
  '1;102;Luis Paz;79.333.444;luis@prado.example.co / casa@prado.example.co;;20',
  '1;103;Ana María Ruiz Gil;52111222;;;10',
  '2;101;Eva Sol;41.555.666;no tiene;310 765 4321;30',
  '2;102;Inversiones Prado S.A.S.;900.777.888-1;tesoreria(arroba)prado.example.co;;20',
].join('\n');
const PLACE = 'Salón comunal';
/** Number of key presses for a text: capitals and accents take two. */
const keysOf = (text: string): number =>
  text.length + (text.normalize('NFD').match(/\p{Lu}|\p{M}/gu)?.length ?? 0);
/**
 * Maximum number of Tab presses between two fields: a date or time field has a stop for each part, and a button.
 */
const MOST_TABS = 6;
/** Maximum number of taps, counted from the welcome page. */
const MOST_TAPS = 8;

describe('setting up from a sheet', () => {
  let mails: TestMailServer;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let staff: Staff;
  let hands: Hands;
  let jointId = 0;

  beforeAll(async () => {
    mails = await startMailServer();
    [server, browser] = await Promise.all([ServerProcess.start({ smtpUrl: mails.url }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    staff = await Staff.at(browser, server.url);
    hands = await Hands.of(staff.context);
    await staff.signIn(setup.platform);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    await mails?.close();
  });
  serialSteps(() => [staff]);

  /** Presses Tab until the field has the focus, at most MOST_TABS times. */
  const tabTo = async (label: string): Promise<void> => {
    const field = staff.page.getByLabel(label, { exact: true });
    for (let tabs = 0; tabs < MOST_TABS / 2; tabs += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await staff.page.keyboard.press('Tab');
    }
    expect(await field.evaluate((element) => element === document.activeElement), label).toBe(true);
  };
  const step = (title: string) =>
    staff.page.getByRole('listitem').filter({ has: staff.page.getByRole('heading', { name: title }) });

  it('preparing a joint takes at most eight taps from the welcome page', async () => {
    const { page } = staff;
    hands.take();
    await staff.follow('Copropiedades');
    await page.getByRole('button', { name: 'Crear copropiedad' }).first().click();
    await page.getByLabel('Nombre de la copropiedad').waitFor();
    await page.keyboard.type(JOINT);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/Joints\/\d+$/);
    jointId = Number(/\d+$/.exec(page.url())?.[0]);

    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Elegir archivo' }).click(),
    ]);
    await chooser.setFiles({ name: 'prado.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) });
    expect(await staff.figure('Con correo')).toBe('2');
    await staff.sees('No se guarda «tesoreria(arroba)prado.example.co»: no es un correo electrónico.');
    await staff.press('Importar');

    // The joint is preselected, and the page names the next step.
    await staff.isAt('/Assemblies/Prepare');
    await staff.sees('Se importaron 5 inmuebles.');
    await staff.sees('Con correo: 2 de 4 propietarios.');
    await page.locator('li[aria-current=step]', { hasText: 'Fecha, hora y lugar' }).waitFor();
    const untilCalled = hands.take();
    // The form has the focus. The date has the same keys in day-first and month-first locales.
    const date = page.getByLabel('Fecha', { exact: true });
    await expect.poll(() => date.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('03032027');
    await tabTo('Hora');
    await page.keyboard.type('0800a');
    await tabTo('Lugar');
    await page.keyboard.type(PLACE);
    expect(await date.inputValue()).toBe('2027-03-03');
    expect(await page.getByLabel('Hora', { exact: true }).inputValue()).toBe('08:00');
    await page.keyboard.press('Enter');
    await page.locator('li[aria-current=step]', { hasText: 'Escarapelas' }).waitFor();
    const called = hands.take();
    await staff.press('Crear escarapelas (5)');
    await staff.press('Enviar invitaciones (2)');
    await staff.sees('Usuarios que se crean: 2.');
    await staff.answer('¿Enviar la invitación por correo a 2 propietarios?', 'Si');
    await page.locator('li[aria-current=step]', { hasText: 'Listo. Vuelva el 3 de marzo' }).waitFor();
    await staff.press('Abrir antes del día');
    const { taps, keys } = hands.take();
    // Opening before the date requires both confirmations.
    await staff.answer('¿Desea continuar con esa fecha?', 'Continuar');
    await staff.answer('¿Desea abrir la asamblea hoy?', 'Abrir hoy');
    await staff.sees('La asamblea está abierta.');

    expect(untilCalled.taps + called.taps + taps).toBeLessThanOrEqual(MOST_TAPS);
    // Date, time and place: their keys, tabs between fields and Enter; no tap.
    expect(called.taps).toBe(0);
    expect(called.keys).toBeLessThanOrEqual('030320270800a'.length + keysOf(PLACE) + MOST_TABS + 1);
    // Keys of the joint's name and Enter: no data of owners are typed.
    expect(untilCalled.keys + keys).toBeLessThanOrEqual(keysOf(JOINT) + 1);
  });

  it('the result is a running assembly with badges and working mailed links', async () => {
    const params = { jointId };
    const { assembly } = await setup.staff.ask(getJoint, { params });
    expect(assembly).toMatchObject({
      place: PLACE,
      scheduledAt: '2027-03-03T13:00:00.000Z',
      closedAt: null,
    });
    expect(assembly?.openedAt).not.toBeNull();
    const codes = await setup.staff.ask(listCodes, { params });
    expect(codes.map(({ badgeOf }) => badgeOf).sort()).toEqual(['1-101', '1-102', '1-103', '2-101', '2-102']);
    await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(2);
    const mail = mails.to('ana.ruiz@prado.example.co');
    expect(mail.text).toContain('Salón comunal');
    expect(mail.text).toContain('1-101, 1-103');
    // The link was sent before the opening and still opens the assembly.
    const { username, token } = partsOfLink(mail.link);
    expect((await setup.staff.ask(signIn, { body: { username, password: token } })).jwt).not.toBe('');
  });

  it('checks off tasks done by others and lists owners without e-mail', async () => {
    expect(await step('Invitaciones').innerText()).toContain('Invitados por correo: 2 de 2.');
    expect(await step('Preguntas').innerText()).toContain('Opcional.');
    await staff.open('/Assemblies/Invitations');
    await staff.sees('2 propietarios sin correo');
    await staff.sees('ana.ruiz@prado.example.co');
    await staff.sees('Se crea su usuario al invitar');
    const operator = await Operator.at(browser, server.url);
    const account = await setup.user('mesa', Profile.operator, { assemblyJoints: [jointId] });
    await operator.signIn(account, '/Assemblies/Prepare');
    await operator.sees('Listo: 6 de 9');
    expect(await operator.page.getByRole('link', { name: 'Completar la tabla' }).count()).toBe(0);
    await operator.page.close();
  });
});
