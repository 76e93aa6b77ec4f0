/**
 * Bench: an evening at the registration desk. 240 owners register through two desks in browsers, by badge, card and
 * power. Prints the time the queue waits for the machine, and the taps and keys for each owner.
 */
import type { Browser } from 'playwright-core';
import { LAPTOP, PageDriver } from '../../client/e2e/page-driver.ts';
import { ServerProcess } from '../../client/e2e/server-process.ts';
import { madeUpTable, type Unit } from '../../client/e2e/tables.ts';
import { TestSetup } from '../../client/e2e/test-setup.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { PASSWORD } from '../../server/testing/world.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { makeBadges } from '../../shared/assemblies/codes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { say, sayHead, sayLoad } from './kit/results.ts';
import { figures } from './kit/sorted.ts';

/** Number of owners, each with a single unit. The variable BENCH_OWNERS sets a smaller number. */
const OWNERS = Number(process.env.BENCH_OWNERS ?? 240);
const DESKS = 2;
/**
 * Kinds of arrival, repeated for each eight owners: five have badges, two take blank cards, one sends a holder of a
 * power.
 */
const MIX = ['badge', 'badge', 'card', 'badge', 'power', 'badge', 'card', 'badge'] as const;
type Kind = (typeof MIX)[number];
/** Pause between typed keys, ms: slower than any scanner, because the page recognizes a scanner by speed. */
const KEY_MS = 150;

interface Arrival {
  kind: Kind;
  unit: Unit;
  code: string;
}

/**
 * Effort to register an owner: milliseconds of waiting for the machine, and scans, taps and keys of the operator.
 */
interface Taken {
  kind: Kind;
  machineMs: number;
  scans: number;
  taps: number;
  keys: number;
}

/** Operator at the registration page of a desk. Counts taps and keys, and the waiting time. */
class Desk extends PageDriver {
  #taken: Taken = { kind: 'badge', machineMs: 0, scans: 0, taps: 0, keys: 0 };

  static async at(browser: Browser, url: string, username: string): Promise<Desk> {
    const context = await browser.newContext({
      viewport: LAPTOP,
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
    });
    const desk = new Desk(await context.newPage(), url);
    await desk.open('/LogIn');
    await desk.type('Nombre de Usuario', username);
    await desk.type('Contraseña', PASSWORD);
    await desk.press('Aceptar');
    await desk.sees('Bienvenido a SCAF');
    await desk.open('/RegisterQR');
    await desk.seesLive('live');
    return desk;
  }

  async takes({ kind, unit, code }: Arrival): Promise<Taken> {
    this.#taken = { kind, machineMs: 0, scans: 0, taps: 0, keys: 0 };
    const { page } = this;
    if (kind === 'power') {
      this.#taken.taps += 1;
      await page.getByText('Por poder', { exact: true }).click();
      await this.#keyIn('Nombre del asistente', 'Ana Ruiz');
      await this.#keyIn('Documento del asistente', '52000111');
    }
    this.#taken.scans += 1;
    await this.scan(code);
    if (kind !== 'badge') {
      await this.#waits(() => page.locator('[data-outcome="asking"]').waitFor());
      this.#taken.keys += unit.apartmentId.length + 1;
      await page.keyboard.type(unit.apartmentId, { delay: KEY_MS });
      await this.#waits(() => page.getByRole('option').first().waitFor());
      await page.keyboard.press('Enter');
    }
    const green = page
      .locator('[data-outcome="registered"]')
      .getByText(new RegExp(`\\b${unit.apartmentId}\\b`));
    await this.#waits(() => green.waitFor());
    return this.#taken;
  }

  async #keyIn(label: string, text: string): Promise<void> {
    this.#taken.taps += 1;
    this.#taken.keys += text.length;
    await this.page.getByLabel(label, { exact: true }).click();
    await this.page.keyboard.type(text, { delay: KEY_MS });
  }

  async #waits(until: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await until();
    this.#taken.machineMs += performance.now() - from;
  }
}

