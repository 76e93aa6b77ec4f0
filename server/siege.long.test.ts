import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInWithCode } from '../shared/accounts/auth.api.ts';
import { API_BASE, type Endpoint } from '../shared/api.ts';
import { ATTENDANCE, toggleConcept } from '../shared/assemblies/concepts.api.ts';
import { assistanceReport } from '../shared/assemblies/reports.api.ts';
import { castVote } from '../shared/assemblies/votes.api.ts';
import { checkAudit } from '../shared/audit/audit.api.ts';
import { checkReceipt } from '../shared/evidence/evidence.api.ts';
import { limits } from '../shared/limits.ts';
import { Profile } from '../shared/profiles.ts';
import { type SessionOwner, Sessions } from './accounts/sessions/sessions.service.ts';
import { workerLimits } from './platform/queue/limits.ts';
import { appForSuite, sqliteApp, urlOf } from './testing/app.ts';
import { claimsOf } from './testing/asker.ts';
import { type AssemblyFixture, holdAssembly } from './testing/assembly-fixture.ts';
import { endpoints } from './testing/endpoints.ts';
import { follow, listen } from './testing/live.ts';
import { sendBytes } from './testing/raw.ts';

/*
 * Short form of `npm run siege`, with counts instead of times: while a hall votes, a network floods each public route,
 * and a person floods each vital route and the expensive reads from the maximum number of sessions. Uses the server's rate limits, disabled in
 * other tests.
 */
/** Number of public calls in the attack: five times the calls allowed at once for a network. */
const CALLS = 40;
const UNITS = 30;
/** Endpoints with a password hash in each call, done in a separate queue. */
const HASHED = new Set(['signIn']);

interface Attacker {
  /** User id or QR code of the attacker. */
  id: string;
  unit: string;
  sessions: string[];
}

/** Endpoints with expensive reads, attacked besides votes and registrations. */
const READS = ['getSnapshot', 'getQuorumHistory', 'listAssemblyApartments', 'listConcepts'];
/** Expected status of an endpoint in the attack, if not 200: the unit has a registration and a vote already. */
const TAKEN: Record<string, number> = {
  castVote: 409,
  confirmSector: 409,
  castSplit: 422,
  'register of an owner': 409,
  // A card names no unit.
  'register of a code': 404,
  assignHolder: 409,
  confirmPresence: 404,
};
const personRoutes = endpoints.flatMap((endpoint) => {
  const { access, id, priority } = endpoint;
  if ((priority !== 'vital' && !READS.includes(id)) || 'public' in access) return [];
  const callers = Object.entries({ 'an owner': Profile.owner, 'a code': Profile.qr } as const);
  return callers
    .filter(([, profile]) => access.profiles.includes(profile))
    .map(([who]) => ({ id: endpoint.id, who, endpoint }));
});

/** Attackers of each test, in the order of their units. */
const ATTACKED = [
  ...personRoutes.map(({ id, who }) => `${id} of ${who}`),
  'mix of an owner',
  'mix of a code',
  'connections',
];
const unitOf = (attacker: string) => `${101 + UNITS + ATTACKED.indexOf(attacker)}`;

const app = appForSuite(() => sqliteApp({ paced: true }));
let evening: AssemblyFixture;
let receipt: string;
let voters: string[];
beforeAll(async () => {
  const units = Array.from(
    { length: UNITS + ATTACKED.length },
    (_, i) => [`${101 + i}`, 10, `P${i}`] as const,
  );
  evening = await holdAssembly(app, { units });
  voters = [];
  for (const [unit] of units.slice(0, UNITS)) {
    const code = await evening.register([unit]);
    voters.push((await app.call(signInWithCode, { body: { code } })).body.jwt);
  }
  await toggle(ATTENDANCE, 1);
  const conceptId = await evening.ask('¿Se cuenta?');
  receipt = (await vote(conceptId, 0)).body.receipt ?? '';
  await toggle(conceptId, 0);
});

const vote = (conceptId: number, i: number) =>
  app.call(
    castVote,
    { body: { jointId: evening.jointId, apartmentId: `${101 + i}`, conceptId, voteId: 1 } },
    voters[i],
  );

const toggle = (conceptId: number, active: 0 | 1) =>
  app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, evening.operator);

async function opened(of: SessionOwner, most: number): Promise<string[]> {
  const sessions = new Sessions(app.store.db, app.app.jwt);
  const tokens: string[] = [];
  while (tokens.length < most) tokens.push(await sessions.open(of));
  return tokens;
}

