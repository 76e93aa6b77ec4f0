import { beforeAll, expect } from 'vitest';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { outcomeWords } from '../../../shared/assemblies/concept-words.ts';
import {
  createConcept,
  deleteConcept,
  getActiveConcept,
  getConcept,
  listConcepts,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import type { ByLawMajorities } from '../../../shared/assemblies/law/by-law-majorities.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused, qrSession, votesOf } from '../../testing/store-asserts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = unitsOf('101;50;ANA', '102;50;LUIS');
const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));

describeWithRaces('questions', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const hold = () => holdAssembly(app, { units, staff });
  const toggle = ({ jointId, operator }: AssemblyFixture, conceptId: number, active: 0 | 1, on = app) =>
    on.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);
  const create = ({ jointId, operator }: AssemblyFixture, more: object = {}, on = app) =>
    on.call(
      createConcept,
      { body: { jointId, conceptDescription: '¿Aprueba?', active: 1, answers, ...more } },
      operator,
    );
  const remove = ({ jointId, operator }: AssemblyFixture, conceptId: number) =>
    app.call(deleteConcept, { body: { jointId, conceptId } }, operator);
  const all = async ({ jointId, operator }: AssemblyFixture) =>
    (await app.call(listConcepts, { params: { jointId }, query: {} }, operator)).body;
  const activeOnes = async (evening: AssemblyFixture) =>
    (await all(evening)).filter((concept) => concept.active === 1).map(({ conceptId }) => conceptId);

  it('a question numbers its answers 1..n in the given order, and opens by default', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const mixed = [{ jointId: 99, answerDescription: 'Uno' }, { answerDescription: 'Dos' }];
    const made = await create(evening, { answers: mixed, active: undefined });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      conceptId: 2,
      jointId,
      conceptDescription: '¿Aprueba?',
      active: 1,
      rule: 'simple',
      threshold: null,
      matter: null,
      approvingAnswerId: 1,
      blankAnswerId: null,
      agendaItem: null,
      hideResults: false,
      answers: [
        { answerId: 1, jointId, conceptId: 2, answerDescription: 'Uno' },
        { answerId: 2, jointId, conceptId: 2, answerDescription: 'Dos' },
      ],
    });
  });

  it("a question takes its matter's rule or the sent rule; a legal warning goes into the acta", async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const changes = { kind: 'extraordinary', agenda: '1. Quórum\n2. Reforma' } as const;
    await app.call(changeAssembly, { params: { jointId }, body: changes }, operator);
    const own = await create(evening, { matter: 'bylaws', agendaItem: 2 });
    expect(own.body).toMatchObject({ matter: 'bylaws', rule: 'qualified' });
    const other = await create(evening, { matter: 'bylaws', rule: 'simple', wentOn: ['matterRule'] });
    expect([other.status, other.body.rule]).toEqual([201, 'simple']);
    const look = { conceptDescription: '¿Aprueba la desafectación del lote?', agendaItem: 1 };
    expect((await create(evening, look)).body).toMatchObject({ matter: null, rule: 'simple' });
    const { main } = await readActa(app.store.db, { jointId }, () => undefined);
    expect(
      main.warnings.map(({ conceptId, kind, matter, asked }) => [conceptId, kind, matter, asked]),
    ).toEqual([
      [3, 'matterRule', 'bylaws', true],
      [3, 'outsideAgenda', undefined, false],
      [4, 'looksLike', 'disaffection', false],
    ]);
    const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    expect(acta).toContain('Reforma del reglamento o los estatutos (Ley 675 de 2001, art. 46, num. 5).');
    expect(acta).toContain('art. 39, parágrafo 1');
    expect(acta).toMatch(/Se advirtió a las [^"]+ decidió continuar\./);
    expect(acta).toContain('sin que mediara la advertencia');
  });

  it('the acta warns of an even council, an extinction, and 70 % of the room', async () => {
    const warned = async (mode: 'inPerson' | 'mixed', question: object) => {
      const evening = await hold();
      const { jointId, operator } = evening;
      await app.call(openAssembly, { params: { jointId }, body: { mode } }, operator);
      await evening.register(['101', '102']);
      expect((await create(evening, question)).status).toBe(201);
      return JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    };
    const names = ['Ana', 'Beto', 'Clara', 'Dora', 'Blanco'].map((answerDescription) => ({
      answerDescription,
    }));
    const council = {
      conceptDescription: 'Elección del consejo de administración',
      rule: 'election',
      method: 'nominal',
    };
    expect(await warned('inPerson', { ...council, answers: names, seats: 4 })).toContain(
      'tienen un número impar de miembros',
    );
    const extinction = await warned('inPerson', { matter: 'extinction' });
    expect(extinction).toContain('también los de inmuebles con coeficiente 0');
    expect(extinction).toContain('consentimiento por escrito de los acreedores hipotecarios');
    const mixed = await warned('mixed', { matter: 'bylaws' });
    expect(mixed).toContain('art. 46 y una lectura de su parágrafo');
    expect(mixed).toContain('Ninguna norma lo dice');
    expect(await warned('inPerson', { matter: 'bylaws' })).not.toContain('Ninguna norma lo dice');
  });

  it("a question keeps the by-laws' majority and clause of its creation; the acta names both", async () => {
    const evening = await hold();
    const { jointId } = evening;
    const tell = (majorities: ByLawMajorities) =>
      app.call(changeJoint, { params: { jointId }, body: { majorities } }, staff);
    const clause = 'artículo 45 del reglamento';
    const threshold = { percent: 60, base: 'represented' as const };
    const beyond = { percent: 70.0001, base: 'roll' as const };
    expectRefused(await tell({ budget: { threshold: beyond, clause } }), 'thresholdOutOfRange');
    expectRefused(await tell({ budget: { threshold: null, clause } }), 'thresholdOutOfRange');
    const own = { budget: { threshold, clause }, election: { threshold: null, clause } };
    expect((await tell(own)).body.majorities).toEqual(own);

    const budget = await create(evening, { matter: 'budget' });
    expect(budget.body).toMatchObject({ rule: 'threshold', threshold, clause });
    const simple = (await create(evening, { matter: 'budget', rule: 'simple' })).body;
    expect([simple.rule, simple.clause]).toEqual(['simple', undefined]);
    expect((await create(evening, { matter: 'election' })).body).toMatchObject({ rule: 'simple', clause });
    // Several seats follow the method of the election, not a majority.
    const council = await create(evening, { matter: 'election', seats: 2, answers });
    expect([council.status, council.body.rule, council.body.clause]).toEqual([201, 'election', undefined]);
    expect((await create(evening, { matter: 'bylaws' })).body).toMatchObject({ rule: 'qualified' });

    expect((await tell({})).body.majorities).toEqual({});
    expect((await create(evening, { matter: 'budget' })).body.rule).toBe('simple');
    expect((await all(evening)).map((one) => one.clause ?? null)).toEqual([
      ...[null, clause, null, clause],
      ...[null, null, null],
    ]);
    const facts = await readActa(app.store.db, { jointId }, () => undefined);
    expect(facts.main.warnings).toMatchObject([{ conceptId: 3, kind: 'matterRule', byLaws: { clause } }]);
    const acta = JSON.stringify(writeActa(facts));
    expect(acta).toContain(`Mayoría del reglamento (Ley 675 de 2001, art. 45; ${clause}).`);
    expect(acta).toContain('«Presupuesto» se decide por más del 60 % de lo representado');
  });

  it('a question names the current point of the agenda by number', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const describe = (agenda: string | null) =>
      app.call(changeAssembly, { params: { jointId }, body: { agenda } }, operator);
    expectRefused(await create(evening, { agendaItem: 1 }), 'agendaItemUnknown');
    await describe('1. Quórum\n3) Presupuesto');
    expectRefused(await create(evening, { agendaItem: 2 }), 'agendaItemUnknown');
    const made = await create(evening, { agendaItem: 3 });
    expect([made.status, made.body.agendaItem]).toEqual([201, 3]);
    expect((await create(evening, { agendaItem: null })).body.agendaItem).toBeNull();
    await describe(null);
    expect((await all(evening)).map(({ agendaItem }) => agendaItem)).toEqual([null, 3, null]);
  });

  it('activating a question deactivates the active question', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const first = await evening.ask('¿Primera?');
    const prepared = (await create(evening, { active: 0 })).body;
    expect([prepared.active, await activeOnes(evening)]).toEqual([0, [first]]);
    const opened = await toggle(evening, prepared.conceptId, 1);
    expect(opened.body).toMatchObject({ conceptId: prepared.conceptId, active: 1 });
    expect(await activeOnes(evening)).toEqual([prepared.conceptId]);
    const active = await app.call(getActiveConcept, { params: { jointId } });
    expect(active.body.conceptId).toBe(prepared.conceptId);
    expect((await toggle(evening, prepared.conceptId, 1)).status).toBe(200);
    await toggle(evening, prepared.conceptId, 0);
    expect(await activeOnes(evening)).toEqual([]);
    expectRefused(await app.call(getActiveConcept, { params: { jointId } }), 'noActiveConcept');
  });

  race('racing activations and new questions leave at most one active question', async () => {
    const evening = await hold();
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) ids.push((await create(evening, { active: 0 })).body.conceptId);
    for (let round = 0; round < rounds(2, 40); round++) {
      const replies = await Promise.all([
        ...ids.map((id, i) => toggle(evening, id, 1, i % 2 ? second : app)),
        create(evening, {}, second),
        create(evening, {}, app),
      ]);
      expect(replies.every(({ status }) => status === 200 || status === 201)).toBe(true);
      expect(await activeOnes(evening)).toHaveLength(1);
    }
    const numbers = (await all(evening)).map(({ conceptId }) => conceptId);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(1 + ids.length + 2 * rounds(2, 40));
  });

  race('every process shows the current questions and accepts votes for the open question only', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    const questions = [(await create(evening)).body.conceptId, (await create(evening)).body.conceptId];
    const processes = [app, second];
    const activeIn = async (process: TestApp) =>
      (await process.call(getActiveConcept, { params: { jointId } })).body.conceptId;
    const voteIn = (process: TestApp, conceptId: number, apartmentId: string) =>
      process.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, operator);
    for (const [round, by] of [app, second, second, app].entries()) {
      const [open = 0, closed = 0] = round % 2 === 0 ? questions : questions.toReversed();
      // Both processes have sent the question that closes now.
      await Promise.all(processes.map(activeIn));
      await toggle(evening, open, 1, by);
      expect(await Promise.all(processes.map(activeIn))).toEqual([open, open]);
      for (const process of processes) expectRefused(await voteIn(process, closed, '102'), 'voteNotActive');
    }
    const [, open = 0] = questions;
    expect((await voteIn(second, open, '101')).status).toBe(201);
    await toggle(evening, open, 0, second);
    for (const process of processes) {
      expectRefused(await process.call(getActiveConcept, { params: { jointId } }), 'noActiveConcept');
      expectRefused(await voteIn(process, open, '102'), 'voteNotActive');
    }
  });

  it('concept 1 is switched separately and is never the active question', async () => {
    const evening = await hold();
    const { jointId } = evening;
    await toggle(evening, 1, 1);
    expectRefused(await app.call(getActiveConcept, { params: { jointId } }), 'noActiveConcept');
    const question = await evening.ask('¿Aprueba?');
    expect(await activeOnes(evening)).toEqual([1, question]);
    await toggle(evening, question, 0);
    expect(await activeOnes(evening)).toEqual([1]);
    await toggle(evening, 1, 0);
    expect(await activeOnes(evening)).toEqual([]);
  });

  it("a question's number is never used twice; concept 1 cannot be deleted", async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const first = await evening.ask('¿Primera?');
    const last = await evening.ask('¿Segunda?');
    expect([first, last]).toEqual([2, 3]);
    expect((await remove(evening, last)).status).toBe(204);
    expectRefused(await remove(evening, last), 'conceptNotFound');
    expectRefused(
      await app.call(getConcept, { params: { jointId, conceptId: last }, query: {} }, operator),
      'conceptNotFound',
    );
    expectRefused(await toggle(evening, last, 1), 'conceptNotFound');
    expect(await evening.ask('¿Tercera?')).toBe(4);
    expectRefused(await remove(evening, 1), 'attendanceConcept');
    expect((await all(evening)).map(({ conceptId }) => conceptId)).toEqual([1, first, 4]);
  });

  it('a deleted question annuls its votes and keeps them', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await evening.register(['101']);
    const firstQuestion = await evening.ask('¿Primera?');
    const cast = (conceptId: number) =>
      app.call(castVote, { body: { jointId, apartmentId: '101', conceptId, voteId: 1 } }, operator);
    await cast(firstQuestion);
    const gone = await evening.ask('¿Segunda?');
    await cast(gone);
    expect((await remove(evening, gone)).status).toBe(204);
    expect(await votesOf(app, jointId)).toEqual([`${firstQuestion}/101=1`]);
    const annulled = await app.store.db
      .selectFrom('annulment')
      .select(['concept_id', 'act'])
      .where('joint_id', '=', jointId)
      .execute();
    expect(annulled).toEqual([{ concept_id: gone, act: 'deleted' }]);
    expectRefused(await cast(gone), 'conceptNotFound');
  });

  it('too many answers, bad texts and unknown rules are refused', async () => {
    const evening = await hold();
    const answer = { answerDescription: 'Si' };
    for (const wrong of [
      { answers: [] },
      { answers: Array.from({ length: 21 }, () => answer) },
      { answers: Array.from({ length: 300 }, () => answer) },
      { answers: [{ answerDescription: '   ' }] },
      { answers: [{ answerDescription: 'x'.repeat(201) }] },
      { conceptDescription: '' },
      { conceptDescription: ' \t ' },
      { conceptDescription: 'una\ncosa' },
      { conceptDescription: 'nula\u0000' },
      { conceptDescription: 'x'.repeat(501) },
      { rule: 'majority' },
      { active: 2 },
      { active: true },
    ]) {
      expectRefused(await create(evening, wrong), 'badRequest');
    }
    expectRefused(await create(evening, { approvingAnswerId: 4 }), 'approvingAnswerUnknown');
    expect((await all(evening)).map(({ conceptId }) => conceptId)).toEqual([1]);
    expect((await create(evening, { answers: Array.from({ length: 20 }, () => answer) })).status).toBe(201);
  });

  it('a virtual assembly refuses qualified questions', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await app.call(openAssembly, { params: { jointId }, body: { mode: 'virtual' } }, operator);
    const become = (mode: 'virtual' | 'mixed') =>
      app.call(changeAssembly, { params: { jointId }, body: { mode } }, operator);
    expectRefused(await create(evening, { rule: 'qualified' }), 'ruleNotOffered');
    await become('mixed');
    const { status, body } = await create(evening, { rule: 'qualified' });
    expect(status).toBe(201);

    // Refuses a change of mode around the question too: while open, or before a reopening.
    expectRefused(await become('virtual'), 'ruleNotOffered');
    await toggle(evening, body.conceptId, 0);
    expect((await become('virtual')).status).toBe(200);
    expectRefused(await toggle(evening, body.conceptId, 1), 'ruleNotOffered');
    expect(await activeOnes(evening)).toEqual([]);
  });

  it('a question on a matter of art. 46 is indicative in a virtual assembly by any rule', {
    tags: 'slow',
  }, async () => {
    for (const [mode, matter, rule, voteId, status] of [
      ['virtual', 'bylaws', 'simple', 1, 'indicative'],
      ['virtual', 'largeExtraordinaryFee', 'threshold', 1, 'indicative'],
      ['virtual', 'extinction', 'election', 1, 'indicative'],
      ['virtual', 'commonUse', 'perUnit', 2, 'indicative'],
      ['virtual', 'acquisition', 'simple', null, 'noVotes'],
      ['virtual', 'budget', 'simple', 1, 'approved'],
      ['virtual', 'bylaws', 'qualified', null, undefined],
      ['mixed', 'bylaws', 'simple', 1, 'approved'],
    ] as const) {
      const evening = await hold();
      const { jointId, operator } = evening;
      await app.call(openAssembly, { params: { jointId }, body: { mode } }, operator);
      await evening.register(['101', '102']);
      const threshold = rule === 'threshold' ? { threshold: { percent: 60, base: 'represented' } } : {};
      const made = await create(evening, { matter, rule, ...threshold });
      if (status === undefined) {
        expectRefused(made, 'ruleNotOffered');
        continue;
      }
      const { conceptId } = made.body;
      for (const apartmentId of voteId === null ? [] : ['101', '102']) {
        const body = { jointId, apartmentId, conceptId, voteId: voteId ?? 1 };
        expect((await app.call(castVote, { body }, operator)).status).toBe(201);
      }
      await toggle(evening, conceptId, 0);
      const facts = await readActa(app.store.db, { jointId }, () => undefined);
      const result = facts.main.questions.at(-1)?.result;
      expect(result?.outcome?.status, matter).toBe(status);
      const acta = JSON.stringify(writeActa(facts));
      expect(acta.includes('Aprobada')).toBe(status === 'approved');
      expect(acta.includes('Votación indicativa')).toBe(status === 'indicative');
      if (rule !== 'simple' || status !== 'indicative' || result === undefined) continue;
      expect(outcomeWords(result)).toMatchObject({ title: 'Votación indicativa', isGood: false, line: '' });
      expect(outcomeWords(result)?.detail).toMatch(
        /^«Si»: 100,00 % .*No puede decidirse aquí \(art\. 46\)\.$/,
      );
    }
  });

  it('only people who run the assembly make, toggle and delete questions', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const code = await evening.register(['101']);
    const question = await evening.ask('¿Aprueba?');
    const ana = await evening.owner(`ana${jointId}`, ['101']);
    const other = await hold();
    for (const [token, refusal] of [
      [ana.token, 'forbidden'],
      [await qrSession(app, code), 'forbidden'],
      [other.operator, 'jointNotFound'],
    ] as const) {
      const as = { ...evening, operator: token };
      expectRefused(await create(as), refusal);
      expectRefused(await toggle(as, question, 0), refusal);
      expectRefused(await remove(as, question), refusal);
    }
    expect(await activeOnes(evening)).toEqual([question]);
  });
});
