import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreError } from './connect.ts';
import { beOnlyServer } from './only-server.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('refuses a folder that a server has, until that one is gone', () => {
  const leave = beOnlyServer(dataDir);
  expect(() => beOnlyServer(dataDir)).toThrow(StoreError);
  expect(() => beOnlyServer(dataDir)).toThrow(/Otro servidor de SCAF/);
  leave();
  beOnlyServer(dataDir)();
});

it('is free again after its holder was killed', async () => {
  const script = `const B = require('better-sqlite3'); const f = new B(process.argv[1]);
    f.pragma('journal_mode = DELETE'); f.exec('BEGIN EXCLUSIVE'); console.log('mine'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['-e', script, join(dataDir, 'server.lock')]);
  await once(holder.stdout, 'data');
  expect(() => beOnlyServer(dataDir)).toThrow(StoreError);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  beOnlyServer(dataDir)();
});
