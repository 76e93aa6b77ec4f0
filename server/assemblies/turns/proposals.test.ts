import { expect } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, deleteConcept, listConcepts } from '../../../shared/assemblies/concepts.api.ts';
import { getActa } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import {
  listOwnerProposals,
  withdrawProposal,
  writeProposal,
} from '../../../shared/assemblies/turns/proposals.api.ts';
import { askTurnAtDesk, changeTurn } from '../../../shared/assemblies/turns/turns.api.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { countStatuses, endAssembly, expectRefused, qrSession } from '../../testing/store-asserts.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');
const BENCH = 'Poner una banca en el jardín';

describeWithRaces('proposals of owners', (make, { it: one, race }) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());

  /** A prepared assembly with a point of proposals, and an owner of 101. */
  async function prepared() {
    const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const { jointId, operator } = evening;
    const params = { jointId };
    const change = (body: object) => app.call(changeAssembly, { params, body }, operator);
    await change({ agenda: '1. Quórum\n2. Presupuesto\n3. Proposiciones y varios' });
    const { token } = await evening.owner(`ana${jointId}`, ['101']);
    return {
      ...evening,
      token,
      change,
      write: (text: string, as = token) => app.call(writeProposal, { params, body: { text } }, as),
      listed: async (as: string) => (await app.call(listOwnerProposals, { params }, as)).body,
      withdraw: (proposalId: number, as = token) =>
        app.call(withdrawProposal, { params: { jointId, proposalId } }, as),
      convert: (proposalId: number, on: TestApp = app) =>
        on.call(
          createConcept,
          {
            body: {
              jointId,
              conceptDescription: BENCH,
              active: 0,
              agendaItem: 3,
              answers: [{ answerDescription: 'Sí' }, { answerDescription: 'No' }],
              proposalId,
            },
          },
          operator,
        ),
    };
  }

  one(
    'an owner writes before the assembly, and the secretary turns the proposal into a question',
    async () => {
      const evening = await prepared();
      const other = await evening.owner(`luis${evening.jointId}`, ['102']);
      const { body, status } = await evening.write(`  ${BENCH} `);
      expect([status, body]).toMatchObject([
        201,
        { proposalId: 1, author: 'ANA', units: ['101'], text: BENCH, question: null },
      ]);
      expect(await evening.listed(evening.token)).toEqual({ obstacle: null, proposals: [body] });
      expect(await evening.listed(other.token)).toEqual({ obstacle: null, proposals: [] });
      expect((await evening.listed(evening.operator)).proposals).toEqual([body]);
      expectRefused(await evening.withdraw(1, other.token), 'proposalNotFound');
      const question = (await evening.convert(1)).body;
      expect(question).toMatchObject({ conceptDescription: BENCH, agendaItem: 3 });
      const { conceptId } = question;
      const made = { jointId: evening.jointId, conceptId };
      expect((await evening.listed(evening.token)).proposals[0]?.question).toEqual(made);
      expectRefused(await evening.convert(1), 'proposalOver');
      expectRefused(await evening.withdraw(1), 'proposalOver');
      // After the deletion of the question, the proposal may become a question again.
      await app.call(deleteConcept, { body: { ...made, reason: 'Repetida' } }, evening.operator);
      expect((await evening.listed(evening.token)).proposals[0]?.question).toBeNull();
      expect((await evening.convert(1)).status).toBe(201);
      expectRefused(await evening.convert(9), 'proposalNotFound');
      const stored = (await app.call(listConcepts, { params: evening, query: {} }, evening.operator)).body;
      expect(stored.filter(({ conceptDescription }) => conceptDescription === BENCH)).toHaveLength(1);
    },
  );

  one(
    'during the assembly only the point of proposals takes proposals, also of a phone with a code',
    async () => {
      const evening = await prepared();
      await evening.write('Antes de la asamblea');
      const phone = await qrSession(app, await evening.register(['103']));
      expectRefused(await evening.write('Durante el quórum'), 'proposalsClosed');
      expect((await evening.listed(phone)).obstacle).toContain('durante el punto de proposiciones');
      await evening.change({ point: 3 });
      expect((await evening.write('Pintar la fachada', phone)).body).toMatchObject({
        author: 'EVA',
        units: ['103'],
      });
      // A proxy without an own unit writes in the own name.
      const [code = ''] = await evening.hall.codes(1);
      const body = { apartmentIds: ['102'], code, byProxy: true, attendee: { name: 'SARA' } };
      await app.call(register, { params: evening, body }, evening.operator);
      const proxy = await qrSession(app, code);
      expect((await evening.write('Cambiar la hora', proxy)).body).toMatchObject({
        author: 'SARA',
        units: ['102'],
      });
      await evening.withdraw(3, proxy);
      expect((await evening.withdraw(1)).status).toBe(204);
      expectRefused(await evening.withdraw(1), 'proposalNotFound');
      await evening.change({ closed: true });
      expectRefused(await evening.write('Después'), 'proposalsClosed');
      expect((await evening.listed(evening.operator)).proposals.map(({ text }) => text)).toEqual([
        'Pintar la fachada',
      ]);
    },
  );

  one('the live state has a marker of the proposals that changes with each act', async () => {
    const evening = await prepared();
    const { jointId, operator } = evening;
    const markers: unknown[] = [];
    const note = async () => {
      const { body } = await app.call(getSnapshot, { params: { jointId } }, operator);
      markers.push(body.assembly?.proposals);
    };
    await note();
    for (const text of ['Una', 'Otra']) {
      await evening.write(text);
      await note();
    }
    await evening.withdraw(2);
    await note();
    for (let i = 0; i < 2; i += 1) {
      const { conceptId } = (await evening.convert(1)).body;
      await note();
      await app.call(deleteConcept, { body: { jointId, conceptId, reason: 'Repetida' } }, operator);
      await note();
    }
    expect(markers[0]).toBeUndefined();
    expect(new Set(markers).size).toBe(markers.length);
  });

  one(
    'the acta lists the speakers and the proposals, and says nothing without them',
    { tags: 'slow' },
    async () => {
      const evening = await prepared();
      const { jointId, operator } = evening;
      const acta = async () =>
        JSON.stringify((await app.call(getActa, { params: { jointId }, query: {} }, operator)).body.blocks);
      await evening.register(['101']);
      expect(await acta()).not.toMatch(/Uso de la palabra|Proposiciones escritas/);
      await evening.change({ point: 3 });
      await evening.write(BENCH);
      await evening.write('Pintar');
      await evening.withdraw(2);
      const { conceptId } = (await evening.convert(1)).body;
      const desk = { params: { jointId }, body: { apartmentId: '101' } };
      const { turnId } = (await app.call(askTurnAtDesk, desk, operator)).body;
      for (const body of [{ act: 'give' }, { act: 'extend', minutes: 3 }, { act: 'end' }] as const)
        await app.call(changeTurn, { params: { jointId, turnId }, body }, operator);
      const text = await acta();
      expect(text).toContain('Uso de la palabra');
      expect(text).toMatch(/"3\. Proposiciones y varios","ANA","101","\d+:\d\d:\d\d","0:\d\d","2 \+ 3"/);
      expect(text).toContain(`«${BENCH}». Se llevó a la VOTACIÓN ${conceptId - 1}.`);
      expect(text).toMatch(/«Pintar»\. La retiró el /);
      await app.call(deleteConcept, { body: { jointId, conceptId, reason: 'Repetida' } }, operator);
      expect(await acta()).toContain(`Se llevó a la VOTACIÓN ${conceptId - 1}, que se eliminó.`);
    },
  );

  race('two simultaneous conversions of a proposal make one question', async () => {
    const evening = await prepared();
    await evening.write(BENCH);
    const replies = await Promise.all(
      [1, 2, 3, 4].map((_, i) => evening.convert(1, i % 2 === 0 ? app : second)),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 3 });
    const stored = (await app.call(listConcepts, { params: evening, query: {} }, evening.operator)).body;
    expect(stored.filter(({ conceptDescription }) => conceptDescription === BENCH)).toHaveLength(1);
  });
});
