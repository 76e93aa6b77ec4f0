/**
 * Test of a registration desk without network during arrivals. Closed, reopened and online again, the desk has lost
 * no scan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchKeeping } from '../../server/testing/setup/browser.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { LAPTOP } from './page-driver.ts';
import { Operator } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { madeUpTable, tableOf, type Unit } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

/** A single unit for each owner, except the owner of the units at 39, 70 and 71. */
const table = tableOf(
  'unidades.csv',
  madeUpTable('unidades.csv', 80, 1, 1).csv.replace(/PROPIETARIO 007[12]/g, 'PROPIETARIO 0040'),
);
/** Units of the fifty scans: with a badge each, or together on a card. */
const withBadge = table.units.slice(0, 40);
const withCard = table.units.slice(40, 50);
const scanned = [...withBadge, ...withCard];
/** Units without a scan of the owner of the last badge: free, and with a power for another person. */
const [alsoOwned, withPower] = [table.units[70], table.units[71]];
/** Units registered before the test, so the assembly has begun. */
const early = table.units.slice(60, 61);
/** Units registered by another desk in the meantime. */
const elsewhere = [withBadge[4], withCard[2]].filter((unit) => unit !== undefined);
/** Time limit in milliseconds to be online again. The desk contacts the server at least every twenty seconds. */
const BACK_MS = 60_000;

const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;

