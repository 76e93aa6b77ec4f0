import { expect, it } from 'vitest';
import { assignHolder, register } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote, confirmSector } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused, qrSession, storedState, votesOf } from '../../testing/store-asserts.ts';

const units = unitsOf('101;25;ANA', '102;25;LUIS', '103;25;EVA', '104;25;EVA', 'PARQ 1;0;ANA');

type Voting = AssemblyFixture & { question: number };

describeOnOneEngine('refused votes', (make) => {
  const app = appForSuite(make, endAssembly);

  const opened = async (): Promise<AssemblyFixture> => holdAssembly(app, { units });
  async function voting(registered: readonly string[] = ['101', '102']): Promise<Voting> {
    const evening = await opened();
    await evening.register(registered);
    return { ...evening, question: await evening.ask('¿Aprueba?') };
  }
  const cast = (
    evening: Voting,
    vote: { apartmentId?: string; voteId?: number; conceptId?: number } = {},
    token = evening.operator,
  ) =>
    app.call(
      castVote,
      {
        body: {
          jointId: evening.jointId,
          apartmentId: vote.apartmentId ?? '101',
          conceptId: vote.conceptId ?? evening.question,
          voteId: vote.voteId ?? 1,
        },
      },
      token,
    );
  const toggle = ({ jointId, operator }: AssemblyFixture, conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);

  it('a vote on an inactive question is refused', async () => {
    const evening = await voting();
    await toggle(evening, evening.question, 0);
    expectRefused(await cast(evening), 'voteNotActive');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('a vote of an unregistered unit is refused', async () => {
    const evening = await voting();
    expectRefused(await cast(evening, { apartmentId: '103' }), 'apartmentNotRegistered');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('a vote of a unit with coefficient 0 is refused, registered or not', async () => {
    const evening = await voting(['101', 'PARQ 1']);
    expectRefused(await cast(evening, { apartmentId: 'PARQ 1' }), 'zeroCoefficient');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('a vote for an answer of another question is refused', async () => {
    const evening = await voting();
    for (const voteId of [4, 20, 2147483647]) {
      expectRefused(await cast(evening, { voteId }), 'answerUnknown');
    }
    for (const voteId of [0, -1, 1.5]) expectRefused(await cast(evening, { voteId }), 'badRequest');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
    expect((await cast(evening, { voteId: 3 })).status).toBe(201);
  });

  it('a vote on an unknown question or a question of another joint is refused', async () => {
    const evening = await voting();
    const other = await voting();
    await other.ask('¿Y esto?');
    expectRefused(await cast(evening, { conceptId: 99 }), 'conceptNotFound');
    expectRefused(await cast(evening, { conceptId: other.question + 1 }), 'conceptNotFound');
    expect(await votesOf(app, other.jointId)).toEqual([]);
  });

  it('a vote of an unknown or misspelled unit is refused', async () => {
    const evening = await voting();
    for (const apartmentId of ['999', '101 ', ' 101', '0101', "101' or '1'='1", '١٠١', '%']) {
      expectRefused(await cast(evening, { apartmentId }), 'apartmentNotFound');
    }
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('a vote in a foreign joint is answered as if the joint did not exist', async () => {
    const [evening, other] = [await voting(), await voting()];
    expectRefused(await cast(evening, {}, other.operator), 'jointNotFound');
    const owner = await other.owner(`ajena${other.jointId}`, ['101']);
    expectRefused(await cast(evening, {}, owner.token), 'jointNotFound');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it("a vote for another owner's unit is refused, even if registered at the desk", async () => {
    const evening = await voting();
    const ana = await evening.owner(`ana${evening.jointId}`, ['103']);
    expectRefused(await cast(evening, { apartmentId: '101' }, ana.token), 'apartmentNotFound');
    expectRefused(await cast(evening, { apartmentId: '104' }, ana.token), 'apartmentNotFound');
    expectRefused(await cast(evening, { apartmentId: '103' }, ana.token), 'apartmentNotRegistered');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('a vote of an owner for a unit held by another is refused', async () => {
    const evening = await voting();
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    expectRefused(await cast(evening, {}, ana.token), 'heldByAnother');
    expect(await votesOf(app, evening.jointId)).toEqual([]);
  });

  it('only the owner who holds the units votes for them', async () => {
    const evening = await opened();
    const { jointId } = evening;
    const ana = await evening.owner(`ana${jointId}`, ['101', 'PARQ 1']);
    const luis = await evening.owner(`luis${jointId}`, ['102']);
    await toggle(evening, 1, 1);
    const registered = await app.call(
      register,
      { params: { jointId }, body: { apartmentIds: ['101', 'PARQ 1'] } },
      ana.token,
    );
    expect([registered.status, registered.body.userId]).toEqual([201, ana.userId]);
    const open = { ...evening, question: await evening.ask('¿Aprueba?') };
    expectRefused(await cast(open, {}, luis.token), 'apartmentNotFound');
    expectRefused(await cast(open, { apartmentId: 'PARQ 1' }, ana.token), 'zeroCoefficient');
    expect((await cast(open, { voteId: 2 }, ana.token)).status).toBe(201);
    expectRefused(await cast(open, { voteId: 1 }, ana.token), 'alreadyVoted');
    expectRefused(await cast(open, { voteId: 1 }), 'alreadyVoted');
    const { votes } = await storedState(app, [jointId]);
    expect(votes.map((vote) => [vote.apartment_id, vote.answer_id, vote.holder, vote.cast_by])).toEqual([
      ['101', 2, ana.userId, `user:${ana.userId}`],
    ]);
  });

  it("the desk sends paper votes for any registered unit, recorded as the holder's", async () => {
    const evening = await opened();
    const code = await evening.register(['101']);
    const open = { ...evening, question: await evening.ask('¿Aprueba?') };
    expect((await cast(open)).status).toBe(201);
    expectRefused(await cast(open, { apartmentId: '102' }), 'apartmentNotRegistered');
    const { votes } = await storedState(app, [evening.jointId]);
    expect(votes[0]).toMatchObject({ holder: code, cast_by: expect.stringMatching(/^user:\d+$/) });
  });

  it('a QR session votes only for the units of its code', async () => {
    const evening = await opened();
    const { jointId } = evening;
    const code = await evening.register(['101', '102']);
    await evening.register(['103']);
    const open = { ...evening, question: await evening.ask('¿Aprueba?') };
    const token = await qrSession(app, ` ${code.toLowerCase()} `);
    expectRefused(await cast(open, { apartmentId: '103' }, token), 'apartmentNotFound');
    expectRefused(await cast(open, { apartmentId: '104' }, token), 'apartmentNotFound');
    expect((await cast(open, { apartmentId: '101' }, token)).status).toBe(201);
    expect((await cast(open, { apartmentId: '102', voteId: 2 }, token)).status).toBe(201);
    const taken = await app.call(register, { params: { jointId }, body: { apartmentIds: ['104'] } }, token);
    expect(taken.status).toBe(422);
    expect((await toggle({ ...evening, operator: token }, open.question, 0)).status).toBe(403);
    const other = await voting();
    expectRefused(await cast(other, {}, token), 'jointNotFound');
    const { votes } = await storedState(app, [jointId]);
    expect(votes.map((vote) => [vote.apartment_id, vote.cast_by])).toEqual([
      ['101', `code:${code}`],
      ['102', `code:${code}`],
    ]);
  });

  it('a vote without a session is refused', async () => {
    const evening = await voting();
    const { jointId, question } = evening;
    const body = { jointId, apartmentId: '101', conceptId: question, voteId: 1 };
    expectRefused(await app.call(castVote, { body }), 'unauthenticated');
    expectRefused(await app.call(castVote, { body }, 'abc.def.ghi'), 'unauthenticated');
    expect(await votesOf(app, jointId)).toEqual([]);
  });

  it('a vote of a unit outside of the sector is refused', async () => {
    const evening = await holdAssembly(app, {
      units,
      sectors: [{ name: 'Torre 1', units: [['101', 100, 'ANA']] }],
    });
    const { jointId, operator, joint } = evening;
    const sectorId = joint.sectors[0]?.sectorId ?? 0;
    const other = await voting();
    const inSector = (apartmentId: string, sector: number, conceptId: number) =>
      app.call(
        confirmSector,
        { body: { jointId, sectorId: sector, apartmentId, conceptId, voteId: 1 } },
        operator,
      );
    const code = await freshCode(app, operator, jointId);
    await app.call(assignHolder, { body: { jointId, apartmentId: '101', userId: code } }, operator);
    expectRefused(await inSector('102', sectorId, 1), 'apartmentNotFound');
    expectRefused(await inSector('101', other.jointId, 1), 'apartmentNotFound');
    expectRefused(await inSector('101', 999_999, 1), 'apartmentNotFound');
    expect((await inSector('101', sectorId, 1)).status).toBe(201);
    expectRefused(await inSector('101', sectorId, 1), 'alreadyRegistered');
  });
});
