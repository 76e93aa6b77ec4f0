/**
 * Test of a laptop asleep during votes and a closing. After waking, the page shows the current state and never a
 * false 'En vivo'.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { API_BASE } from '../../shared/api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { BarePage } from './bare-page.ts';
import {
  keepLooking,
  recordingOf,
  samplesOf,
  seenSinceSleep,
  startRecording,
  stepsBack,
} from './page-recorder.ts';
import { Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

/** Time without a heartbeat until a client ends the connection: interval and timeout of the server. */
const HEARTBEAT_MS = 20_000;
/** Maximum time until the server has dropped all sleeping clients. */
const DROP_MS = 60_000;
const BACK_MS = 40_000;
const METRICS_TOKEN = 'testigo-de-la-siesta';
/** Number of samples of the page until the page must notice the sleep: all timers fire at once on waking. */
const WAKING_LOOKS = 10;

const table = madeUpTable('unidades.csv', 60, 4);
const [present, absent] = [table.units.slice(0, 50), table.units.slice(50)];
const idsOf = (units: readonly Unit[]) => units.map((unit) => unit.apartmentId);

interface Laptop {
  name: string;
  browser: Browser;
  proxy: TcpProxy;
  wall: Screen;
  sleep: () => Promise<void>;
  wake: () => Promise<void>;
}

