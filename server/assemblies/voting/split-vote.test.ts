import { expect } from 'vitest';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import {
  castSplit,
  listInstructions,
  MAX_SPLIT_UNITS,
} from '../../../shared/assemblies/powers/split-vote.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { errors } from '../../../shared/errors.ts';
import { appForSuite, describeWithRaces, type Reply, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import {
  countStatuses,
  endAssembly,
  expectRefused,
  qrSession,
  votesOf,
} from '../../testing/store-asserts.ts';

const HUNDRED = Array.from({ length: 100 }, (_, at) => `${101 + at}`);
const units = [
  ...HUNDRED.map((id) => [id, '0.99', `DUEÑO ${id}`] as const),
  ['900', '1', 'PRESENTE'] as const,
  ['901', '0', 'SIN PESO'] as const,
];

describeWithRaces('a split vote', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());
  let keys = 0;

  const newKey = () => `clave-reparto-${++keys}`;
  type Group = { voteId: number; voteIds?: number[]; apartmentIds: readonly string[] };

  /** Prepares a person with a hundred units on one card, and an open question. */
  async function voting() {
    const evening = await holdAssembly(app, { units });
    const code = await evening.register([...HUNDRED, '901']);
    const conceptId = await evening.ask('¿Se aprueba el presupuesto?');
    return { ...evening, code, token: await qrSession(app, code), conceptId };
  }
  type Voting = Awaited<ReturnType<typeof voting>>;
  const split = (
    { jointId, conceptId, token }: Pick<Voting, 'jointId' | 'conceptId' | 'token'>,
    groups: readonly Group[],
    with_: { key?: string; token?: string; on?: TestApp } = {},
  ) =>
    (with_.on ?? app).call(
      castSplit,
      {
        params: { jointId },
        body: {
          conceptId,
          votes: groups.flatMap(({ apartmentIds, ...said }) =>
            apartmentIds.map((apartmentId) => ({ apartmentId, ...said })),
          ),
        },
      },
      { token: with_.token ?? token, ...defined({ key: with_.key }) },
    );
  const refusedUnits = (reply: Reply<unknown>) => {
    expectRefused(reply, 'votesRefused');
    const { units } = reply.error.details as {
      units: { apartmentId: string; code: ErrorCode; message: string }[];
    };
    for (const { code, message } of units) expect(message).toBe(errors[code][1]);
    return Object.fromEntries(units.map(({ apartmentId, code }) => [apartmentId, code]));
  };
  const leaves = ({ jointId, operator }: AssemblyFixture, apartmentId: string) =>
    app.call(removeRegistrations, { params: { jointId, conceptId: 1 }, query: { apartmentId } }, operator);

  it('a split vote of 70 and 30 units gives a receipt per unit and one entry in the trail', {
    tags: 'slow',
  }, async () => {
    const evening = await voting();
    const [yes, no] = [HUNDRED.slice(0, 70), HUNDRED.slice(70)];
    const reply = await split(evening, [
      { voteId: 1, apartmentIds: yes },
      { voteId: 2, apartmentIds: no },
    ]);
    expect(reply.status).toBe(201);
    expect(reply.body.map((vote) => [vote.apartmentId, vote.voteId])).toEqual([
      ...yes.map((id) => [id, 1]),
      ...no.map((id) => [id, 2]),
    ]);
    expect(new Set(reply.body.map((vote) => vote.receipt)).size).toBe(100);
    expect(await votesOf(app, evening.jointId)).toHaveLength(100);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['data', 'actor'])
      .where('act', '=', 'votes')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(JSON.parse(entries[0]?.data ?? '{}').votes).toHaveLength(100);
    expect(entries[0]?.actor).toMatch(/^code:QR-[0-9a-f]{16}$/);
  });

  it('a split vote with a refused unit stores no vote and names each refused unit', async () => {
    const evening = await voting();
    const { jointId, operator, conceptId } = evening;
    await app.call(castVote, { body: { jointId, apartmentId: '101', conceptId, voteId: 3 } }, operator);
    await leaves(evening, '102');
    await evening.register(['102']);
    await leaves(evening, '103');
    const groups = [
      { voteId: 1, apartmentIds: ['101', '102', '104', '900', '999'] },
      { voteId: 9, apartmentIds: ['105'] },
      { voteId: 2, apartmentIds: ['103', '901'] },
    ];
    // Units of other people are reported as missing, same as by POST /assembly.
    expect(refusedUnits(await split(evening, groups))).toEqual({
      101: 'alreadyVoted',
      102: 'apartmentNotFound',
      103: 'apartmentNotFound',
      105: 'answerUnknown',
      900: 'apartmentNotFound',
      901: 'zeroCoefficient',
      999: 'apartmentNotFound',
    });
    expect(refusedUnits(await split(evening, groups, { token: operator }))).toEqual({
      101: 'alreadyVoted',
      103: 'apartmentNotRegistered',
      105: 'answerUnknown',
      900: 'apartmentNotRegistered',
      901: 'zeroCoefficient',
      999: 'apartmentNotFound',
    });
    expect(await votesOf(app, jointId)).toEqual([`${conceptId}/101=3`]);
    // Without the refused units the rest is counted: the refusal stored no key and no vote.
    const rest = await split(evening, [
      { voteId: 1, apartmentIds: ['104'] },
      { voteId: 2, apartmentIds: ['105'] },
    ]);
    expect(rest.status).toBe(201);
  });

  it('a split vote is refused for a closed question and for another assembly', async () => {
    const evening = await voting();
    const { jointId, conceptId, operator: token } = evening;
    const groups = [{ voteId: 1, apartmentIds: ['101', '102'] }];
    expect(refusedUnits(await split({ ...evening, conceptId: 40 }, groups))).toEqual({
      101: 'conceptNotFound',
      102: 'conceptNotFound',
    });
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, token);
    expect(refusedUnits(await split(evening, groups))).toEqual({
      101: 'voteNotActive',
      102: 'voteNotActive',
    });
    expect(await votesOf(app, jointId)).toEqual([]);
  });

  race('a repeated split vote counts once, also if sent at once to two processes', async () => {
    const evening = await voting();
    const key = newKey();
    const groups = [
      { voteId: 1, apartmentIds: HUNDRED.slice(0, 40) },
      { voteId: 3, apartmentIds: HUNDRED.slice(40) },
    ];
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => split(evening, groups, { key, on: i % 2 ? second : app })),
    );
    expect(countStatuses(replies)).toEqual({ 201: 12 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await votesOf(app, evening.jointId)).toHaveLength(100);
    expectRefused(
      await split(evening, [{ voteId: 2, apartmentIds: ['101'] }], { key }),
      'idempotencyKeyReused',
    );
    // An annulled vote deletes the key: the repeated request is a new act and names the units with a vote.
    await app.call(
      removeRegistrations,
      {
        params: { jointId: evening.jointId, conceptId: evening.conceptId },
        query: { apartmentId: '101' },
      },
      evening.operator,
    );
    const again = refusedUnits(await split(evening, groups, { key }));
    expect(Object.keys(again)).toHaveLength(99);
    expect(again['101']).toBeUndefined();
  });

  it('a repeated split vote gets the first answer', async () => {
    const evening = await voting();
    const key = newKey();
    const groups = [
      { voteId: 1, apartmentIds: ['101', '102'] },
      { voteId: 2, apartmentIds: ['103'] },
    ];
    const first = await split(evening, groups, { key });
    expect(first.status).toBe(201);
    expect(first.body.map(({ promise }) => promise?.lugar)).toEqual([0, 1, 2]);
    expect((await split(evening, groups, { key })).body).toEqual(first.body);
    const keyOf = app.store.db.selectFrom('idempotency_key').where('concept_id', '=', evening.conceptId);
    const [stored] = await keyOf.where('joint_id', '=', evening.jointId).select('reply').execute();
    expect(JSON.parse(stored?.reply ?? '')).toEqual(first.body.map(({ receipt }) => receipt));
  });

  race('concurrent split and single votes leave one vote per unit; the split vote is atomic', async () => {
    const evening = await voting();
    const { jointId, conceptId, token } = evening;
    const [whole, ...singles] = await Promise.all([
      split(evening, [
        { voteId: 1, apartmentIds: HUNDRED.slice(0, 50) },
        { voteId: 2, apartmentIds: HUNDRED.slice(50) },
      ]),
      ...HUNDRED.slice(0, 5).map((apartmentId) =>
        second.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 3 } }, token),
      ),
    ]);
    const counted = singles.filter(({ status }) => status === 201).length;
    const stored = await votesOf(app, jointId);
    if (whole.status === 201) expect([stored.length, counted]).toEqual([100, 0]);
    else {
      expect([stored.length, counted]).toEqual([5, 5]);
      expect(HUNDRED.slice(0, 5)).toEqual(expect.arrayContaining(Object.keys(refusedUnits(whole))));
    }
  });

  it('a split vote accepts several names if the question allows several names', async () => {
    const evening = await voting();
    const { jointId, operator } = evening;
    const answers = ['Ana', 'Beto', 'Eva', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const { body: question } = await app.call(
      createConcept,
      {
        body: {
          jointId,
          conceptDescription: 'Consejo',
          active: 1 as const,
          answers,
          rule: 'election' as const,
          seats: 2,
          method: 'nominal' as const,
        },
      },
      operator,
    );
    const of = { ...evening, conceptId: question.conceptId };
    expect(
      refusedUnits(
        await split(of, [
          { voteId: 3, voteIds: [1, 2, 3], apartmentIds: ['101'] },
          { voteId: 1, voteIds: [1, 4], apartmentIds: ['102'] },
          { voteId: 2, voteIds: [1, 2], apartmentIds: ['103'] },
        ]),
      ),
    ).toEqual({ 101: 'tooManyNames', 102: 'blankWithNames' });
    const reply = await split(of, [
      { voteId: 2, voteIds: [2, 1], apartmentIds: ['101', '102'] },
      { voteId: 4, apartmentIds: ['103'] },
    ]);
    expect(reply.body.map(({ apartmentId, voteId, voteIds }) => [apartmentId, voteId, voteIds])).toEqual([
      ['101', 2, [1, 2]],
      ['102', 2, [1, 2]],
      ['103', 4, undefined],
    ]);
  });

  it('a split vote has each unit once and at most 500 units', async () => {
    const evening = await voting();
    expectRefused(
      await split(evening, [
        { voteId: 1, apartmentIds: ['101', '102'] },
        { voteId: 2, apartmentIds: ['102'] },
      ]),
      'unitTwice',
    );
    expectRefused(await split(evening, []), 'badRequest');
    const many = Array.from({ length: MAX_SPLIT_UNITS + 1 }, (_, at) => `U${at}`);
    expectRefused(await split(evening, [{ voteId: 1, apartmentIds: many }]), 'badRequest');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('only the holder sees the voting instructions of powers, for units registered by power', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator: token } = evening;
    const params = { jointId };
    const power = async (apartmentIds: string[], instructions: string | null) =>
      (
        await app.call(
          enterPower,
          { params, body: { apartmentIds, holder: { name: 'Marta Ruiz' }, instructions, accept: true } },
          token,
        )
      ).body.powerId;
    const powers = [
      await power(['101', '102'], 'No a la cuota.\nSí al resto.'),
      await power(['103'], null),
      await power(['104'], 'En blanco'),
    ];
    const [code, other] = [await freshCode(app, token, jointId), await evening.register(['900'])];
    await app.call(register, { params, body: { code, powers: powers.slice(0, 2) } }, token);
    const listed = async (as: string) => (await app.call(listInstructions, { params }, as)).body;
    const instruction = (apartmentId: string) => ({
      apartmentId,
      granter: `DUEÑO ${apartmentId}`,
      instructions: 'No a la cuota.\nSí al resto.',
      points: [],
    });
    expect(await listed(await qrSession(app, code))).toEqual([
      instruction('101'),
      { ...instruction('102'), granter: 'DUEÑO 101' },
    ]);
    expect(await listed(await qrSession(app, other))).toEqual([]);
    expect(await listed(token)).toEqual([]);
  });
});
