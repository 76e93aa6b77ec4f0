/** What hands do to a door: scans while something else has the focus, new cards, two tabs of one operator. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { makeBadges } from '../../shared/assemblies/codes.api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { Hands } from './hands.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { madeUpTable, type Unit } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

const BUSY = 503;
const table = madeUpTable('unidades.csv', 40, 1);
const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;
const unitAt = (at: number): Unit => {
  const unit = table.units[at];
  if (!unit) throw new Error(`no unit ${at}`);
  return unit;
};

/** Slower than any scanner, from the first key to the last. */
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
    [server, browser] = await Promise.all([ServerProcess.start(), launchBrowser()]);
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
    await browser?.close();
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
    const made = await setup.staff.ask(makeBadges, { params: { jointId }, body: { apartmentIds } });
    return apartmentIds.map((id) => made.badges.find((badge) => badge.apartmentId === id)?.code ?? '');
  }
  const records = () => setup.staff.ask(listRecords, { params: { conceptId: ATTENDANCE, jointId } });
  const holderOf = async (unit: Unit) =>
    (await records()).find((record) => record.apartmentId === unit.apartmentId)?.assemblyApartment?.userId;
  const band = (outcome: string, unit: Unit) =>
    door.page.locator(`[data-outcome="${outcome}"]`).getByText(new RegExp(unit.apartmentId));

  it('takes a badge and asks for the units of a card that are younger than the page', async () => {
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

  it('registers a card with its scan, the keys of its unit and Enter, and takes nothing away by Enter', async () => {
    const [card = '', left = ''] = await setup.codes(jointId, 2);
    const units = door.page.getByRole('combobox', { name: 'Inmueble', exact: true });
    hands.take();
    await scan(card);
    await door.page.locator('[data-outcome="asking"]').waitFor();
    // The scanner's own: one for each sign, and its Enter.
    expect(hands.take()).toEqual({ taps: 0, keys: card.length + 1 });
    await expect.poll(() => units.evaluate((field) => field === document.activeElement)).toBe(true);
    const quiet = await door.page.locator('[data-outcome="asking"]').boundingBox();
    await door.page.keyboard.type(unitAt(6).apartmentId, AS_A_PERSON);
    await door.page.getByRole('option').first().waitFor();
    // The list stands below its field: what the band asks for is seen meanwhile.
    const list = await door.page.getByRole('listbox').boundingBox();
    expect(list?.y).toBeGreaterThan((quiet?.y ?? 0) + (quiet?.height ?? 0));
    await door.page.keyboard.press('Enter');
    await band('registered', unitAt(6)).waitFor();
    // No tap, and nobody scans twice.
    expect(hands.take()).toEqual({ taps: 0, keys: unitAt(6).apartmentId.length + 1 });
    expect(await holderOf(unitAt(6))).toBe(card);
    expect(await door.page.getByRole('option').count()).toBe(0);
    expect((await door.page.locator('[data-outcome]').boundingBox())?.height).toBeCloseTo(
      quiet?.height ?? 0,
      1,
    );
    expect(await door.page.getByRole('region', { name: 'Avisos' }).locator('p').count()).toBe(0);

    // Without a card Enter keeps what is chosen, on its chip too; a card that was left takes nothing from the next one.
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
    // Of two scans at once the band shows the one that was refused.
    await expect.poll(() => holderOf(unitAt(7))).toBe(next);
    await door.press('Entendido');
    await units.click();
    await door.page.keyboard.type(unitAt(8).apartmentId, AS_A_PERSON);
    await door.page.getByRole('option').first().waitFor();
    await door.page.keyboard.press('Enter');
    const kept = door.page.getByRole('button', { name: `Quitar ${labelOf(unitAt(8))}`, exact: true });
    await kept.focus();
    await door.page.keyboard.press('Enter');
    await kept.waitFor();
    await kept.click();
    await kept.waitFor({ state: 'detached' });
  });

  it('hears a scan while another field or a button has the focus', async () => {
    const [first = '', second = '', third = ''] = await badges(unitAt(2), unitAt(3), unitAt(4));
    // Half a name stands in a field; what a scanner wrote there goes, what a person wrote stays.
    await door.page.getByText('Por poder', { exact: true }).click();
    await door.type('Nombre del asistente', 'Rosa');
    const document = door.page.getByLabel('Documento del asistente', { exact: true });
    await document.click();
    // A scanner on the desk reads while somebody is still typing.
    await door.page.keyboard.type('52000111', AS_A_PERSON);
    await scan(first);
    await band('registered', unitAt(2)).waitFor();
    const [record] = (await records()).filter((one) => one.apartmentId === unitAt(2).apartmentId);
    expect(record).toBeDefined();
    await document.waitFor({ state: 'detached' });
    // Enter of the scan must not press what has the focus.
    await door.page.getByRole('button', { name: 'Registrar', exact: true }).focus();
    await scan(second);
    await band('registered', unitAt(3)).waitFor();
    await scan(third);
    await band('registered', unitAt(4)).waitFor();
  });

  it('registers nothing behind a question that is asked', async () => {
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

  it('sends from two tabs, offline and online again, each registration once', {
    timeout: 120_000,
  }, async () => {
    const units = table.units.slice(10, 22);
    const codes = await badges(...units);
    const opening = door.context.waitForEvent('page');
    // As an operator duplicates a tab: the session goes along.
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
    // Both know of all of them: the same badge at the other tab is no other registration.
    await scan(codes[0] ?? '', other);
    expect(await pending(other)).toBe('12');
    // Answers, of whichever tab; a busy server has looked at nothing and is asked again.
    const answered: number[] = [];
    door.context.on('response', (response) => {
      if (response.url().endsWith('/registrations')) answered.push(response.status());
    });
    proxy.turn('whole');
    for (const tab of [door, other]) await expect.poll(() => pending(tab), { timeout: 60_000 }).toBe('0');
    const held = new Map((await records()).map((one) => [one.apartmentId, one.assemblyApartment?.userId]));
    expect(units.map((unit) => held.get(unit.apartmentId))).toEqual(codes);
    expect(answered.filter((status) => status !== BUSY)).toHaveLength(codes.length);
    for (const tab of [door, other]) {
      expect(await tab.page.getByRole('alert').filter({ hasText: 'ya se encuentra' }).count()).toBe(0);
      expect(tab.faults).toEqual([]);
    }
  });
});
