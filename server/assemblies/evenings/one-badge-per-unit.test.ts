import { expect } from 'vitest';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { normalizeCode } from '../../../shared/assemblies/code.ts';
import { listCodes, makeBadges, withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { endAssembly, expectRefused, qrSession, storedState, votesOf } from '../../testing/store-asserts.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');

describeWithRaces('badges', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);

  const badges = (
    { jointId, operator }: AssemblyFixture,
    body: { apartmentIds?: string[]; renew?: boolean; reason?: string } = {},
    at = jointId,
  ) => app.call(makeBadges, { params: { jointId: at }, body }, operator);
  const enter = (code: string) => app.call(signInWithCode, { body: { code } });

  it('badges are made once for each unit without a badge', async () => {
    const evening = await holdAssembly(app, { units });
    const first = await badges(evening, { apartmentIds: ['102'] });
    expect([first.status, first.body.issued, first.body.revoked]).toEqual([201, 1, 0]);
    const all = await badges(evening);
    expect([all.body.issued, all.body.revoked]).toEqual([2, 0]);
    expect(all.body.badges.map(({ apartmentId }) => apartmentId)).toEqual(['101', '102', '103']);
    expect(all.body.badges[1]).toEqual(first.body.badges[0]);
    const codes = await wholeCodes(app, all.body.badges);
    expect(codes.map(normalizeCode)).toEqual(codes);
    expect(new Set(codes).size).toBe(3);
    const again = await badges(evening);
    expect(again.body).toEqual({ lot: null, issued: 0, revoked: 0, badges: all.body.badges });
    const listed = await app.call(listCodes, { params: { jointId: evening.jointId } }, evening.operator);
    const named = listed.body.map(({ badgeOf, code, codeId }) => ({ apartmentId: badgeOf, code, codeId }));
    expect(named.sort((a, b) => ((a.apartmentId ?? '') < (b.apartmentId ?? '') ? -1 : 1))).toEqual(
      all.body.badges,
    );
    expect(listed.body.filter(({ lot }) => lot === all.body.lot).map(({ badgeOf }) => badgeOf)).toHaveLength(
      2,
    );

    const unknown = await badges(evening, { apartmentIds: ['101', '999'] });
    expectRefused(unknown, 'apartmentNotFound');
    expect(unknown.error.details).toEqual({ apartments: ['999'] });
    expectRefused(await badges(evening, { renew: true }), 'badRequest');
  });

  it('a sectorial joint has a badge per unit, of the joint or of a single sector', async () => {
    const sectors = [
      { name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['PARQ 7', 40, 'ANA'] as const] },
    ];
    const evening = await holdAssembly(app, { units, sectors });
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const first = await badges(evening, {}, sectorId);
    expect(first.body.badges.map(({ apartmentId }) => apartmentId)).toEqual(['101', 'PARQ 7']);
    const all = await badges(evening);
    expect(all.body.badges.map(({ apartmentId }) => apartmentId)).toEqual(['101', '102', '103', 'PARQ 7']);
    expect(all.body.issued).toBe(2);
    const roots = await app.store.db
      .selectFrom('code')
      .select('joint_id')
      .where('joint_id', 'in', [evening.jointId, sectorId])
      .execute();
    expect(roots.map(({ joint_id }) => joint_id)).toEqual(Array(4).fill(evening.jointId));
    expectRefused(await badges(evening, { apartmentIds: ['102'] }, sectorId), 'apartmentNotFound');
  });

  race('badges ordered twice at once give no unit two badges', async () => {
    const evening = await holdAssembly(app, { units });
    const replies = await Promise.all([badges(evening), badges(evening), badges(evening)]);
    expect(replies.map(({ body }) => body.issued).sort()).toEqual([0, 0, 3]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.badges))).size).toBe(1);
  });

  it('a renewed badge takes over units, entry time and votes', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const [old = ''] = await wholeCodes(app, (await badges(evening, { apartmentIds: ['101'] })).body.badges);
    await evening.register(['101', '102'], old);
    const phone = await qrSession(app, old);
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = (apartmentId: string, voteId: number, token: string) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, token);
    expect((await vote('101', 1, phone)).status).toBe(201);
    const before = await storedState(app, [jointId]);

    const renewed = await badges(evening, { apartmentIds: ['101'], renew: true, reason: 'La perdió.' });
    expect([renewed.body.issued, renewed.body.revoked]).toEqual([1, 1]);
    const [fresh = ''] = await wholeCodes(app, renewed.body.badges);
    expect(fresh).not.toBe(old);
    const after = await storedState(app, [jointId]);
    expect(after.attendance).toEqual(before.attendance.map((row) => ({ ...row, holder: fresh })));
    expect(after.votes).toEqual(before.votes);

    expectRefused(await vote('102', 2, phone), 'unauthenticated');
    expectRefused(await enter(old), 'codeNotEnabled');
    const next = await qrSession(app, fresh);
    expectRefused(await vote('101', 2, next), 'alreadyVoted');
    expect((await vote('102', 2, next)).status).toBe(201);
    expect(await votesOf(app, jointId)).toEqual([`${conceptId}/101=1`, `${conceptId}/102=2`]);
    expectRefused(
      await app.call(register, { params: { jointId }, body: { apartmentIds: ['103'], code: old } }, operator),
      'codeUnknown',
    );
  });

  it('a badge renewed after the closing changes no figure of the assembly', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const [code = ''] = await wholeCodes(app, (await badges(evening, { apartmentIds: ['101'] })).body.badges);
    await evening.register(['101'], code);
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator);
    const before = await storedState(app, [jointId]);
    const renewed = await badges(evening, { apartmentIds: ['101'], renew: true });
    expect([renewed.status, renewed.body.revoked]).toEqual([201, 1]);
    expect(await storedState(app, [jointId])).toEqual(before);
  });

  it('a withdrawn badge opens no session until the desk registers with it again', async () => {
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const [code = ''] = await wholeCodes(app, (await badges(evening, { apartmentIds: ['101'] })).body.badges);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
    expect((await enter(code)).status).toBe(200);
    await evening.register(['101'], code);
    const phone = await qrSession(app, code);
    const withdrawn = await app.call(withdrawHolder, { params: { code }, query: {} }, operator);
    expect(withdrawn.status).toBe(204);
    expectRefused(await enter(code), 'codeNotEnabled');
    const byPhone = { params: { jointId }, body: { apartmentIds: ['101'] } };
    expectRefused(await app.call(register, byPhone, phone), 'unauthenticated');
    await evening.register(['101'], code);
    expect((await enter(code)).status).toBe(200);
  });

  it('badges for some thousand units are made in a single act', { tags: 'slow' }, async () => {
    const many = Array.from({ length: 2500 }, (_, i) => [`T${i}`, '0,04', `PERSONA ${i}`] as const);
    const evening = await holdAssembly(app, { units: many });
    const made = await badges(evening);
    expect([made.status, made.body.issued]).toEqual([201, 2500]);
    const ids = many.slice(0, 2000).map(([id]) => id);
    const card = await freshCode(app, evening.operator, evening.jointId);
    await evening.register(ids.slice(0, 50), card);
    await evening.register(ids.slice(50, 60), made.body.badges[50]?.codeId);
    const renewed = await badges(evening, { apartmentIds: ids, renew: true });
    expect([renewed.status, renewed.body.issued, renewed.body.revoked]).toEqual([201, 2000, 2000]);
    const { attendance } = await storedState(app, [evening.jointId]);
    expect(new Set(attendance.map(({ holder }) => holder))).toEqual(
      new Set([card, ...(await wholeCodes(app, renewed.body.badges.slice(50, 51)))]),
    );
  });
});
