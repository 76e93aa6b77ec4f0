import { expect, inject, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { getUnfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import { printLetters } from '../../../shared/assemblies/invitations.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { readVoteReport } from '../reports/vote-report.ts';

describeOnOneEngine('questions of an agenda that changes', (make) => {
  const app = appForSuite(make, endAssembly);

  it('prepared, open and reopened questions keep the text of their point over random changes', {
    tags: 'slow',
  }, async () => {
    for (let round = 0; round < rounds(3); round++) {
      const random = new Random(inject('seed') + round);
      const evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS') });
      const { jointId, operator } = evening;
      const change = async (body: object) => {
        const sent = { params: { jointId }, body: { wentOn: ['agendaAfterVote' as const], ...body } };
        expect((await app.call(changeAssembly, sent, operator)).status).toBe(200);
      };
      let count = 5;
      const points = Array.from({ length: count }, (_, i) => `Punto ${i}`);
      /** Writes the points with typed numbers, sometimes with a gap. */
      const write = () => {
        let number = 0;
        return points
          .map((text) => {
            number += random.between(1, 2);
            return `${number}. ${text}`;
          })
          .join('\n');
      };
      const numberIn = (agenda: string, text: string) =>
        Number(
          agenda
            .split('\n')
            .find((line) => line.endsWith(`. ${text}`))
            ?.split('.')[0],
        ) || null;
      let agenda = write();
      await change({ agenda });
      await evening.register(['101', '102']);
      const ask = async (text: string, active: 0 | 1) => {
        const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
        const agendaItem = numberIn(agenda, text);
        const question = { jointId, conceptDescription: `¿${text}?`, answers, agendaItem, active };
        const { status, body } = await app.call(createConcept, { body: question }, operator);
        expect(status).toBe(201);
        return { text, conceptId: body.conceptId };
      };
      const toggle = (conceptId: number, active: 0 | 1) =>
        app.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);
      const questions = [await ask('Punto 0', 1)];
      for (const text of points.slice(1)) questions.push(await ask(text, 0));
      for (let edit = 0; edit < 6; edit++) {
        const at = random.between(0, points.length);
        const act = random.between(0, 2);
        if (act === 0 || points.length < 3) points.splice(at, 0, `Punto ${count++}`);
        else if (act === 1) points.splice(Math.min(at, points.length - 1), 1);
        else points.push(...points.splice(Math.min(at, points.length - 1), 1));
        agenda = write();
        await change({ agenda });
        // The first question is closed and opened again between the changes.
        if (questions[0] && random.next() < 0.5) await toggle(questions[0].conceptId, edit % 2 === 0 ? 0 : 1);
      }
      for (const { text, conceptId } of questions) {
        await toggle(conceptId, 0);
        await toggle(conceptId, 1);
        await toggle(conceptId, 0);
        const { question } = await readVoteReport(app.store.db, { jointId, conceptId });
        const number = numberIn(agenda, text);
        expect([question.agendaItem, question.agendaText]).toEqual([number, number === null ? null : text]);
      }
      const { body } = await app.call(getUnfinished, { params: { jointId } }, operator);
      const left = points.filter((text) => questions.every((one) => one.text !== text));
      expect(body.points).toEqual(left.map((text) => `${numberIn(agenda, text)}. ${text}`));
    }
  });
});

describeOnOneEngine('a prepared question and the sent notice', (make) => {
  const app = appForSuite(make, endAssembly);

  it('an opening on a point outside the notice asks each person once, and stands in the acta', {
    tags: 'slow',
  }, async () => {
    const evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS') });
    const { jointId, operator, staff } = evening;
    const change = async (agenda: string) => {
      const body = { kind: 'extraordinary' as const, agenda };
      const { status } = await app.call(changeAssembly, { params: { jointId }, body }, operator);
      expect(status).toBe(200);
    };
    const ask = (more: object = {}) => {
      const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
      const body = { jointId, conceptDescription: '¿Vende?', answers, agendaItem: 2, active: 0 as const };
      return app.call(createConcept, { body: { ...body, ...more } }, operator);
    };
    const open = (conceptId: number, token: string, wentOn: 'outsideAgenda'[] = []) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active: 1, wentOn } }, token);
    const close = (conceptId: number) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);

    await change('1. Quórum\n2. Venta');
    const before = (await ask()).body.conceptId;
    const unasked = (await ask({ agendaItem: 1 })).body.conceptId;
    await change('1. Quórum\n2. Presupuesto');
    const letters = await app.call(printLetters, { params: { jointId }, body: { paper: 'a4' } }, operator);
    expect(letters.status).toBe(200);
    expect((await open(before, operator)).status).toBe(200);
    expect((await close(before)).status).toBe(200);

    await change('1. Quórum\n2. Venta');
    const later = (await ask({ wentOn: ['outsideAgenda'] })).body.conceptId;
    const inherited = await ask({ wentOn: ['outsideAgenda'] });
    // The person that confirmed at the creation is not asked again, another person is.
    expect((await open(later, operator)).status).toBe(200);
    expectRefused(await open(inherited.body.conceptId, staff), 'outsideAgenda');
    expect((await open(inherited.body.conceptId, staff, ['outsideAgenda'])).status).toBe(200);
    // A reopening does not ask: the question was voted on.
    expect((await open(before, operator)).status).toBe(200);
    expect((await open(unasked, operator)).status).toBe(200);
    const { main } = await readActa(app.store.db, { jointId }, () => undefined);
    expect(main.warnings.map(({ conceptId, kind, asked }) => [conceptId, kind, asked])).toEqual([
      [later, 'outsideAgenda', true],
      [inherited.body.conceptId, 'outsideAgenda', true],
      [inherited.body.conceptId, 'outsideAgenda', true],
    ]);
    expect(new Set(main.warnings.map(({ by }) => by)).size).toBe(2);
  });

  it.each([
    ['a notice', true],
    ['a notice older than stored versions', false],
  ])('a question prepared before %s without its point asks at the opening', async (_, isStored) => {
    const evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS') });
    const { jointId, operator } = evening;
    const change = async (agenda: string) => {
      const body = { kind: 'extraordinary' as const, agenda };
      await app.call(changeAssembly, { params: { jointId }, body }, operator);
    };
    await change('1. Quórum\n2. Venta');
    const body = { jointId, conceptDescription: '¿Vende?', agendaItem: 2, active: 0 as const };
    const answers = [{ answerDescription: 'Si' }];
    const { conceptId } = (await app.call(createConcept, { body: { ...body, answers } }, operator)).body;
    const open = (wentOn: 'outsideAgenda'[] = []) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active: 1, wentOn } }, operator);
    await change('1. Quórum\n2. Presupuesto');
    await app.call(printLetters, { params: { jointId }, body: { paper: 'a4' } }, operator);
    if (!isStored) {
      const { assembly_id } = await app.store.db
        .selectFrom('assembly')
        .select('assembly_id')
        .where('joint_id', '=', jointId)
        .executeTakeFirstOrThrow();
      const ofAssembly = app.store.db.updateTable('delivery').where('assembly_id', '=', assembly_id);
      await ofAssembly.set({ notice_sha256: null }).execute();
    }
    await change('1. Quórum\n2. Venta');
    expectRefused(await open(), 'outsideAgenda');
    expect((await open(['outsideAgenda'])).status).toBe(200);
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'conceptActivated')
      .where('chain', '=', `joint:${jointId}`)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.data).warnings).toEqual([{ kind: 'outsideAgenda', asked: true }]);
  });
});
