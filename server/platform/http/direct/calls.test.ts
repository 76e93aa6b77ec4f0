import { channel } from 'node:diagnostics_channel';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { API_BASE } from '../../../../shared/api.ts';
import { rounds } from '../../../../shared/testing/rounds.ts';
import { startApp, type TestApp } from '../../../testing/app.ts';
import { holdAssembly } from '../../../testing/assembly-fixture.ts';
import { storedState } from '../../../testing/store-asserts.ts';
import { openStore } from '../../db/connect.ts';

const UNITS = Array.from({ length: 30 }, (_, i) => [`${101 + i}`, 3, `PERSONA ${i % 6}`] as const);
const nobodyElse = () => Promise.reject(new Error('There is one application.'));

/** Short enough to wait for, long enough for whole bodies on a busy machine. */
const PATIENCE = { headers: 20_000, body: 3000, request: 300_000 };

/** Request as bytes: the first line, headers and the body. */
interface Sent {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Network client that keeps the connection, as browsers do. */
class Client {
  readonly port: number;
  #socket: Socket | null = null;

  constructor(port: number) {
    this.port = port;
  }

  /** Sends a request and returns the answer as text: whole, or up to the close of the connection. */
  ask(bytes: Buffer): Promise<string> {
    const socket = this.#socket ?? connect(this.port, '127.0.0.1');
    this.#socket = socket;
    return new Promise((resolve) => {
      let answer = '';
      const end = () => {
        socket.removeAllListeners();
        if (socket.destroyed || /^connection: close/im.test(answer)) this.leave();
        resolve(answer);
      };
      socket.on('error', () => undefined).once('close', end);
      socket.on('data', (piece) => {
        answer += piece.toString('latin1');
        const head = answer.indexOf('\r\n\r\n');
        const length = /^content-length: (\d+)/im.exec(answer)?.[1];
        if (head >= 0 && answer.length >= head + 4 + Number(length ?? 0)) end();
      });
      socket.write(bytes);
    });
  }

