/**
 * Bench: time until a cheap phone on a crowded Wi-Fi can vote. Loads the ballot of an open question for the first
 * and the second time, in Chromium with 150 ms of latency, 1.6 Mbit/s and a processor four times slower.
 */
import type { Browser } from 'playwright-core';
import { PHONE } from '../../client/e2e/page-driver.ts';
import { ServerProcess } from '../../client/e2e/server-process.ts';
import { byOwner, madeUpTable } from '../../client/e2e/tables.ts';
import { TestSetup } from '../../client/e2e/test-setup.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { getUser } from '../../shared/accounts/users.api.ts';
import { judge, say, sayHead, sayLoad } from './kit/results.ts';
import { undisturbed } from './kit/undisturbed.ts';

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const SLOWER = 4;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** Page with the ballot, and the session stored in the phone's browser. */
interface Way {
  path: string;
  session: Record<string, string>;
}

interface Visits {
  /** Seconds until the ballot accepts an answer, at the first load. `second`: at the second load. */
  first: number;
  second: number;
  /** Bytes transferred for the first load. */
  bytes: number;
}

async function main(): Promise<void> {
  const [server, browser] = await Promise.all([ServerProcess.start(), launchBrowser()]);
  try {
    const ways = await makeWays(server);
    sayHead(
      'Until a phone can vote',
      `Chromium, ${LATENCY_MS} ms, 1.6 Mbit/s, a processor ${SLOWER} times as slow, ${ROUNDS} rounds`,
    );
    for (const [name, way] of Object.entries(ways)) {
      const rounds: Visits[] = [];
      for (let i = 0; i <= ROUNDS; i += 1) {
        const visits = await undisturbed(() => visit(browser, server.url, way));
        if (i > 0) rounds.push(visits);
      }
      const seconds = (which: 'first' | 'second') => rounds.map((round) => round[which]);
      judge(`${name}, first visit`, seconds('first'), { atMost: 2.5 }, ' s');
      judge(`${name}, second visit`, seconds('second'), { atMost: 1 }, ' s');
      const kilobytes = Math.max(...rounds.map(({ bytes }) => bytes)) / 1000;
      judge(`${name}, first load`, kilobytes, { atMost: 170, stretch: 150 }, ' kB');
    }
    say('Each round is a browser context of its own; the second visit finds what the first one kept.');
    sayLoad();
  } finally {
    await Promise.all([browser.close(), server.stop()]);
  }
}

/** Makes an assembly with an open question and two voters: a user account, and a QR card. */
async function makeWays(server: ServerProcess): Promise<Record<string, Way>> {
  const table = madeUpTable('unidades.csv', 60, 3);
  const setup = await TestSetup.on(server);
  const jointId = await setup.joint('Edificio del Teléfono', table);
  const units = (byOwner(table.units)[0] ?? []).map((unit) => unit.apartmentId);
  const account = await setup.presentOwner('ana', jointId, units);
  await setup.question(jointId, '¿Se aprueba el orden del día?');
  const api = await setup.signedIn(account);
  const user = await api.ask(getUser, { params: { username: account.username } });
  const code = await setup.atDoor(jointId, [table.units.at(-1)?.apartmentId ?? '']);
  return {
    '/Vote': {
      path: `/Vote/${jointId}`,
      session: { 'scaf.token': api.token ?? '', 'scaf.user': JSON.stringify(user) },
    },
    '/VoteQR': { path: `/VoteQR/${code}`, session: {} },
  };
}

async function visit(browser: Browser, url: string, { path, session }: Way): Promise<Visits> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  });
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
  }, session);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const open = async (): Promise<number> => {
      const began = performance.now();
      await page.goto(url + path, { waitUntil: 'commit' });
      await page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
      return (performance.now() - began) / 1000;
    };
    const first = await open();
    const firstBytes = bytes;
    await page.goto('about:blank');
    return { first, second: await open(), bytes: firstBytes };
  } finally {
    await context.close();
  }
}

await main();
