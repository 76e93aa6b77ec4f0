import { beforeAll, expect, it } from 'vitest';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { getPublicSettings } from '../../../shared/platform.api.ts';
import { appForSuite, sqliteApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

/* Uses the paces of a server; other tests have no paces. Order of answers shows the waiting, never a time. */
const app = appForSuite(() => sqliteApp({ paced: true }), endAssembly);
let evening: AssemblyFixture;
let conceptId: number;
let code: string;
let voter: string;
beforeAll(async () => {
  evening = await holdAssembly(app, {
    units: unitsOf('101;50;ANA', '102;50;LUIS'),
  });
  conceptId = await evening.ask('¿Se aprueba?');
  code = await evening.register(['101']);
  voter = (await app.call(signInWithCode, { body: { code } })).body.jwt;
});

const vote = () => {
  const body = { jointId: evening.jointId, apartmentId: '101', conceptId, voteId: 1 };
  return app.call(castVote, { body }, { token: voter, key: 'siempre-la-misma' });
};

/** Sends many calls at once; returns a function for the number of answers so far, and all final answers. */
function crowd(many: number, call: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  const all = Promise.all(
    Array.from({ length: many }, async () => {
      statuses.push((await call()).status);
    }),
  );
  return { statuses, all };
}

it('a vote passes while calls without session of its address wait; all are answered', {
  tags: 'slow',
}, async () => {
  const flood = crowd(1000, () => app.call(getPublicSettings));
  expect((await vote()).status).toBe(201);
  expect(flood.statuses.length).toBeLessThan(1000);
  await flood.all;
  expect(flood.statuses.every((status) => status === 200)).toBe(true);
});

it('a vote is answered during a crowd of reads of the same session', async () => {
  const params = { jointId: evening.jointId };
  const flood = crowd(40, () => app.call(getSnapshot, { params }, { token: voter }));
  expect((await vote()).status).toBe(201);
  expect(flood.statuses.length).toBeLessThan(40);
  await flood.all;
  expect(flood.statuses.every((status) => status === 200)).toBe(true);
});

it('1,000 public calls of a network wait, the rest get 503; code sign-ins pass', {
  tags: 'slow',
}, async () => {
  const flood = crowd(1400, () => app.call(getPublicSettings));
  const codes = crowd(5, () => app.call(signInWithCode, { body: { code } }));
  await codes.all;
  expect(codes.statuses).toEqual(Array(5).fill(200));
  expect(flood.statuses.length).toBeLessThan(1400);
  await flood.all;
  expect(new Set(flood.statuses)).toEqual(new Set([200, 503]));
  expect(flood.statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1000);
});

it('another session of the same code waits behind the crowd of the first one', async () => {
  const code = await evening.register(['102']);
  const [first, second] = [
    (await app.call(signInWithCode, { body: { code } })).body.jwt,
    (await app.call(signInWithCode, { body: { code } })).body.jwt,
  ];
  const params = { jointId: evening.jointId };
  const flood = crowd(39, () => app.call(getSnapshot, { params }, { token: first }));
  expect((await app.call(getSnapshot, { params }, { token: second })).status).toBe(200);
  expect(flood.statuses.length).toBeGreaterThanOrEqual(36);
  await flood.all;
});

it('a call with an invalid token waits with the other calls of the address', { tags: 'slow' }, async () => {
  const flood = crowd(1000, () => app.call(getPublicSettings));
  const refused = app.call(castVote, {}, { token: 'ninguno' });
  expect((await vote()).status).toBe(201);
  expect(flood.statuses.length).toBeLessThan(1000);
  expect((await refused).status).toBe(401);
  await flood.all;
});
