import { afterAll, beforeAll, expect } from 'vitest';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { castBallots, exchangeHolder, makeBadges, revokeCode } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { eventually } from '../../testing/eventually.ts';
import { follow, listen } from '../../testing/live.ts';
import {
  countStatuses,
  endAssembly,
  expectRefused,
  qrSession,
  storedState,
  votesOf,
} from '../../testing/store-asserts.ts';

const units = unitsOf('101;40.000000001;ANA', '102;34.999999999;LUIS', '103;25;EVA', 'PARQ 1;0;ANA');

describeWithRaces('voting badges at the counting table', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let second: TestApp;
  beforeAll(async () => {
    second = await app.another();
  });
  afterAll(() => second.close());

  const hold = () => holdAssembly(app, { units });
  const ballot = (
    { jointId, operator }: AssemblyFixture,
    badge: string,
    { key, at = jointId, on = app }: { key?: string; at?: number; on?: TestApp } = {},
  ) =>
    on.call(
      castBallots,
      { params: { jointId: at }, body: { badge } },
      { token: operator, ...defined({ key }) },
    );
  const ask = ({ jointId, operator }: AssemblyFixture, texts: readonly string[]) =>
    app.call(
      createConcept,
      {
        body: {
          jointId,
          conceptDescription: '¿Cuál?',
          active: 1,
          answers: texts.map((answerDescription) => ({ answerDescription })),
        },
      },
      operator,
    );
  const phoneVote = ({ jointId }: AssemblyFixture, conceptId: number, token: string, apartmentId = '101') =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, token);

  it('a scanned badge votes for all weighted units of its code, as paper from the desk', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const code = await evening.register(['103', '101', 'PARQ 1']);
    await evening.register(['102']);
    const conceptId = await evening.ask('¿Aprueba?');
    const done = await ballot(evening, votingBadge(code, 2));
    expect(done.status).toBe(201);
    expect(done.body.map((record) => [record.apartmentId, record.voteId, record.conceptId])).toEqual([
      ['101', 2, conceptId],
      ['103', 2, conceptId],
    ]);
    const rows = await app.store.db
      .selectFrom('vote')
      .select(['apartment_id', 'receipt', 'holder', 'cast_by', 'remote', 'coefficient'])
      .where('joint_id', '=', jointId)
      .orderBy('apartment_id')
      .execute();
    const desk = rows[0]?.cast_by ?? '';
    expect(desk).toMatch(/^user:\d+$/);
    const paper = { holder: code, cast_by: desk, remote: 0 };
    expect(rows).toEqual([
      { apartment_id: '101', receipt: done.body[0]?.receipt, coefficient: 40_000_000_001, ...paper },
      { apartment_id: '103', receipt: done.body[1]?.receipt, coefficient: 25_000_000_000, ...paper },
    ]);
    expectRefused(await ballot(evening, votingBadge(code, 1)), 'alreadyVoted');
    expect(await votesOf(app, jointId)).toEqual([`${conceptId}/101=2`, `${conceptId}/103=2`]);
  });

  it('a scanned badge keeps cast votes, and votes for its other units', async () => {
    const evening = await hold();
    const code = await evening.register(['101', '102', '103']);
    const conceptId = await evening.ask('¿Aprueba?');
    await phoneVote(evening, conceptId, await qrSession(app, code), '102');
    const done = await ballot(evening, `${code.toLowerCase()}'3`);
    expect(done.body.map(({ apartmentId }) => apartmentId)).toEqual(['101', '103']);
    expect(await votesOf(app, evening.jointId)).toEqual([
      `${conceptId}/101=3`,
      `${conceptId}/102=1`,
      `${conceptId}/103=3`,
    ]);
  });

  race('a badge scanned at many desks and two processes counts once', async () => {
    const evening = await hold();
    const code = await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ballot(evening, votingBadge(code, (i % 3) + 1), { on: i % 2 === 0 ? app : second }),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 19 });
    const answer = replies.find(({ status }) => status === 201)?.body[0]?.voteId;
    expect(await votesOf(app, evening.jointId)).toEqual([
      `${conceptId}/101=${answer}`,
      `${conceptId}/102=${answer}`,
    ]);
  });

  it("a badge racing the unit's phone leaves a single vote, in every round", { tags: 'slow' }, async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101']);
    const phone = await qrSession(app, code);
    for (let round = 0; round < 15; round++) {
      const conceptId = await evening.ask(`¿Ronda ${round}?`);
      const replies = await Promise.all([
        phoneVote(evening, conceptId, phone),
        ballot(evening, votingBadge(code, 2), { on: second }),
        phoneVote(evening, conceptId, phone),
        ballot(evening, votingBadge(code, 3)),
      ]);
      expect(countStatuses(replies)).toEqual({ 201: 1, 409: 3 });
      await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);
    }
    expect((await storedState(app, [jointId])).votes).toHaveLength(15);
  });

  race('a badge racing the closing: an answer 201 counts, other answers do not', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const codes = [await evening.register(['101']), await evening.register(['102'])];
    const conceptId = await evening.ask('¿Aprueba?');
    const [first, closed, last] = await Promise.all([
      ballot(evening, votingBadge(codes[0] ?? '', 1)),
      app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator),
      ballot(evening, votingBadge(codes[1] ?? '', 1), { on: second }),
    ]);
    expect(closed.status).toBe(200);
    const stored = await votesOf(app, jointId);
    expect(stored).toHaveLength([first, last].filter(({ status }) => status === 201).length);
    for (const reply of [first, last]) if (reply.status !== 201) expectRefused(reply, 'voteNotActive');
  });

  race('a repeated request gets the first answer until one of its votes is annulled', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101', '102']);
    const other = await evening.register(['103']);
    const conceptId = await evening.ask('¿Aprueba?');
    const key = 'papeleta-1';
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        ballot(evening, votingBadge(code, 1), { key, on: i % 2 === 0 ? app : second }),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 6 });
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    expectRefused(await ballot(evening, votingBadge(code, 2), { key }), 'idempotencyKeyReused');
    const firstReply = await ballot(evening, votingBadge(other, 3), { key: 'papeleta-2' });

    const annul = { params: { jointId, conceptId }, query: { apartmentId: '102' } };
    await app.call(removeRegistrations, annul, operator);
    const again = await ballot(evening, votingBadge(code, 2), { key });
    expect(again.body.map((record) => [record.apartmentId, record.voteId])).toEqual([['102', 2]]);
    expect((await ballot(evening, votingBadge(other, 3), { key: 'papeleta-2' })).body).toEqual(
      firstReply.body,
    );
  });

  it("a sector's badge votes on its own question, a joint's badge on the joint's", async () => {
    const sectors = [{ name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['102', 40, 'LUIS'] as const] }];
    const evening = await holdAssembly(app, { units, sectors });
    const { jointId, operator } = evening;
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const code = await evening.register(['101', '103']);
    expectRefused(await ballot(evening, votingBadge(code, 1), { at: sectorId }), 'voteNotActive');
    const { body: question } = await ask({ ...evening, jointId: sectorId }, ['Si', 'No', 'Blanco']);
    expectRefused(await ballot(evening, votingBadge(code, 1)), 'voteNotActive');
    const done = await ballot(evening, votingBadge(code, 1), { at: sectorId });
    expect(done.body).toMatchObject([
      { jointId: sectorId, apartmentId: '101', conceptId: question.conceptId },
    ]);
    const own = await evening.register(['102']);
    await app.call(makeBadges, { params: { jointId }, body: {} }, operator);
    await evening.ask('¿Todos?');
    const both = await ballot(evening, votingBadge(code, 3));
    expect(both.body.map(({ apartmentId }) => apartmentId)).toEqual(['101', '103']);
    expect((await ballot(evening, votingBadge(own, 3), { at: sectorId })).status).toBe(201);
    const third = await evening.register(['PARQ 1']);
    expectRefused(await ballot(evening, votingBadge(third, 1), { at: sectorId }), 'apartmentNotRegistered');
  });

  it('a badge is refused if it cannot count, and stores no vote', async () => {
    const evening = await hold();
    const other = await hold();
    const { jointId, operator } = evening;
    const made = await app.call(makeBadges, { params: { jointId }, body: {} }, operator);
    const [ana = '', luis = '', eva = '', parking = ''] = await wholeCodes(app, made.body.badges);
    await evening.register(['101'], ana);
    await evening.register(['PARQ 1'], parking);
    const neighbour = await evening.register(['103']);
    expectRefused(await ballot(evening, votingBadge(ana, 1)), 'voteNotActive');
    await ask(evening, ['Si', 'No']);
    expectRefused(await ballot(evening, votingBadge(ana, 1)), 'badgeNotForQuestion');
    await ask(evening, ['No', 'Si', 'Blanco']);
    expectRefused(await ballot(evening, votingBadge(ana, 1)), 'badgeNotForQuestion');
    await ask(evening, ['Sí', 'NO', ' blanco']);
    for (const text of [ana, `${ana}-4`, `${ana}-0`, 'XXXX-1', `${ana}-1-1`]) {
      expectRefused(await ballot(evening, text), 'ballotUnreadable');
    }
    const foreign = await freshCode(app, other.operator, other.jointId);
    const idle = await freshCode(app, operator, jointId);
    const gone = await freshCode(app, operator, jointId);
    await app.call(revokeCode, { params: { jointId, code: gone }, query: {} }, operator);
    for (const code of [foreign, gone, '000000000000']) {
      expectRefused(await ballot(evening, votingBadge(code, 1)), 'codeUnknown');
    }
    for (const code of [luis, idle]) {
      expectRefused(await ballot(evening, votingBadge(code, 1)), 'apartmentNotRegistered');
    }
    expectRefused(await ballot(evening, votingBadge(eva, 1)), 'heldByAnother');
    expectRefused(await ballot(evening, votingBadge(parking, 1)), 'zeroCoefficient');
    const owner = await evening.owner(`ana${jointId}`, ['101']);
    expectRefused(await ballot({ ...evening, operator: owner.token }, votingBadge(ana, 1)), 'forbidden');
    expectRefused(
      await ballot({ ...evening, operator: other.operator }, votingBadge(ana, 1)),
      'jointNotFound',
    );
    expect(await votesOf(app, jointId)).toEqual([]);
    expect((await ballot(evening, votingBadge(ana, 1))).status).toBe(201);

    // Units of an exchanged card belong to the new card.
    const card = await freshCode(app, operator, jointId);
    await app.call(exchangeHolder, { params: { code: neighbour }, body: { code: card } }, operator);
    expectRefused(await ballot(evening, votingBadge(neighbour, 1)), 'apartmentNotRegistered');
    expect((await ballot(evening, votingBadge(card, 1))).status).toBe(201);
  });

  it('a badge scanned for a question never counts on the next question', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101']);
    const first = await evening.ask('¿Aprueba?');
    const second = await evening.ask('¿Y esta?');
    const scannedFor = (conceptId: number) =>
      app.call(
        castBallots,
        { params: { jointId }, body: { badge: votingBadge(code, 1), conceptId } },
        operator,
      );
    expectRefused(await scannedFor(first), 'voteNotActive');
    expect(await votesOf(app, jointId)).toEqual([]);
    const done = await scannedFor(second);
    expect(done.body.map((record) => record.conceptId)).toEqual([second]);
  });

  it('screens show votes by badge', async () => {
    const url = await listen(app);
    const evening = await hold();
    const code = await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    const wall = await follow(url, evening.operator);
    if (typeof wall === 'string') throw new Error(wall);
    await wall.join(evening.jointId);
    await ballot(evening, votingBadge(code, 1));
    await eventually(() => wall.last('vote')?.voted.apartments).toBe(2);
    expect(wall.last('vote')?.conceptId).toBe(conceptId);
    expect(wall.last('vote')?.voted.coefficient).toBe(75);
    wall.close();
  });
});