describe('a door without network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-door-'));
  let server: ServerProcess;
  let proxy: TcpProxy;
  let setup: TestSetup;
  let context: BrowserContext | null = null;
  let door: Operator;
  let operator: { username: string; name: string };
  let jointId = 0;
  let badges = new Map<string, string>();
  let cards: string[] = [];
  let backAt = 0;

  async function launch(): Promise<void> {
    context = await launchKeeping(folder, {
      viewport: LAPTOP,
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
    });
    context.setDefaultTimeout(60_000);
    door = new Operator(context, context.pages()[0] ?? (await context.newPage()), proxy.url);
  }

  beforeAll(async () => {
    server = await ServerProcess.start({ isShipped: true });
    proxy = await TcpProxy.to(server.url);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Puerta', table);
    operator = await setup.user('puerta', Profile.operator, { assemblyJoints: [jointId] });
    await setup.badges(jointId);
    badges = server.storedBadges(jointId);
    await setup.atDoor(
      jointId,
      early.map((unit) => unit.apartmentId),
    );
    const power = {
      apartmentIds: [withPower?.apartmentId ?? ''],
      holder: { name: 'Vera Vecina' },
      accept: true,
    };
    await setup.staff.ask(enterPower, { params: { jointId }, body: power });
    cards = await setup.codes(jointId, withCard.length);
    await launch();
  });
  afterAll(async () => {
    await context?.close();
    await proxy?.remove();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  serialSteps(() => [door]);

  const pending = () => door.page.locator('[data-pending]').getAttribute('data-pending');
  const codeOf = (unit: Unit): string => badges.get(unit.apartmentId) ?? '';

  const scan = (text: string) => door.scan(text);

  it('the door is opened once with network and cached', async () => {
    await door.signIn(operator, '/RegisterQR');
    await door.seesLive('live');
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    await door.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // The lists are stored shortly after loading.
    const storedLists = () =>
      door.page.evaluate(
        () =>
          new Promise<string[]>((resolve, reject) => {
            const opening = indexedDB.open('scaf-door');
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const asking = opening.result.transaction('lists').objectStore('lists').getAllKeys();
              asking.onsuccess = () => {
                resolve(asking.result.map((key) => String(key).replace(/^\S+ /, '')));
                opening.result.close();
              };
            };
          }),
      );
    await expect
      .poll(storedLists)
      .toEqual(expect.arrayContaining(['joints', `codes ${jointId}`, `roll ${jointId}`]));
  });

  it('the door takes fifty offline scans, ten a second', { timeout: 240_000 }, async () => {
    proxy.turn('gone');
    for (const unit of withBadge) await scan(codeOf(unit));
    for (const [at, unit] of withCard.entries()) {
      await door.pick('Inmueble', labelOf(unit));
      await scan(cards[at] ?? '');
    }
    await expect.poll(pending).toBe('50');
    await door.sees('50 por enviar');
    await door.sees(/^Sin conexión con el servidor desde las \d\d:\d\d/);
    // A repeated card is the same scan.
    await scan(codeOf(withBadge[0] as Unit));
    expect(await pending()).toBe('50');
  });

  it('the operator cannot sign out with pending scans', async () => {
    await door.press('Cerrar sesión');
    await door.answer('Hay 50 registros por enviar.', 'Cancelar');
    expect(await pending()).toBe('50');
  });

  it('the door reopens offline with all pending scans', async () => {
    await context?.close();
    await launch();
    await door.open('/RegisterQR');
    await door.sees('Registro de Asistencia');
    await expect.poll(pending).toBe('50');
    await door.sees(labelOf(withCard[9] as Unit));
    await door.markPage();
  });

  it('online, the scans are sent: two named conflicts, the rest with their scan time', {
    timeout: 240_000,
  }, async () => {
    for (const unit of elsewhere) {
      const [code = ''] = await setup.codes(jointId, 1);
      const attendee = { name: `Apoderado de ${unit.apartmentId}` };
      const body = { apartmentIds: [unit.apartmentId], code, attendee, byProxy: true };
      await setup.staff.ask(register, { params: { jointId }, body });
    }
    backAt = Date.now();
    proxy.turn('whole');
    await expect.poll(pending, { timeout: BACK_MS }).toBe('0');
    for (const unit of elsewhere) {
      const conflict = door.page.getByRole('alert').filter({ hasText: labelOf(unit) });
      await conflict.waitFor();
      const words = await conflict.innerText();
      expect(words).toContain('El inmueble ya se encuentra registrado.');
      expect(words).toMatch(/desde las \d\d:\d\d/);
      expect(words).toContain(`a nombre de Apoderado de ${unit.apartmentId}`);
    }
    expect(await door.page.getByRole('alert').filter({ hasText: 'ya se encuentra' }).count()).toBe(2);
    await door.wasNotReloaded();

    const params = { conceptId: ATTENDANCE, jointId };
    const records = await setup.staff.ask(listRecords, { params });
    const byUnit = new Map(records.map((record) => [record.apartmentId, record]));
    // The last badge registers also the other unit of the owner.
    const present = [...early, ...scanned, ...(alsoOwned ? [alsoOwned] : [])];
    expect([...byUnit.keys()].sort()).toEqual(present.map((unit) => unit.apartmentId).sort());
    expect(records).toHaveLength(52);
    const leftOut = door.page
      .getByRole('status')
      .filter({ hasText: `${withPower?.apartmentId} no: tiene poder para Vera Vecina.` });
    await leftOut.getByRole('button', { name: 'Entendido' }).click();
    await leftOut.waitFor({ state: 'detached' });
    const rest = scanned.filter((unit) => !elsewhere.includes(unit));
    const times = rest.map((unit) => Date.parse(byUnit.get(unit.apartmentId)?.at ?? ''));
    // In scan order, and all before the network was back.
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(rest.length);
    expect(Math.max(...times)).toBeLessThan(backAt);
    for (const unit of withBadge.filter((one) => !elsewhere.includes(one))) {
      expect(server.storedCode(byUnit.get(unit.apartmentId)?.assemblyApartment?.userId)).toBe(codeOf(unit));
    }
  });

  it('a unit goes back to its owner, and the operator can sign out', async () => {
    const [unit, other] = elsewhere;
    if (!unit || !other) throw new Error('two conflicts');
    const conflict = (of: Unit) => door.page.getByRole('alert').filter({ hasText: labelOf(of) });
    await conflict(unit).getByRole('button', { name: 'Devolver al propietario' }).click();
    await door.answer('¿Está seguro de devolver los siguientes inmuebles?', 'Si');
    await conflict(other).getByRole('button', { name: 'Entendido' }).click();
    await expect.poll(() => door.page.getByRole('alert').count()).toBe(0);
    await expect
      .poll(async () => {
        const records = await setup.staff.ask(listRecords, { params: { conceptId: ATTENDANCE, jointId } });
        const record = records.find(({ apartmentId }) => apartmentId === unit.apartmentId);
        return server.storedCode(record?.assemblyApartment?.userId);
      })
      .toBe(codeOf(unit));
    await expect.poll(pending).toBe('0');
    await door.press('Cerrar sesión');
    await door.isAt('/');
    // No personal data stays in the browser.
    const left = () =>
      door.page.evaluate(
        () =>
          new Promise<number[]>((resolve) => {
            const opening = indexedDB.open('scaf-door');
            opening.onsuccess = () => {
              const names = ['sessions', 'lists', 'scans'];
              const counts = names.map(
                (name) =>
                  new Promise<number>((resolve) => {
                    const asking = opening.result.transaction(name).objectStore(name).count();
                    asking.onsuccess = () => resolve(asking.result);
                  }),
              );
              void Promise.all(counts).then(resolve);
            };
          }),
      );
    await expect.poll(left).toEqual([0, 0, 0]);
    expect(door.faults).toEqual([]);
  });
});
