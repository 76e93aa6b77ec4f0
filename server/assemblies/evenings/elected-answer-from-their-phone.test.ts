import { beforeEach, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { declareFacts, getChallenge } from '../../../shared/assemblies/challenge/challenge.api.ts';
import { createConcept, type NewConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import {
  answerElection,
  listCandidates,
  noteAcceptance,
} from '../../../shared/assemblies/elections/elections.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { keepActaFile, publishSignedActa } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { openVerifier } from '../evidence/expediente.fixture.ts';
import { makePapersNow } from '../evidence/papers.fixture.ts';
import { readJointState } from '../live/joint-state.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const COUNCIL = 'Elección del consejo de administración';
const names = ['Ana Ruiz', 'Beto Gil', 'Pedro Paz', 'Diana Sol', 'Voto en blanco'];

describeOnOneEngine('answers of elected persons', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let jointId: number;
  beforeEach(async () => {
    const units = unitsOf(
      '101;30;ANA RUIZ',
      '102;25;GIL BETO',
      '103;25;DIANA SOL',
      '104;10;EVA MAR',
      '105;10;EVA MAR',
    );
    evening = await holdAssembly(app, { units });
    ({ jointId } = evening);
  });

  const prepare = async (more: Partial<NewConcept> = {}) => {
    const answers = names.map((answerDescription) => ({ answerDescription }));
    const question = {
      conceptDescription: COUNCIL,
      rule: 'election' as const,
      seats: 3,
      answers,
      active: 0 as const,
    };
    const made = await app.call(createConcept, { body: { jointId, ...question, ...more } }, evening.operator);
    return made.body.conceptId;
  };
  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active } }, evening.operator);
  /** Holds the election: the first three names are elected, the fourth is the alternate. */
  async function elected(more: Partial<NewConcept> = {}): Promise<number> {
    await evening.register(['101', '102', '103', '104', '105']);
    const conceptId = await prepare(more);
    await toggle(conceptId, 1);
    for (const [apartmentId, ...voteIds] of [
      ['101', 1, 2, 3],
      ['102', 1, 2, 3],
      ['104', 1, 4],
    ] as const) {
      const body = { jointId, conceptId, apartmentId, voteId: voteIds[0], voteIds: [...voteIds] };
      expect((await app.call(castVote, { body }, evening.operator)).status).toBe(201);
    }
    await toggle(conceptId, 0);
    return conceptId;
  }
  const answer = (conceptId: number, answerId: number, acceptance: 'accepted' | 'declined', token: string) =>
    app.call(
      answerElection,
      { params: { jointId, conceptId }, body: { answerId, place: 1, acceptance } },
      token,
    );
  const candidates = async (conceptId: number) =>
    (await app.call(listCandidates, { params: { jointId, conceptId } }, evening.operator)).body;
  const actaText = async () =>
    JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
  const result = async (conceptId: number) => {
    const place = { jointId, rootId: jointId, jointName: '', sectorIds: [] };
    const { snapshot } = await readJointState(app.store, place, undefined);
    return snapshot.concepts.find((one) => one.conceptId === conceptId)?.outcome?.election;
  };

  it('candidates for the council are owners or delegates; other elections are not compared', async () => {
    const conceptId = await prepare();
    const standings = {
      'Ana Ruiz': 'owner',
      'Beto Gil': 'owner',
      'Pedro Paz': 'unknown',
      'Diana Sol': 'owner',
    };
    const listOf = (of: object) => Object.entries(of).map(([name, standing]) => ({ name, standing }));
    expect(await candidates(conceptId)).toEqual(listOf(standings));
    const [code = ''] = await evening.hall.codes(1);
    const body = {
      code,
      apartmentIds: ['104'],
      attendee: { name: 'PEDRO PAZ' },
      capacity: 'delegate' as const,
    };
    expect((await app.call(register, { params: { jointId }, body }, evening.operator)).status).toBe(201);
    expect(await candidates(conceptId)).toEqual(listOf({ ...standings, 'Pedro Paz': 'delegate' }));
    expect(await candidates(await prepare({ conceptDescription: 'Comité de convivencia' }))).toEqual([]);
  });

  it('the comité de convivencia has a term of one year from the closing', async () => {
    const conceptId = await elected({ conceptDescription: 'Comité de convivencia' });
    const [year, ...rest] = dayInBogota(Date.now()).split('-');
    const term = [Number(year) + 1, ...rest].join('-').replace('-02-29', '-02-28');
    const isTold = async () => {
      expect((await result(conceptId))?.termUntil).toBe(term);
      expect(await actaText()).toContain('Período: un año, hasta el ');
    };
    await isTold();
    // An acceptance noted later keeps the term.
    const ana = (await evening.owner(`ana${jointId}`, ['101'])).token;
    const { body } = await answer(conceptId, 1, 'accepted', ana);
    expect(body.termUntil).toBe(term);
    await isTold();
  });

  it('an elected owner answers from the own session; result, acta and trail say so', async () => {
    const conceptId = await elected();
    const ana = (await evening.owner(`ana${jointId}`, ['101'])).token;
    const beto = (await evening.owner(`beto${jointId}`, ['102'])).token;
    expect((await answer(conceptId, 1, 'accepted', ana)).status).toBe(200);
    expect((await answer(conceptId, 2, 'declined', beto)).status).toBe(200);
    const body = { answerId: 3, place: 1, acceptance: 'accepted' as const };
    await app.call(noteAcceptance, { params: { jointId, conceptId }, body }, evening.operator);
    const outcome = await result(conceptId);
    // The by-laws set the term of the council.
    expect(outcome?.termUntil).toBeUndefined();
    expect(outcome?.elected.map(({ name, acceptance, ownAnswer }) => [name, acceptance, ownAnswer])).toEqual([
      ['Ana Ruiz', 'accepted', true],
      ['Diana Sol', 'pending', undefined],
      ['Pedro Paz', 'accepted', undefined],
    ]);
    expect(outcome?.declined).toEqual([{ answerId: 2, place: 1, name: 'Beto Gil', ownAnswer: true }]);
    const acta = await actaText();
    for (const words of [
      '"Aceptó desde su sesión"',
      '"Aceptó"',
      '"Por aceptar"',
      'No aceptó: Beto Gil desde su sesión.',
    ])
      expect(acta).toContain(words);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'acceptanceNoted')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ data }) => JSON.parse(data).fromOwnSession)).toEqual([true, true, undefined]);
    await expectTrailExplainsAll(app);
  });

  it('a neighbour, an operator and an owner with a namesake are refused', async () => {
    const conceptId = await elected();
    const beto = (await evening.owner(`beto${jointId}`, ['102'])).token;
    expectRefused(await answer(conceptId, 1, 'accepted', beto), 'notTheElected');
    expectRefused(await answer(conceptId, 4, 'accepted', beto), 'notElected');
    expect((await answer(conceptId, 2, 'accepted', evening.operator)).status).toBe(403);
    expect((await result(conceptId))?.elected.every(({ acceptance }) => acceptance === 'pending')).toBe(true);
    // Two owners of one name with different documents: the desk notes the answer.
    const correct = async (apartmentId: string, ownerDocument: string) => {
      const body = { owner: 'GIL BETO', ownerDocument, reason: 'Escritura' };
      const params = { jointId, apartmentId };
      expect((await app.call(correctRoll, { params, body }, evening.operator)).status).toBe(200);
    };
    await correct('102', '52000111');
    await correct('105', '52000222');
    expectRefused(await answer(conceptId, 2, 'accepted', beto), 'notTheElected');
    await correct('105', '52000111');
    expect((await answer(conceptId, 2, 'accepted', beto)).status).toBe(200);
  });

  it('a seat passed to an alternate comes back only at the desk', async () => {
    const conceptId = await elected();
    const ana = (await evening.owner(`ana${jointId}`, ['101'])).token;
    const diana = (await evening.owner(`diana${jointId}`, ['103'])).token;
    expect((await answer(conceptId, 1, 'declined', ana)).status).toBe(200);
    expect((await answer(conceptId, 4, 'accepted', diana)).status).toBe(200);
    expectRefused(await answer(conceptId, 1, 'accepted', ana), 'ownAnswerFixed');
    expect((await answer(conceptId, 1, 'declined', ana)).status).toBe(200);
    const holders = async () => (await result(conceptId))?.elected.map(({ name }) => name);
    expect(await holders()).toEqual(['Diana Sol', 'Beto Gil', 'Pedro Paz']);
    const body = { answerId: 1, place: 1, acceptance: 'accepted' as const };
    await app.call(noteAcceptance, { params: { jointId, conceptId }, body }, evening.operator);
    expect(await holders()).toEqual(['Ana Ruiz', 'Beto Gil', 'Pedro Paz']);
  });

  it('a seat without an alternate is taken back from the own session', async () => {
    const conceptId = await elected();
    const beto = (await evening.owner(`beto${jointId}`, ['102'])).token;
    const body = { answerId: 4, place: 1, acceptance: 'declined' as const };
    await app.call(
      noteAcceptance,
      { params: { jointId, conceptId }, body: { ...body, answerId: 1 } },
      evening.operator,
    );
    await app.call(noteAcceptance, { params: { jointId, conceptId }, body }, evening.operator);
    expect((await answer(conceptId, 2, 'declined', beto)).status).toBe(200);
    expect((await result(conceptId))?.elected.map(({ name }) => name)).toEqual(['Pedro Paz']);
    expect((await answer(conceptId, 2, 'accepted', beto)).status).toBe(200);
  });

  it('the published acta fixes an answer from the own session, and a first answer still comes', async () => {
    const conceptId = await elected();
    const ana = (await evening.owner(`ana${jointId}`, ['101'])).token;
    const beto = (await evening.owner(`beto${jointId}`, ['102'])).token;
    expect((await answer(conceptId, 1, 'accepted', ana)).status).toBe(200);
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, evening.operator);
    const place = { params: { jointId }, query: {} };
    const file = { name: 'Acta.pdf', content: Buffer.from('%PDF-1.7\n%acta\n%%EOF\n') };
    const { fileId } = (await upload(app, keepActaFile, place, file, evening.operator)).body;
    const publication = { ...place, body: { fileIds: [fileId], place: 'Portería' } };
    expect((await app.call(publishSignedActa, publication, evening.operator)).status).toBe(200);
    expectRefused(await answer(conceptId, 1, 'declined', ana), 'ownAnswerFixed');
    expect((await answer(conceptId, 1, 'accepted', ana)).status).toBe(200);
    expect((await answer(conceptId, 2, 'declined', beto)).status).toBe(200);
    const body = { answerId: 1, place: 1, acceptance: 'declined' as const };
    const noted = await app.call(noteAcceptance, { params: { jointId, conceptId }, body }, evening.operator);
    expect(noted.status).toBe(200);
  });

  it('among co-owners only the account with the elected name answers', async () => {
    const conceptId = await elected();
    const correct = { owner: 'ANA RUIZ / MARÍA PAZ', reason: 'Escritura' };
    const unit = { params: { jointId, apartmentId: '101' }, body: correct };
    expect((await app.call(correctRoll, unit, evening.operator)).status).toBe(200);
    const coOwner = async (username: string, name: string) => {
      const links = { assemblyApartments: [{ jointId, apartmentId: '101' }] };
      const user = await evening.world.user(username, Profile.owner, { name, ...links });
      return (await evening.world.signedIn(user)).token ?? '';
    };
    const maria = await coOwner('maria', 'María Paz');
    const ana = await coOwner('ana', 'Ruiz Ana');
    expectRefused(await answer(conceptId, 1, 'declined', maria), 'notTheElected');
    expect((await result(conceptId))?.declined).toEqual([]);
    expect((await answer(conceptId, 1, 'accepted', ana)).status).toBe(200);
  });

  it('a declared delegation is about the present strangers, not about later ones', async () => {
    const params = { jointId };
    const panel = async () => (await app.call(getChallenge, { params, query: {} }, evening.operator)).body;
    const council = async () => (await panel()).grounds.find(({ code }) => code === 'council');
    const declare = async () => {
      const { assemblyId } = await panel();
      const body = { assemblyId, facts: { delegatesProved: true } };
      expect((await app.call(declareFacts, { params, body }, evening.operator)).status).toBe(200);
    };
    await prepare();
    expect((await council())?.state).toBe('missing');
    await declare();
    expect(await council()).toMatchObject({ state: 'green', reason: expect.stringContaining('Pedro Paz') });
    expect((await panel()).declared).toEqual({ delegatesProved: true });
    await prepare({
      answers: ['Ana Ruiz', 'Beto Gil', 'Zoe Lara'].map((answerDescription) => ({ answerDescription })),
    });
    expect(await council()).toMatchObject({ state: 'missing', reason: expect.stringContaining('Zoe Lara') });
    expect((await panel()).declared).toEqual({});
    await declare();
    expect((await council())?.state).toBe('green');
    await expectTrailExplainsAll(app);
  });

  longOnly(it)(
    'an answer after the end makes the papers anew, and the verifier accepts the folder',
    async () => {
      const conceptId = await elected();
      await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, evening.operator);
      await makePapersNow(app);
      const ana = (await evening.owner(`ana${jointId}`, ['101'])).token;
      expect((await answer(conceptId, 1, 'accepted', ana)).status).toBe(200);
      await makePapersNow(app);
      const { body } = await app.call(expedienteReport, { params: { jointId }, query: {} }, evening.operator);
      const files = await openVerifier().unzip(new Uint8Array(body.bytes));
      expect(JSON.parse(JSON.stringify(openVerifier().checkCase(files)))).toEqual([]);
      expect(await actaText()).toContain('Aceptó desde su sesión (anotado después del fin de la asamblea)');
    },
  );
});