async function main(): Promise<void> {
  const server = await ServerProcess.start();
  let browser: Browser | undefined;
  try {
    const setup = await TestSetup.on(server);
    const table = madeUpTable('unidades.csv', OWNERS, 1);
    const jointId = await setup.joint('Conjunto de medida', table);
    const arrivals = await arrivalsOf(setup, jointId, table.units);
    browser = await launchBrowser();
    const desks: Desk[] = [];
    for (let i = 0; i < DESKS; i += 1) {
      const { username } = await setup.user(`mesa${1 + i}`, Profile.operator, { assemblyJoints: [jointId] });
      desks.push(await Desk.at(browser, server.url, username));
    }
    const from = performance.now();
    // One queue: a free desk takes the next owner.
    const taken: Taken[] = [];
    await Promise.all(
      desks.map(async (desk) => {
        for (let next = arrivals.shift(); next !== undefined; next = arrivals.shift()) {
          taken.push(await desk.takes(next));
        }
      }),
    );
    const lastedMs = performance.now() - from;
    const { registered } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    if (registered.apartments !== OWNERS)
      throw new Error(`${registered.apartments} of ${OWNERS} are registered.`);
    print(taken, lastedMs);
  } finally {
    await browser?.close();
    await server.remove();
  }
}

async function arrivalsOf(setup: TestSetup, jointId: number, units: readonly Unit[]): Promise<Arrival[]> {
  const apartmentIds = units.map(({ apartmentId }) => apartmentId);
  const { badges } = await setup.staff.ask(makeBadges, { params: { jointId }, body: { apartmentIds } });
  const badgeOf = new Map(badges.map(({ apartmentId, code }) => [apartmentId, code]));
  const cards = await setup.codes(jointId, units.length);
  return units.map((unit, i) => {
    const kind = MIX[i % MIX.length] ?? 'badge';
    const code = (kind === 'badge' ? badgeOf.get(unit.apartmentId) : cards[i]) ?? '';
    return { kind, unit, code };
  });
}

function print(taken: readonly Taken[], lastedMs: number): void {
  sayHead(`${OWNERS} owners through ${DESKS} desks`);
  const column = (text: string | number) => String(text).padStart(9);
  const heads = ['owners', 'scans', 'taps', 'keys', 'p50 ms', 'p99 ms', 'worst ms'];
  say(`\n${''.padEnd(10)}${heads.map(column).join('')}`);
  for (const kind of ['badge', 'card', 'power'] as const) {
    const own = taken.filter((one) => one.kind === kind);
    const mean = (what: 'scans' | 'taps' | 'keys') =>
      (own.reduce((sum, one) => sum + one[what], 0) / own.length).toFixed(1);
    const { p50, p99, worst } = figures(own.map(({ machineMs }) => machineMs));
    const cells = [own.length, mean('scans'), mean('taps'), mean('keys')];
    say(`${kind.padEnd(10)}${[...cells, ...[p50, p99, worst].map(Math.round)].map(column).join('')}`);
  }
  const minutes = (ms: number) => (ms / 60_000).toFixed(2);
  const machine = taken.reduce((sum, { machineMs }) => sum + machineMs, 0);
  const [taps, keys] = [
    taken.reduce((sum, one) => sum + one.taps, 0),
    taken.reduce((sum, one) => sum + one.keys, 0),
  ];
  say(
    `\nMachine time: ${minutes(machine)} min at ${DESKS} desks together, ${minutes(machine / DESKS)} min each; with hands at ${KEY_MS} ms a key the evening's door took ${minutes(lastedMs)} min.`,
  );
  say(
    `Taps per owner: ${(taps / taken.length).toFixed(2)}; keys per owner: ${(keys / taken.length).toFixed(2)}.`,
  );
  sayLoad();
}

await main();
