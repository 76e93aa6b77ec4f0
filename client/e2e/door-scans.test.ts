/**
 * Test of scans at a registration desk: with the focus on another element, with new cards, and in two tabs of the
 * same operator.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { Hands } from './hands.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable, tableOf, type Unit } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

const BUSY = 503;
/** A single unit for each owner, except the owner of the units at 35 to 38. */
const table = tableOf(
  'unidades.csv',
  madeUpTable('unidades.csv', 40, 1, 1).csv.replace(/PROPIETARIO 003[789]/g, 'PROPIETARIO 0036'),
);
const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;
const unitAt = (at: number): Unit => {
  const unit = table.units[at];
  if (!unit) throw new Error(`no unit ${at}`);
  return unit;
};

/** Delay between keys in milliseconds, slower than any scanner. */
const AS_A_PERSON = { delay: 150 };

describe('scans at a door', () => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: Browser;
  let setup: TestSetup;
  let door: Operator;
  let hands: Hands;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    proxy = await TcpProxy.to(server.url);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Lecturas', table);
    const operator = await setup.user('lector', Profile.operator, { assemblyJoints: [jointId] });
    door = await Operator.at(browser, proxy.url);
    hands = await Hands.of(door.context);
    await door.signIn(operator);
    await open(door);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await proxy?.remove();
    await server?.remove();
  });

  async function open(at: Operator): Promise<void> {
    await at.open('/RegisterQR');
    await at.seesLive('live');
    await at.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
  }
  const scan = (text: string, at = door) => at.scan(text);
  async function badges(...units: Unit[]): Promise<string[]> {
    const apartmentIds = units.map((unit) => unit.apartmentId);
    return setup.badges(jointId, apartmentIds);
  }
  const records = () => setup.staff.ask(listRecords, { params: { conceptId: ATTENDANCE, jointId } });
  const holderOf = async (unit: Unit) =>
    server.storedCode(
      (await records()).find((record) => record.apartmentId === unit.apartmentId)?.assemblyApartment?.userId,
    );
  const band = (outcome: string, unit: Unit) =>
    door.page.locator(`[data-outcome="${outcome}"]`).getByText(new RegExp(unit.apartmentId));

  it('the door accepts badges and cards newer than the page', async () => {
    const [badge = ''] = await badges(unitAt(0));
    await scan(badge);
    await band('registered', unitAt(0)).waitFor();
    const [card = ''] = await setup.codes(jointId, 1);
    await scan(card);
    await door.sees('Seleccione al menos un inmueble');
    const box = door.page.getByLabel('Código QR', { exact: true });
    await expect.poll(() => box.inputValue()).toBe(card);
    await door.pick('Inmueble', labelOf(unitAt(1)));
    await scan(card);
    await band('registered', unitAt(1)).waitFor();
    expect(await door.page.locator('li[data-state="blocked"]').count()).toBe(0);
    expect(await holderOf(unitAt(1))).toBe(card);
  });

  it('the last reading is undone with one tap, and the badge registers again', async () => {
    const [badge = ''] = await badges(unitAt(9));
    await scan(badge);
    await band('registered', unitAt(9)).waitFor();
    await door.press('Deshacer');
    await band('gone', unitAt(9)).waitFor();
    await expect.poll(() => holderOf(unitAt(9))).toBeUndefined();
    await expect.poll(() => door.page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0);
    await scan(badge);
    await band('registered', unitAt(9)).waitFor();
    expect(await holderOf(unitAt(9))).toBe(badge);
  });

  it('one badge registers all units of its owner, names the unit with a power, and is undone', async () => {
    const [own, second, third, granted] = [unitAt(35), unitAt(36), unitAt(37), unitAt(38)];
    await setup.staff.ask(enterPower, {
      params: { jointId },
      body: { apartmentIds: [granted.apartmentId], holder: { name: 'Vera Vecina' }, accept: true },
    });
    const [badge = '', other = ''] = await badges(own, second);
    await scan(badge);
    await band('registered', own).waitFor();
    const words = await door.page.locator('[data-outcome="registered"]').innerText();
    for (const unit of [own, second, third]) expect(words).toContain(unit.apartmentId);
    expect(words).toContain(`${granted.apartmentId} no: tiene poder para Vera Vecina.`);
    expect(await Promise.all([own, second, third, granted].map(holderOf))).toEqual([
      badge,
      badge,
      badge,
      undefined,
    ]);
    await door.press('Deshacer');
    await band('gone', third).waitFor();
    expect(await Promise.all([own, second, third].map(holderOf))).toEqual([undefined, undefined, undefined]);
    await scan(other);
    await band('registered', third).waitFor();
    expect(await Promise.all([own, second, third].map(holderOf))).toEqual([other, other, other]);
  });

  it('people are found by name: an owner registers with the badge, a proxy with the next card', {
    tags: 'slow',
  }, async () => {
    const [own, granted] = [unitAt(30), unitAt(31)];
    const [badge = ''] = await badges(own);
    await setup.staff.ask(enterPower, {
      params: { jointId },
      body: { apartmentIds: [granted.apartmentId], holder: { name: 'Berta Ñáñez' }, accept: true },
    });
    await open(door);
    const search = door.page.getByLabel('Buscar persona', { exact: true });
    const people = door.page.getByRole('region', { name: 'Buscar una persona' }).getByRole('listitem');
    await search.click();
    await door.page.keyboard.type(own.owner.toLowerCase(), AS_A_PERSON);
    await people.getByText(`Sin registrar: ${own.apartmentId}`).waitFor();
    await door.page.keyboard.press('Enter');
    await band('registered', own).waitFor();
    expect(await holderOf(own)).toBe(badge);
    expect(await search.inputValue()).toBe('');

    await search.click();
    await door.page.keyboard.type('nanez berta', AS_A_PERSON);
    await people.getByText(`Sin registrar: ${granted.apartmentId}`).waitFor();
    await door.press('Elegir y leer tarjeta Berta Ñáñez');
    const [card = ''] = await setup.codes(jointId, 1);
    await scan(card);
    await band('registered', granted).waitFor();
    expect(await holderOf(granted)).toBe(card);
    await search.click();
    await door.page.keyboard.type('berta', AS_A_PERSON);
    await people.getByText(`Ya registrado a nombre de Berta Ñáñez: ${granted.apartmentId}`).waitFor();
    await search.fill('');
  });

  it('Enter waits for the search of the current text, and ignores earlier results', {
    tags: 'slow',
  }, async () => {
    const own = unitAt(33);
    const [badge = ''] = await badges(own);
    await open(door);
    const search = door.page.getByLabel('Buscar persona', { exact: true });
    const region = door.page.getByRole('region', { name: 'Buscar una persona' });
    const name = own.owner.toLowerCase();
    await search.click();
    await door.page.keyboard.type(name, AS_A_PERSON);
    await region.getByText(`Sin registrar: ${own.apartmentId}`).waitFor();
    await door.page.keyboard.type('x', AS_A_PERSON);
    await door.page.keyboard.press('Enter');
    await region.getByText('Nadie en el listado coincide.').waitFor();
    expect(await search.inputValue()).toBe(`${name}x`);
    expect(await holderOf(own)).toBeUndefined();

    await search.fill('');
    await door.page.keyboard.type(name, AS_A_PERSON);
    await door.page.keyboard.press('Enter');
    await band('registered', own).waitFor();
    expect(await holderOf(own)).toBe(badge);
    expect(await search.inputValue()).toBe('');
  });

  it('scanners with Tab, without an ending or with AIM letters leave no text', async () => {
    const codes = await badges(unitAt(10), unitAt(11), unitAt(12));
    const box = door.page.getByLabel('Código QR', { exact: true });
    const readings = [
      ['', 'Tab'],
      ['', null],
      [']Q0', null],
    ] as const;
    for (const [at, [prefix, end]] of readings.entries()) {
      await door.scan(prefix + codes[at], end);
      await band('registered', unitAt(10 + at)).waitFor();
      expect(await box.inputValue()).toBe('');
    }
    await expect.poll(() => holderOf(unitAt(12))).toBe(codes[2]);
  });

  it('scan, typed unit and Enter register a card; Enter removes no selection', async () => {
    const [card = '', left = ''] = await setup.codes(jointId, 2);
    const units = door.page.getByRole('combobox', { name: 'Inmueble', exact: true });
    hands.take();
    await scan(card);
    await door.page.locator('[data-outcome="asking"]').waitFor();
    // Keys of the scanner: each character, and Enter.
    expect(hands.take()).toEqual({ taps: 0, keys: card.length + 1 });
    await expect.poll(() => units.evaluate((field) => field === document.activeElement)).toBe(true);
    const quiet = await door.page.locator('[data-outcome="asking"]').boundingBox();
    await door.page.keyboard.type(unitAt(6).apartmentId, AS_A_PERSON);
    await door.page.getByRole('option').first().waitFor();
    // The list opens below its field, so the band's request stays visible.
    const list = await door.page.getByRole('listbox').boundingBox();
    expect(list?.y).toBeGreaterThan((quiet?.y ?? 0) + (quiet?.height ?? 0));
    await door.page.keyboard.press('Enter');
    await band('registered', unitAt(6)).waitFor();
    // No tap, no second scan.
    expect(hands.take()).toEqual({ taps: 0, keys: unitAt(6).apartmentId.length + 1 });
    expect(await holderOf(unitAt(6))).toBe(card);
    expect(await door.page.getByRole('option').count()).toBe(0);
    expect((await door.page.locator('[data-outcome]').boundingBox())?.height).toBeCloseTo(
      quiet?.height ?? 0,
      1,
    );
    expect(await door.page.getByRole('region', { name: 'Avisos' }).locator('p').count()).toBe(0);

    // Without a card, Enter keeps the selection, also with the focus on a chip. An abandoned card takes no units from
    // the next.
    await scan(left);
    await door.page.locator('[data-outcome="asking"]').waitFor();
    await units.click();
    await door.page
      .getByRole('option')
      .filter({ hasText: labelOf(unitAt(7)) })
      .click();
    const chip = door.page.getByRole('button', { name: `Quitar ${labelOf(unitAt(7))}`, exact: true });
    await chip.waitFor();
    const [next = ''] = await setup.codes(jointId, 1);
    await scan(next);
    // Of two simultaneous scans the band shows the refused scan.
    await expect.poll(() => holderOf(unitAt(7))).toBe(next);
    await door.press('Entendido');
    await units.click();
    await door.page.keyboard.type(unitAt(8).apartmentId, AS_A_PERSON);
    await door.page.getByRole('option').first().waitFor();
    await door.page.keyboard.press('Enter');
    const removeButton = door.page.getByRole('button', { name: `Quitar ${labelOf(unitAt(8))}`, exact: true });
    await removeButton.focus();
    await door.page.keyboard.press('Enter');
    await removeButton.waitFor();
    await removeButton.click();
    await removeButton.waitFor({ state: 'detached' });
  });

  it('the door receives a scan while another field or a button has the focus', async () => {
    const [first = '', second = '', third = ''] = await badges(unitAt(2), unitAt(3), unitAt(4));
    // A name is half typed in a field: scanned text is removed, typed text stays.
    await door.page.getByText('Por poder', { exact: true }).click();
    await door.type('Nombre del asistente', 'Rosa');
    const document = door.page.getByLabel('Documento del asistente', { exact: true });
    await document.click();
    // A fixed scanner reads during typing.
    await door.page.keyboard.type('52000111', AS_A_PERSON);
    await scan(first);
    await band('registered', unitAt(2)).waitFor();
    const [record] = (await records()).filter((one) => one.apartmentId === unitAt(2).apartmentId);
    expect(record).toBeDefined();
    await document.waitFor({ state: 'detached' });
    // Enter of the scan must not press the focused button.
    await door.page.getByRole('button', { name: 'Registrar', exact: true }).focus();
    await scan(second);
    await band('registered', unitAt(3)).waitFor();
    await scan(third);
    await band('registered', unitAt(4)).waitFor();
  });

  it('a scan during an open question dialog registers no unit', async () => {
    const [badge = ''] = await badges(unitAt(5));
    await door.press('Consultar Coeficiente');
    const asking = door.page.getByRole('dialog', { name: 'Consultar Coeficiente', exact: true });
    await asking.waitFor();
    await scan(badge);
    await asking.getByText('No se encontraron inmuebles asociados al código QR.').waitFor();
    expect(await holderOf(unitAt(5))).toBeUndefined();
    await asking.getByRole('button', { name: 'Cancelar' }).click();
    await asking.waitFor({ state: 'hidden' });
    await scan(badge);
    await band('registered', unitAt(5)).waitFor();
  });

  it("the mode 'Salida' registers departures, undoes the last, and ends without scans", async () => {
    const [badge = ''] = await badges(unitAt(32));
    await scan(badge);
    await band('registered', unitAt(32)).waitFor();
    const mode = (name: string) => door.page.getByRole('tab', { name, exact: true });
    const departing = door.page.locator('[data-mode="departure"]');
    await mode('Salida').click();
    await departing.waitFor();
    await scan(badge);
    await band('gone', unitAt(32)).waitFor();
    await expect.poll(() => holderOf(unitAt(32))).toBeUndefined();
    await departing.locator('li[data-state="departed"]').getByText(unitAt(32).apartmentId).waitFor();
    await door.press('Deshacer');
    await band('registered', unitAt(32)).waitFor();
    expect(await holderOf(unitAt(32))).toBe(badge);
    await departing.locator('li[data-state="undone"]').getByText(unitAt(32).apartmentId).waitFor();
    await scan('esto no es un codigo');
    await door.page.locator('[data-outcome="blocked"]').waitFor();
    // A reload registers arrivals again.
    await open(door);
    expect(await mode('Registro').getAttribute('aria-selected')).toBe('true');
    // Without a scan the page returns after three minutes.
    await door.page.clock.install();
    await mode('Salida').click();
    await departing.waitFor();
    await door.page.clock.fastForward('02:50');
    expect(await mode('Salida').getAttribute('aria-selected')).toBe('true');
    await door.page.clock.fastForward('00:15');
    await departing.waitFor({ state: 'detached' });
    expect(await mode('Registro').getAttribute('aria-selected')).toBe('true');
    await open(door);
  });

  longOnly(it)('two tabs, offline and online again, send each registration once', async () => {
    const units = table.units.slice(10, 22);
    const codes = await badges(...units);
    const opening = door.context.waitForEvent('page');
    // Duplicates the tab, with its session.
    await door.page.evaluate(() => void window.open('/RegisterQR'));
    const other = new Operator(door.context, await opening, proxy.url);
    await open(other);
    await open(door);
    proxy.turn('gone');
    for (const [at, code] of codes.entries()) {
      await scan(code, at % 2 === 0 ? door : other);
    }
    const pending = (tab: Operator) => tab.page.locator('[data-pending]').getAttribute('data-pending');
    for (const tab of [door, other]) await expect.poll(() => pending(tab)).toBe('12');
    // Both tabs share the queue: the same badge in the other tab adds no registration.
    await scan(codes[0] ?? '', other);
    expect(await pending(other)).toBe('12');
    // Answers of both tabs, except from a busy server: those requests are retried.
    const answered: number[] = [];
    door.context.on('response', (response) => {
      if (response.url().endsWith('/registrations')) answered.push(response.status());
    });
    proxy.turn('whole');
    for (const tab of [door, other]) await expect.poll(() => pending(tab), { timeout: 60_000 }).toBe('0');
    expect(await Promise.all(units.map(holderOf))).toEqual(codes);
    expect(answered.filter((status) => status !== BUSY)).toHaveLength(codes.length);
    for (const tab of [door, other]) {
      expect(await tab.page.getByRole('alert').filter({ hasText: 'ya se encuentra' }).count()).toBe(0);
      expect(tab.faults).toEqual([]);
    }
  });
});
