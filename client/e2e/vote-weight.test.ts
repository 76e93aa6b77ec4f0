/** Test of the built client: the bytes a phone downloads before voting, and code that arrives late. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { getUser } from '../../shared/accounts/users.api.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { PHONE } from './page-driver.ts';
import { forgetShifts, shiftSum, watchShifts } from './scenes/layout-shift.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

/** Maximum bytes of all code of a first visit with headers, by encoding: also the menu and the checks after a vote. */
const LIMITS = { br: 129_000, gzip: 148_000 };
/** Footer with the joint's help on pages opened by a code or a link: fetched after the answers. */
const HELP_BYTES = 2_000;
/** Maximum size in bytes, compressed by brotli, of the code to show a ballot and to vote. Key: start page. */
const BALLOT_LIMITS = { Vote: 120_000, VoteQR: 125_000 };
const CLIENT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'build', 'client');
/** Texts found only in the code of heavier screens: chart, table, searchable list. */
const HEAVY = ['recharts', 'Mostrar más', 'Elegidos en'];
/** Texts found only in the code of the camera scanner. */
const SCANNER = /BarcodeDetector|zxing/i;

const table = madeUpTable('unidades.csv', 9, 3);
const units = byOwner(table.units)[0] ?? [];

/** File as received by the browser. */
interface Arrived {
  url: string;
  type: string;
  encoding: string;
  /** Bytes on the network, body and headers. */
  size: number;
  text: string;
}

/** Name of a start page for a phone to vote. */
type Way = 'Vote' | 'VoteQR' | 'Register' | 'Join';

