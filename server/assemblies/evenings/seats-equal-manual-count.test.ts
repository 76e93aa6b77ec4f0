import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, inject, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { reopeningLines } from '../../../shared/assemblies/concept-words.ts';
import {
  createConcept,
  deleteConcept,
  type NewConcept,
  setCandidates,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { noteAcceptance, noteLot } from '../../../shared/assemblies/elections/elections.api.ts';
import { handElection } from '../../../shared/assemblies/elections/hand-election.fixture.ts';
import { castVote, listRecords, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { longOnly, rounds } from '../../../shared/testing/rounds.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { appForEachTest, describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { drawn, hasPython, inPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { makePapersNow } from '../evidence/papers.fixture.ts';
import { readJointState } from '../live/joint-state.ts';
import { verdictsOf } from '../mail/results-mail.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { readVoteReport } from '../reports/vote-report.ts';
import { arePapersMade } from '../store/papers/orders.repository.ts';
import { printedVotes } from './closed-reports.fixture.ts';

const ids = Array.from({ length: 10 }, (_, i) => String(101 + i));
const listsOfThree = [
  { answerDescription: 'Plancha 1', names: ['Ana', 'Beto', 'Clara'] },
  { answerDescription: 'Plancha 2', names: ['Diana', 'Élmer'] },
  { answerDescription: 'Voto en blanco' },
];
const fiveNames = ['Ana', 'Beto', 'Clara', 'Diana', 'Blanco'].map((answerDescription) => ({
  answerDescription,
}));

/** Reads the coefficients of the units of the open assembly in 10⁻⁹, as stored at the opening. */
async function weightsOf({ store }: TestApp, jointId: number): Promise<number[]> {
  const units = await store.db
    .selectFrom('roll_unit')
    .select(['apartment_id', 'coefficient'])
    .where('joint_id', '=', jointId)
    .orderBy('apartment_id')
    .execute();
  return units.map(({ coefficient }) => coefficient);
}

describeOnOneEngine('elections of several seats', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let jointId: number;
  beforeEach(async () => {
    evening = await holdAssembly(app, { units: ids.map((id): Unit => [id, 10, `Dueño ${id}`]) });
    ({ jointId } = evening);
    await evening.register(ids);
  });

  const as = () => ({ token: evening.operator });
  const prepare = async (more: Partial<NewConcept>, active: 0 | 1 = 1) => {
    const body = { jointId, conceptDescription: '¿A quiénes elige?', rule: 'election' as const, active };
    return app.call(createConcept, { body: { ...body, answers: fiveNames, ...more } }, as());
  };
  const opened = async (more: Partial<NewConcept>) => (await prepare(more)).body.conceptId;
  const vote = (conceptId: number, unit: number, ...voteIds: number[]) =>
    app.call(
      castVote,
      {
        body: {
          jointId,
          conceptId,
          apartmentId: String(100 + unit),
          voteId: voteIds[0] ?? 0,
          ...defined({ voteIds: voteIds.length > 1 ? voteIds : undefined }),
        },
      },
      as(),
    );
  const close = (conceptId: number) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, as());
  const snapshotNow = async () => {
    const place = { jointId, rootId: jointId, jointName: '', sectorIds: [] };
    return (await readJointState(app.store, place, undefined)).snapshot;
  };
  const result = async (conceptId: number) => {
    const found = (await snapshotNow()).concepts.find((one) => one.conceptId === conceptId);
    if (found === undefined) throw new Error('no such question');
    return found;
  };
  const at = (conceptId: number) => ({ params: { jointId, conceptId } });

  it('the most voted names get the seats; all names of a ballot are a single vote', async () => {
    const conceptId = await opened({ seats: 2, method: 'nominal' });
    for (const unit of [1, 2, 3]) expect((await vote(conceptId, unit, 3, 1)).status).toBe(201);
    const { body } = await vote(conceptId, 4, 1);
    expect(body.voteIds).toBeUndefined();
    await vote(conceptId, 5, 2);
    await vote(conceptId, 6, 5);
    await close(conceptId);
    const [record] = (await app.call(listRecords, at(conceptId), as())).body;
    expect(record).toMatchObject({ apartmentId: '101', voteId: 3, voteIds: [1, 3] });
    const history = await app.call(unitHistory, { params: { jointId, apartmentId: '101' } }, as());
    expect(history.body[0]).toMatchObject({ answerDescription: 'Ana · Clara', voteIds: [1, 3] });
    const { voted, answers, outcome, seats, method } = await result(conceptId);
    expect({ seats, method }).toEqual({ seats: 2, method: 'nominal' });
    expect(voted).toEqual({ apartments: 6, coefficient: 60 });
    expect(answers.map(({ coefficient }) => coefficient)).toEqual([40, 10, 30, 0, 10]);
    expect(outcome).toMatchObject({ status: 'elected', answerId: null, passesHalf: null });
    expect(outcome?.election).toMatchObject({
      valid: 60,
      quotient: null,
      elected: [
        { seat: 1, name: 'Ana', by: 'votes', passesHalf: false, acceptance: 'pending' },
        { seat: 2, name: 'Clara', by: 'votes', passesHalf: false },
      ],
      alternates: [{ name: 'Beto' }],
      vacant: 0,
      ties: [],
    });
    // Mail and page of the owners.
    expect(verdictsOf([{ jointName: '', snapshot: await snapshotNow() }])).toMatchObject([
      {
        lines: [
          'Ana',
          'Clara',
          'No pasan de la mitad de lo representado (art. 45), lo que vale solo si el reglamento lo prevé: Ana y Clara.',
        ],
      },
    ]);
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it('too many names, a blank vote among names, and a second vote are refused', async () => {
    const conceptId = await opened({ seats: 2, method: 'nominal' });
    expectRefused(await vote(conceptId, 1, 1, 2, 3), 'tooManyNames');
    expectRefused(await vote(conceptId, 1, 1, 5), 'blankWithNames');
    expectRefused(await vote(conceptId, 1, 1, 6), 'answerUnknown');
    expect((await vote(conceptId, 1, 2, 1)).status).toBe(201);
    expectRefused(await vote(conceptId, 1, 1, 3), 'alreadyVoted');
    expectRefused(await vote(conceptId, 1, 1, 5), 'alreadyVoted');
    const lists = await opened({ seats: 2, answers: listsOfThree });
    expectRefused(await vote(lists, 1, 1, 2), 'oneAnswerOnly');
    const one = await opened({});
    expectRefused(await vote(one, 1, 1, 2), 'oneAnswerOnly');
  });

  it('lists get seats by quotient and remainder', async () => {
    const conceptId = await opened({ seats: 3, answers: listsOfThree });
    for (const unit of [1, 2, 3, 4, 5]) await vote(conceptId, unit, 1);
    for (const unit of [6, 7, 8]) await vote(conceptId, unit, 2);
    await vote(conceptId, 9, 3);
    await close(conceptId);
    const { outcome } = await result(conceptId);
    expect(outcome?.election).toMatchObject({
      method: 'quotient',
      valid: 90,
      quotient: { value: 30, over: 0 },
      lists: [
        { answerId: 1, votes: 50, whole: 1, remainder: 20, seats: 1, byRemainder: 1 },
        { answerId: 2, votes: 30, whole: 1, remainder: 0, seats: 1, byRemainder: 0 },
      ],
      elected: [
        { seat: 1, name: 'Ana', by: 'quotient' },
        { seat: 2, name: 'Diana', by: 'quotient' },
        { seat: 3, name: 'Beto', by: 'remainder' },
      ],
      alternates: [{ name: 'Clara' }, { name: 'Élmer' }],
    });
  });

  it('random elections equal a manual count: ties, lots, blanks, alternates', async () => {
    const draw = drawn(inject('seed'));
    const staff = evening.staff;
    let isUneven = false;
    for (let round = 0; round < rounds(1, 1000); round++) {
      // Few questions in an assembly: each act reads all of them.
      if (round > 0 && round % 20 === 0) {
        isUneven = !isUneven;
        const weightOf = () => (isUneven ? (1 + draw(4)) * 2.123456789 : 10);
        evening = await holdAssembly(app, {
          staff,
          units: ids.map((id): Unit => [id, weightOf(), `Dueño ${id}`]),
        });
        ({ jointId } = evening);
        await evening.register(ids);
      }
      const weights = await weightsOf(app, jointId);
      const method = round % 2 === 0 ? ('quotient' as const) : ('nominal' as const);
      const seats = 2 + draw(4);
      const lists = 2 + draw(4);
      const names = Array.from({ length: lists }, () => 1 + draw(4));
      const blank = lists + 1;
      const answers = names.map((quantity, i) => ({
        answerDescription: `${i + 1}.1`,
        ...defined({
          names:
            method === 'nominal'
              ? undefined
              : Array.from({ length: quantity }, (_, at) => `${i + 1}.${at + 1}`),
        }),
      }));
      const conceptId = await opened({
        seats,
        method,
        answers: [...answers, { answerDescription: 'Blanco' }],
      });
      const votes = Array.from({ length: lists }, () => 0);
      let blanks = 0;
      const ballots = ids.map((_, at) => {
        const first = 1 + draw(blank);
        const second = method === 'nominal' && first !== blank ? 1 + draw(lists) : first;
        const chosen = [...new Set([first, second])];
        const weight = weights[at] ?? 0;
        if (first === blank) blanks += weight;
        else for (const id of chosen) votes[id - 1] = (votes[id - 1] ?? 0) + weight;
        return vote(conceptId, at + 1, ...chosen);
      });
      for (const { status } of await Promise.all(ballots)) expect(status).toBe(201);
      await close(conceptId);
      const lots: number[][] = [];
      for (;;) {
        const hand = handElection({ method, seats, votes, names, blank: blanks }, lots);
        const election = (await result(conceptId)).outcome?.election;
        expect(election?.elected.map(({ name }) => name)).toEqual(hand.elected);
        expect(election?.alternates.map(({ name }) => name)).toEqual(hand.alternates);
        expect(election?.ties.map(({ answerIds, seats: free }) => [answerIds, free])).toEqual(hand.ties);
        const [tie] = hand.ties;
        if (tie === undefined) break;
        const order = [...tie[0]].reverse();
        const noted = await app.call(noteLot, { ...at(conceptId), body: { order, how: 'Moneda.' } }, as());
        expect(noted.status).toBe(200);
        lots.push(order);
      }
    }
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it('a tie lasts until its lot is noted, once; reopening the question annuls the lot', async () => {
    const answers = ['Ana', 'Beto', 'Clara', 'Diana', 'Blanco'].map((answerDescription) => ({
      answerDescription,
    }));
    const conceptId = await opened({ seats: 2, answers });
    for (const unit of [1, 2, 3]) await vote(conceptId, unit, 1);
    for (const [unit, name] of [2, 3, 4, 2, 3, 4].entries()) await vote(conceptId, 4 + unit, name);
    await close(conceptId);
    const note = (order: number[], how = 'Papeles de una bolsa.') =>
      app.call(noteLot, { ...at(conceptId), body: { order, how } }, as());
    const tied = await result(conceptId);
    expect(tied.outcome).toMatchObject({
      status: 'tied',
      election: { elected: [{ name: 'Ana' }], alternates: [], ties: [{ answerIds: [2, 3, 4], seats: 1 }] },
    });
    expectRefused(await note([2, 3]), 'notTied');
    expectRefused(await note([1, 2, 3, 4]), 'notTied');
    const drawn = await note([3, 4, 2]);
    expect(drawn.body).toMatchObject({
      elected: [{ name: 'Ana' }, { name: 'Clara', by: 'lot' }],
      alternates: [{ name: 'Diana' }, { name: 'Beto' }],
      lots: [{ order: [3, 4, 2], how: 'Papeles de una bolsa.', by: `operador${jointId}` }],
    });
    expect((await note([3, 4, 2])).body).toEqual(drawn.body);
    expectRefused(await note([4, 3, 2]), 'lotNoted');
    expect((await result(conceptId)).outcome?.status).toBe('elected');
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);

    await app.call(toggleConcept, { body: { jointId, conceptId, active: 1, reason: 'Otra vez' } }, as());
    expectRefused(await note([3, 4, 2]), 'notTied');
    await close(conceptId);
    expect((await result(conceptId)).outcome?.status).toBe('tied');
  });

  it('lots and declines stay with their closing after a reopening', async () => {
    const conceptId = await opened({ seats: 2, answers: fiveNames, method: 'nominal' });
    for (const unit of [1, 2, 3]) await vote(conceptId, unit, 1);
    for (const [unit, name] of [2, 3, 4, 2, 3, 4].entries()) await vote(conceptId, 4 + unit, name);
    await close(conceptId);
    const body = { order: [3, 4, 2], how: 'Papeles de una bolsa' };
    await app.call(noteLot, { ...at(conceptId), body }, as());
    const declined = { answerId: 3, place: 1, acceptance: 'declined' as const };
    await app.call(noteAcceptance, { ...at(conceptId), body: declined }, as());
    const reopen = { jointId, conceptId, active: 1 as const, reason: 'Faltaba una papeleta' };
    await app.call(toggleConcept, { body: reopen }, as());
    await vote(conceptId, 10, 2);
    await close(conceptId);

    const { intervals, outcome, ...rest } = await result(conceptId);
    expect(outcome?.election?.elected.map(({ name }) => name)).toEqual(['Ana', 'Beto']);
    expect(outcome?.election?.lots).toEqual([]);
    expect(intervals).toMatchObject([
      {
        // The announced result stays. Lots and declines are separate.
        outcome: { status: 'tied', election: { elected: [{ name: 'Ana' }], lots: [] } },
        noted: {
          elected: [
            { name: 'Ana', by: 'votes' },
            { name: 'Diana', by: 'lot', isAlternate: true, insteadOf: 'Clara' },
          ],
          declined: [{ name: 'Clara' }],
          lots: [{ order: [3, 4, 2] }],
          ties: [],
        },
      },
      {
        outcome: { status: 'elected', election: { elected: [{ name: 'Ana' }, { name: 'Beto' }], lots: [] } },
      },
    ]);
    // Text of wall, panel, phones and reports.
    expect(reopeningLines({ ...rest, ...(intervals && { intervals }) })).toEqual([
      expect.stringMatching(
        /: Empate: falta el sorteo\. Sorteo anotado .* No aceptó: Clara\. Con eso quedaron Ana, por votos; Diana, suplente, en lugar de Clara\. La reabrió .*: Faltaba una papeleta\. .*1 voto\.$/,
      ),
    ]);
    const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    expect(acta).toMatch(
      /sorteo anotado a las [^"]* en este orden: Clara, Diana y Beto\. Papeles de una bolsa\./,
    );
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it('a deleted election keeps lots and declines beside the announced result, in report and acta', async () => {
    const conceptId = await opened({ seats: 2, answers: fiveNames, method: 'nominal' });
    for (const unit of [1, 2, 3]) await vote(conceptId, unit, 1);
    for (const [unit, name] of [2, 3, 2, 3].entries()) await vote(conceptId, 4 + unit, name);
    await close(conceptId);
    const drawn = { order: [3, 2], how: 'Papeles de una bolsa' };
    await app.call(noteLot, { ...at(conceptId), body: drawn }, as());
    const declined = { answerId: 1, place: 1, acceptance: 'declined' as const };
    await app.call(noteAcceptance, { ...at(conceptId), body: declined }, as());
    const gone = { jointId, conceptId, reason: 'Faltó un candidato' };
    expect((await app.call(deleteConcept, { body: gone }, as())).status).toBeLessThan(300);
    expectRefused(await app.call(noteLot, { ...at(conceptId), body: drawn }, as()), 'conceptNotFound');

    const { result } = await readVoteReport(app.store.db, { jointId, conceptId });
    expect(result).toMatchObject({
      outcome: { status: 'tied' },
      intervals: [{ noted: { elected: [{ name: 'Beto' }, { name: 'Clara' }], lots: [drawn] } }],
    });
    const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    for (const paper of [acta, JSON.stringify(await printedVotes(app, { jointId, conceptId }))]) {
      expect(paper).toContain('Empate: falta el sorteo');
      expect(paper).toMatch(/Sorteo anotado .*Papeles de una bolsa\. No aceptó: Ana\. Con eso quedaron Beto/);
    }
  });

  it('after a lot, a decline fills only its own seat, in snapshot and acta', async () => {
    const conceptId = await opened({ seats: 2, answers: fiveNames, method: 'nominal' });
    for (const [at, name] of [1, 1, 1, 1, 1, 2, 2, 3, 3, 4].entries()) await vote(conceptId, at + 1, name);
    await close(conceptId);
    await app.call(noteLot, { ...at(conceptId), body: { order: [3, 2], how: 'Bolsa' } }, as());
    const declined = { answerId: 1, place: 1, acceptance: 'declined' as const };
    await app.call(noteAcceptance, { ...at(conceptId), body: declined }, as());
    expect((await result(conceptId)).outcome).toMatchObject({
      status: 'elected',
      election: {
        elected: [
          { seat: 1, name: 'Beto', isAlternate: true, insteadOf: 'Ana' },
          { seat: 2, name: 'Clara', by: 'lot', isAlternate: false },
        ],
        given: 2,
      },
    });
    const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    expect(acta).toContain('"Beto","suplente, en lugar de Ana"');
    expect(acta).toContain('"Clara","por sorteo"');
    expect(acta).toContain(
      '2 puestos elegidos, con sorteo. Al cerrarla se anunció: Empate: falta el sorteo.',
    );
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  longOnly(it)(
    'lots and acceptances after the end appear in acta and trail; papers are made again',
    async () => {
      const conceptId = await opened({ seats: 2, answers: fiveNames, method: 'nominal' });
      for (const [at, name] of [1, 1, 1, 1, 1, 2, 2, 3, 3, 4].entries()) await vote(conceptId, at + 1, name);
      await close(conceptId);
      const other = (await prepare({ seats: 2, method: 'nominal' }, 0)).body.conceptId;
      await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, as());
      await makePapersNow(app);
      const { assembly_id } = await app.store.db
        .selectFrom('paper_order')
        .select('assembly_id')
        .executeTakeFirstOrThrow();
      const accept = (answerId: number, acceptance: 'accepted' | 'declined') => {
        const body = { answerId, place: 1, acceptance };
        return app.call(noteAcceptance, { ...at(conceptId), body }, as());
      };
      const found = async () => {
        const { body } = await app.call(expedienteReport, { params: { jointId }, query: {} }, as());
        const files = await openVerifier().unzip(new Uint8Array(body.bytes));
        const folder = mkdtempSync(join(tmpdir(), 'notes-'));
        const path = join(folder, 'expediente.zip');
        writeFileSync(path, body.bytes);
        const faults: [string, string][] = JSON.parse(JSON.stringify(openVerifier().checkCase(files)));
        if (hasPython) expect(inPython(folder, [{ path }])).toEqual([faults]);
        rmSync(folder, { recursive: true });
        return faults;
      };
      for (const act of [
        () => app.call(noteLot, { ...at(conceptId), body: { order: [3, 2], how: 'Bolsa' } }, as()),
        () => accept(1, 'declined'),
        () => accept(3, 'accepted'),
      ]) {
        expect(await arePapersMade(app.store.db, assembly_id)).toBe(true);
        expect((await act()).status).toBe(200);
        expect(await arePapersMade(app.store.db, assembly_id)).toBe(false);
        expect(await found()).toEqual([]);
        await makePapersNow(app);
      }
      expect((await result(conceptId)).outcome?.election).toMatchObject({
        elected: [
          { seat: 1, name: 'Beto', acceptance: 'pending' },
          { seat: 2, name: 'Clara', acceptance: 'accepted', afterEnd: true },
        ],
        declined: [{ name: 'Ana', afterEnd: true }],
        lots: [{ order: [3, 2], afterEnd: true }],
      });
      const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
      expect(acta).toMatch(/[Ss]orteo anotado después del fin de la asamblea, el [^"]*Clara y Beto/);
      expect(acta).toContain('Ana (anotado después del fin de la asamblea)');
      expect(acta).toContain('Aceptó (anotado después del fin de la asamblea)');
      const late = { seats: 2, answers: fiveNames };
      expectRefused(await app.call(setCandidates, { ...at(other), body: late }, as()), 'assemblyClosed');
      expect((await verifyAudit(app.store.db)).findings).toEqual([]);
      expect(await found()).toEqual([]);
    },
  );

  it('declines never change an announced result, before and after a reopening', async () => {
    const conceptId = await opened({ seats: 2, answers: fiveNames, method: 'nominal' });
    for (const [at, name] of [1, 1, 1, 2, 2].entries()) await vote(conceptId, at + 1, name);
    await close(conceptId);
    const decline = (answerId: number) =>
      app.call(
        noteAcceptance,
        { ...at(conceptId), body: { answerId, place: 1, acceptance: 'declined' } },
        as(),
      );
    for (const answerId of [1, 2, 2]) expect((await decline(answerId)).status).toBe(200);
    expect((await result(conceptId)).outcome).toMatchObject({
      status: 'elected',
      election: { elected: [], declined: [{ name: 'Ana' }, { name: 'Beto' }], given: 2, vacant: 2 },
    });
    const reopen = { jointId, conceptId, active: 1 as const, reason: 'Renunciaron' };
    await app.call(toggleConcept, { body: reopen }, as());
    const acta = async () =>
      JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    expect(await acta()).not.toContain('Nadie fue elegido');
    await close(conceptId);
    expect(await acta()).toContain('"2 puestos elegidos"');
    expect((await result(conceptId)).intervals?.[0]).toMatchObject({
      outcome: { status: 'elected', election: { elected: [{ name: 'Ana' }, { name: 'Beto' }] } },
      noted: { elected: [], vacant: 2 },
    });
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it('candidates change until the opening, and a name appears once', async () => {
    const { body } = await prepare({ seats: 2, method: 'nominal' }, 0);
    const changed = await app.call(
      setCandidates,
      { ...at(body.conceptId), body: { seats: 3, answers: listsOfThree } },
      as(),
    );
    expect(changed.body).toMatchObject({ seats: 3, method: 'quotient', blankAnswerId: 3 });
    expect(changed.body.answers[0]?.names).toEqual(['Ana', 'Beto', 'Clara']);
    const twice = { seats: 2, answers: [...fiveNames, { answerDescription: 'ANÁ' }] };
    expectRefused(await app.call(setCandidates, { ...at(body.conceptId), body: twice }, as()), 'nameTwice');
    expectRefused(await prepare({ rule: 'simple', seats: 2 }), 'seatsNeedElection');
    const mixed = [...listsOfThree, { answerDescription: 'Plancha 3' }];
    expectRefused(await prepare({ seats: 2, answers: mixed }), 'listWithoutNames');
    expectRefused(await prepare({ answers: listsOfThree }), 'namesOnlyInLists');
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
    await app.call(toggleConcept, { body: { jointId, conceptId: body.conceptId, active: 1 } }, as());
    const late = { seats: 2, answers: fiveNames };
    expectRefused(await app.call(setCandidates, { ...at(body.conceptId), body: late }, as()), 'ballotFixed');
  });

  it('a decline gives the seat to the next candidate of the same list', async () => {
    const conceptId = await opened({ seats: 2, answers: listsOfThree });
    for (const unit of [1, 2, 3, 4, 5]) await vote(conceptId, unit, 1);
    for (const unit of [6, 7, 8, 9, 10]) await vote(conceptId, unit, 2);
    await close(conceptId);
    const note = (answerId: number, place: number, acceptance: 'accepted' | 'declined') =>
      app.call(noteAcceptance, { ...at(conceptId), body: { answerId, place, acceptance } }, as());
    await note(1, 1, 'declined');
    const { body } = await note(2, 1, 'accepted');
    expect(body).toMatchObject({
      elected: [
        { seat: 1, name: 'Beto', isAlternate: true, acceptance: 'pending' },
        { seat: 2, name: 'Diana', acceptance: 'accepted' },
      ],
      declined: [{ name: 'Ana' }],
      alternates: [{ name: 'Clara' }, { name: 'Élmer' }],
    });
    expectRefused(await note(1, 3, 'accepted'), 'notElected');
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });
});
