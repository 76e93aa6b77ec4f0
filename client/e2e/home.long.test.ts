/**
 * Test of the welcome page of each profile: today's matters are on top and a single tap away, without layout
 * shifts.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, Books } from '../../server/testing/world.ts';
import { openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { assignHolder } from '../../shared/assemblies/attendance.api.ts';
import { getStatement } from '../../shared/billing/bills.api.ts';
import { dayInBogota, monthOfDay, shiftMonth } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { pesos } from '../features/billing/words.ts';
import { Hands } from './hands.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Owner } from './people.ts';
import { Person } from './person.ts';
import { shiftsOf, watchShifts } from './scenes/layout-shift.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('ceibas.csv', 6, 3);
const [first = '', second = ''] = table.units.map((unit) => unit.apartmentId);
const NAME = 'Conjunto Las Ceibas';
/** Name of a joint without bills, sorted before the other joint. */
const UNBILLED = 'Conjunto Acacias';

describe('the welcome page', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let owner: Account & { userId: string };
  let unbilledId: number;
  let admin: Account;
  let operator: Account;
  let accountant: Account;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint(NAME, table);
    const links = { billingJoints: [jointId], assemblyJoints: [jointId] };
    const units = [{ jointId, apartmentId: first }];
    owner = await setup.user('olga', Profile.owner, { assemblyApartments: units, billingApartments: units });
    admin = await setup.user('ada', Profile.admin, links);
    unbilledId = await setup.joint(UNBILLED, table);
    accountant = await setup.user('aura', Profile.admin, { billingJoints: [unbilledId, jointId] });
    operator = await setup.user('oscar', Profile.operator, { assemblyJoints: [jointId] });
    const last = shiftMonth(monthOfDay(dayInBogota(Date.now())), -1);
    await Books.ceiling(setup.staff, shiftMonth(last, -2), 25.62);
    const csv = ['Inmueble;Administración', ...table.units.map((unit) => `${unit.apartmentId};290.000`), ''];
    const books = new Books(setup.staff, jointId);
    await books.bill(last, csv.join('\n'), `${last}-02`);
  }, 300_000);
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Signs in, reloads the welcome page while recording layout shifts, and returns the page. */
  async function home<P extends Person>(person: P, who: Account, shows: string): Promise<P> {
    // Animations could shift the page too.
    await person.seesMotion();
    await person.page.addInitScript(watchShifts);
    await person.signIn(who, '/UserHome');
    await person.page.reload();
    await person.sees(shows);
    await person.page.waitForLoadState('networkidle');
    expect(await shiftsOf(person.page)).toEqual([]);
    expect(await fullButtons(person)).toBeLessThanOrEqual(1);
    return person;
  }
  /** Number of visible buttons and links with the look of the main act. */
  const fullButtons = (person: Person): Promise<number> =>
    person.page.locator('main :is(button, a)[class*="_primary_"]').filter({ visible: true }).count();

  it('the home shows an owner the debt, its reasons in one tap, and no pending task', async () => {
    const api = await setup.signedIn(owner);
    const { balance } = await api.ask(getStatement, { params: { jointId, apartmentId: first } });
    const person = await home(
      await Owner.at(browser, server.url, PHONE),
      owner,
      `Usted debe ${pesos(balance)}`,
    );
    await person.follow('¿Por qué debo esto');
    await person.page.getByRole('region', { name: '¿Por qué debo esto?' }).waitFor();
    await person.leave();
  });

  it('the home shows an administrator month, receivables and collection with a table', async () => {
    const person = await home(await Person.at(browser, server.url, LAPTOP), admin, 'Cartera');
    const all = pesos(290_000 * table.units.length);
    await person.sees(/^Falta emitir /);
    await person.page.getByText(all, { exact: true }).waitFor();
    await person.page.locator('.recharts-surface').waitFor();
    await person.page.getByText('Ver las cifras').click();
    const rows = await person.rows('Facturado y recaudado por mes');
    expect(rows.map((row) => [row.Facturado, row.Recaudado])).toEqual([
      ...Array.from({ length: 4 }, () => ['0', '0']),
      [all.replace(/^\$\s/, ''), '0'],
      ['0', '0'],
    ]);
    await person.leave();
  });

  longOnly(it)('an administrator opens a report in one tap, from the home and from the menu', async () => {
    const person = await Person.at(browser, server.url, LAPTOP);
    await person.signIn(admin);
    const reports = [
      ['Ver la cartera por edades', 'Cartera por Edades'],
      ['Relación de Facturas', 'Relación de Facturas'],
      ['Cartera por Edades', 'Cartera por Edades'],
      ['Estados de Cuenta', 'Movimientos'],
      ['Morosos', 'Morosos'],
      ['Generar Reportes', null],
    ] as const;
    for (const [link, table] of reports) {
      await person.open('/UserHome');
      await person.follow(link);
      const shown = person.page.getByRole('region', { name: 'Vista previa' });
      await (table === null
        ? shown.getByRole('table').first()
        : shown.getByRole('table', { name: table })
      ).waitFor();
    }
    await person.leave();
  });

  it('a multi-joint administrator opens a report in one tap, for the last billed joint', async () => {
    const person = await Person.at(browser, server.url, LAPTOP);
    const hands = await Hands.of(person.context);
    await person.signIn(accountant);
    const reports = [
      ['Relación de Facturas', 'Relación de Facturas'],
      ['Cartera por Edades', 'Cartera por Edades'],
      ['Estados de Cuenta', 'Movimientos'],
      ['Morosos', 'Morosos'],
    ] as const;
    const picker = (name: string) =>
      person.page.getByRole('button', { name: new RegExp(`${name}.*Copropiedad Horizontal$`) });
    for (const [link, table] of reports) {
      await person.open('/UserHome');
      hands.take();
      await person.follow(link);
      await person.page
        .getByRole('region', { name: 'Vista previa' })
        .getByRole('table', { name: table })
        .waitFor();
      expect(hands.take()).toEqual({ taps: 1, keys: 0 });
      await picker(NAME).waitFor();
    }
    await person.choose('Copropiedad Horizontal', UNBILLED);
    await person.open('/UserHome');
    await person.follow('Cartera por Edades');
    await picker(UNBILLED).waitFor();
    await person.leave();
  });

  it('the home says that no task is pending', async () => {
    const person = await home(
      await Operator.at(browser, server.url, LAPTOP),
      operator,
      'No hay nada pendiente hoy.',
    );
    await person.leave();
  });

  it('the home leads to the ballot in one tap and updates live', async () => {
    await setup.staff.ask(openAssembly, { params: { jointId }, body: { place: 'Salón comunal' } });
    const runs = await home(await Operator.at(browser, server.url, LAPTOP), operator, NAME);
    await runs.sees(/Salón comunal/);
    await runs.page.getByRole('link', { name: /^Registrar asistentes/ }).waitFor();
    const phone = await home(await Owner.at(browser, server.url, PHONE), owner, NAME);
    await phone.page.getByRole('link', { name: /^Registrar asistencia/ }).waitFor();
    const body = { jointId, apartmentId: first, userId: owner.userId };
    await setup.staff.ask(assignHolder, { body });
    await setup.atDoor(jointId, [second]);
    await setup.question(jointId, '¿Se aprueba el presupuesto?');
    // Both pages must update without a touch.
    await runs.sees('¿Se aprueba el presupuesto?');
    await runs.page.getByRole('link', { name: /^Ir al panel/ }).waitFor();
    await phone.follow('Votar');
    await phone.page.getByRole('radiogroup').waitFor();
    await phone.leave();
    await runs.leave();
  });

  it('the home continues with the only open assembly, without choosing a joint', async () => {
    const person = await Person.at(browser, server.url, LAPTOP);
    const picker = person.page.getByRole('button', { name: new RegExp(`${NAME}.*Copropiedad Horizontal$`) });
    await person.signIn(setup.platform, '/AssemblyPanel');
    await picker.waitFor();
    await setup.staff.ask(openAssembly, { params: { jointId: unbilledId }, body: {} });
    await person.open('/RegisterQR');
    await picker.waitFor();
    await person.leave();
    const other = await Person.at(browser, server.url, LAPTOP);
    await home(other, setup.platform, 'Ver una asamblea en dos minutos');
    expect(await fullButtons(other)).toBe(1);
    await other.signIn(setup.platform, '/RegisterQR');
    await other.sees('Seleccione una copropiedad');
    await other.leave();
  });
});
