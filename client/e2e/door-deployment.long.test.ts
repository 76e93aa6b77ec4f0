/** Test of a new version deployed while the browser keeps the old registration page for offline use. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

const NEXT = 'scaf-next';
/** Path of the first script in the page of the next version. */
const FIRST = '/assets/first-of-next.js';

describe('a new version of the door', () => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: Browser;
  let door: Operator;
  let entry = '';
  let deployments: Server;
  let isDeployed = false;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    deployments = createServer((incoming, answered) => {
      const path = incoming.url ?? '/';
      if (isDeployed && incoming.method === 'GET' && [FIRST, '/sw.js', '/RegisterQR'].includes(path)) {
        void deployed(path).then(({ type, text }) => answered.setHeader('content-type', type).end(text));
        return;
      }
      const passing = request(
        server.url + path,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          answered.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(answered);
        },
      );
      passing.on('error', () => answered.destroy());
      incoming.pipe(passing);
    }).listen(0, '127.0.0.1');
    await once(deployments, 'listening');
    const address = deployments.address();
    if (address === null || typeof address === 'string') throw new Error('No free port was found.');
    proxy = await TcpProxy.to(`http://127.0.0.1:${address.port}`);
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Nuevo', madeUpTable('unidades.csv', 20, 1));
    const operator = await setup.user('portera', Profile.operator, { assemblyJoints: [jointId] });
    door = await Operator.at(browser, proxy.url);
    await door.signIn(operator);
    await open();
    const page = await (await fetch(`${server.url}/RegisterQR`)).text();
    entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(entry).not.toBe('');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await proxy?.remove();
    deployments?.close();
    await server?.remove();
  });

  async function open(): Promise<void> {
    await door.open('/RegisterQR');
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    await door.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  }
  const caches = () => door.page.evaluate(() => globalThis.caches.keys());
  const firstScript = () =>
    door.page.evaluate(
      () => new URL(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '').pathname,
    );
  const isCached = (path: string) =>
    door.page.evaluate(async (file) => (await globalThis.caches.match(file)) !== undefined, path);

  /**
   * Answer of the server after the deployment: a page with another first script, and a service worker with the new
   * list of files.
   */
  async function deployed(path: string): Promise<{ type: string; text: string }> {
    if (path === FIRST) return { type: 'text/javascript', text: `import ${JSON.stringify(entry)};` };
    const answer = await fetch(server.url + path);
    const type = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    if (path === '/RegisterQR') return { type, text: text.replaceAll(entry, FIRST) };
    const [manifest = '', ...code] = text.split(';\n');
    const listedFiles = JSON.parse(manifest.replace('self.scafDoor=', ''));
    listedFiles.version = NEXT;
    listedFiles.files.push(FIRST);
    listedFiles.shell = listedFiles.shell.map((file: string) => (file === entry ? FIRST : file));
    return { type, text: [`self.scafDoor=${JSON.stringify(listedFiles)}`, ...code].join(';\n') };
  }

  it('a new version of the door replaces the old version, and an open page says so', async () => {
    const before = await caches();
    expect(before).toHaveLength(1);
    expect(await isCached(FIRST)).toBe(false);
    isDeployed = true;
    await door.page.evaluate(() =>
      navigator.serviceWorker.getRegistration('/RegisterQR').then((one) => one?.update()),
    );
    await door.sees('Hay una versión nueva de esta página.');
    await expect.poll(caches).toEqual([`scaf-door-${NEXT}`]);
    expect(before).not.toContain(`scaf-door-${NEXT}`);
    expect(await isCached(FIRST)).toBe(true);
    await door.press('Actualizar');
    await expect.poll(firstScript).toBe(FIRST);
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
  });

  it('the new version opens without network', async () => {
    proxy.turn('gone');
    await door.open('/RegisterQR');
    await door.sees('Registro de Asistencia');
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    expect(await firstScript()).toBe(FIRST);
    expect(door.faults).toEqual([]);
  });
});
