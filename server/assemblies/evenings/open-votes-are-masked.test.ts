/**
 * Test: while a question is open, staff see the voters but not the answers (specification, section 5, rule 28a).
 */
import { beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castSplit } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { voteReport } from '../../../shared/assemblies/reports.api.ts';
import { castVote, listRecords, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { defined } from '../../../shared/defined.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { unpackWorkbook } from '../../platform/sheets/unpack.ts';
import { appForSuite, describeOnOneEngine, urlOf } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { eventually } from '../../testing/eventually.ts';
import { sample } from '../../testing/every-profile.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { paperText } from '../../testing/paper-words.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');
const ZAFIRO = 'Opción Zafiro';
const RUBI = 'Opción Rubí';

describeOnOneEngine('an open question', (make) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  let evening: AssemblyFixture;
  let ana: { token: string };
  let conceptId: number;
  const receipts: string[] = [];
  const by = () => ({ token: evening.operator });
  const of = () => ({ jointId: evening.jointId, conceptId });
  const vote = async (apartmentId: string, voteId: number) => {
    const { body } = await app.call(castVote, { body: { ...of(), apartmentId, voteId } }, by());
    receipts.push(body.receipt ?? '');
  };
  const toggle = (active: 0 | 1) =>
    app.call(toggleConcept, { body: { ...of(), active, reason: 'Otra vez' } }, by());

  beforeAll(async () => {
    staff = await firstStaff(app);
    evening = await holdAssembly(app, { units, staff });
    ana = await evening.owner('ana', ['101']);
    await evening.register(['101', '102', '103']);
    conceptId = await evening.ask({ conceptDescription: '¿Cuál piedra?', texts: [ZAFIRO, RUBI] });
    await vote('101', 1);
    // An annulled vote is secret too.
    const annulled = { apartmentId: '101', reason: 'Se equivocó' };
    await app.call(removeRegistrations, { params: of(), query: annulled }, by());
    await vote('101', 2);
    await vote('102', 1);
  });

  /** Calls every endpoint for reading by staff, and returns each answer as text; for files the words and cells. */
  async function readings(
    token: string,
    question: { jointId: number; conceptId: number; receipt: string | undefined },
  ): Promise<[name: string, text: string][]> {
    const named = { ...question, apartmentId: '101' };
    const found: [string, string][] = [];
    for (const endpoint of endpoints as readonly Endpoint[]) {
      if (endpoint.method !== 'GET' || !endpoint.path.includes(':jointId')) continue;
      for (const xlsx of endpoint.file === true ? [{}, { xlsx: true }, { jsonl: true }] : [{}]) {
        const taken: { properties?: object } = endpoint.query ?? {};
        if (!Object.keys(xlsx).every((field) => Object.hasOwn(taken.properties ?? {}, field))) continue;
        const query = { ...Object(endpoint.query && sample(endpoint.query, named)), ...xlsx };
        if (Object.hasOwn(taken.properties ?? {}, 'conceptId')) {
          Object.assign(query, { conceptId: question.conceptId });
        }
        const response = await app.app.inject({
          method: 'GET',
          url: urlOf(endpoint.path, endpoint.params && sample(endpoint.params, named), query),
          headers: { authorization: `Bearer ${token}` },
        });
        found.push([`${endpoint.id} ${Object.keys(xlsx).join()}`, await textOf(response)]);
      }
    }
    return found;
  }
  async function textOf(response: { headers: object; rawPayload: Buffer; body: string }): Promise<string> {
    const type = String(Reflect.get(response.headers, 'content-type'));
    if (type.includes('pdf')) return paperText(response.rawPayload);
    if (!type.includes('spreadsheet')) return response.body;
    return Buffer.concat([...(await unpackWorkbook(response.rawPayload)).values()]).toString();
  }
  /** Returns each JSON object of an answer that holds unit 101, without nested objects. */
  function rowsOf(text: string): string[] {
    if (!/^[[{]/.test(text)) return [];
    const rows: string[] = [];
    const lines = text.trim().split('\n');
    JSON.parse(lines.length > 1 ? `[${lines.join()}]` : text, (_key, value) => {
      if (Object.values(Object(value)).includes('101')) rows.push(JSON.stringify(value));
      return value;
    });
    return rows;
  }

  it('no read call shows staff the answers of an open question', async () => {
    expectMasked(await readings(evening.operator, { ...of(), receipt: receipts[1] }), receipts);
  });
  function expectMasked(texts: readonly [name: string, text: string][], secret: readonly string[]): void {
    expect(texts.length).toBeGreaterThan(30);
    for (const [name, text] of texts) {
      for (const receipt of secret) expect(text, name).not.toContain(receipt);
      for (const row of rowsOf(text)) {
        expect(row, name).not.toMatch(
          /"(voteId|answerId)":[12]|"voteIds":\[|^.\d+,\d+,"101",[12],|Zafiro|Rubí/,
        );
      }
    }
  }

  it('ballots of an election in a sector are masked in the readings of sector and joint', {
    tags: 'slow',
  }, async () => {
    const { jointId, joint, operator, register } = await holdAssembly(app, {
      units,
      sectors: [{ name: 'Torre 1', units }],
      staff,
    });
    const sector = joint.sectors[0]?.sectorId ?? 0;
    await register(['101', '102', '103']);
    const answers = [ZAFIRO, RUBI, 'Topacio', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const election = { rule: 'election' as const, seats: 2, method: 'nominal' as const, active: 1 as const };
    const question = { jointId: sector, conceptDescription: '¿A quiénes?', answers, ...election };
    const made = await app.call(createConcept, { body: question }, { token: operator });
    const opened = { conceptId: made.body.conceptId };
    const votes = [
      { apartmentId: '101', voteId: 2, voteIds: [1, 2] },
      { apartmentId: '102', voteId: 1 },
    ];
    const cast = await app.call(
      castSplit,
      { params: { jointId: sector }, body: { ...opened, votes } },
      { token: operator },
    );
    expect(cast.status).toBe(201);
    const secret = cast.body.map(({ receipt }) => receipt ?? '');
    expect(secret).toHaveLength(2);
    for (const [place, token] of [
      [jointId, staff],
      [sector, operator],
    ] as const) {
      expectMasked(await readings(token, { ...opened, jointId: place, receipt: secret[0] }), secret);
    }
  });

  it('records, history, report and trail list units as voted', async () => {
    const records = (await app.call(listRecords, { params: of(), query: {} }, by())).body;
    expect(records).toMatchObject([
      { apartmentId: '101', voteId: null, receipt: null },
      { apartmentId: '102', voteId: null, receipt: null },
    ]);
    const unit = { jointId: evening.jointId, apartmentId: '101' };
    const [row] = (await app.call(unitHistory, { params: unit, query: {} }, by())).body;
    expect(row).toMatchObject({ voteId: null, answerDescription: null, receipt: null });
    expect(row?.at).not.toBeNull();
    const { body } = await app.call(
      voteReport,
      { params: { jointId: evening.jointId }, query: { conceptId } },
      by(),
    );
    const paper = paperText(body.bytes);
    expect(paper.match(/Votado/g)?.length).toBeGreaterThanOrEqual(3);
    expect(paper).toContain('Novotado');
    expect(await votesInTrail()).toEqual([]);
    const expediente = { params: { jointId: evening.jointId }, query: {} };
    expectRefused(await app.call(expedienteReport, expediente, by()), 'questionOpen');
  });
  const votesInTrail = async (text?: string) =>
    (
      await app.call(
        listAudit,
        {
          params: { jointId: evening.jointId },
          query: { act: 'votes', ...defined({ text: text ? text : undefined }) },
        },
        by(),
      )
    ).body.entries;

  it('owners see their own votes, and sockets send staff only sums', async () => {
    const own = await app.call(listRecords, { params: of(), query: {} }, ana);
    expect(own.body).toMatchObject([{ apartmentId: '101', voteId: 2, receipt: receipts[1] }]);
    const socket = await followJoint(await listen(app), evening.operator, evening.jointId);
    await vote('103', 1);
    await eventually(() => socket.all('vote').length).toBe(1);
    for (const receipt of receipts) expect(JSON.stringify(socket.heard)).not.toContain(receipt);
    socket.close();
    // A search in the trail by answer does not find the entry of a vote.
    expect(await votesInTrail(receipts[1])).toEqual([]);
  });

  it('a closing shows all answers, and a reopening masks them again', async () => {
    await toggle(0);
    const records = async () => (await app.call(listRecords, { params: of(), query: {} }, by())).body;
    expect((await records()).map(({ voteId }) => voteId)).toEqual([2, 1, 1]);
    expect((await votesInTrail(receipts[1])).length).toBe(1);
    const other = await evening.ask({ conceptDescription: '¿Otra?' });
    await app.call(castVote, { body: { ...of(), conceptId: other, apartmentId: '101', voteId: 1 } }, by());
    expect((await records()).map(({ voteId }) => voteId)).toEqual([2, 1, 1]);
    expect((await votesInTrail()).length).toBe(4);
    await app.call(toggleConcept, { body: { ...of(), conceptId: other, active: 0 } }, by());
    await toggle(1);
    expect((await records()).map(({ voteId }) => voteId)).toEqual([null, null, null]);
    expect((await votesInTrail()).length).toBe(1);
    await toggle(0);
    const expediente = { params: { jointId: evening.jointId }, query: {} };
    expect((await app.call(expedienteReport, expediente, by())).status).toBe(200);
  });
});
