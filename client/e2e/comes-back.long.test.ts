/** Test of `npm start` on the checkout: a killed server restarts, and the command ends on request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../server/testing/free-port.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/**
 * Time limit in milliseconds for the first start: includes a demo year of billing, and a build if a source changed.
 */
const FIRST_MS = 200_000;
const PASSWORD = 'la clave de esta prueba';

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-npm-start-'));
  let started: ChildProcess;
  let exited: Promise<unknown[]>;
  let output = '';
  let url = '';

  /** Process id of the server for each start, read from the log lines. */
  const pids = () => [...output.matchAll(/"pid":(\d+).*Server listening/g)].map((line) => Number(line[1]));
  const signIn = async (): Promise<number> => {
    const response = await fetch(`${url}/SCAF/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    }).catch(() => null);
    return response?.status ?? 0;
  };

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    started = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        SCAF_DEMO_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    exited = once(started, 'exit');
    process.once('exit', () => started.kill('SIGKILL'));
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
  });
  afterAll(async () => {
    // The server notices the end of the parent and ends too.
    started.kill('SIGKILL');
    await exited;
    await vi.waitUntil(async () => (await signIn()) === 0, { timeout: 60_000 });
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('npm start creates the demo users before the server listens', async () => {
    const answers = new Set<number>();
    await expect
      .poll(
        async () => {
          const status = await signIn();
          answers.add(status);
          return status;
        },
        { timeout: FIRST_MS },
      )
      .toBe(200);
    answers.delete(0);
    expect([...answers]).toEqual([200]);
  });

  it('npm start restarts a killed server', async () => {
    await expect.poll(() => pids().length).toBe(1);
    for (const start of [2, 3]) {
      process.kill(pids().at(-1) ?? 0, 'SIGKILL');
      await expect.poll(() => pids().length).toBe(start);
      await expect.poll(signIn).toBe(200);
    }
    expect(new Set(pids()).size).toBe(3);
    expect(output.match(/se inicia de nuevo/g)).toHaveLength(2);
  });

  it('npm start ends together with the server on request', async () => {
    started.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(await signIn()).toBe(0);
    expect(pids()).toHaveLength(3);
  });
});