/** Registers an unused unit for a new owner or code, and signs in as often as allowed. */
async function attackerOf(who: string, unit: string): Promise<Attacker> {
  const { jointId } = evening;
  if (who === 'a code') {
    const code = await evening.register([unit]);
    return { id: code, unit, sessions: await opened({ code, jointId, profile: Profile.qr }, 12) };
  }
  const { userId } = await evening.owner(`insistente${unit}`, [unit]);
  await evening.register([unit], userId);
  const sessions = await opened({ userId: Number(userId) }, limits.tooManySessions.most);
  return { id: userId, unit, sessions };
}

const bodyOf = ({ id }: Endpoint): object => {
  const ticket = 'A'.repeat(43);
  const password = 'caballo grapa pila';
  const bodies: Record<string, object> = {
    checkReceipt: { receipt },
    checkClearance: { code: 'ABCDE-12345' },
    proofPack: { receipt },
    signIn: { username: 'nadie', password },
    signInWithCode: { code: 'ABCDEFGH' },
    forgotPassword: { who: 'nadie' },
    resetPassword: { token: 'x', password },
    createFirstUser: { token: 'x', username: 'abcde', name: 'Abc', password },
    openDisplay: { code: '123456' },
    announceArrival: { apartmentId: '101', document: '9', ticket },
    claimArrival: { code: 'ABCDEFGHJKMN', ticket },
  };
  return bodies[id] ?? {};
};

const publicRoutes = [
  ...endpoints.filter(({ access }) => 'public' in access).map((endpoint) => ({ id: endpoint.id, endpoint })),
  { id: 'the document of the API', endpoint: null },
  { id: 'a page that is not there', endpoint: null },
];

/** Starts the attack's calls, lets the hall vote meanwhile, and returns the statuses of the calls. */
async function floodDuringVotes(
  conceptId: number,
  calls: number,
  send: (i: number) => Promise<{ statusCode: number }>,
): Promise<number[]> {
  const flood = Promise.all(Array.from({ length: calls }, async (_, i) => (await send(i)).statusCode));
  const votes = await Promise.all(voters.map((_, i) => vote(conceptId, i)));
  expect(votes.map(({ status }) => status)).toEqual(Array(UNITS).fill(201));
  const statuses = await flood;
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  return statuses;
}

it.each(publicRoutes)(
  'no vote fails during a flood of $id, and the flood gets no server error',
  async ({ id, endpoint }) => {
    const conceptId = await evening.ask(`¿Se aprueba ${id}?`);
    const remoteAddress = `192.0.2.${1 + publicRoutes.findIndex((route) => route.id === id)}`;
    const params = { jointId: evening.jointId, code: 'ABCDEFGHJKMN' };
    const url =
      endpoint !== null
        ? urlOf(endpoint.path, params, {})
        : id.startsWith('a page')
          ? '/nada.js'
          : `${API_BASE}/docs/json`;
    const method = endpoint?.method ?? 'GET';
    const body = method === 'GET' || endpoint === null ? {} : { payload: bodyOf(endpoint) };
    const calls = HASHED.has(id) ? 20 : CALLS;
    const statuses = await floodDuringVotes(conceptId, calls, () =>
      app.app.inject({ method, url, remoteAddress, ...body }),
    );
    expect(statuses).toHaveLength(calls);
    await toggle(conceptId, 0);
  },
);

it.each(personRoutes)(
  'no vote fails during a flood of $id from all sessions of $who',
  async ({ id, who, endpoint }) => {
    const { jointId } = evening;
    const { id: userId, unit: apartmentId, sessions } = await attackerOf(who, unitOf(`${id} of ${who}`));
    const conceptId = await evening.ask(`¿Se aprueba ${id} de ${who}?`);
    const record = { jointId, apartmentId, conceptId, voteId: 1 };
    expect((await app.call(castVote, { body: record }, sessions[0])).status).toBe(201);
    const bodies: Record<string, object> = {
      castVote: record,
      confirmSector: { ...record, sectorId: jointId },
      castSplit: { conceptId, votes: [{ apartmentId, voteId: 1 }] },
      register: { apartmentIds: [apartmentId] },
      assignHolder: { jointId, apartmentId, userId },
      confirmPresence: {},
    };
    const statuses = await floodDuringVotes(conceptId, CALLS + 5, (i) =>
      app.app.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, { jointId }, {}),
        headers: { authorization: `Bearer ${sessions[i % sessions.length]}` },
        ...(endpoint.method === 'GET' ? {} : { payload: bodies[id] ?? {} }),
      }),
    );
    expect(new Set(statuses.filter((status) => status !== 429 && status !== 503))).toEqual(
      new Set([TAKEN[id] ?? TAKEN[`${id} of ${who}`] ?? 200]),
    );
    await toggle(conceptId, 0);
  },
);

