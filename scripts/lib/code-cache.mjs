/**
 * Starts a freshly built server on an empty folder and stores V8's compiled code beside the server, for faster
 * starts. Runs as a process: `node scripts/lib/code-cache.mjs <build/server>`. Ends with exit code 1 if the server
 * does not start.
 */
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cachedDataVersionTag } from 'node:v8';

/** Time limit of the start in ms: many times the start on a slow machine. */
const MOST_MS = 120_000;

const folder = process.argv[2];
const dataDir = mkdtempSync(join(tmpdir(), 'scaf-built-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
setTimeout(() => {
  console.error('The server that was built does not answer.');
  process.exit(1);
}, MOST_MS).unref();

const port = await freePort();
for (const name of Object.keys(process.env)) {
  if (!['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot'].includes(name)) delete process.env[name];
}
Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: port,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  BACKUP_DIR: 'no',
});

const script = createRequire(import.meta.url)(join(folder, 'main.js'));
while (!(await answers())) await pause(10);
// Renamed into place, because a server may be starting from this folder.
const cache = join(folder, `server-${cachedDataVersionTag()}.cache`);
writeFileSync(`${cache}.new`, script.createCachedData());
renameSync(`${cache}.new`, cache);
process.kill(process.pid, 'SIGTERM');

function answers() {
  return new Promise((resolve) => {
    get({ port, path: '/SCAF/api/health', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(port);
}
