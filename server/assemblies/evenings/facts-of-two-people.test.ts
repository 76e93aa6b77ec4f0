import { beforeAll, expect, it } from 'vitest';
import {
  changeAssembly,
  getSnapshot,
  listAssemblies,
  openAssembly,
} from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { clarify } from '../../../shared/assemblies/facts/clarifications.api.ts';
import { getUnfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { countStatuses, endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');
const sectors = [{ name: 'Torre 1', units }];

describeOnOneEngine('facts of an assembly changed by two people', (make) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const hold = () => holdAssembly(app, { units, sectors, staff });
  const change = ({ jointId, operator }: AssemblyFixture, body: object, token = operator) =>
    app.call(changeAssembly, { params: { jointId }, body }, token);
  const open = ({ jointId, operator }: AssemblyFixture, body: object, token = operator) =>
    app.call(openAssembly, { params: { jointId }, body }, token);
  const current = async ({ jointId, operator }: AssemblyFixture) => {
    const { assembly } = (await app.call(getSnapshot, { params: { jointId } }, operator)).body;
    if (assembly === null) throw new Error('no assembly');
    return assembly;
  };
  const factsOf = ({ jointId }: AssemblyFixture) => readActa(app.store.db, { jointId }, () => undefined);
  const actaOf = async (evening: AssemblyFixture) =>
    writeActa(await factsOf(evening))
      .blocks.flatMap(textsOfRows)
      .map((texts) => texts.join(' '))
      .join('\n');

  it('changes at the same time are a chain: each former text is the text of the change before', async () => {
    const evening = await hold();
    await change(evening, { place: 'Salón 0' });
    await evening.register(['101', '102']);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        change(
          evening,
          { place: `Salón ${i + 1}`, secretary: 'ROSA' },
          i % 2 === 0 ? staff : evening.operator,
        ),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 200: 6 });
    const { changes } = await factsOf(evening);
    const places = changes.filter(({ fact }) => fact === 'place');
    expect(places.map(({ before }) => before)).toEqual([
      'Salón 0',
      ...places.slice(0, -1).map(({ after }) => after),
    ]);
    expect(places.at(-1)?.after).toBe((await current(evening)).place);
    expect(changes.filter(({ fact }) => fact === 'secretary')).toHaveLength(1);
  });

  it('of two people that complete or clarify a fact, the second sees the first', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    expect((await change(evening, { closed: true })).status).toBe(200);
    const completed = await Promise.all([
      change(evening, { president: 'ANA' }),
      change(evening, { president: 'LUIS' }, staff),
    ]);
    expect(countStatuses(completed)).toEqual({ 200: 1, 422: 1 });
    const first = (await current(evening)).president;
    const texts = ['ANA RUIZ', 'LUIS PAZ'];
    const clarified = await Promise.all(
      texts.map((text, i) =>
        app.call(
          clarify,
          { params: { jointId }, body: { fact: 'president', text, reason: 'Error' } },
          i === 0 ? staff : operator,
        ),
      ),
    );
    const befores = clarified.map(({ body }) => body.before);
    expect(befores).toContain(first);
    expect(texts).toContain(befores.find((before) => before !== first));
  });

  it('two people open a prepared assembly once; an old page archives and ends no other assembly', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const { assemblyId: prepared } = await current(evening);
    const opened = await Promise.all([
      open(evening, { opens: prepared }),
      open(evening, { opens: prepared }, staff),
    ]);
    expect(countStatuses(opened)).toEqual({ 201: 1, 409: 1 });
    // A first scan opens the assembly; the guide on another screen still shows the preparation.
    expectRefused(await open(evening, { opens: prepared }), 'assemblyReplaced');
    const next = await Promise.all([
      open(evening, { archives: prepared }),
      open(evening, { archives: prepared }, staff),
    ]);
    expect(countStatuses(next)).toEqual({ 201: 1, 409: 1 });
    const { assemblyId } = await current(evening);
    for (const body of [{ closed: true }, { call: 2 }, { place: 'Otro' }, { mode: 'virtual' }])
      expectRefused(await change(evening, { assemblyId: prepared, ...body }), 'assemblyReplaced');
    expect(await current(evening)).toMatchObject({ assemblyId, call: 1, place: null, closedAt: null });
    const list = await app.call(listAssemblies, { params: { jointId } }, operator);
    expect(list.body.map((one) => one.assemblyId)).toEqual([assemblyId, prepared]);
    expect((await change(evening, { assemblyId, closed: true })).status).toBe(200);
  });

  const agenda = '1. Quórum\n2. Presupuesto\n3. Varios';
  /** New agenda, current point afterwards, points not dealt with, and the course of the point Presupuesto. */
  const agendas: [string, string | null, number | null, string[], string][] = [
    ['the same', agenda, 2, ['3. Varios'], '2. Presupuesto'],
    [
      'a point inserted before',
      '1. Quórum\n2. Consejo\n3. Presupuesto\n4. Varios',
      3,
      ['2. Consejo', '4. Varios'],
      '3. Presupuesto',
    ],
    ['the current point removed', '1. Quórum\n2. Varios', null, ['2. Varios'], 'former'],
    [
      'the current point written anew',
      '1. Quórum\n2. Presupuesto 2027\n3. Varios',
      2,
      ['3. Varios'],
      'former',
    ],
    ['no agenda', null, null, [], 'former'],
  ];
  it.each(agendas)(
    'a new agenda with %s keeps the course of each point',
    async (_, text, point, left, where) => {
      const evening = await hold();
      await change(evening, { agenda });
      await change(evening, { point: 1 });
      await change(evening, { point: 2 });
      await change(evening, { agenda: text });
      expect((await current(evening)).point?.number ?? null).toBe(point);
      const { body } = await app.call(getUnfinished, { params: evening }, evening.operator);
      expect(body.points).toEqual(left);
      const acta = await actaOf(evening);
      if (where === 'former')
        expect(acta).toMatch(
          /Puntos que se trataron y ya no están así en el orden del día: .*«2\. Presupuesto», de [\d:]+ a /,
        );
      else {
        expect(acta).not.toContain('ya no están así');
        expect(acta).toMatch(new RegExp(`\\n${where}\\nSe trató: de `));
      }
      for (const item of left) expect(acta).not.toMatch(new RegExp(`\\n${item}\\nSe trató`));
    },
  );

  it('the closing lists the point of a prepared or deleted question, and not that of a voted one', async () => {
    const evening = await hold();
    const { jointId, operator, joint } = evening;
    const sector = joint.sectors[0]?.sectorId ?? 0;
    const points = async () => (await app.call(getUnfinished, { params: { jointId } }, operator)).body.points;
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const ask = async (agendaItem: number, more: object = {}) => {
      const body = { jointId, conceptDescription: '¿Sí?', answers, agendaItem, ...more };
      return (await app.call(createConcept, { body }, operator)).body.conceptId;
    };
    const close = (conceptId: number, of = jointId) =>
      app.call(toggleConcept, { body: { jointId: of, conceptId, active: 0 } }, operator);
    await change(evening, { agenda: '1. Uno\n2. Dos\n3. Tres\n4. Cuatro' });
    await evening.register(['101', '102']);
    await ask(1, { active: 0 });
    const deleted = await ask(2);
    await close(deleted);
    await app.call(deleteConcept, { body: { jointId, conceptId: deleted, reason: 'Mal' } }, operator);
    const voted = await ask(3);
    await app.call(
      castVote,
      { body: { jointId, conceptId: voted, apartmentId: '101', voteId: 1 } },
      operator,
    );
    await close(voted);
    await close(await ask(4, { jointId: sector }), sector);
    expect(await points()).toEqual(['1. Uno', '2. Dos']);
    // The voted points have other numbers now.
    await change(evening, { agenda: '1. Uno\n2. Cuatro\n3. Dos\n4. Cinco', wentOn: ['agendaAfterVote'] });
    expect(await points()).toEqual(['1. Uno', '3. Dos', '4. Cinco']);
    const acta = await actaOf(evening);
    expect(acta).not.toMatch(/4\. Cinco\n[^\n]*\n?En la parte de los sectores/);
  });
});
