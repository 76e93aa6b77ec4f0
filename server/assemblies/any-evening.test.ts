import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../shared/assemblies/code.ts';
import {
  castBallots,
  exchangeHolder,
  makeBadges,
  revokeCode,
  withdrawHolder,
} from '../../shared/assemblies/codes.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote, confirmSector } from '../../shared/assemblies/votes.api.ts';
import { fromNumber, sumNano } from '../../shared/coefficient.ts';
import { rounds } from '../../shared/testing/rounds.ts';
import { describeOnBothEngines, type Reply, type TestApp } from '../testing/app.ts';
import { type AssemblyFixture, firstStaff, freshCode, holdAssembly } from '../testing/assembly-fixture.ts';
import { expectTrailExplainsAll } from '../testing/store-asserts.ts';
import { readAttendanceReport } from './reports/attendance-report.ts';
import { readVoteReport } from './reports/vote-report.ts';

const units = [
  ['101', 10.000000001, 'ANA'],
  ['102', 20.5, 'LUIS'],
  ['103', 30, 'EVA'],
  ['104', 0, 'EVA'],
] as const;
const sectors = [
  { name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['102', 40, 'LUIS'] as const] },
  { name: 'Torre 2', units: [['103', 100, 'EVA'] as const] },
];

const kinds = [
  'register',
  'register',
  'takeBack',
  'assign',
  'free',
  'confirm',
  'confirmSector',
  'vote',
  'vote',
  'vote',
  'ask',
  'prepare',
  'activate',
  'deactivate',
  'reverse',
  'annul',
  'resetQuestion',
  'resetAttendance',
  'deleteQuestion',
  'withdraw',
  'exchange',
  'exchange',
  'renew',
  'revoke',
  'ballot',
  'ballot',
  'secondCall',
  'nextAssembly',
] as const;
/** An act with the numbers that choose its joint, unit, question, code and answer. */
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  joint: fc.nat(2),
  unit: fc.nat(4),
  question: fc.integer({ min: 2, max: 5 }),
  code: fc.nat(4),
  answer: fc.integer({ min: 1, max: 4 }),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