describe('a sleeping laptop', () => {
  let server: ServerProcess;
  let setup: TestSetup;
  let jointId = 0;
  const laptops: Laptop[] = [];
  let frozen: BarePage | null = null;
  let voted: Unit[] = [];

  beforeAll(async () => {
    server = await ServerProcess.start({ isShipped: true, more: { METRICS_TOKEN } });
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Siesta', table);
    await setup.atDoor(jointId, idsOf(present));
    for (const [name, slumber] of [
      ['its page stopped', stoppedProcesses(['renderer'])],
      ['all of it stopped', stoppedProcesses(null)],
      ['all of it stopped, waking without network', stoppedProcesses(null)],
    ] as const) {
      const browser = await launchBrowser();
      const proxy = await TcpProxy.to(server.url);
      const wall = await Screen.at(browser, proxy.url);
      laptops.push({ name, browser, proxy, wall, ...(await slumber(browser)) });
      await wall.signIn(setup.platform, '/Quorum');
    }
  });
  afterAll(async () => {
    for (const { wake, browser, proxy } of laptops) {
      await wake();
      await browser.close();
      await proxy.remove();
    }
    await frozen?.close();
    await server?.remove();
  });
  serialSteps(() => laptops.map(({ wall }) => wall));

  async function vote(conceptId: number, units: readonly Unit[]): Promise<void> {
    for (const { apartmentId } of units) {
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } });
    }
    voted = [...voted, ...units];
  }

  async function liveConnections(): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${server.url}${API_BASE}/metrics`, { headers })).text();
    return Number(/^scaf_live_connections\{kind="application"\} (\d+)$/m.exec(text)?.[1]);
  }

  /** Waits until the server has dropped the sleeping clients and the heartbeat is overdue on both sides. */
  async function sleptThrough(connectionsLeft: number, asleepSince: number): Promise<void> {
    await expect
      .poll(
        async () => ({
          connections: await liveConnections(),
          isOverdue: Date.now() - asleepSince > HEARTBEAT_MS,
        }),
        { timeout: DROP_MS },
      )
      .toEqual({ connections: connectionsLeft, isOverdue: true });
  }

  /** Checks table, quorum and outcome on the wall screen against the API. */
  async function showsWhatStands(wall: Screen, conceptId: number, outcome: string): Promise<void> {
    const snapshot = await setup.staff.ask(getSnapshot, { params: { jointId } });
    const concept = snapshot.concepts.find((one) => one.conceptId === conceptId);
    expect(concept?.voted.apartments).toBe(voted.length);
    await wall.shows(`VOTACIÓN ${conceptId - 1}`, [
      { label: 'Si', sum: four(sumOf(voted)), units: voted.length },
      { label: 'No', sum: '0,0000', units: 0 },
      { label: 'Blanco', sum: '0,0000', units: 0 },
    ]);
    await wall.page
      .getByText(new RegExp(`^${outcome}$`, 'i'))
      .first()
      .waitFor();
  }

  /** Checks the samples since the sleep: the page never claimed to be live with an old state. */
  async function wasHonest(page: Parameters<typeof seenSinceSleep>[0], name: string): Promise<void> {
    const seen = await seenSinceSleep(page, HEARTBEAT_MS / 2);
    expect(seen, name).not.toBeNull();
    const claims = (seen ?? []).slice(WAKING_LOOKS).filter((one) => one.isLive && one.units !== voted.length);
    expect(claims, name).toEqual([]);
  }

  it('a laptop that slept through votes and a closing shows the current state', {
    timeout: 300_000,
  }, async () => {
    const conceptId = await setup.question(jointId, '¿Se aprueba el acta?');
    const name = `VOTACIÓN ${conceptId - 1}`;
    await vote(conceptId, present.slice(0, 10));
    for (const { wall } of laptops) {
      await wall.seesLive('live');
      await showsWhatStands(wall, conceptId, 'Votación abierta');
      await wall.markPage();
      await startRecording(wall.page);
      await keepLooking(wall.page, name);
      await expect.poll(async () => (await samplesOf(wall.page)).length).toBeGreaterThan(1);
    }

    const offline = laptops.filter((laptop) => laptop.name.endsWith('without network'));
    for (const { proxy } of offline) proxy.turn('silent');
    const connections = await liveConnections();
    await Promise.all(laptops.map(({ sleep }) => sleep()));
    const asleepSince = Date.now();
    await vote(conceptId, present.slice(10, 40));
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    await sleptThrough(connections - laptops.length, asleepSince);
    await Promise.all(laptops.map(({ wake }) => wake()));

    for (const { wall, proxy } of offline) {
      await wall.seesLive('polling');
      await wall.sees(/Datos de las \d\d:\d\d:\d\d/);
      proxy.turn('whole');
    }
    for (const laptop of laptops) {
      const { wall } = laptop;
      await wall.seesLive('live', BACK_MS);
      await showsWhatStands(wall, conceptId, 'Aprobada');
      await wasHonest(wall.page, laptop.name);
      expect(stepsBack(await recordingOf(wall.page)), laptop.name).toEqual([]);
    }
  });

  it('a page frozen by the browser shows the current state after waking', { timeout: 300_000 }, async () => {
    voted = [];
    const conceptId = await setup.question(jointId, '¿Se aprueba la poda?');
    const name = `VOTACIÓN ${conceptId - 1}`;
    await vote(conceptId, present.slice(0, 10));
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    frozen = await BarePage.at(url);
    const page = frozen;
    const shown = () =>
      page.evaluate((label) => {
        const cells = document.querySelectorAll(`table[aria-label="${label}"] td[data-header="Inmuebles"]`);
        return {
          status: document.querySelector('[data-status]')?.getAttribute('data-status'),
          units: [...cells].map((cell) => Number(cell.textContent)),
          isClosed: /aprobada/i.test(document.body.textContent ?? ''),
        };
      }, name);
    await expect
      .poll(shown, { timeout: BACK_MS })
      .toEqual({ status: 'live', units: [10, 0, 0], isClosed: false });
    await startRecording(page);
    await keepLooking(page, name);
    await expect.poll(async () => (await samplesOf(page)).length).toBeGreaterThan(1);

    const connections = await liveConnections();
    await page.freeze();
    const asleepSince = Date.now();
    await vote(conceptId, present.slice(10, 40));
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    await sleptThrough(connections - 1, asleepSince);
    await page.resume();
    await expect
      .poll(shown, { timeout: BACK_MS })
      .toEqual({ status: 'live', units: [40, 0, 0], isClosed: true });
    await wasHonest(page, 'its page frozen');
    expect(stepsBack(await recordingOf(page))).toEqual([]);
  });

  it('a woken page stays live, also after a kill and restart of the server', async () => {
    voted = [];
    const conceptId = await setup.question(jointId, '¿Se aprueba la cuota?');
    await vote(conceptId, present.slice(0, 5));
    for (const { wall } of laptops) await showsWhatStands(wall, conceptId, 'Votación abierta');

    await server.kill();
    await Promise.all(laptops.map(({ wall }) => wall.seesLive('polling')));
    await Promise.all(laptops.map(({ wall }) => wall.sees(/Datos de las \d\d:\d\d:\d\d/)));
    await server.start();
    // Both before and after the reconnection of the walls.
    await vote(conceptId, present.slice(5, 45));
    await setup.atDoor(jointId, idsOf(absent.slice(0, 1)));
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    for (const { wall } of laptops) {
      await wall.seesLive('live', BACK_MS);
      await showsWhatStands(wall, conceptId, 'Aprobada');
      const here = [...present, ...absent.slice(0, 1)];
      await wall.seesRows('Votos y quórum', [
        rowOf('Votos', voted),
        rowOf('Quorum Actual', here),
        rowOf('Total', table.units),
      ]);
      await wall.wasNotReloaded();
      expect(stepsBack(await recordingOf(wall.page))).toEqual([]);
      expect(wall.faults).toEqual([]);
    }
  });
});

type Slumber = (browser: Browser) => Promise<Pick<Laptop, 'sleep' | 'wake'>>;

/**
 * Returns a function to pause browser processes, as on a sleeping machine. `types`: process types of the browser;
 * null: all.
 */
function stoppedProcesses(types: readonly string[] | null): Slumber {
  return async (browser) => {
    const session = await browser.newBrowserCDPSession();
    let stopped: number[] = [];
    return {
      sleep: async () => {
        const { processInfo } = await session.send('SystemInfo.getProcessInfo');
        stopped = processInfo
          .filter(({ type }) => types === null || types.includes(type))
          .map(({ id }) => id);
        // Stop the browser process last: the list of the others comes from the browser.
        for (const id of stopped.reverse()) process.kill(id, 'SIGSTOP');
      },
      wake: async () => {
        for (const id of stopped) process.kill(id, 'SIGCONT');
        stopped = [];
      },
    };
  };
}

function rowOf(label: string, units: readonly Unit[]): Record<string, string> {
  return { Asamblea: label, Coeficiente: four(sumOf(units)), Inmuebles: String(units.length) };
}