describe('the first load of the vote page', () => {
  let server: ServerProcess;
  let browser: Browser;
  /**
   * Address, stored session and readiness condition of each start page. A stored session, because a link works only
   * once.
   */
  const ways = new Map<
    Way,
    { path: string; session: Record<string, string>; ready: (page: Page) => Locator }
  >();

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Liviano', table);
    const account = await setup.presentOwner(
      'ana',
      jointId,
      units.map((unit) => unit.apartmentId),
    );
    await setup.question(jointId, '¿Se aprueba el orden del día?');
    const api = await setup.signedIn(account);
    const user = await api.ask(getUser, { params: { username: account.username } });
    const session = { 'scaf.token': api.token ?? '', 'scaf.user': JSON.stringify(user) };
    const ballot = (page: Page) => page.getByRole('radiogroup', { name: 'Su respuesta' });
    ways.set('Vote', { path: `/Vote/${jointId}`, session, ready: ballot });
    const code = await setup.atDoor(jointId, [table.units.at(-1)?.apartmentId ?? '']);
    ways.set('VoteQR', { path: `/VoteQR/${code}`, session: {}, ready: ballot });
    const waits = await setup.joint('Edificio que espera', table);
    const invited = await setup.owner('beto', waits, [units[0]?.apartmentId ?? '']);
    ways.set('Register', {
      path: `/Register/${waits}/${invited.username}/${encodeURIComponent(PASSWORD)}/Edificio`,
      session: {},
      ready: (page) => page.getByText('El registro no ha sido activado.'),
    });
    ways.set('Join', {
      path: '/Join/ABCD2345',
      session: {},
      ready: (page) => page.getByRole('button', { name: 'Avisar a la mesa' }),
    });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Creates a browser context with a session and an empty cache, as a new phone. */
  async function phoneWith(session: Record<string, string>): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: PHONE });
    await context.addInitScript((storage) => {
      for (const [name, value] of Object.entries(storage)) sessionStorage.setItem(name, value);
    }, session);
    return context;
  }

  /** Loads the page with an empty cache until ready to vote, and returns the received files. */
  async function load(encodings: string, way: Way = 'Vote'): Promise<Arrived[]> {
    const { path = '', session = {}, ready } = ways.get(way) ?? {};
    const context = await phoneWith(session);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': encodings } });
    const begun = new Map<string, Omit<Arrived, 'size' | 'text'>>();
    const arrived: Promise<Arrived>[] = [];
    protocol.on('Network.responseReceived', ({ requestId, type, response }) => {
      const encoding = response.headers['content-encoding'] ?? '';
      begun.set(requestId, { url: response.url, type, encoding });
    });
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = begun.get(requestId);
      if (!file) return;
      const read = protocol.send('Network.getResponseBody', { requestId });
      arrived.push(read.then(({ body }) => ({ ...file, size: encodedDataLength, text: body })));
    });
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    await ready?.(page).waitFor();
    await page.waitForLoadState('networkidle');
    const files = await Promise.all(arrived);
    await context.close();
    return files;
  }

  const loads = [
    ['Vote', 'gzip', 'gzip'],
    ['Vote', 'br', 'gzip, br'],
    ['VoteQR', 'br', 'gzip, br'],
    ['Register', 'br', 'gzip, br'],
    ['Join', 'br', 'gzip, br'],
    ['VoteQR', 'gzip', 'gzip'],
    ['Register', 'gzip', 'gzip'],
    ['Join', 'gzip', 'gzip'],
  ] as const;
  it.each(isLong ? loads : loads.slice(0, 5))(
    'the first load is below the limit: /%s, %s',
    async (way, encoding, accepted) => {
      const files = await load(accepted, way);
      const codes = files.filter(({ type }) => type === 'Script' || type === 'Stylesheet');
      expect(codes.filter((file) => file.encoding !== encoding)).toEqual([]);
      const weigh = (type: string) => {
        const ofType = codes.filter((file) => file.type === type);
        return { files: ofType.length, size: ofType.reduce((sum, file) => sum + file.size, 0) };
      };
      const [scripts, styles] = [weigh('Script'), weigh('Stylesheet')];
      expect(scripts.files).toBeGreaterThan(0);
      expect(styles.files).toBeGreaterThan(0);
      const total = scripts.size + styles.size;
      const limit = LIMITS[encoding] + (way === 'Vote' ? 0 : HELP_BYTES);
      console.log(
        `First load of /${way} (${encoding}, with headers): scripts ${kilo(scripts.size)} in ${scripts.files} files + styles ${kilo(styles.size)} in ${styles.files} = ${kilo(total)} of at most ${kilo(limit)}.`,
      );
      expect(total).toBeLessThanOrEqual(limit);
      const paths = files
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path.startsWith('/SCAF/api/'));
      expect(paths.length).toBeGreaterThan(0);
      if (way === 'Vote') expect(paths).toEqual([...new Set(paths)]);
      const hosts = new Set(files.map((file) => new URL(file.url).host));
      expect([...hosts]).toEqual([new URL(server.url).host]);
    },
  );

  it.each(['Vote', 'VoteQR'] as const)(
    'the code named in the document shows the ballot: /%s',
    async (way) => {
      const { path = '', session = {}, ready } = ways.get(way) ?? {};
      const html = await (await fetch(server.url + path)).text();
      const named = new Set(
        [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name),
      );
      const sizes = [...named].map((name) => readFileSync(join(CLIENT, `${name}.br`)).length);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`Code of the ballot of /${way} by brotli: ${kilo(total)} in ${named.size} files.`);
      expect(total).toBeLessThanOrEqual(BALLOT_LIMITS[way]);
      // The ballot of several units also loads the instructions of powers.
      if (way === 'Vote') return;
      const context = await phoneWith(session);
      const page = await context.newPage();
      await page.route(/\/assets\/.*\.(js|css)$/, (route) =>
        named.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto(server.url + path);
      await ready?.(page).waitFor();
      await page.getByRole('radio', { name: 'Si', exact: true }).check();
      await page.getByRole('button', { name: 'Votar', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
      await context.close();
    },
  );

  /** In the browser: states of the typeface, one for each that the page may show. */
  const statesOfFace = () =>
    [...document.fonts].filter(({ family }) => /^"?Atkinson/.test(family)).map(({ status }) => status);

  it('the typeface is small, and its licence is beside the file', () => {
    const fonts = readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.woff2'));
    expect(fonts).toEqual([expect.stringMatching(/^atkinson-hyperlegible-next-/)]);
    expect(readFileSync(join(CLIENT, 'assets', fonts[0] ?? '')).length).toBeLessThanOrEqual(20_000);
    for (const folder of ['client/ui/face', 'server/platform/documents/typeface'])
      expect(readFileSync(join(CLIENT, '../..', folder, 'OFL.txt'), 'utf8')).toContain(
        'SIL OPEN FONT LICENSE',
      );
  });

  it.each(['Vote', 'VoteQR'] as const)(
    'the typeface arrives after the answers, and the next page shows it: /%s',
    async (way) => {
      const { path = '', session = {}, ready } = ways.get(way) ?? {};
      const context = await phoneWith(session);
      const page = await context.newPage();
      await page.addInitScript(watchShifts);
      let letCome = () => {};
      const isShown = new Promise<boolean>((resolve) => {
        void page.route(/\.woff2$/, async (route) => {
          resolve((await ready?.(page).count()) === 1);
          await new Promise<void>((come) => {
            letCome = come;
          });
          await route.continue();
        });
      });
      await page.goto(server.url + path);
      expect(await isShown).toBe(true);
      await forgetShifts(page);
      letCome();
      await page.waitForFunction(() => localStorage.getItem('scaf.typeface') !== null);
      expect(await page.evaluate(statesOfFace)).toEqual([]);
      const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
      expect(family).toMatch(/^"Atkinson Hyperlegible Next"/);
      // Shifts are reported with the frame after the change.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      expect(await shiftSum(page)).toBe(0);
      await page.evaluate(() => {
        history.pushState({}, '', '/');
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect.poll(() => page.evaluate(statesOfFace)).toEqual(['loaded']);
      await context.close();
    },
  );

  it.each(['Vote', 'VoteQR'] as const)(
    'requests the ballot once, in parallel with the code: /%s',
    async (way) => {
      const { path = '', session = {}, ready } = ways.get(way) ?? {};
      const context = await phoneWith(session);
      const page = await context.newPage();
      const paths: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (/\/(assemblyapartments|activeassemblyconcept|assembly\/\d+\/joints\/\d+)$/.test(pathname))
          paths.push(pathname);
      });
      let letCome = () => {};
      const code = new Promise<void>((resolve) => {
        letCome = resolve;
      });
      await page.route(/\/assets\/vote[^/]*\.page-[^/]*\.js$/, async (route) => {
        await code;
        await route.continue();
      });
      await page.goto(server.url + path, { waitUntil: 'commit' });
      await expect.poll(() => paths.length).toBe(3);
      expect(await ready?.(page).count()).toBe(0);
      letCome();
      await ready?.(page).waitFor();
      await page.waitForLoadState('networkidle');
      expect(paths.length).toBe(3);
      await context.close();
    },
  );

  it('voting pages preload their files, and other pages preload none', async () => {
    const linksAt = async (path: string) => {
      const html = await (await fetch(server.url + path)).text();
      return [...html.matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]+)"/g)].map(
        ([, href = '']) => href,
      );
    };
    for (const way of ['/Vote/1', '/voteqr/ABC', '/Register/1']) {
      const links = await linksAt(way);
      expect(links.length, way).toBeGreaterThan(2);
      const found = await Promise.all(links.map(async (href) => (await fetch(server.url + href)).status));
      expect(found, way).toEqual(links.map(() => 200));
    }
    expect(await linksAt('/')).toEqual([]);
    expect(await linksAt('/LaunchPage')).toEqual([]);
    expect((await fetch(`${server.url}/preloads.json`)).status).toBe(404);
  });

  it.each([
    ['Vote', 'Su respuesta'],
    ['VoteQR', 'Su respuesta'],
    ['Register', 'Ver tutoriales'],
  ] as const)('loads no chart, table, searchable list or scanner: /%s', async (way, word) => {
    const scripts = (await load('gzip', way)).filter((file) => file.type === 'Script');
    const names = scripts.map((file) => file.url.replace(/^.*\//, ''));
    expect(names.filter((name) => /chart|select|table|scan|report/.test(name))).toEqual([]);
    const all = scripts.map((file) => file.text).join('\n');
    expect(all).toContain(word);
    expect(HEAVY.filter((word) => all.includes(word))).toEqual([]);
    expect(SCANNER.test(all)).toBe(false);
    // Each word must occur in the built code.
    const built = assets(/\.js$/).map((name) => readFileSync(join(CLIENT, 'assets', name), 'utf8'));
    for (const word of HEAVY) expect(built.some((text) => text.includes(word))).toBe(true);
  });

  it('a page opens by itself when the server is back', async () => {
    const context = await phoneWith({});
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.locator('main a[href="/LogIn"]').first().click();
    await page.getByText('Sin conexión con el servidor.').waitFor();
    await context.setOffline(false);
    await page.getByLabel('Nombre de Usuario').waitFor();
    expect(await page.getByText('Sin conexión con el servidor.').count()).toBe(0);
    await context.close();
  });

  it('missing code reloads a page once, and then the page shows an error', async () => {
    const context = await phoneWith({});
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'networkidle' });
    let [documents, loads] = [0, 1];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await context.route(/assets\/.*\.js$/, (route) => (documents < loads ? route.abort() : route.continue()));
    await page.locator('main a[href="/LogIn"]').first().click();
    await page.getByLabel('Nombre de Usuario').waitFor();
    loads = 2;
    await page.locator('header a[href="/"]').first().click();
    await page.getByRole('heading', { name: 'Algo salió mal' }).waitFor();
    expect(documents).toBe(1);
    await context.close();
  });

  it('pages and the service worker have the policy of pages; scripts and styles have none', async () => {
    const policyOf = async (path: string) =>
      (await fetch(server.url + path)).headers.get('content-security-policy') !== null;
    expect(await Promise.all(['/', '/Vote/1', '/sw.js'].map(policyOf))).toEqual([true, true, true]);
    const files = assets(/\.(js|css)$/).slice(0, 10);
    expect(await Promise.all(files.map((name) => policyOf(`/assets/${name}`)))).toEqual(
      files.map(() => false),
    );
    const other = (await fetch(`${server.url}/assets/${files[0]}`)).headers;
    expect(other.get('x-content-type-options')).toBe('nosniff');
  });

  it('files are precompressed in both formats and unpack to the same bytes', () => {
    const names = assets(/\.(js|css)$/);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const uncompressed = readFileSync(join(CLIENT, 'assets', name));
      const [br, gz] = ['br', 'gz'].map((end) => readFileSync(join(CLIENT, 'assets', `${name}.${end}`)));
      expect(br && brotliDecompressSync(br).equals(uncompressed)).toBe(true);
      expect(gz && gunzipSync(gz).equals(uncompressed)).toBe(true);
    }
  });
});

function assets(kind: RegExp): string[] {
  return readdirSync(join(CLIENT, 'assets')).filter((name) => kind.test(name));
}

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
