/**
 * Bench: blocking time of the built server's main thread for one request body. Every route with a body gets the
 * worst shapes of JSON, in sizes from a megabyte down to the route's limit, from a stranger, a voter and the
 * platform's staff.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/testing/free-port.ts';
import { API_BASE } from '../../shared/api.ts';
import { defined } from '../../shared/defined.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { end, startServer } from './kit/children.ts';
import { holdOf, Meter, meterArgs } from './kit/meter.ts';
import { judge, say, sayHead } from './kit/results.ts';

const KB = 1024;
/**
 * Sizes of the sent bodies, in bytes: a megabyte, and sizes just below the limits for links of a user, units of a
 * joint, columns of a month, and most other routes.
 */
const SIZES = [KB * KB, 1020 * KB, 250 * KB, 125 * KB, 63 * KB, 4000, 2000];
/** Blocking time, ms; a longer block is measured again, to exclude other activity of the machine. */
const DOUBTFUL_MS = 10;
const AGAIN = 4;
/**
 * Time limit of an answer, ms. Requests are sent in sequence, so a slower route was blocked or lost the request.
 */
const ANSWER_MS = 60_000;

/** Functions that make a body of about `size` bytes, by name of the shape. */
const shapes: Record<string, (size: number) => string> = {
  'a long text': (size) => `{"username":"${'a'.repeat(size - 30)}\\u0001","code":"A"}`,
  'a text of escapes': (size) => `{"username":"${'\\u0061'.repeat((size - 20) / 6)}"}`,
  'empty lists': (size) => `{"apartmentIds":[${Array(Math.floor((size - 20) / 3)).fill('[]')}]}`,
  'long units': (size) => `{"apartmentIds":["${'a'.repeat(size - 40)}\\u0001"],"userIds":[]}`,
  'many units': (size) => `{"apartmentIds":[${Array(Math.floor((size - 20) / 6)).fill('"1  "')}]}`,
  'open brackets': (size) => '['.repeat(size),
  'nested lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested objects': (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'many keys': (size) => `{${Array.from({ length: size / 13 }, (_, i) => `"k${100_000 + i}":1`)}}`,
  digits: (size) => `{"jointId":${'9'.repeat(size - 20)}}`,
  'prototype keys': (size) => `[${Array(Math.floor(size / 25)).fill('{"constructor":{"a":1}}')}]`,
};

interface Route {
  method: string;
  path: string;
}

interface Held {
  ms: number;
  what: string;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const made = await makeBenchStore(folder, secret, { voters: 1, unitsEach: 1, questions: 1 });
    const callers: Record<string, string | null> = {
      stranger: null,
      voter: made.voters[0]?.token ?? '',
      staff: made.staff,
    };
    const meterPort = await freePort();
    process.env.BENCH_NODE_ARGS = `${process.env.BENCH_NODE_ARGS ?? ''} ${meterArgs()}`;
    const { child, port } = await startServer({
      DATA_DIR: folder,
      JWT_SECRET: secret,
      BENCH_METER_PORT: String(meterPort),
    });
    children.push(child);
    const meter = new Meter(meterPort);
    const routes = await routesWithBody(port);
    sayHead(`Longest hold of the main thread by one body, on ${routes.length} routes, in ms`);
    const idle = await holdOf(meter, () => new Promise((resolve) => setTimeout(resolve, 2000)));
    say(
      `${''.padEnd(20)}${Object.keys(callers).map((name) => name.padStart(10))}   nothing sent: ${idle.byClock.toFixed(1)}`,
    );
    let worst: Held = { ms: 0, what: '' };
    for (const [shape, make] of Object.entries(shapes)) {
      const row: Held[] = [];
      for (const [caller, token] of Object.entries(callers)) {
        const held = await longest(meter, port, routes, token, make);
        row.push({ ms: held.ms, what: `${shape}, ${caller}, ${held.what}` });
      }
      say(shape.padEnd(20) + row.map(({ ms }) => ms.toFixed(1).padStart(10)).join(' '));
      for (const held of row) if (held.ms > worst.ms) worst = held;
    }
    meter.close();
    judge(`Longest hold by one body (${worst.what})`, worst.ms, { atMost: 50 }, ' ms');
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function longest(
  meter: Meter,
  port: number,
  routes: readonly Route[],
  token: string | null,
  make: (size: number) => string,
): Promise<Held> {
  let worst: Held = { ms: 0, what: '' };
  for (const size of SIZES) {
    const body = make(size);
    for (const route of routes) {
      const once = async () => (await holdOf(meter, () => send(port, route, token, body))).byClock;
      let ms = await once();
      // Minimum of several runs: other programs on the machine only add time.
      for (let i = 0; i < AGAIN && ms > DOUBTFUL_MS; i += 1) ms = Math.min(ms, await once());
      if (ms > worst.ms) worst = { ms, what: `${route.method} ${route.path}, ${Math.round(size / KB)} kB` };
    }
  }
  return worst;
}

/** Reads the routes with a body from the server's API document. */
async function routesWithBody(port: number): Promise<Route[]> {
  const response = await fetch(`http://127.0.0.1:${port}${API_BASE}/docs/json`);
  const document: { paths: Record<string, Record<string, { requestBody?: object }>> } = await response.json();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody === undefined
        ? []
        : [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, '1') }],
    ),
  );
}

/** Sends a request. Resolves when the answer arrives or the server closes the connection. */
function send(port: number, { method, path }: Route, token: string | null, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        timeout: ANSWER_MS,
        headers: {
          'content-type': 'application/json',
          ...defined({ authorization: token === null ? undefined : `Bearer ${token}` }),
        },
      },
      (response) => {
        response.resume();
        response.once('close', resolve);
        if (response.statusCode === undefined || response.statusCode >= 500) {
          reject(new Error(`${method} ${path} answered ${response.statusCode}.`));
        }
      },
    );
    call.once('timeout', () => reject(new Error(`${method} ${path} did not answer.`)));
    call.on('error', () => resolve());
    call.end(body);
  });
}

await main();
