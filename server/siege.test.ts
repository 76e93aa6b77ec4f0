import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWithCode } from '../shared/accounts/auth.api.ts';
import { API_BASE, type Endpoint } from '../shared/api.ts';
import { toggleConcept } from '../shared/assemblies/concepts.api.ts';
import { castVote } from '../shared/assemblies/votes.api.ts';
import { sqliteApp, type TestApp, urlOf } from './testing/app.ts';
import { type AssemblyFixture, holdAssembly } from './testing/assembly-fixture.ts';
import { endpoints } from './testing/endpoints.ts';

/*
 * Short form of `npm run siege`, with counts instead of times: a network floods each public route while a hall votes.
 * Uses the server's rate limits, disabled in other tests.
 */
/** Five times the number of concurrent public calls allowed per network. */
const CALLS = 40;
const UNITS = 30;
/** Routes that hash a password per call, in a separate queue. */
const HASHED = new Set(['signIn']);

let app: TestApp;
let evening: AssemblyFixture;
let receipt: string;
let voters: string[];
beforeAll(async () => {
  app = await sqliteApp({ paced: true });
  const units = Array.from({ length: UNITS }, (_, i) => [`${101 + i}`, 10, `P${i}`] as const);
  evening = await holdAssembly(app, { units });
  voters = [];
  for (const [unit] of units) {
    const code = await evening.register([unit]);
    voters.push((await app.call(signInWithCode, { body: { code } })).body.jwt);
  }
  const conceptId = await evening.ask('¿Se cuenta?');
  receipt = (await vote(conceptId, 0)).body.receipt ?? '';
  await app.call(
    toggleConcept,
    { body: { jointId: evening.jointId, conceptId, active: 0 } },
    { token: evening.operator },
  );
});
afterAll(() => app.close());

const vote = (conceptId: number, i: number) =>
  app.call(
    castVote,
    { body: { jointId: evening.jointId, apartmentId: `${101 + i}`, conceptId, voteId: 1 } },
    { token: voters[i] },
  );

const bodyOf = ({ id }: Endpoint): object => {
  const ticket = 'A'.repeat(43);
  const password = 'caballo grapa pila';
  const bodies: Record<string, object> = {
    checkReceipt: { receipt },
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
    const statuses: number[] = [];
    const calls = HASHED.has(id) ? 20 : CALLS;
    const flood = Promise.all(
      Array.from({ length: calls }, async () => {
        const method = endpoint?.method ?? 'GET';
        const body = method === 'GET' || endpoint === null ? {} : { payload: bodyOf(endpoint) };
        statuses.push((await app.app.inject({ method, url, remoteAddress, ...body })).statusCode);
      }),
    );
    const votes = await Promise.all(voters.map((_, i) => vote(conceptId, i)));
    expect(votes.map(({ status }) => status)).toEqual(Array(UNITS).fill(201));
    await flood;
    expect(statuses).toHaveLength(calls);
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    await app.call(
      toggleConcept,
      { body: { jointId: evening.jointId, conceptId, active: 0 } },
      { token: evening.operator },
    );
  },
);
