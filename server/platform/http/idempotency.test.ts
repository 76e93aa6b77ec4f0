import { beforeAll, expect, it } from 'vitest';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnBothEngines, type TestApp } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import {
  countStatuses,
  endAssembly,
  expectRefused,
  registeredUnits,
  storedState,
  votesOf,
} from '../../testing/store-asserts.ts';
import { dropOldKeys, KEY_LIFETIME_MS } from './idempotency.repository.ts';

const units = unitsOf('101;30;ANA', '102;30;LUIS', '103;40;EVA', '104;0;EVA');

describeOnBothEngines('Idempotency-Key', (make) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());
  let staff: string;
  let keys = 0;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const newKey = () => `clave-de-prueba-${++keys}`;
  async function voting(): Promise<AssemblyFixture & { question: number }> {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101', '102', '103', '104']);
    return { ...evening, question: await evening.ask('¿Aprueba?') };
  }
  const cast = (
    { jointId, question, operator }: AssemblyFixture & { question: number },
    apartmentId: string,
    voteId: number,
    key: string | undefined,
    at: { on?: TestApp; token?: string } = {},
  ) =>
    (at.on ?? app).call(
      castVote,
      { body: { jointId, apartmentId, conceptId: question, voteId } },
      { token: at.token ?? operator, ...defined({ key }) },
    );

  it('a repeated request gets the first answer, any number of times', async () => {
    const evening = await voting();
    const key = newKey();
    const first = await cast(evening, '101', 1, key);
    expect(first.status).toBe(201);
    for (const on of [app, second, app]) {
      const again = await cast(evening, '101', 1, key, { on });
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    expect(await votesOf(app, evening.jointId)).toEqual([`${evening.question}/101=1`]);
    expectRefused(await cast(evening, '101', 1, undefined), 'alreadyVoted');
    expectRefused(await cast(evening, '101', 1, newKey()), 'alreadyVoted');
  });

  it('fifty equal requests at once store a single vote', async () => {
    const evening = await voting();
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 50 }, () => cast(evening, '101', 2, key)));
    expect(countStatuses(replies)).toEqual({ 201: 50 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await votesOf(app, evening.jointId)).toEqual([`${evening.question}/101=2`]);
  });

  it('fifty equal requests at two processes store a single vote', async () => {
    const evening = await voting();
    const key = newKey();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => cast(evening, '102', 3, key, { on: i % 2 ? second : app })),
    );
    expect(countStatuses(replies)).toEqual({ 201: 50 });
    expect(new Set(replies.map(({ body }) => body.receipt)).size).toBe(1);
    const { votes } = await storedState(app, [evening.jointId]);
    expect(votes.map(({ receipt }) => receipt)).toEqual([replies[0]?.body.receipt]);
  });

  it('a used key with another body is refused and stores no vote, also at once', async () => {
    const evening = await voting();
    const key = newKey();
    const first = await cast(evening, '101', 1, key);
    expectRefused(await cast(evening, '101', 2, key), 'idempotencyKeyReused');
    expectRefused(await cast(evening, '102', 1, key, { on: second }), 'idempotencyKeyReused');
    expect((await cast(evening, '101', 1, key)).body).toEqual(first.body);
    expect(await votesOf(app, evening.jointId)).toEqual([`${evening.question}/101=1`]);

    const together = newKey();
    const replies = await Promise.all([
      cast(evening, '102', 1, together),
      cast(evening, '103', 1, together),
      cast(evening, '102', 1, together),
      cast(evening, '102', 1, together, { on: second }),
      cast(evening, '103', 1, together, { on: second }),
    ]);
    const won = replies[0]?.status === 201 ? [0, 2, 3] : [1, 4];
    replies.forEach((reply, i) => {
      if (won.includes(i)) expect(reply.status).toBe(201);
      else expectRefused(reply, 'idempotencyKeyReused');
    });
    expect(await votesOf(app, evening.jointId)).toHaveLength(2);
  });

  it('a repeat and another body at once are distinguished, in either order', async () => {
    const evening = await voting();
    const key = newKey();
    const first = await cast(evening, '101', 1, key);
    for (const order of [
      ['101', '102'],
      ['102', '101'],
    ]) {
      const replies = await Promise.all(order.map((apartmentId) => cast(evening, apartmentId, 1, key)));
      order.forEach((apartmentId, i) => {
        const reply = replies[i];
        if (reply === undefined) throw new Error('no reply');
        if (apartmentId === '101') expect([reply.status, reply.body]).toEqual([201, first.body]);
        else expectRefused(reply, 'idempotencyKeyReused');
      });
    }
    expect(await votesOf(app, evening.jointId)).toEqual([`${evening.question}/101=1`]);
  });

  it('only successes are stored: a refused request may succeed later with the same key', async () => {
    const evening = await voting();
    const { jointId, operator, question } = evening;
    const toggle = (active: 0 | 1) =>
      app.call(toggleConcept, { body: { jointId, conceptId: question, active } }, { token: operator });
    const key = newKey();
    await toggle(0);
    expectRefused(await cast(evening, '101', 1, key), 'voteNotActive');
    expectRefused(await cast(evening, '104', 1, key), 'voteNotActive');
    await toggle(1);
    const cleared = await cast(evening, '101', 1, key);
    expect(cleared.status).toBe(201);
    await toggle(0);
    const repeated = await cast(evening, '101', 1, key);
    expect([repeated.status, repeated.body]).toEqual([201, cleared.body]);
  });

  it('equal keys of two users are independent', async () => {
    const evening = await voting();
    const key = newKey();
    const other = await app.call(
      castVote,
      { body: { jointId: evening.jointId, apartmentId: '102', conceptId: evening.question, voteId: 2 } },
      { token: staff, key },
    );
    const own = await cast(evening, '101', 1, key);
    expect([other.status, own.status]).toEqual([201, 201]);
    expect(own.body.apartmentId).toBe('101');
    expect(await votesOf(app, evening.jointId)).toHaveLength(2);
  });

  it('an annulled vote ends the key: the same request votes again', async () => {
    const evening = await voting();
    const { jointId, operator, question } = evening;
    const key = newKey();
    const first = await cast(evening, '101', 1, key);
    const annul = (query: { apartmentId?: string }) =>
      app.call(removeRegistrations, { params: { jointId, conceptId: question }, query }, { token: operator });
    expect((await annul({ apartmentId: '101' })).status).toBe(204);
    expect(await votesOf(app, jointId)).toEqual([]);
    const again = await cast(evening, '101', 1, key);
    expect(again.status).toBe(201);
    expect(again.body.receipt).not.toBe(first.body.receipt);
    expect((await annul({})).status).toBe(204);
    expect((await cast(evening, '101', 2, key)).status).toBe(201);
    expect(await votesOf(app, jointId)).toEqual([`${question}/101=2`]);
  });

  it('a key is stored for a day', async () => {
    const evening = await voting();
    const key = newKey();
    const first = await cast(evening, '101', 1, key);
    await dropOldKeys(app.store.db, Date.now());
    expect((await cast(evening, '101', 1, key)).body).toEqual(first.body);
    await app.store.db
      .updateTable('idempotency_key')
      .set((eb) => ({ at: eb('at', '-', KEY_LIFETIME_MS + 1000) }))
      .execute();
    expectRefused(await cast(evening, '101', 1, key), 'alreadyVoted');
    await app.store.db
      .updateTable('idempotency_key')
      .set((eb) => ({ at: eb('at', '-', KEY_LIFETIME_MS + 1000) }))
      .execute();
    await dropOldKeys(app.store.db, Date.now());
    expect(await app.store.db.selectFrom('idempotency_key').select('key_hash').execute()).toEqual([]);
  });

  it('a key has between 8 and 128 characters', async () => {
    const evening = await voting();
    for (const key of ['corta', 'x'.repeat(129)]) {
      expectRefused(await cast(evening, '101', 1, key), 'idempotencyKeyInvalid');
    }
    expect(await votesOf(app, evening.jointId)).toEqual([]);
    expect((await cast(evening, '101', 1, 'x'.repeat(128))).status).toBe(201);
    expect((await cast(evening, '102', 1, '12345678')).status).toBe(201);
  });

  it('a scan sent twice at once is a single registration, also at two processes', async () => {
    const { jointId, operator } = await holdAssembly(app, { units, staff });
    const code = await freshCode(app, operator, jointId);
    const key = newKey();
    const scan = (on: TestApp, apartmentIds: string[], as = { token: operator, key }) =>
      on.call(register, { params: { jointId }, body: { apartmentIds, code } }, as);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => scan(i % 2 ? second : app, ['101', '102'])),
    );
    expect(countStatuses(replies)).toEqual({ 201: 20 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102']);
    expectRefused(await scan(app, ['103']), 'idempotencyKeyReused');
    expectRefused(await scan(app, ['101'], { token: operator, key: newKey() }), 'alreadyRegistered');
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102']);
  });

  it('a refused registration leaves the key unused', async () => {
    const { jointId, operator } = await holdAssembly(app, { units, staff });
    const code = await freshCode(app, operator, jointId);
    const key = newKey();
    const scan = (apartmentIds: string[]) =>
      app.call(register, { params: { jointId }, body: { apartmentIds, code } }, { token: operator, key });
    expectRefused(await scan(['101', 'no existe']), 'apartmentNotFound');
    expect((await scan(['101'])).status).toBe(201);
    expect((await scan(['101'])).status).toBe(201);
  });

  it('a key used at once for another joint is refused', async () => {
    const [one, other] = [await voting(), await voting()];
    const key = newKey();
    const both = (conceptOf: AssemblyFixture & { question: number }, on: TestApp) =>
      cast(conceptOf, '101', 1, key, { on, token: staff });
    const replies = await Promise.all([both(one, app), both(other, second)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    for (const reply of replies) if (reply.status !== 201) expectRefused(reply, 'idempotencyKeyReused');
    const votes = [...(await votesOf(app, one.jointId)), ...(await votesOf(app, other.jointId))];
    expect(votes).toHaveLength(1);
  });
});
