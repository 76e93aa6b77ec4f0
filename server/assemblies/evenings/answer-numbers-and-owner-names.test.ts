import { beforeEach, expect, it } from 'vitest';
import {
  changeAssembly,
  getSnapshot,
  listAssemblies,
  openAssembly,
} from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { getHolder } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

describeOnOneEngine('answers, names and the end of an assembly', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let as: { token: string };
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;60;LUIS'),
    });
    as = { token: evening.operator };
  });

  const ask = (answers: object[], more: object = {}) =>
    app.call(
      createConcept,
      { body: { jointId: evening.jointId, conceptDescription: '¿Aprueba?', answers, ...more } as never },
      as,
    );

  it('answers keep the numbers of the caller; gaps and repetitions are refused', async () => {
    const { status, body } = await ask(
      [
        { answerId: 2, answerDescription: 'A favor' },
        { answerId: 1, answerDescription: 'En contra' },
      ],
      { approvingAnswerId: 2 },
    );
    expect(status).toBe(201);
    expect(body.answers.map((answer) => [answer.answerId, answer.answerDescription])).toEqual([
      [1, 'En contra'],
      [2, 'A favor'],
    ]);
    expect(body.approvingAnswerId).toBe(2);
    for (const ids of [
      [1, 1],
      [1, 5],
      [2, 3],
      [1, undefined],
    ]) {
      const wrong = await ask(ids.map((answerId) => ({ answerId, answerDescription: 'x' })));
      expect([ids, wrong.error.code]).toEqual([ids, 'answersMisnumbered']);
    }
  });

  it('control characters are refused in every text', async () => {
    for (const text of ['a\u0007b', '\u001b', 'x\u007f', '\u0085y', 'a\u202eb']) {
      const { status } = await ask([{ answerDescription: 'Si' }], { conceptDescription: text });
      expect([text, status]).toEqual([text, 400]);
      expect((await ask([{ answerDescription: text }])).status).toBe(400);
    }
  });

  it('a proxy must have a name at registration', async () => {
    const code = await freshCode(app, evening.operator, evening.jointId);
    const params = { jointId: evening.jointId };
    const registration = { apartmentIds: ['101'], code, byProxy: true };
    expect((await app.call(register, { params, body: registration }, as)).error.code).toBe(
      'attendeeRequired',
    );
    const body = { ...registration, attendee: { name: 'Rosa Peña', document: '52.000.111' } };
    expect((await app.call(register, { params, body }, as)).status).toBe(201);
  });

  it("the assembly's end frees codes; its archive keeps the results", async () => {
    const params = { jointId: evening.jointId };
    const code = await evening.register(['101', '102']);
    expect((await app.call(getHolder, { params: { code } }, as)).status).toBe(200);
    const conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) {
      await app.call(castVote, { body: { ...params, apartmentId, conceptId, voteId: 1 } }, as);
    }
    await app.call(toggleConcept, { body: { ...params, conceptId, active: 0 } }, as);
    await app.call(changeAssembly, { params, body: { closed: true } }, as);
    expect((await app.call(getHolder, { params: { code } }, as)).error.code).toBe('holderNotFound');

    const before = await app.call(getSnapshot, { params, query: {} }, as);
    const [was] = (await app.call(listAssemblies, { params }, as)).body;
    await app.call(openAssembly, { params, body: {} }, as);
    const query = { assemblyId: was?.assemblyId ?? 0 };
    const archived = await app.call(getSnapshot, { params, query }, as);
    expect(archived.body.concepts).toEqual(before.body.concepts);
    expect(archived.body.concepts[1]?.outcome?.status).toBe('approved');
    expect((await app.call(getSnapshot, { params, query: {} }, as)).body.concepts).toHaveLength(1);
  });
});

it('spellings of a name are the same owner; a document decides before a name', () => {
  expect(ownerKey('Ana  Gómez', null, '1')).toBe(ownerKey('ANA GOMEZ ', '', '2'));
  expect(ownerKey('Ana', '52.000.111', '1')).toBe(ownerKey('Otra', '52000111', '2'));
  expect(ownerKey('Ana', '52000111', '1')).not.toBe(ownerKey('Ana', '52000112', '2'));
  expect(ownerKey('', null, '1')).not.toBe(ownerKey('', null, '2'));
});