it('no vote fails while a network, an owner and a code flood all routes at once', async () => {
  const conceptId = await evening.ask('¿Se aprueba la mezcla?');
  const attackers = {
    'an owner': await attackerOf('an owner', unitOf('mix of an owner')),
    'a code': await attackerOf('a code', unitOf('mix of a code')),
  };
  const { jointId } = evening;
  const params = { jointId, code: 'ABCDEFGHJKMN' };
  const publics = publicRoutes.flatMap(({ endpoint, id }) =>
    endpoint === null || endpoint.socket === true || HASHED.has(id)
      ? []
      : [
          {
            method: endpoint.method,
            url: urlOf(endpoint.path, params, {}),
            remoteAddress: '192.0.2.200',
            ...(endpoint.method === 'GET' ? {} : { payload: bodyOf(endpoint) }),
          },
        ],
  );
  const reads = personRoutes.flatMap(({ id, who, endpoint }) => {
    const { sessions } = attackers[who as keyof typeof attackers];
    return READS.includes(id)
      ? sessions.map((token) => ({
          method: endpoint.method,
          url: urlOf(endpoint.path, params, {}),
          remoteAddress: '192.0.2.200',
          headers: { authorization: `Bearer ${token}` },
        }))
      : [];
  });
  const calls = [...publics, ...publics, ...reads, ...publics];
  const statuses = await floodDuringVotes(conceptId, calls.length, (i) => app.app.inject(calls[i] ?? {}));
  expect(statuses).toHaveLength(calls.length);
  await toggle(conceptId, 0);
});

it.each([
  [
    'reports',
    (token: string) =>
      app.call(assistanceReport, { params: { jointId: evening.jointId }, query: { xlsx: true } }, token),
  ],
  [
    'checks of the trail',
    (token: string) => app.call(checkAudit, { params: { jointId: evening.jointId } }, token),
  ],
])('a person who asks for %s in all sessions leaves room for another person', async (what, ask) => {
  const conceptId = await evening.ask(`¿Se aprueba con ${what}?`);
  // A user has 20 sessions at most. With 16 in each of two rounds, the session of the test's own calls could end.
  const sessions = await opened({ userId: Number(claimsOf(evening.operator).sub) }, 8);
  // One more than run and wait at the same time in the whole server.
  const many = workerLimits.workers + workerLimits.waiting + 1;
  const flood = Promise.all(Array.from({ length: many }, (_, i) => ask(sessions[i % sessions.length] ?? '')));
  const votes = Promise.all(voters.map((_, i) => vote(conceptId, i)));
  expect((await ask(evening.staff)).status).toBe(200);
  expect((await votes).map(({ status }) => status)).toEqual(Array(UNITS).fill(201));
  expect((await flood).map(({ status }) => status)).toEqual(Array(many).fill(200));
  await toggle(conceptId, 0);
});

describe('on the network', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await listen(app)).port);
  });

  it('slow bodies of a network hold up no receipt of the network', async () => {
    const url = urlOf(checkReceipt.path, { jointId: evening.jointId }, {});
    const body = JSON.stringify({ receipt });
    const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const slow = await Promise.all(
      Array.from({ length: CALLS }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        await new Promise<unknown>((resolve) => socket.write(`${head}{`, resolve));
        return socket;
      }),
    );
    // The server has begun the slow calls when the calls sent afterwards are answered.
    expect((await sendBytes(port, `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await sendBytes(port, head + body)).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('a client that never reads its answers holds up no public call of the network', async () => {
    const bytes = (path: string) => `GET ${API_BASE}${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const deaf = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        socket.pause();
        const calls = bytes('/docs/json').repeat(i % 2 === 0 ? 4 : 30);
        await new Promise<unknown>((resolve) => socket.write(calls, resolve));
        return socket;
      }),
    );
    for (let i = 0; i < 3; i += 1)
      expect((await sendBytes(port, bytes('/public-settings'))).status).toBe(200);
    for (const socket of deaf) socket.destroy();
  });

  it('connections opened by the hundred stop no vote, and the last ones of a code stand', async () => {
    const conceptId = await evening.ask('¿Se aprueba con conexiones?');
    const { sessions } = await attackerOf('a code', unitOf('connections'));
    const flood = Array.from({ length: 120 }, (_, i) =>
      follow(`http://127.0.0.1:${port}`, i % 3 === 0 ? 'nadie' : sessions[i % sessions.length]),
    );
    const votes = await Promise.all(voters.map((_, i) => vote(conceptId, i)));
    expect(votes.map(({ status }) => status)).toEqual(Array(UNITS).fill(201));
    const followers = (await Promise.all(flood)).filter((follower) => typeof follower !== 'string');
    await expect.poll(() => followers.filter((follower) => follower.connected()).length).toBe(12);
    for (const follower of followers) follower.close();
    await toggle(conceptId, 0);
  });
});
