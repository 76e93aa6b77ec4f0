import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { on, once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { API_BASE } from '../../../../shared/api.ts';
import { castVote, confirmSector } from '../../../../shared/assemblies/votes.api.ts';
import { rounds } from '../../../../shared/testing/rounds.ts';
import { startApp, type TestApp } from '../../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../../testing/assembly-fixture.ts';
import { Random } from '../../../testing/random.ts';
import { openStore } from '../../db/connect.ts';

const UNITS = Array.from({ length: 400 }, (_, i) => [`U${1000 + i}`, 0.25, `PERSONA ${i}`] as const);
const IDS = UNITS.map(([id]) => id);
const PATH = API_BASE + castVote.path;
const HANDLED = 'tracing:fastify.request.handler:start';

interface Caller {
  token: string;
  units: readonly string[];
}

/** Keep-alive connection for a request at a time. */
class Line {
  readonly #server: Server;
  #socket: Socket | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Sends a request in pieces, each as a packet. Returns the answer, with the marks of clock and chance masked. */
  async ask([first = '', ...later]: readonly string[]): Promise<string> {
    const socket = this.#socket ?? connect({ port: portOf(this.#server), host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    const heard = once(this.#server, 'request');
    socket.write(first, 'latin1');
    let text = '';
    const answer = (async () => {
      for await (const bytes of on(socket, 'data', { close: ['close', 'end'] })) {
        text += (bytes as Buffer[]).map((piece) => piece.toString('latin1')).join('');
        const head = text.indexOf('\r\n\r\n');
        const length = /^content-length: (\d+)/im.exec(text)?.[1];
        if (head >= 0 && length !== undefined && text.length >= head + 4 + Number(length)) break;
      }
    })().catch(() => undefined);
    if (later.length > 0) await heard;
    for (const piece of later) socket.write(piece, 'latin1');
    await answer;
    if (/^connection: close/im.test(text)) this.close();
    return masked(text);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const masked = (answer: string): string =>
  answer
    .replace(/^Date: .*$/im, 'Date: …')
    .replace(/"at":"[^"]{24}"/, '"at":"…"')
    .replace(/"receipt":"[^"]+"/, '"receipt":"…"')
    .replace(/"promise":\{[^}]*\}/, '"promise":{…}');

interface Change {
  body?: object;
  /** A header with null is left out. */
  headers?: Record<string, string | null>;
  wire?: { line?: string; text?: string; isSplit?: boolean };
}

/** Changes of a usual vote: refused values, and requests unknown to clients. */
const changesOf = (random: Random, jointId: number): Change[] => [
  { body: { voteId: random.pick([0, 9, 1.5, '1', null, -1, 2 ** 31]) } },
  { body: { conceptId: random.pick([1, 99, 'x']) } },
  { body: { jointId: random.pick([0, 999, null]) } },
  { body: { apartmentId: random.pick(['', 'NADIE', 'x'.repeat(61), ' ', 'a\u0000b', 7, 'Ñandú']) } },
  { body: { voteIds: random.pick([[], [1], [1, 2], ['x']]) } },
  { body: { more: { nested: [1, [2]] } } },
  { body: { more: 'x'.repeat(3000) } },
  {
    wire: {
      text: random.pick([
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '{"__proto__":{}}',
        '['.repeat(40),
        '{}',
        'ÿ',
        '\ufeff{}',
      ]),
    },
  },
  {
    headers: {
      'Content-Type': random.pick(['text/plain', 'application/json;charset=latin1', 'x', 'Application/JSON']),
    },
  },
  { headers: { 'Content-Type': null } },
  { headers: { Authorization: random.pick(['', 'Bearer x', 'Basic x', null]) } },
  {
    headers: {
      'Idempotency-Key': random.pick(['short', 'k'.repeat(129), 'k'.repeat(128), '', 'a key of words']),
    },
  },
  { headers: { 'Accept-Encoding': 'gzip, br' } },
  { headers: { Connection: random.pick(['close', 'keep-alive']) } },
  { headers: { 'Content-Encoding': random.pick(['gzip', 'identity']) } },
  {
    wire: {
      line: random.pick([`POST ${PATH}?a=1 HTTP/1.1`, `POST ${PATH}/ HTTP/1.1`, `GET ${PATH} HTTP/1.1`]),
    },
  },
  { wire: { line: `POST ${PATH} HTTP/1.0` } },
  {
    wire: { line: `POST ${API_BASE}${confirmSector.path} HTTP/1.1` },
    body: { sectorId: random.pick([jointId, 999]) },
  },
  { wire: { isSplit: true } },
];

/** Draws the requests of a run: three of four are usual votes, of open units or again. */
function requestsOf(
  random: Random,
  { jointId, conceptId }: { jointId: number; conceptId: number },
  callers: readonly Caller[],
) {
  const sent: string[][] = [];
  const free = callers.map(({ units }) => [...units]);
  const draw = (): string[] => {
    const who = random.between(0, callers.length - 1);
    const caller = callers[who];
    if (caller === undefined) throw new Error('There is no caller.');
    const isNew = random.next() < 0.6;
    const unit = (isNew ? free[who]?.shift() : undefined) ?? random.pick(caller.units);
    const body: Record<string, unknown> = {
      jointId,
      apartmentId: unit,
      conceptId,
      voteId: random.between(1, 3),
    };
    const headers: Record<string, string | null> = {
      Host: 'localhost',
      Authorization: `Bearer ${caller.token}`,
      'Content-Type': random.pick(['application/json', 'application/json; charset=utf-8']),
      ...(random.next() < 0.7 ? { 'Idempotency-Key': `clave-${unit}-${random.between(1, 2)}` } : {}),
    };
    const wire = { line: `POST ${PATH} HTTP/1.1`, text: null as string | null, isSplit: false };
    if (random.next() < 0.25) {
      const change = random.pick(changesOf(random, jointId));
      Object.assign(body, change.body);
      Object.assign(headers, change.headers);
      Object.assign(wire, change.wire);
    }
    const payload = Buffer.from(wire.text ?? JSON.stringify(body)).toString('latin1');
    const end =
      random.next() < 0.02 && payload !== ''
        ? `Transfer-Encoding: chunked\r\n\r\n${payload.length.toString(16)}\r\n${payload}\r\n0\r\n\r\n`
        : `Content-Length: ${payload.length}\r\n\r\n${payload}`;
    const head = Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}: ${value}\r\n`);
    const whole = `${wire.line}\r\n${head.join('')}${end}`;
    return wire.isSplit ? [whole.slice(0, -40), whole.slice(-40)] : [whole];
  };
  return () => {
    // An eighth of the requests repeats an earlier request.
    const again = sent.length > 0 && random.next() < 0.125 ? random.pick(sent) : draw();
    sent.push(again);
    return again;
  };
}

describe('straight path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-straight-'));
  const apps: TestApp[] = [];
  const lines: Line[] = [];
  /** Number of votes handled by Fastify, by server. */
  const handled = [0, 0];
  let hall: AssemblyFixture;
  let conceptId = 0;
  const callers: Caller[] = [];

  const count = (message: unknown) => {
    const { request } = message as { request: FastifyRequest };
    const at = apps.findIndex(({ app }) => app.server === request.server.server);
    if (request.url.startsWith(PATH)) handled[at] = (handled[at] ?? 0) + 1;
  };
  const start = async (dataDir: string, straight: boolean) => {
    const store = await openStore({ dataDir, databaseUrl: null });
    return startApp(
      store,
      () => store.close(),
      () => Promise.reject(new Error('No other process.')),
      { straight, paced: true },
    );
  };

  beforeAll(async () => {
    const first = join(folder, 'first');
    mkdirSync(first);
    copyFileSync(inject('migratedFile'), join(first, 'scaf.sqlite'));
    const made = await start(first, false);
    hall = await holdAssembly(made, { units: UNITS });
    for (const at of [0, 1]) {
      const units = IDS.slice(100 * at, 100 * at + 100);
      const { token, userId } = await hall.owner(`dueño${at}`, units);
      await hall.register(units, userId);
      callers.push({ token, units });
    }
    await hall.register(IDS.slice(200, 390));
    callers.push({ token: hall.operator, units: IDS.slice(150) });
    conceptId = await hall.ask('¿Aprueba?');
    await made.close();
    cpSync(first, join(folder, 'second'), { recursive: true });
    for (const [i, name] of ['first', 'second'].entries()) {
      const app = await start(join(folder, name), i === 0);
      await app.app.listen({ host: '127.0.0.1', port: 0 });
      apps.push(app);
      lines.push(new Line(app.app.server));
    }
    subscribe(HANDLED, count);
  });
  afterAll(async () => {
    unsubscribe(HANDLED, count);
    for (const line of lines) line.close();
    for (const app of apps) await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the same answer as Fastify, byte for byte', async () => {
    const next = requestsOf(new Random(inject('seed')), { jointId: hall.jointId, conceptId }, callers);
    const statuses = new Map<string, number>();
    for (let i = 0; i < rounds(600, 10_000); i += 1) {
      const request = next();
      const [own, fastify] = await Promise.all(lines.map((line) => line.ask(request)));
      expect(own, request.join('')).toBe(fastify);
      const status = own?.slice(9, 12) ?? '';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const accepted = statuses.get('201') ?? 0;
    expect(accepted).toBeGreaterThan(100);
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining(['400', '401', '404', '409']));
    const [onPath = 0, all = 0] = handled;
    // Chunked votes, votes by HTTP 1.0 and a few more reached Fastify.
    expect(all - onPath).toBeGreaterThan(0.8 * accepted);
  });
});
