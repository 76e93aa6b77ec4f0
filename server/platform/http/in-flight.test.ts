import Fastify, { type FastifyInstance } from 'fastify';
import Type from 'typebox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoint, everyone } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { eventually } from '../../testing/eventually.ts';
import type { GuardSources } from './guard.ts';
import { mountOn } from './mount.ts';
import { Parties } from './parties.ts';
import { answerProblem } from './problem.ts';

const held = { summary: '', tag: 'platform', answer: Type.Object({}) } as const;
const theirs = endpoint('theirs', 'GET /theirs', {
  ...held,
  access: { profiles: [Profile.qr, Profile.operator], scope: 'session' },
});
const anybodys = endpoint('anybodys', 'GET /anybodys', { ...held, access: everyone });

const none = { assembly: new Set<number>(), billing: new Set<number>() };
/** Every token is valid, for a desk or a voter. A word after a slash distinguishes sessions of an actor. */
const sources: GuardSources = {
  seen: () => undefined,
  jointExists: async () => true,
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

/** Handlers that answer on request, so calls stay open as long as needed. */
let app: FastifyInstance;
let waiting: (() => void)[];
beforeEach(async () => {
  waiting = [];
  app = Fastify().setErrorHandler(answerProblem).decorateRequest('principal', null);
  const mount = mountOn(app, sources)('tests');
  for (const one of [theirs, anybodys]) {
    mount(one, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    });
  }
  await app.ready();
});
afterEach(() => app.close());

const call = (path: string, token: string, address = '192.0.2.1') =>
  app.inject({ url: path, headers: { authorization: `Bearer ${token}` }, remoteAddress: address });

/** Sends calls at once; returns the number of refusals while others are open, and all final answers. */
async function send(many: number, one: () => ReturnType<typeof call>) {
  const refused: string[] = [];
  const answers = Array.from({ length: many }, async () => {
    const answer = await one();
    if (answer.statusCode !== 200) {
      refused.push(`${answer.statusCode} ${answer.json().code} ${answer.headers['retry-after']}`);
    }
    return answer.statusCode;
  });
  await eventually(() => waiting.length + refused.length).toBe(many);
  return { refused, all: () => Promise.all(answers) };
}
const release = () => {
  for (const answer of waiting.splice(0)) answer();
};

it('a voter has forty calls under way at once, and others none the fewer', async () => {
  const flood = await send(50, () => call('/theirs', 'voter'));
  expect(flood.refused).toEqual(Array(10).fill('429 tooManyRequests 1'));
  const voters = waiting.splice(0);
  let phone = 0;
  const neighbours = await send(600, () => {
    phone += 1;
    return call('/theirs', `neighbour ${phone}`);
  });
  expect(neighbours.refused).toEqual([]);
  for (const answer of voters) answer();
  release();
  await flood.all();
  const again = await send(40, () => call('/theirs', 'voter'));
  expect(again.refused).toEqual([]);
  release();
  await again.all();
});

it('all sessions of a code have forty calls under way at once', async () => {
  let session = 0;
  const flood = await send(60, () => {
    session += 1;
    return call('/theirs', `voter/${session % 12}`);
  });
  expect(flood.refused).toEqual(Array(20).fill('429 tooManyRequests 1'));
  release();
  await flood.all();
});

it('an endpoint that would take a text without an end is not mounted', () => {
  const mount = mountOn(Fastify(), sources)('tests');
  const body = Type.Object({ text: Type.String() });
  const endless = endpoint('endless', 'POST /endless', {
    ...held,
    access: everyone,
    body,
  });
  expect(() => mount(endless, async () => ({}))).toThrow('needs maxLength');
});

it('a desk may send what waited there', async () => {
  const desk = await send(400, () => call('/theirs', 'desk'));
  expect(desk.refused).toEqual([]);
  release();
  expect(await desk.all()).toEqual(Array(400).fill(200));
});

it('600 phones of an address sign in with three calls each; the limit is 2,000', async () => {
  const hall = await send(1800, () => call('/anybodys', ''));
  expect(hall.refused).toEqual([]);
  release();
  await hall.all();
  const flood = await send(2100, () => call('/anybodys', ''));
  expect(flood.refused).toEqual(Array(100).fill('429 tooManyRequests 1'));
  const elsewhere = call('/anybodys', '', '192.0.2.2');
  await eventually(() => waiting.length).toBe(2001);
  release();
  expect((await elsewhere).statusCode).toBe(200);
  await flood.all();
});

it('a call whose client went away before its session was known is not under way for ever', async () => {
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
