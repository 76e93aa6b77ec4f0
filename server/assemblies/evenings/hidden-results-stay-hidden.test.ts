/** Test: no call, feed or report shows the answers of a question with hidden results before the closing. */
import { beforeAll, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, getConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import { actaDraft, voteReport } from '../../../shared/assemblies/reports.api.ts';
import {
  castVote,
  getApartmentsQuantity,
  getQuorum,
  listRecords,
  unitHistory,
} from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');

describeOnOneEngine('hidden results', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let ana: { token: string };
  let conceptId: number;
  beforeAll(async () => {
    evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    ana = await evening.owner('ana', ['101']);
    const answers = ['Plancha 1', 'Plancha 2'].map((answerDescription) => ({ answerDescription }));
    const made = await app.call(
      createConcept,
      {
        body: {
          jointId,
          conceptDescription: '¿Quién?',
          active: 1,
          answers,
          rule: 'election',
          hideResults: true,
        },
      },
      { token: operator },
    );
    expect(made.body).toMatchObject({ hideResults: true, active: 1 });
    conceptId = made.body.conceptId;
  });

  const by = () => ({ token: evening.operator });
  const vote = (apartmentId: string, voteId: number) =>
    app.call(castVote, { body: { jointId: evening.jointId, apartmentId, conceptId, voteId } }, by());
  const shown = async (): Promise<LiveConcept | undefined> => {
    const { body } = await app.call(getSnapshot, { params: { jointId: evening.jointId } }, by());
    return body.concepts.find((one) => one.conceptId === conceptId);
  };
  const of = () => ({ jointId: evening.jointId, conceptId });
  const audit = async () =>
    (await app.call(listAudit, { params: { jointId: evening.jointId }, query: { act: 'votes' } }, by())).body
      .entries;

  it('sockets and snapshots show the number of votes without answers', async () => {
    const operator = await followJoint(await listen(app), evening.operator, evening.jointId);
    expect((await vote('101', 2)).status).toBe(201);
    await eventually(() => operator.all('vote').length).toBe(1);
    expect(operator.last('vote')).toMatchObject({
      conceptId,
      voted: { apartments: 1, coefficient: 60 },
      answers: [],
      hidden: true,
    });
    expect(JSON.stringify([operator.heard, operator.snapshot])).not.toContain('Plancha');
    operator.close();
    expect(await shown()).toMatchObject({
      hidden: true,
      answers: [],
      voted: { apartments: 1, coefficient: 60 },
      outcome: { status: 'open', answerId: null, share: 0, passesHalf: null },
    });
    expect((await app.call(getConcept, { params: of(), query: {} }, by())).body.answers).toHaveLength(2);
  });

  it('staff calls that reveal answers are refused; the turnout stays', async () => {
    for (const voteId of [1, 2]) {
      expectRefused(await app.call(getQuorum, { params: of(), query: { voteId } }, by()), 'resultsHidden');
      expectRefused(
        await app.call(getApartmentsQuantity, { params: of(), query: { voteId } }, by()),
        'resultsHidden',
      );
    }
    expect((await app.call(getQuorum, { params: of(), query: {} }, by())).body).toEqual({ coefficient: 60 });
    expectRefused(await app.call(listRecords, { params: of(), query: {} }, by()), 'resultsHidden');
    const joint = { jointId: evening.jointId };
    for (const xlsx of [true, undefined]) {
      const query = { conceptId, ...defined({ xlsx: xlsx ? xlsx : undefined }) };
      expectRefused(await app.call(voteReport, { params: joint, query }, by()), 'resultsHidden');
    }
    expectRefused(await app.call(actaDraft, { params: joint, query: {} }, by()), 'resultsHidden');
    expect(await audit()).toEqual([]);
  });

  it('owners read only the votes of their own units', async () => {
    const own = await app.call(listRecords, { params: of(), query: {} }, ana);
    expect(own.body.map(({ apartmentId, voteId }) => [apartmentId, voteId])).toEqual([['101', 2]]);
    expect(own.body[0]?.receipt).not.toBeNull();
  });

  it('a closing shows hidden results; a reopening hides them again', async () => {
    const toggle = (active: 0 | 1) => app.call(toggleConcept, { body: { ...of(), active } }, by());
    await toggle(0);
    expect(await shown()).toMatchObject({
      outcome: { status: 'elected', answerId: 2, passesHalf: true },
      answers: [{ apartments: 0 }, { apartments: 1, coefficient: 60 }],
    });
    expect(await shown()).not.toHaveProperty('hidden');
    expect((await app.call(listRecords, { params: of(), query: {} }, by())).status).toBe(200);
    expect(await audit()).toHaveLength(1);
    await toggle(1);
    expect((await vote('102', 1)).status).toBe(201);
    expect(await shown()).toMatchObject({ hidden: true, answers: [], voted: { apartments: 2 } });
    await toggle(0);
    expect((await shown())?.answers.map(({ coefficient }) => coefficient)).toEqual([40, 60]);
  });

  it('a question shows its results by default', async () => {
    const open = await evening.ask('¿Aprueba?');
    const { body } = await app.call(
      getConcept,
      { params: { jointId: evening.jointId, conceptId: open }, query: {} },
      by(),
    );
    expect(body.hideResults).toBe(false);
    const list = await app.call(
      listRecords,
      { params: { jointId: evening.jointId, conceptId: open }, query: {} },
      by(),
    );
    expect(list.status).toBe(200);
  });

  it("a unit's history for staff masks the open question alone", async () => {
    const { jointId } = evening;
    const closed = await evening.ask('¿Aprueba la obra?');
    const body = { jointId, apartmentId: '101', conceptId: closed, voteId: 1 };
    expect((await app.call(castVote, { body }, by())).status).toBe(201);
    await app.call(toggleConcept, { body: { ...of(), active: 1, reason: 'Otra vez' } }, by());
    const params = { jointId, apartmentId: '101' };
    const history = await app.call(unitHistory, { params, query: {} }, by());
    const rowOf = (id: number) => history.body.find((row) => row.conceptId === id);
    const masked = { voteId: null, answerDescription: null, receipt: null };
    expect(rowOf(conceptId)).toMatchObject({ ...masked, at: expect.any(String) });
    expect(JSON.stringify(history.body)).not.toContain('Plancha');
    expect(rowOf(closed)).toMatchObject({ voteId: 1, receipt: expect.any(String) });
  });
});