describeOnBothEngines('any evening whatever', (make) => {
  let app: TestApp;
  let staff: string;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
  });
  afterAll(() => app.close());

  it('leaves a state that its trail explains, sums that are exact, and one open question at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        const evening = await holdAssembly(app, { units, sectors, staff });
        const codes: string[] = [];
        for (let i = 0; i < 3; i++) codes.push(await freshCode(app, evening.operator, evening.jointId));
        for (const apartmentIds of [['101'], ['102']]) {
          codes.push(...(await badgesOf(evening, apartmentIds, false)).body.badges.map(({ code }) => code));
        }
        for (const one of acts) {
          const reply = await doAct(evening, codes, one);
          expect(reply.status, `${JSON.stringify(one)}: ${JSON.stringify(reply.error)}`).toBeLessThan(500);
        }
        await expectTrailExplainsAll(app);
        await expectSound(evening);
        await expectReported(evening);
      }),
      { numRuns: rounds(6) },
    );
  });

  const badgesOf = ({ jointId, operator }: AssemblyFixture, apartmentIds: string[], renew: boolean) =>
    app.call(makeBadges, { params: { jointId }, body: { apartmentIds, renew } }, { token: operator });

  /** Cards 0 to 2 and the badges of the units 101 and 102; what is renewed or revoked takes the place of its former. */
  async function doAct(evening: AssemblyFixture, codes: string[], one: Act): Promise<Reply<unknown>> {
    const family = [evening.jointId, ...evening.joint.sectors.map(({ sectorId }) => sectorId)];
    const jointId = family[one.joint] ?? evening.jointId;
    const apartmentId = ['101', '102', '103', '104', '999'][one.unit] ?? '101';
    const code = codes[one.code] ?? '';
    const as = { token: evening.operator };
    const concept = { jointId, conceptId: one.question };
    const remove = (conceptId: number, query: object) =>
      app.call(removeRegistrations, { params: { jointId, conceptId }, query }, as);
    const create = (active: 0 | 1) => {
      const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
      const rule = (['simple', 'perUnit', 'qualified', 'election'] as const)[one.answer - 1] ?? 'simple';
      return app.call(
        createConcept,
        { body: { jointId, conceptDescription: '¿Sí?', active, answers, rule } },
        as,
      );
    };
    const scan = (apartmentIds: string[], takeBack: boolean) =>
      app.call(register, { params: { jointId }, body: { apartmentIds, code, takeBack } }, as);
    const assign = (userId: string | null) =>
      app.call(assignHolder, { body: { jointId, apartmentId, userId } }, as);
    const vote = { jointId, apartmentId, voteId: one.answer };
    switch (one.kind) {
      case 'register':
        return scan(
          one.answer % 2 ? [apartmentId] : [apartmentId, '102'].slice(0, one.unit === 1 ? 1 : 2),
          false,
        );
      case 'takeBack':
        return scan([apartmentId], true);
      case 'assign':
        return assign(code);
      case 'free':
        return assign(null);
      case 'confirm':
        return app.call(castVote, { body: { ...vote, conceptId: 1, voteId: 1 } }, as);
      case 'confirmSector':
        return app.call(
          confirmSector,
          { body: { ...vote, jointId: evening.jointId, sectorId: jointId, conceptId: 1, voteId: 1 } },
          as,
        );
      case 'vote':
        return app.call(castVote, { body: { ...vote, conceptId: one.question } }, as);
      case 'ask':
        return create(1);
      case 'prepare':
        return create(0);
      case 'activate':
        return app.call(toggleConcept, { body: { ...concept, active: 1 } }, as);
      case 'deactivate':
        return app.call(toggleConcept, { body: { ...concept, active: 0 } }, as);
      case 'reverse':
        return remove(1, { apartmentId });
      case 'annul':
        return remove(one.question, { apartmentId });
      case 'resetQuestion':
        return remove(one.question, {});
      case 'resetAttendance':
        return remove(1, {});
      case 'deleteQuestion':
        return app.call(deleteConcept, { body: concept }, as);
      case 'withdraw':
        return app.call(withdrawHolder, { params: { code }, query: {} }, as);
      case 'exchange':
        return app.call(exchangeHolder, { params: { code }, body: { code: codes[one.unit] ?? '' } }, as);
      case 'renew': {
        const unit = one.unit % 2;
        const renewed = await badgesOf(evening, [['101'], ['102']][unit] ?? [], true);
        codes[3 + unit] = renewed.body.badges[0]?.code ?? '';
        return renewed;
      }
      case 'revoke': {
        const revoked = await app.call(revokeCode, { params: { jointId, code }, query: {} }, as);
        if (one.code < 3) codes[one.code] = await freshCode(app, evening.operator, evening.jointId);
        return revoked;
      }
      case 'ballot':
        return app.call(
          castBallots,
          { params: { jointId }, body: { badge: votingBadge(code, one.answer) } },
          as,
        );
      case 'secondCall':
        return app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, as);
      case 'nextAssembly':
        return app.call(openAssembly, { params: { jointId }, body: {} }, as);
    }
  }

  /** What a screen shows equals what the tables add up to; a unit has one holder in the joint and its sectors. */
  async function expectSound(evening: AssemblyFixture): Promise<void> {
    const family = [evening.jointId, ...evening.joint.sectors.map(({ sectorId }) => sectorId)];
    const holders = new Map<string, string>();
    for (const jointId of family) {
      const { body } = await app.call(getSnapshot, { params: { jointId } }, { token: evening.operator });
      const assemblyId = body.assembly?.assemblyId ?? 0;
      const present = await app.store.db
        .selectFrom('attendance as t')
        .innerJoin('roll_unit as u', (join) =>
          join
            .onRef('u.assembly_id', '=', 't.assembly_id')
            .onRef('u.joint_id', '=', 't.joint_id')
            .onRef('u.apartment_id', '=', 't.apartment_id'),
        )
        .select(['u.apartment_id', 'u.coefficient', 't.holder'])
        .where('t.assembly_id', '=', assemblyId)
        .where('t.joint_id', '=', jointId)
        .execute();
      expect(body.registered.apartments).toBe(present.length);
      expect(fromNumber(body.registered.coefficient)).toBe(sumNano(present.map((row) => row.coefficient)));
      for (const { apartment_id, holder } of present) {
        expect(holders.get(apartment_id) ?? holder).toBe(holder);
        holders.set(apartment_id, holder);
      }
      const open = body.concepts.filter(({ conceptId, active }) => conceptId > 1 && active === 1);
      expect(open.length).toBeLessThanOrEqual(1);
      for (const { conceptId, voted, answers } of body.concepts.slice(1)) {
        const votes = await app.store.db
          .selectFrom('vote')
          .select(['answer_id', 'coefficient'])
          .where('assembly_id', '=', assemblyId)
          .where('joint_id', '=', jointId)
          .where('concept_id', '=', conceptId)
          .execute();
        expect(voted.apartments).toBe(votes.length);
        for (const answer of answers) {
          const theirs = votes.filter((vote) => vote.answer_id === answer.answerId);
          expect(answer.apartments).toBe(theirs.length);
          expect(fromNumber(answer.coefficient)).toBe(sumNano(theirs.map((vote) => vote.coefficient)));
        }
      }
    }
  }

  /** The reports' rows add up to what the wall shows, and every unit is in one of their lists. */
  async function expectReported({ jointId: root, joint, operator }: AssemblyFixture): Promise<void> {
    for (const jointId of [root, ...joint.sectors.map(({ sectorId }) => sectorId)]) {
      const { body: wall } = await app.call(getSnapshot, { params: { jointId } }, { token: operator });
      const report = await readAttendanceReport(app.store.db, { jointId });
      expect([report.registered, report.total, report.quorum]).toEqual([
        wall.registered,
        wall.total,
        wall.quorum,
      ]);
      const here = report.present.map((row) => row.apartmentId);
      expect(here.length).toBe(wall.registered.apartments);
      expect(sumNano(report.present.map((row) => row.coefficient))).toBe(
        fromNumber(wall.registered.coefficient),
      );
      expect(report.present.at(-1)?.accumulated ?? 0).toBe(fromNumber(wall.registered.coefficient));
      expect(report.present.some((row) => row.reachesQuorum)).toBe(wall.quorum.reached);
      if (wall.quorum.reached) expect(report.reachedAt).not.toBeNull();
      expect(new Set([...here, ...report.absent.map((row) => row.apartmentId)]).size).toBe(
        wall.total.apartments,
      );
      expect(report.history.at(-1)?.coefficient ?? 0).toBe(wall.registered.coefficient);
      for (const concept of wall.concepts.slice(1)) {
        const { conceptId } = concept;
        const told = await readVoteReport(app.store.db, { jointId, conceptId });
        expect(told.result).toEqual(concept);
        expect(sumNano(told.votes.map((row) => row.coefficient))).toBe(fromNumber(concept.voted.coefficient));
        expect(told.votes.every((row) => row.attendee !== null)).toBe(true);
        const base = await app.store.db
          .selectFrom('concept')
          .select(['active', 'base_coefficient'])
          .where('assembly_id', '=', report.assembly.assemblyId)
          .where('joint_id', '=', jointId)
          .where('concept_id', '=', conceptId)
          .executeTakeFirstOrThrow();
        const represented =
          base.active === 1 ? fromNumber(wall.registered.coefficient) : base.base_coefficient;
        const silent = sumNano(told.silent.map((row) => row.coefficient));
        // A vote may stand of a unit that left since, and a reset may leave none of those who were represented.
        expect(silent).toBeLessThanOrEqual(represented ?? 0);
        expect(silent + fromNumber(concept.voted.coefficient)).toBeGreaterThanOrEqual(represented ?? 0);
        if (concept.voted.apartments === 0) expect(silent).toBe(represented ?? 0);
      }
    }
  }
});
