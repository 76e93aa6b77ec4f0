import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { castBallots, makeBadges } from '../../../shared/assemblies/codes.api.ts';
import { outcomeWords } from '../../../shared/assemblies/concept-words.ts';
import { createConcept, getReopening, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import { castSplit } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import {
  castVote,
  getApartmentsQuantity,
  getQuorum,
  listRecords,
  unitHistory,
} from '../../../shared/assemblies/votes.api.ts';
import { fromNumber, nano } from '../../../shared/coefficient.ts';
import { checkReceipt } from '../../../shared/evidence/evidence.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readStoreFigures } from '../../platform/metrics/store-figures.repository.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { endAssembly, expectRefused, votesOf } from '../../testing/store-asserts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { readVoteReport } from '../reports/vote-report.ts';
import { readBallotTrees } from '../store/tally/ballot-trees.repository.ts';
import { blocksOfQuestion, printedVotes } from './closed-reports.fixture.ts';

const ids = Array.from({ length: 10 }, (_, i) => String(101 + i));
const units = ids.map((id, i) => [id, 10, `DUEÑO ${i + 1}`] as const);
const sectors = [
  { name: 'Torre 1', units: ids.slice(0, 4).map((id, i) => [id, 25, `DUEÑO ${i + 1}`] as const) },
];

describeOnOneEngine('votes of represented units only', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let as: { token: string };
  beforeAll(async () => {
    app = await make();
  });
  beforeEach(async () => {
    evening = await holdAssembly(app, { units, sectors });
    as = { token: evening.operator };
  });
  afterAll(() => endAssembly(app));

  const sector = () => evening.joint.sectors[0]?.sectorId ?? 0;
  const ask = async (more: object = {}) => {
    const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const body = { jointId: evening.jointId, conceptDescription: '¿Cuota?', answers, ...more };
    return (await app.call(createConcept, { body }, as)).body.conceptId;
  };
  const toggle = (conceptId: number, active: 0 | 1, jointId = evening.jointId) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active, reason: 'Faltó gente' } }, as);
  const cast = (
    conceptId: number,
    apartmentId: string,
    voteId: number,
    key?: string,
    jointId = evening.jointId,
  ) =>
    app.call(
      castVote,
      { body: { jointId, apartmentId, conceptId, voteId } },
      key === undefined ? as : { ...as, key },
    );
  const leave = async (...apartmentIds: string[]) => {
    for (const apartmentId of apartmentIds) {
      const params = { jointId: evening.jointId, conceptId: 1 };
      expect((await app.call(removeRegistrations, { params, query: { apartmentId } }, as)).status).toBe(204);
    }
  };
  const correct = (apartmentId: string, change: object) =>
    app.call(
      correctRoll,
      { params: { jointId: evening.jointId, apartmentId }, body: { ...change, reason: 'Error' } },
      as,
    );
  const live = async (conceptId: number, jointId = evening.jointId) => {
    const { body } = await app.call(getSnapshot, { params: { jointId } }, as);
    const concept = body.concepts.find((one) => one.conceptId === conceptId);
    if (concept === undefined) throw new Error(`no question ${conceptId}`);
    return concept;
  };
  const secondCall = () =>
    app.call(changeAssembly, { params: { jointId: evening.jointId }, body: { call: 2 } }, as);
  const reopening = (conceptId: number) =>
    app.call(getReopening, { params: { jointId: evening.jointId, conceptId } }, as);

  /** Opens and closes a question of ten owners with coefficient 10 each: 4 vote yes, 3 vote no, 3 do not vote. */
  async function askedAndClosed(more: object = {}): Promise<number> {
    await evening.register(ids);
    const conceptId = await ask(more);
    for (const [i, id] of ids.slice(0, 7).entries())
      await cast(conceptId, id, i < 4 ? 1 : 2, `clave-de-${id}`);
    await toggle(conceptId, 0);
    return conceptId;
  }

  it('a reopened question counts no vote of a unit that left, in any figure', async () => {
    const conceptId = await askedAndClosed();
    expect(await live(conceptId)).toMatchObject({ outcome: { status: 'rejected', share: 0.4 } });
    const { body: cast } = await app.call(
      listRecords,
      { params: { jointId: evening.jointId, conceptId } },
      as,
    );
    const receipt = cast.find(({ apartmentId }) => apartmentId === '101')?.receipt ?? '';
    await leave('101', '102', '103');
    expect((await reopening(conceptId)).body).toEqual({ setAside: 3, unsureOwners: [] });
    await toggle(conceptId, 1);
    expect(await live(conceptId)).toMatchObject({
      voted: { apartments: 4, coefficient: 40 },
      answers: [{ apartments: 1, coefficient: 10 }, { apartments: 3, coefficient: 30 }, { apartments: 0 }],
      intervals: [
        { votes: 7, voted: { apartments: 7, coefficient: 70 }, outcome: { share: 0.4 } },
        { setAside: 3 },
      ],
    });
    const params = { jointId: evening.jointId, conceptId };
    const sum = await app.call(getQuorum, { params, query: { voteId: 1 } }, as);
    const many = await app.call(getApartmentsQuantity, { params, query: { voteId: 1 } }, as);
    expect([sum.body.coefficient, many.body.quantity]).toEqual([10, 1]);
    const { body: records } = await app.call(listRecords, { params }, as);
    expect(records.map(({ apartmentId }) => apartmentId).sort()).toEqual(['104', '105', '106', '107']);
    const history = await app.call(
      unitHistory,
      { params: { jointId: evening.jointId, apartmentId: '101' } },
      as,
    );
    expect(history.body).toMatchObject([{ voteId: null, receipt: null }]);

    await toggle(conceptId, 0);
    const closed = await live(conceptId);
    expect(closed).toMatchObject({
      outcome: { status: 'rejected', share: 1 / 7, base: { apartments: 7, coefficient: 70 } },
      intervals: [{ outcome: { status: 'rejected', share: 0.4 } }, { votes: 0, setAside: 3 }],
    });
    expect(closed.outcome?.unverified).toBeUndefined();
    const { assemblyId } = (await app.call(getSnapshot, { params: { jointId: evening.jointId } }, as)).body
      .assembly ?? { assemblyId: 0 };
    const trees = await readBallotTrees(app.store.db, { assemblyId, ...params });
    expect(trees.map(({ size }) => size)).toEqual([7, 4]);
    // The proof in the former closing stays.
    const checked = await app.call(
      checkReceipt,
      { params: { jointId: evening.jointId }, body: { receipt } },
      {},
    );
    expect(checked.body).toMatchObject({
      counted: { ballots: 7 },
      annulled: { how: 'Apartado al reabrir', reason: expect.any(String) },
    });
    const report = await readVoteReport(app.store.db, params);
    expect([report.votes.length, report.annulled.length]).toEqual([4, 0]);
    expect(report.setAside.map(({ apartmentId, answer }) => [apartmentId, answer])).toEqual([
      ['101', 'Si'],
      ['102', 'Si'],
      ['103', 'Si'],
    ]);
    const acta = await readActa(app.store.db, { jointId: evening.jointId }, () => undefined);
    const printed = JSON.stringify(blocksOfQuestion(acta, conceptId));
    expect(printed).toContain('Se apartaron 3 votos de inmuebles que ya no estaban representados');
    expect(printed).not.toContain('Votos anulados:');
    const { cells } = (await printedVotes(app, params)) as { cells: unknown };
    for (const paper of [printed, JSON.stringify(cells)]) {
      expect(paper).not.toMatch(/Aprobada|57,14/);
      expect(paper).not.toMatch(/[2-9]\d\d,\d\d %/);
    }
  });

  it('a unit that returns votes again: its old key and former vote do not count', async () => {
    const conceptId = await askedAndClosed();
    const before = await votesOf(app, evening.jointId);
    await leave('101', '102');
    await toggle(conceptId, 1);
    await evening.register(['101', '102']);
    const again = await cast(conceptId, '101', 2, 'clave-de-101');
    expect(again.status).toBe(201);
    expect((await cast(conceptId, '101', 2, 'clave-de-101')).body).toEqual(again.body);
    expectRefused(await cast(conceptId, '101', 1), 'alreadyVoted');
    // Remaining votes keep the idempotency keys.
    expect((await cast(conceptId, '103', 1, 'clave-de-103')).status).toBe(201);
    expectRefused(await cast(conceptId, '103', 2), 'alreadyVoted');
    expect(
      (
        await app.call(
          castSplit,
          {
            params: { jointId: evening.jointId },
            body: { conceptId, votes: [{ apartmentId: '102', voteId: 3 }] },
          },
          as,
        )
      ).status,
    ).toBe(201);
    await toggle(conceptId, 0);
    expect(before).toContain(`${conceptId}/101=1`);
    expect(await live(conceptId)).toMatchObject({
      voted: { apartments: 7 },
      answers: [{ apartments: 2 }, { apartments: 4 }, { apartments: 1 }],
      intervals: [{ voted: { apartments: 7 } }, { votes: 2, setAside: 2 }],
    });
  });

  it('a vote counts again with another holder, but not with another coefficient', async () => {
    const conceptId = await askedAndClosed();
    await leave('101', '104');
    await evening.register(['101']);
    await correct('102', { coefficient: 5 });
    await correct('103', { owner: 'OTRO NOMBRE' });
    expect((await reopening(conceptId)).body).toEqual({ setAside: 2, unsureOwners: [] });
    await toggle(conceptId, 1);
    expect(await live(conceptId)).toMatchObject({
      voted: { apartments: 5, coefficient: 50 },
      intervals: [{}, { setAside: 2 }],
    });
    expect(await votesOf(app, evening.jointId)).not.toContain(`${conceptId}/102=1`);
    await cast(conceptId, '102', 1);
    await toggle(conceptId, 0);
    expect(await live(conceptId)).toMatchObject({
      voted: { coefficient: 55 },
      outcome: { base: { coefficient: 85 } },
    });
  });

  it('votes of departed units do not count per unit or owner, in elections and in sectors', async () => {
    const names = ['Ana', 'Beto', 'Caro'].map((answerDescription) => ({ answerDescription }));
    await evening.register(ids);
    const questionIds = [
      await ask({ rule: 'perUnit', active: 0 }),
      await ask({ rule: 'election', answers: names, seats: 2, active: 0 }),
      await ask({ rule: 'simple', hideResults: true, active: 0 }),
    ];
    for (const conceptId of questionIds) {
      await toggle(conceptId, 1);
      for (const id of ids.slice(0, 7)) await cast(conceptId, id, 1);
      await toggle(conceptId, 0);
    }
    const inSector = (
      await app.call(
        createConcept,
        { body: { jointId: sector(), conceptDescription: '¿Torre?', answers: names } },
        as,
      )
    ).body.conceptId;
    for (const id of ids.slice(0, 4))
      expect((await cast(inSector, id, 1, undefined, sector())).status).toBe(201);
    await toggle(inSector, 0, sector());
    await leave('101', '102');
    await correct('103', { kind: 'local' });
    for (const [i, conceptId] of questionIds.entries()) {
      await toggle(conceptId, 1);
      // A unit of another kind changes the votes of one each, with the same coefficient.
      const away = i === 0 ? 3 : 2;
      expect(await live(conceptId)).toMatchObject({
        voted: { apartments: 7 - away },
        intervals: [{}, { setAside: away }],
      });
      await toggle(conceptId, 0);
      expect((await live(conceptId)).outcome?.share).toBeLessThanOrEqual(1);
    }
    await toggle(inSector, 1, sector());
    await toggle(inSector, 0, sector());
    expect(await live(inSector, sector())).toMatchObject({
      voted: { apartments: 2, coefficient: 50 },
      outcome: { base: { apartments: 2, coefficient: 50 } },
      intervals: [{}, { setAside: 2 }],
    });
  });

  it('a question of the first call stays closed in the second; a prepared one opens', async () => {
    const conceptId = await askedAndClosed();
    const prepared = await ask({ active: 0 });
    await leave('101', '102', '103');
    expect((await secondCall()).status).toBe(200);
    await evening.register(['108', '109']);
    expectRefused(await toggle(conceptId, 1), 'questionOfFirstCall');
    expectRefused(await reopening(conceptId), 'questionOfFirstCall');
    expect(await live(conceptId)).toMatchObject({
      active: 0,
      voted: { apartments: 7 },
      outcome: { share: 0.4 },
    });
    expect((await toggle(prepared, 1)).status).toBe(200);
    await toggle(prepared, 0);
    expect((await toggle(prepared, 1)).status).toBe(200);
  });

  it('a matter of art. 46 voted in a virtual assembly reopens in no other mode', async () => {
    const mode = (to: 'virtual' | 'mixed') => {
      const body = { mode: to, wentOn: ['kindAfterVote' as const] };
      return app.call(changeAssembly, { params: { jointId: evening.jointId }, body }, as);
    };
    await mode('virtual');
    const conceptId = await askedAndClosed({ matter: 'bylaws', rule: 'simple' });
    const other = await ask({ active: 1 });
    await cast(other, '101', 1);
    await toggle(other, 0);
    expect((await live(conceptId)).outcome?.status).toBe('indicative');
    expect((await reopening(conceptId)).status).toBe(200);
    expect((await mode('mixed')).status).toBe(200);
    expectRefused(await toggle(conceptId, 1), 'questionOfVirtual');
    expectRefused(await reopening(conceptId), 'questionOfVirtual');
    expect(await live(conceptId)).toMatchObject({ active: 0, outcome: { status: 'indicative' } });
    expect((await toggle(other, 1)).status).toBe(200);
    await toggle(other, 0);
    expect((await mode('virtual')).status).toBe(200);
    expect((await toggle(conceptId, 1)).status).toBe(200);
    await toggle(conceptId, 0);
    expect((await live(conceptId)).outcome?.status).toBe('indicative');
  });

  it('a second call stores its first call, and the acta reports it', async () => {
    const { jointId } = evening;
    await evening.register(ids);
    const open = (body: object) => app.call(openAssembly, { params: { jointId }, body }, as);
    expectRefused(await open({ call: 2 }), 'firstCallMissing');
    expectRefused(
      await open({ call: 2, firstCallAt: new Date(Date.now() + 60_000).toISOString() }),
      'firstCallMissing',
    );
    const opened = await open({ call: 2, firstCallAt: '2026-03-03T23:30:00.000Z' });
    expect(opened.body).toMatchObject({ call: 2, firstCallAt: '2026-03-03T23:30:00.000Z' });
    const acta = await readActa(app.store.db, { jointId }, () => undefined);
    expect(acta.firstCallAt).toBe(Date.parse('2026-03-03T23:30:00.000Z'));
    expect(JSON.stringify(writeActa(acta))).toMatch(
      /La primera, citada para [^"]*3 de marzo de 2026[^"]*, no tuvo quórum\./,
    );
    expect((await open({})).body.firstCallAt).toBeUndefined();
  });

  it('a desk vote for a remote attendee does not count as in the room', async () => {
    const { jointId } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, as);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
    const home = await evening.owner(`casa${jointId}`, ids.slice(0, 8));
    const joined = await app.call(
      register,
      { params: { jointId }, body: { apartmentIds: ids.slice(0, 8) } },
      home,
    );
    expect(joined.status).toBe(201);
    await evening.register(['109']);
    const conceptId = await ask({ rule: 'qualified' });
    const votes = ids.slice(0, 4).map((apartmentId) => ({ apartmentId, voteId: 1 }));
    await app.call(castSplit, { params: { jointId }, body: { conceptId, votes } }, as);
    for (const id of [...ids.slice(4, 8), '109']) await cast(conceptId, id, 1);
    await toggle(conceptId, 0);
    expect(await live(conceptId)).toMatchObject({
      answers: [{ coefficient: 90, inRoom: 10 }, {}, {}],
      outcome: { status: 'rejected', share: 0.1 },
    });
    const report = await readVoteReport(app.store.db, { jointId, conceptId });
    expect(report.votes.filter(({ remote }) => remote).length).toBe(8);
  });

  it('a reform voted by the desk or on paper for owners at home fails with an empty room', async () => {
    const { jointId } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, as);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
    const { badges } = (await app.call(makeBadges, { params: { jointId }, body: {} }, as)).body;
    const home = await evening.owner(`reforma${jointId}`, ids.slice(0, 8));
    const joining = { params: { jointId }, body: { apartmentIds: ids.slice(0, 8) } };
    expect((await app.call(register, joining, home)).status).toBe(201);
    const conceptId = await ask({ rule: 'qualified', matter: 'bylaws' });
    const [badge = ''] = await wholeCodes(
      app,
      badges.filter(({ apartmentId }) => apartmentId === '101'),
    );
    const paper = { params: { jointId }, body: { badge: votingBadge(badge, 1) } };
    expect((await app.call(castBallots, paper, as)).status).toBe(201);
    for (const id of ids.slice(0, 8)) await cast(conceptId, id, 1);
    await toggle(conceptId, 0);
    expect(await live(conceptId)).toMatchObject({
      answers: [{ coefficient: 80, inRoom: 0 }, {}, {}],
      outcome: { status: 'rejected', share: 0 },
    });
    const report = await readVoteReport(app.store.db, { jointId, conceptId });
    expect(report.votes.map(({ remote }) => remote)).toEqual(Array(8).fill(true));
    const acta = await readActa(app.store.db, { jointId }, () => undefined);
    expect(JSON.stringify(blocksOfQuestion(acta, conceptId))).toContain('No aprobada');
    expect(JSON.stringify(writeActa(acta)).match(/A distancia/g)?.length).toBeGreaterThanOrEqual(8);
  });

  it('no share exceeds the whole, and voted ≤ represented ≤ roll, in any evening', async () => {
    const act = fc.record({
      kind: fc.constantFrom('vote', 'vote', 'vote', 'leave', 'come', 'toggle', 'toggle', 'correct', 'second'),
      unit: fc.nat(9),
      answer: fc.integer({ min: 1, max: 3 }),
    });
    const rules = fc.constantFrom<Rule>('simple', 'perUnit', 'qualified', 'election', 'unanimous');
    await fc.assert(
      fc.asyncProperty(rules, fc.array(act, { minLength: 10, maxLength: 40 }), async (rule, acts) => {
        evening = await holdAssembly(app, { units });
        as = { token: evening.operator };
        await evening.register(ids.slice(0, 8));
        const conceptId = await ask({ rule });
        for (const { kind, unit, answer } of acts) {
          const id = ids[unit] ?? '';
          if (kind === 'vote') await cast(conceptId, id, answer);
          else if (kind === 'leave')
            await app.call(
              removeRegistrations,
              { params: { jointId: evening.jointId, conceptId: 1 }, query: { apartmentId: id } },
              as,
            );
          else if (kind === 'come')
            await app.call(
              register,
              { params: { jointId: evening.jointId }, body: { apartmentIds: [id] } },
              as,
            );
          else if (kind === 'toggle') await toggle(conceptId, (await live(conceptId)).active === 1 ? 0 : 1);
          else if (kind === 'correct')
            await correct(id, answer === 1 ? { kind: 'local' } : { coefficient: 3 * answer });
          else if (unit === 0) await secondCall();
          await expectWithin(conceptId);
        }
      }),
      { numRuns: rounds(2, 40) },
    );
  });

  async function expectWithin(conceptId: number): Promise<void> {
    const { body } = await app.call(getSnapshot, { params: { jointId: evening.jointId } }, as);
    const concept = body.concepts.find((one) => one.conceptId === conceptId);
    if (concept?.outcome == null) throw new Error('no outcome');
    for (const { outcome } of [concept, ...(concept.intervals ?? [])]) {
      expect(outcome?.share ?? 0).toBeLessThanOrEqual(1);
      expect(outcome?.unverified).toBeUndefined();
    }
    if (concept.active === 1) {
      expect(concept.voted.apartments).toBeLessThanOrEqual(body.registered.apartments);
      expect(fromNumber(concept.voted.coefficient)).toBeLessThanOrEqual(
        fromNumber(body.registered.coefficient),
      );
    } else if (concept.rule === 'simple' || concept.rule === 'election') {
      expect(concept.voted.apartments).toBeLessThanOrEqual(concept.outcome.base.apartments);
      expect(fromNumber(concept.voted.coefficient)).toBeLessThanOrEqual(
        fromNumber(concept.outcome.base.coefficient),
      );
    }
    expect(fromNumber(body.registered.coefficient)).toBeLessThanOrEqual(fromNumber(body.total.coefficient));
  }
});

