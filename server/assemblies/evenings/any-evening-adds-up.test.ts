import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { updateUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import {
  castBallots,
  exchangeHolder,
  makeBadges,
  revokeCode,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castSplit } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote, confirmSector } from '../../../shared/assemblies/votes.api.ts';
import { fromNumber, sumNano } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { longOnly, rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine, type Reply } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { canLookAtPrint } from '../../testing/setup/print.ts';
import { endAssembly, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import type { ActaFacts } from '../minutes/acta-facts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { readAttendanceReport } from '../reports/attendance-report.ts';
import { readVoteReport } from '../reports/vote-report.ts';
import { blocksOfQuestion, expectSamePapers, printedVotes } from './closed-reports.fixture.ts';

const units = unitsOf('101;10.000000001;ANA', '102;20.5;LUIS', '103;30;EVA', '104;0;EVA');
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
  'split',
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
  'correct',
  'correct',
  'describe',
  'rename',
] as const;
/** Random act, with numbers that choose the joint, unit, question, code and answer. */
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  joint: fc.nat(2),
  unit: fc.nat(4),
  question: fc.integer({ min: 2, max: 5 }),
  code: fc.nat(4),
  answer: fc.integer({ min: 1, max: 4 }),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

describeOnOneEngine('any evening whatever', (make) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  it('any evening has exact sums, a complete trail, and at most one open question', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        const evening = await holdAssembly(app, { units, sectors, staff });
        const codes: string[] = [];
        for (let i = 0; i < 3; i++) codes.push(await freshCode(app, evening.operator, evening.jointId));
        for (const apartmentIds of [['101'], ['102']]) {
          codes.push(...(await wholeCodes(app, (await badgesOf(evening, apartmentIds, false)).body.badges)));
        }
        for (const one of acts) {
          const reply = await doAct(evening, codes, one);
          expect(reply.status, `${JSON.stringify(one)}: ${JSON.stringify(reply.error)}`).toBeLessThan(500);
        }
        await expectTrailExplainsAll(app);
        await expectSound(evening);
        await expectReported(evening);
      }),
      { numRuns: rounds(2, 30) },
    );
  });

  it.skipIf(!canLookAtPrint)(
    'PDF, Word file and screen have the same words and figures, and no share above 100 %',
    { tags: 'slow' },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 40 }), async (acts) => {
          const evening = await holdAssembly(app, { units, sectors, staff });
          const codes = [await freshCode(app, evening.operator, evening.jointId)];
          await evening.register(['101', '102', '103'], codes[0]);
          for (const one of acts) await doAct(evening, codes, one);
          await expectSamePapers(app, evening.jointId);
        }),
        { numRuns: rounds(2, 250) },
      );
    },
  );

  it.skipIf(!canLookAtPrint)(
    'the acta prints every power, attendee, correction, departure and point of a long evening',
    { tags: 'slow' },
    async () => {
      const ids = Array.from({ length: 13 }, (_, at) => `T${at + 1}`);
      const owner = (id: string) =>
        Array.from({ length: 3 }, (_, at) => `PROPIETARIA DE NOMBRE MUY LARGO ${id} ${'ABC'[at]}`).join(
          ' / ',
        );
      const long = await holdAssembly(app, { units: ids.map((id) => [id, 7, owner(id)] as const), staff });
      const { jointId } = long;
      const as = { token: long.operator };
      const params = { jointId };
      const points = Array.from(
        { length: 26 },
        (_, at) => `${at + 1}. ${`Punto ${at + 1} de dos renglones `.repeat(6)}`,
      );
      await app.call(changeAssembly, { params, body: { agenda: points.join('\n') } }, as);
      for (const [at, id] of ids.entries()) {
        const code = await freshCode(app, long.operator, jointId);
        const body = {
          apartmentIds: [id],
          code,
          byProxy: true,
          attendee: { name: `APODERADA NÚMERO ${at}` },
        };
        expect((await app.call(register, { params, body }, as)).status).toBe(201);
        if (at >= 7) await expectSamePapers(app, jointId);
      }
      for (const [at, apartmentId] of ids.slice(0, 11).entries()) {
        const reason = `Motivo ${at} de muchas letras `.repeat(12).slice(0, 250);
        const corrected = { params: { jointId, apartmentId }, body: { owner: `COMPRADORA ${at}`, reason } };
        if (at < 10) expect((await app.call(correctRoll, corrected, as)).status).toBe(200);
        const left = {
          params: { jointId, conceptId: 1 },
          query: { apartmentId, reason: reason.slice(0, 200) },
        };
        expect((await app.call(removeRegistrations, left, as)).status).toBe(204);
      }
      await expectSamePapers(app, jointId);
    },
  );

  longOnly(it)(
    'later acts do not change reports of closed questions, departures and the first call',
    async () => {
      const acts = (minLength: number) => fc.array(act, { minLength, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(acts(8), acts(4), async (earlier, later) => {
          const evening = await holdAssembly(app, { units, sectors, staff });
          const codes = [await freshCode(app, evening.operator, evening.jointId), '', ''];
          for (const apartmentIds of [['101'], ['102']]) {
            codes.push(
              ...(await wholeCodes(app, (await badgesOf(evening, apartmentIds, false)).body.badges)),
            );
          }
          // Start: somebody is present, and a question of the joint and a question of a sector were closed.
          await evening.register(['101', '103'], codes[0]);
          const opening = [
            ...[0, 1].map((joint) => ({ kind: 'ask' as const, joint })),
            ...[0, 1].map((joint) => ({ kind: 'vote' as const, joint })),
            ...[0, 1].map((joint) => ({ kind: 'deactivate' as const, joint })),
          ].map((one) => ({ unit: 0, question: 2, code: 0, answer: 1, ...one }));
          for (const one of [...opening, ...earlier]) await doAct(evening, codes, one);
          const watched = await closedQuestions(evening);
          const left = await departures(evening);
          const { assemblyId, firstCall } = await firstCallOf(evening);
          for (const one of later) {
            await doAct(evening, codes, one);
            if (!onQuestion.has(one.kind)) continue;
            const jointId = jointsOf(evening)[one.joint];
            watched.delete(JSON.stringify({ jointId, assemblyId, conceptId: one.question }));
          }
          const still = await closedQuestions(evening, watched.keys());
          expect(Object.fromEntries(still)).toEqual(Object.fromEntries(watched));
          for (const [jointId, rows] of left) {
            const report = await readAttendanceReport(app.store.db, { jointId, assemblyId });
            expect(report.left).toEqual(expect.arrayContaining(rows));
          }
          if (firstCall !== null)
            expect((await firstCallOf(evening, assemblyId)).firstCall).toEqual(firstCall);
        }),
        { numRuns: rounds(3) },
      );
    },
  );

  /** Kinds of acts on a question. Only these acts may change the reports of the question. */
  const onQuestion = new Set<Act['kind']>(['annul', 'resetQuestion', 'activate', 'deleteQuestion']);
  const jointsOf = ({ jointId, joint }: AssemblyFixture) => [
    jointId,
    ...joint.sectors.map(({ sectorId }) => sectorId),
  ];
  /**
   * Returns the reports of each closed question of the current assembly (or of the listed questions), by joint and
   * number.
   */
  async function closedQuestions(
    evening: AssemblyFixture,
    named?: Iterable<string>,
  ): Promise<Map<string, unknown>> {
    const names = new Set(named);
    if (named === undefined) {
      for (const jointId of jointsOf(evening)) {
        const { body } = await app.call(getSnapshot, { params: { jointId } }, evening.operator);
        const assemblyId = body.assembly?.assemblyId ?? 0;
        for (const { conceptId, active, outcome } of body.concepts.slice(1)) {
          if (active === 0 && outcome?.status !== 'open')
            names.add(JSON.stringify({ jointId, assemblyId, conceptId }));
        }
      }
    }
    const printed = new Map<string, unknown>();
    const actas = new Map<number, ActaFacts>();
    for (const name of names) {
      const of: { jointId: number; assemblyId: number; conceptId: number } = JSON.parse(name);
      const { jointId, assemblyId, conceptId } = of;
      const acta =
        actas.get(jointId) ?? (await readActa(app.store.db, { jointId, assemblyId }, () => undefined));
      actas.set(jointId, acta);
      printed.set(name, [await printedVotes(app, of, false), blocksOfQuestion(acta, conceptId)]);
    }
    return printed;
  }

  async function departures(evening: AssemblyFixture) {
    const left = new Map<number, unknown[]>();
    for (const jointId of jointsOf(evening)) {
      left.set(jointId, (await readAttendanceReport(app.store.db, { jointId })).left);
    }
    return left;
  }

  async function firstCallOf({ jointId }: AssemblyFixture, assemblyId?: number) {
    const of = { jointId, ...defined({ assemblyId }) };
    const { assembly, main, secondCall } = await readActa(app.store.db, of, () => undefined);
    return { assemblyId: assembly.assemblyId, firstCall: secondCall && [secondCall, main.firstCall] };
  }

  const badgesOf = ({ jointId, operator }: AssemblyFixture, apartmentIds: string[], renew: boolean) =>
    app.call(makeBadges, { params: { jointId }, body: { apartmentIds, renew } }, operator);

  /**
   * Runs an act. `codes` holds the cards 0 to 2 and the badges of units 101 and 102. A renewed or revoked code
   * replaces the earlier code.
   */
  async function doAct(evening: AssemblyFixture, codes: string[], one: Act): Promise<Reply<unknown>> {
    const jointId = jointsOf(evening)[one.joint] ?? evening.jointId;
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
      case 'split': {
        const others = ['101', '102', '103'].filter((id) => id !== apartmentId).slice(0, one.code);
        const votes = [
          { apartmentId, voteId: one.answer },
          ...others.map((id) => ({ apartmentId: id, voteId: 1 })),
        ];
        return app.call(castSplit, { params: { jointId }, body: { conceptId: one.question, votes } }, as);
      }
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
        codes[3 + unit] = (await wholeCodes(app, renewed.body.badges))[0] ?? '';
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
      case 'correct': {
        const owner = ['ANA', 'BETO', 'EVA', 'EVA RUIZ'][one.answer - 1] ?? '';
        const correction = one.code % 2 ? { coefficient: one.code } : { owner, ownerDocument: null };
        const kind = one.code === 4 ? { kind: 'local' as const } : {};
        const body = { ...correction, ...kind, reason: 'Error' };
        return app.call(correctRoll, { params: { jointId, apartmentId }, body }, as);
      }
      case 'describe': {
        const mode = (['inPerson', 'virtual', 'mixed'] as const)[one.unit % 3] ?? 'mixed';
        const words = { title: `Asamblea ${one.code}`, agenda: `1. Punto ${one.code}`, president: 'Alguien' };
        return app.call(
          changeAssembly,
          { params: { jointId }, body: { mode, ...words, wentOn: ['kindAfterVote', 'agendaAfterVote'] } },
          as,
        );
      }
      case 'rename': {
        const { user_id } = await app.store.db
          .selectFrom('user_account')
          .select('user_id')
          .where('username', '=', `operador${evening.jointId}`)
          .executeTakeFirstOrThrow();
        const body = { name: `Operador ${one.code}` };
        return app.call(updateUser, { params: { userId: String(user_id) }, body }, staff);
      }
    }
  }

  /**
   * Expects the screens to equal the sums of the tables, and each unit to have a single holder in the joint and its
   * sectors.
   */
  async function expectSound(evening: AssemblyFixture): Promise<void> {
    const holders = new Map<string, string>();
    for (const jointId of jointsOf(evening)) {
      const { body } = await app.call(getSnapshot, { params: { jointId } }, evening.operator);
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

  /** Expects the rows of the reports to add up to the figures on the wall, and every unit to be in a list. */
  async function expectReported(evening: AssemblyFixture): Promise<void> {
    for (const jointId of jointsOf(evening)) {
      const { body: wall } = await app.call(getSnapshot, { params: { jointId } }, evening.operator);
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
        const storedReport = await readVoteReport(app.store.db, { jointId, conceptId });
        expect(storedReport.result).toEqual(concept);
        expect(sumNano(storedReport.votes.map((row) => row.coefficient))).toBe(
          fromNumber(concept.voted.coefficient),
        );
        expect(storedReport.votes.every((row) => row.attendee !== null)).toBe(true);
        const base = await app.store.db
          .selectFrom('concept')
          .select(['active', 'base_coefficient'])
          .where('assembly_id', '=', report.assembly.assemblyId)
          .where('joint_id', '=', jointId)
          .where('concept_id', '=', conceptId)
          .executeTakeFirstOrThrow();
        const represented =
          base.active === 1 ? fromNumber(wall.registered.coefficient) : base.base_coefficient;
        const silent = sumNano(storedReport.silent.map((row) => row.coefficient));
        // A unit may leave after its vote, and a reset may end the attendance of all represented units.
        expect(silent).toBeLessThanOrEqual(represented ?? 0);
        expect(silent + fromNumber(concept.voted.coefficient)).toBeGreaterThanOrEqual(represented ?? 0);
        if (concept.voted.apartments === 0) expect(silent).toBe(represented ?? 0);
      }
    }
  }
});
