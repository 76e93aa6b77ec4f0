/**
 * Bench: constancy of the server's memory. For twenty minutes a thousand people come and go while three joints hold
 * assemblies in sequence, with occasional reports. BENCH_MINUTES and BENCH_CLIENTS set other numbers;
 * BENCH_DATABASE_URL names an empty PostgreSQL database to use in place of SQLite.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../server/testing/free-port.ts';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { defined } from '../../../shared/defined.ts';
import { ask, demandDescriptors } from '../kit/audience.ts';
import { makeBenchStore } from '../kit/bench-store.ts';
import { cpuSeconds, end, startHelper, startServer } from '../kit/children.ts';
import { Office } from '../kit/office.ts';
import { judge, say, sayHead, sayLoad } from '../kit/results.ts';
import { median } from '../kit/sorted.ts';
import { Building } from './building.ts';

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 1000);
const MINUTES = Number(process.env.BENCH_MINUTES ?? 20);
const LOADS = 2;
const JOINTS = 3;
/** Size of each joint's assembly: half of a large building. */
const SIZE = { voters: 60, unitsEach: 4, questions: 1 };
const SAMPLE_MS = 2_000;
const REPORT_MS = 45_000;
const SEED = 20_261_122;

/**
 * Medians of the memory in a minute, in bytes: resident memory of the process, and heap after a garbage collection.
 */
interface Minute {
  resident: number;
  heap: number;
}

async function main(): Promise<void> {
  demandDescriptors(CLIENTS + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const databaseUrl = process.env.BENCH_DATABASE_URL ?? null;
    const joints = [];
    for (let i = 0; i < JOINTS; i += 1) {
      joints.push(await makeBenchStore(folder, secret, SIZE, databaseUrl));
    }
    const meterPort = await freePort();
    const meter = new URL('meter.mjs', import.meta.url).href;
    process.env.BENCH_NODE_ARGS = `${process.env.BENCH_NODE_ARGS ?? ''} --expose-gc --import ${meter}`;
    const { child, port } = await startServer({
      DATA_DIR: folder,
      JWT_SECRET: secret,
      BENCH_METER_PORT: String(meterPort),
      LOG_LEVEL: 'error',
      ...defined({ DATABASE_URL: databaseUrl ?? undefined }),
    });
    children.push(child);

    const origin = `http://127.0.0.1:${port}`;
    const buildings = joints.map(({ jointId, operator, voters }) => {
      const units = voters.flatMap((voter) => voter.units);
      return { jointId, voters, building: new Building(origin, { operator, jointId, units }) };
    });
    const people = [];
    for (const { jointId, voters, building } of buildings) {
      const codes = await building.issue();
      for (const [i, { token }] of voters.entries()) people.push({ token, jointId, code: codes[i] });
    }
    const loads = Array.from({ length: LOADS }, () => startHelper('soak/clients.mjs'));
    children.push(...loads);
    const world = { port, hub: `${LIVE_PATH}/?EIO=4&transport=websocket`, api: API_BASE, people };
    for (const [i, load] of loads.entries()) {
      await ask(load, { open: { ...world, count: Math.ceil(CLIENTS / LOADS), seed: SEED + i } });
    }
    sayHead(`A soak of ${MINUTES} minutes: ${CLIENTS} people come and go, ${JOINTS} joints hold assemblies`);
    const path = assistanceReport.path.replace(':jointId', String(joints[0]?.jointId));
    const office = new Office(origin, joints[0]?.operator ?? '', path);
    const until = Date.now() + MINUTES * 60_000;
    const held = Promise.all(buildings.map(({ building }) => building.hold()));
    const reports = reportNowAndThen(office, until);
    // An error of the activity ends the measurement too.
    const minutes = await Promise.race([
      watch(child, meterPort, until),
      Promise.all([held, reports]).then((): never => {
        throw new Error('The assemblies ended too soon.');
      }),
    ]);
    for (const { building } of buildings) building.end();
    await Promise.all([held, reports]);
    const came = await Promise.all(loads.map((load) => ask<Record<string, number>>(load, { count: true })));
    print(minutes, [...came, ...buildings.map(({ building }) => building.counts)], await reports);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a report from time to time.
 * @returns the number of completed reports; a report refused by a busy server is skipped
 */
async function reportNowAndThen(office: Office, until: number): Promise<number> {
  let made = 0;
  while (Date.now() < until) {
    const isMade = await office.make().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.message.endsWith('503.')) return false;
        throw error;
      },
    );
    if (isMade) made += 1;
    await pause(Math.min(REPORT_MS, Math.max(0, until - Date.now())));
  }
  return made;
}

async function watch(server: ChildProcess, meterPort: number, until: number): Promise<Minute[]> {
  const minutes: Minute[] = [];
  say(`${'minute'.padStart(7)}${'resident MB'.padStart(14)}${'heap MB'.padStart(10)}${'cpu %'.padStart(8)}`);
  while (Date.now() < until) {
    const ends = Math.min(until, Date.now() + 60_000);
    const [cpu, from] = [cpuSeconds(server), Date.now()];
    const samples: number[] = [];
    while (Date.now() < ends) {
      await pause(Math.min(SAMPLE_MS, Math.max(1, ends - Date.now())));
      samples.push(residentBytes(server));
    }
    const busy = (cpuSeconds(server) - cpu) / ((Date.now() - from) / 1000);
    const minute = { resident: median(samples), heap: await heapBytes(meterPort) };
    minutes.push(minute);
    const cells = [
      mb(minute.resident).padStart(14),
      mb(minute.heap).padStart(10),
      (100 * busy).toFixed(0).padStart(8),
    ];
    say(String(minutes.length).padStart(7) + cells.join(''));
  }
  return minutes;
}

function residentBytes(server: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function heapBytes(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const answer = once(socket, 'data');
  socket.write('?');
  const [bytes] = await answer;
  socket.destroy();
  return Number(bytes);
}

function print(minutes: readonly Minute[], counts: readonly Record<string, number>[], reports: number): void {
  const sums: Record<string, number> = { reports };
  for (const [what, times] of counts.flatMap((one) => Object.entries(one)))
    sums[what] = (sums[what] ?? 0) + times;
  say(
    Object.entries(sums)
      .map(([what, times]) => `${what}: ${times}`)
      .join(', '),
  );
  for (const what of ['resident', 'heap'] as const) {
    const last = minutes.slice(Math.floor((minutes.length * 2) / 3)).map((minute) => minute[what]);
    const half = Math.ceil(last.length / 2);
    const growth = median(last.slice(-half)) / median(last.slice(0, half)) - 1;
    judge(`Growth in the last third, ${what}`, 100 * growth, { atMost: 5 }, ' %');
  }
  sayLoad();
}

const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await main();
