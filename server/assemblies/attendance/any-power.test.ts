import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { castBallots } from '../../../shared/assemblies/codes.api.ts';
import { decidePowers, enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { castSplit } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules } from '../../../shared/properties/power-rules.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnBothInAll, type Reply, type TestApp } from '../../testing/app.ts';
import { firstStaff, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

const units = unitsOf('101;20;ANA', '102;20;LUIS', '103;20;EVA', '104;20;SARA', '105;20;IVO');
const ids = units.map(([id]) => id);
const people = ['LUIS', 'Marta Ruiz', 'Iván Díaz'] as const;
const LIMIT = 2;
const HOME = ['103', '104'];

const act = fc.record({
  kind: fc.constantFrom(
    'grant',
    'grant',
    'accept',
    'reject',
    'revoke',
    'bring',
    'bring',
    'byHand',
    'arrive',
    'home',
    'leave',
    'vote',
    'voteHome',
    'split',
    'split',
    'ballot',
  ),
  desk: fc.nat(1),
  units: fc.subarray([...ids], { minLength: 1, maxLength: 2 }),
  person: fc.constantFrom(...people),
  code: fc.nat(2),
  ends: fc.boolean(),
  nth: fc.nat(5),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

describeOnBothInAll('any power whatever', (make) => {
  let desks: TestApp[];
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    desks = [app, await app.another()];
    staff = await firstStaff(app);
  });
  afterAll(() => desks[1]?.close());

  it('each unit has one holder and one vote, limits hold, and every proxy has a power', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 14 }),
        async (turns) => {
          const evening = await open();
          for (const turn of turns) {
            // Acts of the same turn are sent at once, from two desks.
            for (const reply of await Promise.all(turn.map((one) => evening.does(one)))) {
              expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
            }
            await expectSound(evening.jointId);
          }
        },
      ),
      { numRuns: rounds(2, 30), endOnFailure: true },
    );
  });

  async function open() {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator: token } = evening;
    const params = { jointId };
    await app.call(changeJoint, { params, body: { proxyLimit: LIMIT } }, staff);
    await app.call(changePowerRules, { params, body: { limitBlocks: true } }, staff);
    await evening.hall.describe({ mode: 'mixed' });
    // The owner of two units is at home, and may have given a power for either unit.
    const { token: atHome } = await evening.owner(`casa${jointId}`, HOME);
    const question = await evening.ask('¿Aprueba?');
    const cards = await Promise.all([0, 1, 2].map(() => freshCode(app, token, jointId)));
    const badges = new Map(
      await Promise.all(ids.map(async (id) => [id, await freshBadge(app, jointId, id)] as const)),
    );
    const powers: number[] = [];

    async function does(one: Act): Promise<Reply<unknown>> {
      const desk = desks[one.desk] ?? app;
      const code = cards[one.code] ?? '';
      const [first = '101'] = one.units;
      const powerIds = [powers[one.nth % Math.max(1, powers.length)] ?? 1];
      switch (one.kind) {
        case 'grant': {
          const substitute = { name: people[one.code] ?? '' };
          const body = {
            apartmentIds: one.units,
            holder: { name: one.person },
            substitute,
            accept: one.ends,
          };
          const reply = await desk.call(enterPower, { params, body }, token);
          if (reply.status === 201) powers.push(reply.body.powerId);
          return reply;
        }
        case 'accept':
          return desk.call(decidePowers, { params, body: { powerIds, decision: 'accept' } }, token);
        case 'reject':
          return desk.call(
            decidePowers,
            { params, body: { powerIds, decision: 'reject', reason: 'Sin firma' } },
            token,
          );
        case 'revoke':
          return desk.call(
            decidePowers,
            { params, body: { powerIds, decision: 'revoke', reason: 'Lo pidió' } },
            token,
          );
        case 'bring':
          return desk.call(
            register,
            {
              params,
              body: {
                ...{ code, powers: powerIds, takeBack: one.ends },
                ...(one.nth > 2 && { attendee: { name: one.person } }),
              },
            },
            token,
          );
        case 'byHand':
          return desk.call(
            register,
            {
              params,
              body: {
                code,
                apartmentIds: one.units,
                byProxy: true,
                attendee: { name: one.person },
                ...(one.ends && { endPower: true, takeBack: one.nth > 2 }),
              },
            },
            token,
          );
        case 'arrive': {
          const body = { code: badges.get(first) ?? '', ...(one.ends && { endPower: true, takeBack: true }) };
          return desk.call(register, { params, body }, token);
        }
        case 'home': {
          const own = one.units.filter((id) => HOME.includes(id));
          const body = { apartmentIds: own.length > 0 ? own : HOME, ...(one.ends && { endPower: true }) };
          return desk.call(register, { params, body }, atHome);
        }
        case 'voteHome': {
          const apartmentId = HOME[one.nth % HOME.length] ?? '';
          const body = { jointId, apartmentId, conceptId: question, voteId: 1 + (one.nth % 3) };
          return desk.call(castVote, { body }, atHome);
        }
        case 'leave':
          return desk.call(
            removeRegistrations,
            { params: { jointId, conceptId: 1 }, query: { apartmentId: first } },
            token,
          );
        case 'vote':
          return desk.call(
            castVote,
            { body: { jointId, apartmentId: first, conceptId: question, voteId: 1 } },
            token,
          );
        case 'split': {
          // The holder of a card votes for own and other units, with equal or different answers.
          const unitsToTake = one.ends ? ids.slice(one.nth % ids.length) : one.units;
          const votes = unitsToTake.map((apartmentId, at) => ({ apartmentId, voteId: 1 + (at % 2) }));
          const session = await desk.call(signInWithCode, { body: { code } });
          if (session.status !== 200) return session;
          return desk.call(castSplit, { params, body: { conceptId: question, votes } }, session.body.jwt);
        }
        case 'ballot':
          return desk.call(castBallots, { params, body: { badge: votingBadge(code, 3) } }, token);
      }
    }
    return { jointId, does };
  }

  async function expectSound(jointId: number) {
    const { db } = app.store;
    const rows = await db
      .selectFrom('attendance')
      .select(['apartment_id', 'by_proxy', 'power_id', 'attendee_name'])
      .where('joint_id', '=', jointId)
      .execute();
    const standing = await db
      .selectFrom('power_unit as u')
      .innerJoin('power as p', 'p.power_id', 'u.power_id')
      .innerJoin('assembly as a', 'a.assembly_id', 'p.assembly_id')
      .select(['u.apartment_id', 'u.power_id', 'p.holder_name', 'p.state'])
      .where('a.joint_id', '=', jointId)
      .where('u.standing', '=', 1)
      .execute();
    const votes = await db
      .selectFrom('vote')
      .select('apartment_id')
      .where('joint_id', '=', jointId)
      .execute();
    const once = (list: readonly { apartment_id: string }[]) =>
      expect(new Set(list.map((row) => row.apartment_id)).size).toBe(list.length);
    for (const list of [rows, standing, votes]) once(list);
    // The question stays open: leaving annuls the vote of a unit, so only registered units have votes.
    const here = new Set(rows.map((row) => row.apartment_id));
    for (const vote of votes) expect(here.has(vote.apartment_id), vote.apartment_id).toBe(true);
    for (const row of rows) {
      const power = standing.find((one) => one.apartment_id === row.apartment_id);
      // A unit registered by proxy has the current power; an owner's registration ended the power. LUIS owns 102: an
      // owner needs no power.
      const isOwn = row.apartment_id === '102' && row.attendee_name === 'LUIS';
      if (!isOwn) expect(row.power_id, row.apartment_id).toBe(row.by_proxy === 1 ? power?.power_id : null);
      if (row.by_proxy === 0) expect(power, row.apartment_id).toBeUndefined();
    }
    for (const { state } of standing) expect(state).toBe('accepted');
    for (const person of people) {
      const theirs = new Set(
        [
          ...standing.filter((one) => one.holder_name === person),
          ...rows.filter((one) => one.by_proxy === 1 && one.attendee_name === person),
        ].map((one) => one.apartment_id),
      );
      if (person === 'LUIS') theirs.delete('102');
      expect(theirs.size, person).toBeLessThanOrEqual(LIMIT);
    }
  }
});
