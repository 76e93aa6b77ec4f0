/** Test of a reload of the panel without the server: the page says so, and the panel opens again by itself. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

describe('a panel without the server', () => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: Browser;
  let operator: Operator;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    proxy = await TcpProxy.to(server.url);
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Panel', madeUpTable('unidades.csv', 4, 1));
    const account = await setup.user('secretaria', Profile.operator, { assemblyJoints: [jointId] });
    operator = await Operator.at(browser, proxy.url);
    await operator.signIn(account, '/AssemblyPanel');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await proxy?.remove();
    await server?.remove();
  });

  it('a reload says that there is no connection, and the panel returns by itself', async () => {
    const { page } = operator;
    const panel = page.getByRole('heading', { name: 'Panel Asambleas' });
    await panel.waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    proxy.turn('gone');
    await page.reload();
    await page.getByRole('heading', { name: 'Sin conexión con el servidor' }).waitFor();
    proxy.turn('whole');
    await panel.waitFor();
  });
});
