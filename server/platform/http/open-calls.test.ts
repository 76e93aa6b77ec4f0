import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import Type from 'typebox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoint, everyone } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { eventually } from '../../testing/eventually.ts';
import { finishRequests } from './drain.ts';
import type { GuardSources } from './guard.ts';
import { mountOn } from './mount.ts';
import { Parties } from './parties.ts';
import { answerProblem } from './problem.ts';

const held = { summary: '', tag: 'platform', answer: Type.Object({}) } as const;
const theirs = endpoint('theirs', 'GET /theirs', {
  ...held,
  access: { profiles: [Profile.qr, Profile.operator], scope: 'session' },
});
const vitals = endpoint('vitals', 'GET /vitals', { ...held, access: theirs.access, priority: 'vital' });
const entries = endpoint('entries', 'GET /entries', { ...held, access: everyone, entry: true });

const none = { assembly: new Set<number>(), billing: new Set<number>() };
/**
 * Sign-in of the test: every token is valid, for a desk or a voter. A word after a slash separates sessions of the
 * same person.
 */
const sources: GuardSources = {
  seen: () => undefined,
  findJoint: async (jointId) => ({ jointId, rootId: jointId }),
  isLinkedToEvent: async () => true,
  whyEnded: async () => 'unauthenticated',
  authenticate: async (token) => ({
    sessionId: token,
    userId: token,
    username: null,
    code: null,
    byLink: false,
    actor: token.split('/', 1)[0] ?? '',
    joints: none,
    profileId: token.startsWith('desk') ? Profile.operator : Profile.qr,
  }),
};

/** Test server with handlers that answer only after the release, so calls stay open as long as needed. */
let app: FastifyInstance;
let waiting: (() => void)[];
let isReleased: boolean;
beforeEach(async () => {
  waiting = [];
  isReleased = false;
  app = Fastify().setErrorHandler(answerProblem).decorateRequest('principal', null);
  const parties = new Parties();
  parties.watch(app);
  const mount = mountOn(app, sources, parties)('tests');
  for (const one of [theirs, vitals, entries]) {
    mount(one, async () => {
      if (!isReleased) await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    });
  }
  await app.ready();
});
afterEach(() => app.close());

const call = (path: string, token: string, address = '192.0.2.1') =>
  app.inject({ url: path, headers: { authorization: `Bearer ${token}` }, remoteAddress: address });

/** Sends many calls at once; collects the refusals while the others are still open. */
function send(many: number, one: () => ReturnType<typeof call>) {
  const refused: string[] = [];
  const answers = Array.from({ length: many }, async () => {
    const answer = await one();
    if (answer.statusCode !== 200) {
      refused.push(`${answer.statusCode} ${answer.json().code} ${answer.headers['retry-after']}`);
    }
    return answer.statusCode;
  });
  return { refused, all: () => Promise.all(answers) };
}
/** Lets the handlers answer the open calls and all later calls. */
const release = () => {
  isReleased = true;
  for (const answer of waiting.splice(0)) answer();
};

it.each([
  ['forty calls', '/theirs', 'voter', 40, 2],
  ['two hundred votes and registrations', '/vitals', 'voter', 200, 40],
  ['four hundred calls', '/theirs', 'desk', 400, 16],
  ['two thousand votes and registrations', '/vitals', 'desk', 2000, 400],
])('%s of an actor at %s are open at once (%s), over all sessions', async (_, path, actor, open, running) => {
  let session = 0;
  const flood = send(open + 10, () => {
    session += 1;
    return call(path, `${actor}/${session % 12}`);
  });
  await eventually(() => flood.refused).toEqual(Array(10).fill('429 tooManyRequests 1'));
  expect(waiting).toHaveLength(running);
  const neighbour = call(path, `${actor} of another`);
  await eventually(() => waiting.length).toBe(running + 1);
  release();
  expect((await neighbour).statusCode).toBe(200);
  await flood.all();
  expect(flood.refused).toHaveLength(10);
});

