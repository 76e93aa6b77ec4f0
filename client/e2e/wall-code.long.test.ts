/** Test of a wall screen opened by a six-digit code from the operator, and ended remotely. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { Hands } from './hands.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Screen } from './people.ts';
import { Person } from './person.ts';
import { SecretWatch } from './secrets.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 8, 1);
const CODE = 'Código de la pantalla';

describe('lists and ends of screens and sessions', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let operator: Operator;
  let walls: Screen[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Proyector', table);
    await setup.user('omar', Profile.operator, { assemblyJoints: [jointId] });
    operator = await Operator.at(browser, server.url, LAPTOP);
    walls = [await Screen.at(browser, server.url), await Screen.at(browser, server.url)];
    await operator.signIn({ username: 'omar' }, '/Assemblies/Screens');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [operator, ...walls]);

  /** Creates a display code not used before, and returns the digits. */
  async function newCode(): Promise<string> {
    const shown = operator.page.getByText(/^\d{3} \d{3}$/);
    const before = (await shown.count()) > 0 ? await shown.innerText() : '';
    await operator.page.getByRole('button', { name: /^Crear (otro )?código$/ }).click();
    await expect
      .poll(async () => ((await shown.count()) > 0 ? await shown.innerText() : ''))
      .not.toBe(before);
    return shown.innerText();
  }

  it('typing a code opens a wall with seven keys, without a token in an address', async () => {
    await operator.open('/Assemblies/Screens');
    await operator.sees('No hay pantallas abiertas.');
    const watches = walls.map((wall) => new SecretWatch(wall.page));
    for (const wall of walls) {
      const hands = await Hands.of(wall.context);
      await wall.open('/Quorum');
      await wall.page.getByLabel(CODE).waitFor();
      await wall.page.keyboard.type((await newCode()).replace(' ', ''));
      await wall.page.keyboard.press('Enter');
      await wall.seesLive('live');
      expect(hands.take()).toEqual({ taps: 0, keys: 7 });
      await wall.sees('Edificio Proyector');
      await wall.isAt(`/Quorum?jointId=${jointId}`);
      await wall.markPage();
    }
    const tokens = await Promise.all(
      walls.map((wall) => wall.page.evaluate(() => sessionStorage.getItem('scaf.token') ?? '')),
    );
    expect(new Set(tokens).size).toBe(2);
    for (const [at, watch] of watches.entries()) await watch.keeps(tokens[at] ?? '');
  });

  it('lists both screens as live with their codes, and ends one at once', async () => {
    const rows = () => operator.rows('Pantallas abiertas');
    await expect
      .poll(async () => (await rows()).map((row) => [row.Estado, row['Abierta con'], row['La creó']]))
      .toEqual(Array(2).fill(['En vivo ahora', 'Código', 'Persona omar']));
    expect((await rows())[0]?.Pantalla).toContain('Chrome');
    await operator.page
      .getByRole('button', { name: /^Terminar la pantalla/ })
      .first()
      .click();
    await operator.answer(/^¿Terminar la pantalla/, 'Terminar');
    await operator.sees('La pantalla fue terminada.');
    await expect.poll(async () => (await rows()).length).toBe(1);
    // Newest first.
    await walls[1]?.page.getByLabel(CODE).waitFor();
    await walls[1]?.sees('El enlace de esta pantalla ya no es válido.');
    await walls[1]?.wasNotReloaded();
    await walls[0]?.seesLive('live');
  });

  it('accepts another code after a wrong code', async () => {
    const [wall, dark] = walls;
    await dark?.type(CODE, '12');
    await dark?.press('Mostrar la asamblea');
    await dark?.sees('Digite los seis números del código.');
    const code = await newCode();
    await dark?.type(CODE, code === '000 000' ? '111111' : '000000');
    await dark?.press('Mostrar la asamblea');
    await dark?.sees('El código de la pantalla no es válido o ya venció.');
    await dark?.type(CODE, code);
    await dark?.press('Mostrar la asamblea');
    await dark?.seesLive('live');
    await dark?.wasNotReloaded();
    // A reload continues, as with a link.
    await wall?.page.reload();
    await wall?.seesLive('live');
  });

  it('a user sees the own sessions and closes the others', async () => {
    const phone = await Person.at(browser, server.url, PHONE);
    await phone.signIn({ username: 'omar' }, '/Sessions');
    await expect.poll(async () => (await phone.rows('Sesiones abiertas')).length).toBe(2);
    await phone.press('Cerrar las demás');
    await phone.answer('¿Cerrar las demás sesiones?', 'Si');
    await phone.sees('Las sesiones fueron cerradas.');
    await expect.poll(async () => (await phone.rows('Sesiones abiertas')).length).toBe(1);
    // The list of screens polls and learns of the end.
    await operator.sees('Su sesión terminó. Ingrese nuevamente para continuar.');
    await walls[0]?.seesLive('live');
    expect([operator, phone, ...walls].flatMap((person) => person.faults)).toEqual([]);
    await phone.leave();
  });

  it('renews the session of a used page once an hour, and never of an idle page', async () => {
    const desk = await Person.at(browser, server.url);
    const renewals: string[] = [];
    desk.page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) renewals.push(request.url());
    });
    await desk.page.clock.install();
    await desk.signInAtForm({ username: 'omar', name: 'Persona omar' });
    await desk.page.keyboard.press('Shift');
    expect(renewals).toHaveLength(0);
    await desk.page.clock.fastForward('01:01:00');
    expect(renewals).toHaveLength(0);
    const renewed = desk.page.waitForResponse(/\/auth\/refresh$/);
    await desk.page.keyboard.press('Shift');
    expect((await renewed).status()).toBe(200);
    await desk.page.keyboard.press('Shift');
    await desk.page.mouse.click(1, 1);
    // A later call proves that the earlier calls were sent.
    const response = desk.page.waitForResponse(/\/sessions$/);
    await desk.follow('Mis sesiones');
    await response;
    expect(renewals).toHaveLength(1);
    await desk.leave();
  });
});
