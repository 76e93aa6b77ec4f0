import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beOnlyServer } from './only-server.ts';
import { StoreError } from './store-error.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('a folder in use by a server is refused until the server ends', () => {
  const leave = beOnlyServer(dataDir);
  expect(() => beOnlyServer(dataDir)).toThrow(StoreError);
  expect(() => beOnlyServer(dataDir)).toThrow(/Otro servidor de SCAF/);
  leave();
  beOnlyServer(dataDir)();
});

it('an unusable folder is refused with the cause, without a mention of another server', () => {
  expect(() => beOnlyServer(join(dataDir, 'no-such'))).toThrow(/No se puede usar la carpeta/);
  writeFileSync(
    join(dataDir, 'server.lock'),
    'no es lo que debería estar aquí, y es más largo que una cabecera'.repeat(20),
  );
  expect(() => beOnlyServer(dataDir)).toThrow(/No se puede usar la carpeta/);
});

it('a folder is free again after the server was killed', async () => {
  const script = `const B = require('better-sqlite3'); const f = new B(process.argv[1]);
    f.pragma('journal_mode = DELETE'); f.exec('BEGIN EXCLUSIVE'); console.log('mine'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['-e', script, join(dataDir, 'server.lock')]);
  await once(holder.stdout, 'data');
  expect(() => beOnlyServer(dataDir)).toThrow(StoreError);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  beOnlyServer(dataDir)();
});

it('the lock of a folder survives garbage collection', { tags: 'slow' }, async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  beOnlyServer(dataDir);
  // A finalizer runs in a later turn than the collection of its object.
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  // The lock does not stop this process, so another process must be refused.
  const script = `const B = require('better-sqlite3'); const f = new B(process.argv[1], { timeout: 0 });
    try { f.pragma('journal_mode = DELETE'); f.exec('BEGIN EXCLUSIVE'); console.log('mine'); } catch { console.log('refused'); }`;
  const other = spawn(process.execPath, ['-e', script, join(dataDir, 'server.lock')]);
  const [output] = await once(other.stdout, 'data');
  expect(String(output).trim()).toBe('refused');
});
