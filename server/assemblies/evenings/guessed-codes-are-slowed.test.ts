import { randomBytes } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { signIn, signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register } from '../../../shared/assemblies/attendance.api.ts';
import { codeFromBytes, votingBadge } from '../../../shared/assemblies/code.ts';
import {
  castBallots,
  exchangeHolder,
  getHolder,
  makeBadges,
  revokeCode,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import { appForEachTest, describeWithRaces } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { countStatuses, endAssembly, expectRefused, storedState } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';

const units = unitsOf('101;40;ANA', '102;60;LUIS');

const guess = () => codeFromBytes(randomBytes(16));

describeWithRaces('codes under attack', (make, { it, race }) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
  });

  const enter = (code: string) => app.call(signInWithCode, { body: { code } });
  const refusals = async () => {
    const rows = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'data'])
      .where('chain', '=', 'accounts')
      .where('act', '=', 'codeRefused')
      .orderBy('seq')
      .execute();
    return rows.map(({ actor, data }) => ({ actor, ...JSON.parse(data) }));
  };

  race('a code opens at most thirty sessions a minute; another code has its own limit', async () => {
    const [code, other] = [await evening.register(['101']), await evening.register(['102'])];
    const replies = await Promise.all(Array.from({ length: 40 }, () => enter(code)));
    expect(countStatuses(replies)).toEqual({ 200: 30, 429: 10 });
    for (const reply of replies.filter(({ status }) => status === 429)) {
      expectRefused(reply, 'tooManyAttempts');
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await enter(other)).status).toBe(200);
  });

  race('a guesser is blocked after thirty attempts; others at the address are not', async () => {
    const { jointId, operator } = evening;
    const code = await evening.register(['101']);
    const conceptId = await evening.ask('¿Aprueba?');
    const guesses = Array.from({ length: 60 }, guess);
    const replies = await Promise.all(guesses.map(enter));
    expect(countStatuses(replies)).toEqual({ 401: 30, 429: 30 });
    const stopped = replies.filter(({ status }) => status === 429);
    for (const reply of stopped) {
      expectRefused(reply, 'tooManyAttempts');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800);
    }
    const noted = await refusals();
    expect(noted).toHaveLength(30);
    expect(noted.filter((entry) => entry.blocked === true).length).toBeGreaterThan(0);
    expect(new Set(noted.map(({ actor, why, address }) => `${actor} ${why} ${address}`))).toEqual(
      new Set(['unknown unknown 127.0.0.1']),
    );
    for (const text of guesses) expect(JSON.stringify(noted)).not.toContain(text);

    // From the same address: a right code, a password, and a desk at work.
    expect((await enter(code)).status).toBe(200);
    const password = { username: `operador${jointId}`, password: PASSWORD };
    expect((await app.call(signIn, { body: password })).status).toBe(200);
    const second = await evening.register(['102']);
    expect((await app.call(getHolder, { params: { code: second } }, { token: operator })).status).toBe(200);
    const papers = { params: { jointId }, body: { badge: votingBadge(second, 1) } };
    expect((await app.call(castBallots, papers, { token: operator })).body[0]?.conceptId).toBe(conceptId);
    const unknown = { params: { jointId }, body: { apartmentIds: ['101'], code: guess() } };
    expectRefused(await app.call(register, unknown, { token: operator }), 'codeUnknown');
    expectRefused(await enter(guess()), 'tooManyAttempts');
    // Another address has a separate limit of thirty.
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/SCAF/api/auth/qr',
      remoteAddress: '203.0.113.7',
      payload: { code: guess() },
    });
    expect(elsewhere.statusCode).toBe(401);
  });

  it('all useless codes get the same answer, and different entries in the trail', async () => {
    const { jointId, operator } = evening;
    const as = { token: operator };
    const idle = await freshCode(app, operator, jointId);
    const revoked = await evening.register(['101']);
    await app.call(revokeCode, { params: { jointId, code: revoked }, query: {} }, as);
    const made = await app.call(makeBadges, { params: { jointId }, body: { apartmentIds: ['101'] } }, as);
    const [withdrawn = ''] = await wholeCodes(app, made.body.badges);
    await evening.register(['101'], withdrawn);
    await app.call(withdrawHolder, { params: { code: withdrawn }, query: {} }, as);
    const lost = await evening.register(['101']);
    const freeCode = await freshCode(app, operator, jointId);
    await app.call(exchangeHolder, { params: { code: lost }, body: { code: freeCode } }, as);
    const tries = ['no es un código', guess(), idle, revoked, withdrawn, lost];
    const replies = [];
    for (const code of tries) replies.push(await enter(code));
    expect((await enter(freeCode)).status).toBe(200);
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, as);
    expect((await enter(freeCode)).status).toBe(200);
    await app.call(openAssembly, { params: { jointId }, body: {} }, as);
    replies.push(await enter(freeCode));
    for (const reply of replies) {
      expectRefused(reply, 'codeNotEnabled');
      expect(reply.error).toEqual(replies[0]?.error);
      expect(Object.keys(reply.headers)).toEqual(Object.keys(replies[0]?.headers ?? {}));
    }
    const noted = await refusals();
    expect(noted.map(({ why }) => why)).toEqual([
      'unknown',
      'unknown',
      'holdsNothing',
      'revoked',
      'withdrawn',
      'withdrawn',
      'holdsNothing',
    ]);
    expect(noted[4]).toMatchObject({ actor: 'unknown', jointId, badgeOf: '101', address: '127.0.0.1' });
    for (const text of [...tries, freeCode]) expect(JSON.stringify(noted)).not.toContain(text);
  });

  it('a card tried all evening neither fills the trail nor blocks its address', async () => {
    const idle = await freshCode(app, evening.operator, evening.jointId);
    for (let i = 0; i < 40; i++) expectRefused(await enter(idle), 'codeNotEnabled');
    expect(await refusals()).toHaveLength(5);
    expectRefused(await enter(guess()), 'codeNotEnabled');
    expect(await refusals()).toHaveLength(6);
  });

  it('a foreign code is unknown at the desk, and counts for the operator', async () => {
    const other = await holdAssembly(app, { units, staff: evening.staff });
    const { jointId, operator } = evening;
    const as = { token: operator };
    const own = await evening.register(['101']);
    await evening.ask('¿Aprueba?');
    const foreign = await other.register(['101']);
    const before = await storedState(app, [jointId, other.jointId]);
    const doAll = async (code: string) => [
      await app.call(register, { params: { jointId }, body: { apartmentIds: ['102'], code } }, as),
      await app.call(assignHolder, { body: { jointId, apartmentId: '102', userId: code } }, as),
      await app.call(castBallots, { params: { jointId }, body: { badge: votingBadge(code, 1) } }, as),
      await app.call(getHolder, { params: { code } }, as),
      await app.call(withdrawHolder, { params: { code }, query: {} }, as),
      await app.call(exchangeHolder, { params: { code }, body: { code: own } }, as),
      await app.call(exchangeHolder, { params: { code: own }, body: { code } }, as),
      await app.call(revokeCode, { params: { jointId, code }, query: {} }, as),
    ];
    const [strange, unknown] = [await doAll(foreign), await doAll(guess())];
    expect(strange.map(({ status, error }) => [status, error])).toEqual(
      unknown.map(({ status, error }) => [status, error]),
    );
    expect(strange.map(({ status }) => status)).toEqual([422, 422, 422, 404, 404, 404, 422, 404]);
    expect(await storedState(app, [jointId, other.jointId])).toEqual(before);
    const noted = await refusals();
    expect(noted.map(({ why }) => why)).toEqual([
      ...Array(8).fill('otherJoint'),
      ...Array(8).fill('unknown'),
    ]);
    expect(noted[0]).toMatchObject({ jointId, ofJoint: other.jointId });
    expect(new Set(noted.map(({ actor }) => actor)).size).toBe(1);
    expect(noted[0]?.actor).toMatch(/^user:\d+$/);
    expect(JSON.stringify(noted)).not.toContain(foreign);
    // A right code without units is no mistake.
    const idle = await freshCode(app, operator, jointId);
    expectRefused(await app.call(getHolder, { params: { code: idle } }, as), 'holderNotFound');
    expect(await refusals()).toHaveLength(16);
  });

  it('an operator with hundreds of mistakes is slowed down in mistakes only', async () => {
    const { jointId, operator, staff } = evening;
    const code = await evening.register(['101']);
    const look = (text: string, token = operator) =>
      app.call(getHolder, { params: { code: text } }, { token });
    const replies = [];
    for (let i = 0; i < 310; i++) {
      replies.push(await look(guess()));
      // Yields to the event loop between calls: hundreds in a single turn would count as overload.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(countStatuses(replies)).toEqual({ 404: 300, 429: 10 });
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(500);
    expect((await look(code)).status).toBe(200);
    await evening.register(['102']);
    expectRefused(await look(guess(), staff), 'holderNotFound');
    expectRefused(await enter(guess()), 'codeNotEnabled');
    expect((await storedState(app, [jointId])).attendance).toHaveLength(2);
    expect(await refusals()).toHaveLength(302);
  }, 60_000);
});