describeOnOneEngine('a closing over a row changed by hand', (make) => {
  it('the closing goes on, marks results as unverified, and is logged and counted', async () => {
    const app = await make();
    const evening = await holdAssembly(app, { units });
    const { jointId, operator } = evening;
    const as = { token: operator };
    await evening.register(ids);
    const ask = () => evening.ask({ conceptDescription: '¿Cuota?' });
    const close = (conceptId: number) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, as);
    const live = async (conceptId: number) =>
      (await app.call(getSnapshot, { params: { jointId } }, as)).body.concepts.find(
        (concept) => concept.conceptId === conceptId,
      );
    const logged = vi.spyOn(app.app.log, 'error');
    const breaks = [
      (conceptId: number) =>
        app.store.db
          .updateTable('vote')
          .set({ coefficient: nano(900_000_000_000) })
          .where('concept_id', '=', conceptId)
          .execute(),
      // Deletes the attendance of a unit, within the sums.
      () => app.store.db.deleteFrom('attendance').where('apartment_id', '=', '101').execute(),
    ];
    for (const [i, spoil] of breaks.entries()) {
      const conceptId = await ask();
      await app.call(castVote, { body: { jointId, apartmentId: '101', conceptId, voteId: 1 } }, as);
      await spoil(conceptId);
      expect((await close(conceptId)).status).toBe(200);
      const concept = await live(conceptId);
      expect(concept).toMatchObject({ active: 0, outcome: { unverified: true } });
      expect(concept?.outcome?.share).toBeLessThanOrEqual(1);
      const words = concept && outcomeWords(concept);
      expect(words).toMatchObject({ title: expect.stringContaining('(por verificar)'), isGood: false });
      expect((await readStoreFigures(app.store.db)).unverified).toBe(i + 1);
      expect(logged.mock.calls.at(-1)?.[0]).toEqual({ jointId, conceptId });
    }
    const sound = await ask();
    await app.call(castVote, { body: { jointId, apartmentId: '102', conceptId: sound, voteId: 1 } }, as);
    await close(sound);
    expect((await live(sound))?.outcome?.unverified).toBeUndefined();
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
    await app.close();
  });
});
