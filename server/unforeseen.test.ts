import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getHealth } from '../shared/platform.api.ts';
import { type ServerProcess, startServer } from './testing/process.ts';

/**
 * Makes a module to load before the server's entry point: fails on SIGUSR2. The product then needs no test hook.
 */
const broken = (what: string) =>
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => setTimeout(() => { ${what} }));`)}`;

describe('an unexpected error', () => {
  let dataDir: string;
  const servers: ServerProcess[] = [];
  const start = async (what: string) => {
    const server = await startServer({ dataDir, nodeArgs: ['--import', broken(what)] });
    servers.push(server);
    return server;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-unforeseen-'));
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['thrown', "throw new Error('of no class');"],
    ['of a promise', "Promise.reject(new Error('of no class'));"],
    ['that is none', "throw 'of no class';"],
  ])(
    '%s ends the server with a log entry, and the store can be opened again',
    { tags: 'slow' },
    async (_name, what) => {
      const server = await start(what);
      server.signal('SIGUSR2');
      expect(await server.ended).toBe(1);
      const entries = server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":60'));
      expect(entries).toHaveLength(1);
      expect(JSON.parse(entries[0] ?? '{}').stack).toContain('of no class');
      const again = await start(what);
      expect((await again.call(getHealth)).status).toBe(200);
    },
  );

  it('an unexpected error lets a running request finish', async () => {
    const server = await start("throw new Error('of no class');");
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text) => {
      heard += text;
    });
    const body = JSON.stringify({ username: 'nadie', password: 'no es la clave' });
    socket.write(
      `POST /SCAF/api/auth HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    // The request is in progress: the server asked for the body.
    await expect.poll(() => heard).toContain('100 Continue');
    server.signal('SIGUSR2');
    await expect.poll(() => server.output()).toContain('"level":60');
    socket.write(body);
    await once(socket, 'close');
    expect(heard).toMatch(/HTTP\/1\.1 401 /);
    expect(await server.ended).toBe(1);
  });

  it('the end of the server does not wait for an endless request', { tags: 'slow' }, async () => {
    const server = await start("throw new Error('of no class');");
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      'POST /SCAF/api/auth HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    server.signal('SIGUSR2');
    expect(await server.ended).toBe(1);
    socket.destroy();
  });
});