  leave(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

/** Masks the parts made anew by each server: instants, receipts and signed promises. */
const masked = (answer: string): string =>
  answer
    .replace(/^date: .*$/im, 'Date')
    .replace(/"at":"[^"]*"/g, '"at"')
    .replace(/"receipt":"[^"]*"/g, '"receipt"')
    .replace(/"(voto|firma)":"(?:[^"\\]|\\.)*"/g, '"$1"');

describe('votes and registrations without the router', () => {
  let folder: string;
  let apps: TestApp[] = [];
  let clients: Client[] = [];
  let tokens: string[] = [];
  let at: { jointId: number; question: number };
  const routed: number[] = [];
  const hear = (message: unknown) => {
    const { request } = message as { request: { socket: Socket } };
    routed.push(request.socket.localPort ?? 0);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scaf-direct-'));
    const made = join(folder, 'made');
    mkdirSync(made);
    copyFileSync(inject('migratedFile'), join(made, 'scaf.sqlite'));
    const first = await openedApp(made, true);
    const evening = await holdAssembly(first, { units: UNITS });
    const { jointId } = evening;
    const own = UNITS.slice(0, 20).map(([unit]) => unit);
    const { token, userId } = await evening.owner('rita', own);
    await evening.register(own, userId);
    await evening.register(UNITS.slice(20, 28).map(([unit]) => unit));
    at = { jointId, question: await evening.ask('¿Aprueba el acta?') };
    tokens = [token, evening.operator, evening.staff];
    await first.close();
    const copies = ['direct', 'routed'].map((name) => join(folder, name));
    for (const copy of copies) cpSync(made, copy, { recursive: true });
    apps = await Promise.all(copies.map((copy, i) => openedApp(copy, i === 0)));
    for (const { app } of apps) await app.listen({ host: '127.0.0.1', port: 0 });
    clients = apps.map(({ app }) => new Client((app.server.address() as AddressInfo).port));
    channel('tracing:fastify.request.handler:start').subscribe(hear);
  });
  afterAll(async () => {
    channel('tracing:fastify.request.handler:start').unsubscribe(hear);
    for (const client of clients) client.leave();
    for (const app of apps) await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const unit = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...UNITS.map(([id]) => id)) },
    fc.constantFrom('999', '', ' ', 'x'.repeat(70), 'PARQ 18 – 19 ñ', '\u0000', 101, null, ['101']),
  );
  const id = (right: () => number) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(null).map(right) },
      fc.constantFrom(0, -1, 1.5, '1', null, 2 ** 31, 1e21, 77),
    );
  const vote = fc.record(
    {
      jointId: id(() => at.jointId),
      apartmentId: unit,
      conceptId: fc.oneof({ weight: 8, arbitrary: id(() => at.question) }, fc.constant(1)),
      voteId: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constantFrom(9, '1')),
      voteIds: fc.constantFrom(undefined, undefined, [1, 2], [], 'x'),
      sectorId: fc.constantFrom(undefined, 1),
      more: fc.constantFrom(undefined, undefined, { deep: [1] }, '__proto__'),
    },
    { requiredKeys: ['jointId', 'apartmentId', 'conceptId', 'voteId'] },
  );
  const words: fc.Arbitrary<object> = fc.record({
    apartmentIds: fc.array(unit, { maxLength: 3 }),
    votes: fc.array(fc.record({ apartmentId: unit, voteId: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 3,
    }),
    conceptId: id(() => at.question),
    badge: fc.constantFrom('ABCDEFGH2345-1', 'x'),
    takeBack: fc.constantFrom(undefined, true, 'yes'),
  });
  const body = fc.oneof(
    { weight: 10, arbitrary: fc.oneof(vote, words).map((sent) => JSON.stringify(sent)) },
    vote.map((sent) => JSON.stringify(sent).slice(0, -1)),
    fc.constantFrom('', 'null', '[]', '7', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'),
    fc.constantFrom('['.repeat(200), `{${'"a":1,'.repeat(120)}"b":1}`, '\uFEFF{}', `"${'y'.repeat(9000)}"`),
    fc.string(),
  );
  const path = fc.oneof(
    { weight: 10, arbitrary: fc.constant('/assembly') },
    fc.constantFrom('/joints/J/votes', '/joints/J/registrations', '/joints/J/ballots', '/assembly/sector'),
    fc.constantFrom(
      '/assembly?x=1',
      '/assembly/',
      '/ASSEMBLY',
      '/joints/99999999999/votes',
      '/joints/x/votes',
    ),
    fc.constantFrom(
      '/joints/4294967296/registrations',
      '/joints/%31/votes',
      '/joints/J/waitingarrivals/7/confirmation',
    ),
  );
  const headers = fc
    .record({
      authorization: fc.oneof(
        { weight: 9, arbitrary: fc.nat({ max: 2 }).map((i) => `Bearer ${tokens[i]}`) },
        fc.constantFrom('', 'Bearer ', 'Bearer x.y.z', 'Basic QQ==', 'bearer x'),
      ),
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        fc.constantFrom(
          '',
          'application/json; charset=utf-8',
          'text/plain',
          'application/xml',
          'multipart/form-data',
        ),
      ),
      'idempotency-key': fc.oneof(
        fc.constant(''),
        fc.integer({ min: 1, max: 60 }).map((n) => `clave-numero-${n}`),
        fc.constantFrom('corta', 'z'.repeat(200)),
      ),
      'accept-encoding': fc.constantFrom('', 'gzip, br'),
      connection: fc.constantFrom('', '', '', 'close'),
      'content-encoding': fc.constantFrom('', '', '', '', '', 'gzip'),
      expect: fc.constantFrom('', '', '', '', '', 'x'),
    })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
  const request: fc.Arbitrary<Sent> = fc.record({
    method: fc.oneof({ weight: 15, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'PATCH', 'PUT')),
    path: path.map((of) => of.replace('J', String(at.jointId))),
    headers,
    body,
  });

  it('answers each request as the router does, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const [direct, router] = await Promise.all(clients.map((client) => client.ask(bytesOf(sent))));
        expect(masked(direct ?? '')).toBe(masked(router ?? ''));
      }),
      { numRuns: rounds(500, 10_000), seed: inject('seed') },
    );
    const stored = await Promise.all(apps.map((app) => storedState(app, [at.jointId])));
    const [direct, router] = stored.map(({ votes }) =>
      votes.map(({ apartment_id: of, answer_id: answer }) => ({ of, answer })),
    );
    expect(direct).toEqual(router);
    expect(direct?.length).toBeGreaterThan(10);
  });

  it('ends a call without the rest of the body, as the router does', async () => {
    const headers = { authorization: `Bearer ${tokens[1]}`, 'content-type': 'application/json' };
    const whole = bytesOf({ method: 'POST', path: '/assembly', headers, body: '{"jointId":1}' });
    const half = whole.subarray(0, -5);
    const [direct, router] = await Promise.all(clients.map((client) => client.ask(half)));
    expect(direct).toMatch(/^HTTP\/1\.1 408 /);
    expect(direct).toBe(router);
  });

  it('answers a usual vote without the router', async () => {
    const sent = { jointId: at.jointId, apartmentId: '129', conceptId: at.question, voteId: 1 };
    routed.length = 0;
    const headers = { authorization: `Bearer ${tokens[1]}`, 'content-type': 'application/json' };
    const vote = bytesOf({ method: 'POST', path: '/assembly', headers, body: JSON.stringify(sent) });
    await Promise.all(clients.map((client) => client.ask(vote)));
    expect(routed).toEqual([clients[1]?.port]);
  });
});

async function openedApp(dataDir: string, direct: boolean): Promise<TestApp> {
  const store = await openStore({ dataDir, databaseUrl: null });
  return startApp(store, () => store.close(), nobodyElse, { direct, patience: PATIENCE });
}

function bytesOf({ method, path, headers, body }: Sent): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': bytes.length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${API_BASE}${path} HTTP/1.1\r\n${head}\r\n`), bytes]);
}
