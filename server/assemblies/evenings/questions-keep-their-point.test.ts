import { expect, inject, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { getUnfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { readVoteReport } from '../reports/vote-report.ts';

describeOnOneEngine('questions of an agenda that changes', (make) => {
  const app = appForSuite(make, endAssembly);

  it('prepared, open and reopened questions keep the text of their point over random changes', async () => {
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
