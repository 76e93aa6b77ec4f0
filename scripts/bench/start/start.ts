/**
 * Bench: time from the start to the first answer, on a prepared store: `node build/server/main.js` (as under
 * systemd and compose, and by `npm start` after a crash), and `npm start`, against a bare Fastify on
 * better-sqlite3. Each round has one start of each, so a slower machine slows all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/testing/free-port.ts';
import { SERVER_ARGS } from '../../lib/server-args.mjs';
import { cpuSeconds, end } from '../kit/children.ts';
import { judge, say, sayHead } from '../kit/results.ts';
import { median, part } from '../kit/sorted.ts';

const ROUNDS = 9;
/** Goal: maximum ratio of the start time to the bare server's start time. */
const MARK = 1.5;
const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Start {
  milliseconds: number;
  /** Processor time of the start, hardly affected by other programs. */
  cpu: number;
}

const programs = {
  bare: ['node', 'scripts/bench/start/bare.mjs'],
  server: ['node', ...SERVER_ARGS, 'build/server/main.js'],
  'npm start': ['npm', 'start'],
} as const;

const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-start-'));
try {
  const starts = new Map<string, Start[]>(Object.keys(programs).map((name) => [name, []]));
  // The first start of each prepares its store and fills the file cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, command] of Object.entries(programs)) {
      mkdirSync(join(folder, name), { recursive: true });
      const start = await startOnce(command, join(folder, name));
      if (round > 0) starts.get(name)?.push(start);
    }
  }
  print(starts);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function startOnce([program, ...args]: readonly string[], dataDir: string): Promise<Start> {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(program === 'node' ? process.execPath : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      BACKUP_DIR: 'no',
      JWT_SECRET: '',
    },
  });
  await answering(child, port);
  const start = { milliseconds: performance.now() - from, cpu: cpuSeconds(child) * 1000 };
  await end(child);
  // npm ends before the server does.
  while (await answers(port)) await pause(20);
  return start;
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`The server ended with ${code} before the first answer.`);
  });
  ended.catch(() => undefined);
  while (!(await Promise.race([answers(port), ended]))) await Promise.race([pause(5), ended]);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/SCAF/api/health', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
}

function print(starts: ReadonlyMap<string, readonly Start[]>): void {
  const bare = starts.get('bare') ?? [];
  sayHead(`Start to the first answer, ${ROUNDS} rounds on a prepared store, in ms (min / median / max):`);
  for (const [name, all] of starts) {
    const times = all.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const ratios = all.map(({ milliseconds }, round) => milliseconds / (bare[round]?.milliseconds ?? 0));
    // npm's processor time excludes the server below.
    const cpu = name === 'npm start' ? '' : `, processor ${median(all.map((start) => start.cpu)).toFixed(0)}`;
    const three = [0, 0.5, 1].map((some) => part(times, some).toFixed(0)).join(' / ');
    say(`  ${name.padEnd(10)} ${three}${cpu}, ${median(ratios).toFixed(2)} × bare`);
    if (name === 'server') judge('start of the server / bare start', ratios, { atMost: MARK });
  }
}