it('an endpoint with an unbounded text cannot be mounted', () => {
  const mount = mountOn(Fastify(), sources)('tests');
  const body = Type.Object({ text: Type.String() });
  const endless = endpoint('endless', 'POST /endless', {
    ...held,
    access: everyone,
    body,
  });
  expect(() => mount(endless, async () => ({}))).toThrow('needs maxLength');
});

it('600 phones of an address sign in with three calls each', { tags: 'slow' }, async () => {
  const hall = send(1800, () => call('/entries', ''));
  await eventually(() => waiting.length).toBeGreaterThan(0);
  release();
  expect(new Set(await hall.all())).toEqual(new Set([200]));
});

it('a call of a client gone during authentication is not counted as open', async () => {
  const parties = new Parties();
  const paced = Fastify({ forceCloseConnections: true });
  parties.watch(paced);
  const asking: (() => void)[] = [];
  let isSlow = true;
  const slow: GuardSources = {
    ...sources,
    authenticate: async (token) => {
      if (isSlow) await new Promise<void>((resolve) => asking.push(resolve));
      return sources.authenticate(token);
    },
  };
  mountOn(paced, slow, parties)('tests')(theirs, async () => ({}));
  let gone = 0;
  paced.server.on('request', (_, response) =>
    response.once('close', () => {
      gone += 1;
    }),
  );
  try {
    const address = await paced.listen({ host: '127.0.0.1', port: 0 });
    const ask = (signal?: AbortSignal) =>
      fetch(`${address}/theirs`, { headers: { authorization: 'Bearer voter' }, signal });
    const page = new AbortController();
    const calledOff = Promise.allSettled(Array.from({ length: 50 }, () => ask(page.signal)));
    await eventually(() => asking.length).toBe(50);
    page.abort();
    await calledOff;
    await eventually(() => gone).toBe(50);
    isSlow = false;
    for (const answer of asking) answer();
    const statuses = await Promise.all([ask(), ask(), ask()].map(async (answer) => (await answer).status));
    expect(statuses).toEqual([200, 200, 200]);
  } finally {
    await paced.close();
  }
});

it.each([
  ['while the answers are made', '/vitals', false],
  ['before the checks of the callers end', '/vitals', true],
  ['in the queue of the limit', '/theirs', false],
])('pipelined calls of reset connections hold no place: %s', async (_, path, isSlow) => {
  const held = Fastify({ forceCloseConnections: true }).decorateRequest('principal', null);
  const idle = finishRequests(held);
  const parties = new Parties();
  parties.watch(held);
  const asking: (() => void)[] = [];
  let checked = 0;
  const slow: GuardSources = {
    ...sources,
    authenticate: async (token) => {
      checked += 1;
      if (isSlow && !isReleased) await new Promise<void>((resolve) => asking.push(resolve));
      return sources.authenticate(token);
    },
  };
  const mount = mountOn(held, slow, parties)('tests');
  for (const one of [theirs, vitals]) {
    mount(one, async () => {
      if (!isReleased) await new Promise<void>(() => undefined);
      return {};
    });
  }
  try {
    const address = await held.listen({ host: '127.0.0.1', port: 0 });
    const { port } = held.server.address() as AddressInfo;
    const call = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer voter\r\n\r\n`;
    for (const connection of [1, 2]) {
      const accepted = once(held.server, 'connection');
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write(call.repeat(30));
      await eventually(() => checked).toBe(30 * connection);
      const [other] = await accepted;
      socket.resetAndDestroy();
      await eventually(() => other.closed).toBe(true);
    }
    isReleased = true;
    for (const answer of asking) answer();
    const after: unknown[] = [];
    void idle().then((isIdle) => after.push(isIdle));
    await eventually(() => after).toEqual([true]);
    void fetch(address + path, { headers: { authorization: 'Bearer voter' } }).then(
      ({ status }) => after.push(status),
      (error: unknown) => after.push(error),
    );
    await eventually(() => after).toEqual([true, 200]);
  } finally {
    await held.close();
  }
});
