import { Check, Clean } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRealXlsx, readRealUnits } from '../../../client/e2e/real-table.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { type Rule, rules, type Threshold } from '../../../shared/assemblies/law/majority.ts';
import { Snapshot } from '../../../shared/assemblies/live.ts';
import { assistanceReport, voteReport } from '../../../shared/assemblies/reports.api.ts';
import { castVote, getQuorum, listRecords } from '../../../shared/assemblies/votes.api.ts';
import { describeOnOneEngine, sqliteApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import { decimalOf, type HandUnit, type HandVote, reckon, weighed } from '../../testing/reference-tally.ts';
import { canOpenOffice } from '../../testing/setup/libreoffice.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { type OfficeBook, type OfficeCell, openWorkbooks, sumsInOffice } from '../../testing/workbooks.ts';
import { readAttendanceReport } from './attendance-report.ts';
import { readVoteReport } from './vote-report.ts';

/** Percentage of the by-laws, for the rule with a threshold. */
const thresholdOf = (rule: Rule): Threshold | undefined =>
  rule === 'threshold' ? { percent: 60, base: 'represented' } : undefined;

const LONG_OWNER = `MARÍA DE LOS ÁNGELES ÑÁÑEZ Y GÜIZA ${'PEÑA '.repeat(20)}`
  .slice(0, 120)
  .trimEnd()
  .padEnd(120, 'Ñ');
const TITLE = `Asamblea ordinaria de año nuevo: ${'revisión, elección y votación; '.repeat(12)}`.slice(
  0,
  300,
);
const ODD = ['=HYPERLINK("http://x","y")', '+57 300 123 4567', '@equis', '-1+2', LONG_OWNER, 'JOSÉ NIÑO'];
const KINDS = ['vivienda', 'vivienda', 'vivienda', 'parqueadero', 'local'];

/** Roll of 240 test units: coefficients with nine decimals, some 0. Owners are random text. */
const madeUp: HandUnit[] = Array.from({ length: 240 }, (_, i) => ({
  id: `${(i % 12) + 1}-${101 + Math.floor(i / 12)}`,
  nano: i % 20 === 19 ? 0n : 300_000_001n + (((BigInt(i) * 7_919n + 104_729n) * 1_299_709n) % 200_000_000n),
  owner: ODD[i] ?? `PROPIETARIO ${i % 90}`,
  kind: KINDS[i % KINDS.length] ?? 'otro',
}));
const realUnits: HandUnit[] = hasRealXlsx
  ? (await readRealUnits()).map(({ apartmentId, coefficient }) => ({
      id: apartmentId,
      nano: BigInt(coefficient.replace('.', '')),
      owner: '',
      kind: 'vivienda',
    }))
  : [];

interface HeldQuestion {
  conceptId: number;
  rule: Rule;
  votes: Map<string, HandVote>;
  annulled: string[];
  present: string[];
}

const sumOf = (units: readonly HandUnit[]): bigint => units.reduce((sum, unit) => sum + unit.nano, 0n);

/**
 * Holds the test assembly by hand through the API: registrations in order of entry, and the votes of each question.
 */
async function hold(app: TestApp, evening: AssemblyFixture, roll: readonly HandUnit[]) {
  const { jointId, operator } = evening;
  const params = { jointId };
  const desk = { token: operator };
  const left: string[] = [];
  let present: string[] = [];
  const unitsAt = (...rests: number[]) => roll.filter((_, i) => rests.includes(i % 6)).map(({ id }) => id);
  const leave = (ids: readonly string[]) => {
    left.push(...ids);
    present = present.filter((id) => !ids.includes(id));
  };

  const made = await app.call(openAssembly, { params, body: { mode: 'mixed', title: TITLE } }, desk);
  expect(made.status).toBe(201);
  await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, desk);
  const card = await evening.register(unitsAt(0));
  present.push(...unitsAt(0));
  const proxies = await freshCode(app, operator, jointId);
  const attendee = { name: 'Íñigo Peña', document: '123' };
  const byProxy = { apartmentIds: unitsAt(2), code: proxies, byProxy: true, attendee };
  expect((await app.call(register, { params, body: byProxy }, desk)).status).toBe(201);
  present.push(...unitsAt(2));
  const home = await evening.owner('lejos', unitsAt(1));
  const fromHome = await app.call(register, { params, body: { apartmentIds: unitsAt(1) } }, home);
  expect(fromHome.status).toBe(201);
  present.push(...unitsAt(1));
  await evening.register(unitsAt(3, 4));
  present.push(...unitsAt(3, 4));

  async function vote(held: HeldQuestion, id: string, answerId: number): Promise<void> {
    const isHome = unitsAt(1).includes(id) && answerId !== 3;
    const body = { jointId, apartmentId: id, conceptId: held.conceptId, voteId: answerId };
    const cast = await app.call(castVote, { body }, isHome ? home : desk);
    expect(cast.status, JSON.stringify(cast.error)).toBe(201);
    // Paper votes count as remote: the unit was registered from home.
    held.votes.set(id, { answerId, inRoom: !unitsAt(1).includes(id) });
  }
  async function annul(held: HeldQuestion, id: string): Promise<void> {
    const query = { apartmentId: id, reason: 'Se equivocó' };
    await app.call(removeRegistrations, { params: { ...params, conceptId: held.conceptId }, query }, desk);
    held.votes.delete(id);
    held.annulled.push(id);
  }
  async function ask(rule: Rule): Promise<HeldQuestion> {
    const answers = ['1', '2', '3'].map((answerDescription) => ({ answerDescription }));
    const conceptDescription = `¿Aprueba «${rule}»? ${'año '.repeat(70)}`.slice(0, 300).trim();
    const threshold = thresholdOf(rule);
    const body = { jointId, conceptDescription, active: 1 as const, rule, threshold, answers };
    const reply = await app.call(createConcept, { body }, desk);
    expect(reply.status).toBe(201);
    return { conceptId: reply.body.conceptId, rule, votes: new Map(), annulled: [], present: [] };
  }
  const able = () => roll.filter(({ id, nano }) => nano > 0n && present.includes(id));
  async function voteAll(held: HeldQuestion, seed: number): Promise<void> {
    const voting = able().filter((_, i) => i % 7 !== 6);
    for (let at = 0; at < voting.length; at += 40) {
      const some = voting.slice(at, at + 40);
      await Promise.all(some.map(({ id }, i) => vote(held, id, [1, 1, 2, 1, 3][(i + seed) % 5] ?? 1)));
    }
  }
  async function close(held: HeldQuestion): Promise<void> {
    await app.call(toggleConcept, { body: { jointId, conceptId: held.conceptId, active: 0 } }, desk);
    held.present = [...present];
  }
  const reverse = async (id: string) => {
    const query = { apartmentId: id, reason: 'Se fue' };
    await app.call(removeRegistrations, { params: { ...params, conceptId: 1 }, query }, desk);
    leave([id]);
  };

  const questions: HeldQuestion[] = [];
  for (const [n, rule] of rules.entries()) {
    const heldQuestion = await ask(rule);
    questions.push(heldQuestion);
    await voteAll(heldQuestion, n);
    if (n === 0) {
      for (const { id } of able().slice(0, 3)) {
        await annul(heldQuestion, id);
        await vote(heldQuestion, id, 3);
      }
    } else if (n === 1) {
      const conceptParams = { ...params, conceptId: heldQuestion.conceptId };
      await app.call(removeRegistrations, { params: conceptParams, query: { reason: 'Ruido' } }, desk);
      heldQuestion.annulled.push(...heldQuestion.votes.keys());
      heldQuestion.votes.clear();
      await voteAll(heldQuestion, 3);
    } else if (n === 3) {
      // A unit that leaves loses its vote on the open question.
      const [leaver = ''] = heldQuestion.votes.keys();
      await reverse(leaver);
      heldQuestion.votes.delete(leaver);
      heldQuestion.annulled.push(leaver);
    }
    await close(heldQuestion);
    if (n === 0) for (const id of unitsAt(3).slice(0, 4)) await reverse(id);
    if (n === 1) {
      const held = present.filter((id) => unitsAt(2).includes(id));
      await app.call(withdrawHolder, { params: { code: proxies }, query: { reason: 'Se retira' } }, desk);
      leave(held);
      await evening.register(held.slice(0, 10), card);
      present.push(...roll.map(({ id }) => id).filter((id) => held.slice(0, 10).includes(id)));
    }
  }
  await app.call(changeAssembly, { params, body: { closed: true } }, desk);
  return { assemblyId: made.body.assemblyId, present, left, questions };
}

describeOnOneEngine('an evening of 240 units reported', (make, engine) => {
  testsOf(make, madeUp, engine === 'sqlite');
});
describe.skipIf(!hasRealXlsx)('an evening of the real 240 units reported', () => {
  testsOf(() => sqliteApp(), realUnits, false);
});

/**
 * @param opensOffice true for a single run: also opens the Excel workbooks in LibreOffice. Other runs compare only
 * the rows of the reports
 */
function testsOf(make: () => Promise<TestApp>, roll: readonly HandUnit[], opensOffice: boolean): void {
  let app: TestApp;
  let evening: AssemblyFixture;
  let held: Awaited<ReturnType<typeof hold>>;
  const byId = new Map(roll.map((unit) => [unit.id, unit]));
  const unitsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => byId.get(id) ?? []);
  beforeAll(async () => {
    app = await make();
    const quoted = (owner: string) => (owner.includes('"') ? `"${owner.replaceAll('"', '""')}"` : owner);
    evening = await holdAssembly(app, {
      units: roll.map((unit) => [unit.id, decimalOf(unit.nano), quoted(unit.owner), unit.kind] as const),
    });
    held = await hold(app, evening, roll);
    // The reported assembly is archived, not current.
    const next = await app.call(
      openAssembly,
      { params: { jointId: evening.jointId }, body: {} },
      { token: evening.operator },
    );
    expect(next.status).toBe(201);
    await evening.register([roll[5]?.id ?? '']);
  }, 240_000);
  afterAll(() => endAssembly(app));
  const of = () => ({ jointId: evening.jointId, assemblyId: held.assemblyId });
  const as = () => ({ token: evening.operator });
  const query = () => ({ assemblyId: held.assemblyId });
  const snapshot = async () =>
    (await app.call(getSnapshot, { params: { jointId: evening.jointId }, query: query() }, as())).body;

  it('the attendance report equals the wall and the sums of the units', async () => {
    const report = await readAttendanceReport(app.store.db, of());
    expect(report.present.map((row) => row.apartmentId)).toEqual(held.present);
    expect(report.left.map((row) => row.apartmentId).sort()).toEqual([...held.left].sort());
    expect(report.absent.map((row) => row.apartmentId)).toEqual(
      roll.map(({ id }) => id).filter((id) => !held.present.includes(id)),
    );
    expect(report.registered).toEqual(weighed(unitsOf(held.present)));
    expect(report.total).toEqual(weighed(roll));
    const wall = await snapshot();
    expect([report.registered, report.total, report.quorum]).toEqual([
      wall.registered,
      wall.total,
      wall.quorum,
    ]);
    let sum = 0n;
    const reaching = held.present.findIndex((id) => {
      sum += byId.get(id)?.nano ?? 0n;
      return 2n * sum > sumOf(roll);
    });
    expect(report.present.findIndex((row) => row.reachesQuorum)).toBe(reaching);
    expect(report.present.filter((row) => row.reachesQuorum)).toHaveLength(1);
    expect(report.present.map((row) => BigInt(row.accumulated)).at(-1)).toBe(sumOf(unitsOf(held.present)));
    expect(report.present.map((row) => row.owner)).toEqual(unitsOf(held.present).map(({ owner }) => owner));
    expect(report.assembly.title).toBe(TITLE);
  });

  it('the snapshot of the wall has only the fields of its schema', async () => {
    const wall = await snapshot();
    expect(Check(Snapshot, wall)).toBe(true);
    expect(Clean(Snapshot, structuredClone(wall))).toEqual(wall);
    const now = await app.call(getSnapshot, { params: { jointId: evening.jointId }, query: {} }, as());
    expect(Check(Snapshot, now.body)).toBe(true);
    expect(Clean(Snapshot, structuredClone(now.body))).toEqual(now.body);
  });

  it("each question's report equals the wall and the sums of its votes", async () => {
    const wall = await snapshot();
    for (const { conceptId, rule, votes, annulled, present } of held.questions) {
      const report = await readVoteReport(app.store.db, { ...of(), conceptId });
      expect(report.result).toEqual(wall.concepts.find((concept) => concept.conceptId === conceptId));
      // A unit without an owner counts as a separate owner.
      const owned = roll.map((unit) => ({ ...unit, owner: unit.owner || unit.id }));
      const reckoned = reckon({
        rule,
        threshold: thresholdOf(rule),
        answers: 3,
        approving: 1,
        blank: null,
        votes,
        mode: 'mixed',
        call: 1,
        open: false,
        roll: owned,
        present: new Set(present),
      });
      expect(report.result.answers).toEqual(reckoned.answers);
      expect(report.result.outcome).toMatchObject({
        ...reckoned.outcome,
        share: expect.closeTo(reckoned.outcome?.share ?? Number.NaN, 12),
      });
      expect(Object.fromEntries(report.votes.map((row) => [row.apartmentId, row.answerId]))).toEqual(
        Object.fromEntries([...votes].map(([id, { answerId }]) => [id, answerId])),
      );
      const inOrder = roll.map(({ id }) => id);
      expect(report.votes.map((row) => row.apartmentId)).toEqual(inOrder.filter((id) => votes.has(id)));
      expect(report.silent.map((row) => row.apartmentId)).toEqual(
        inOrder.filter((id) => present.includes(id) && !votes.has(id) && (byId.get(id)?.nano ?? 0n) > 0n),
      );
      expect(report.annulled.map((row) => row.apartmentId).sort()).toEqual([...annulled].sort());
      const cast = report.votes.reduce((sum, row) => sum + BigInt(row.coefficient), 0n);
      const silent = report.silent.reduce((sum, row) => sum + BigInt(row.coefficient), 0n);
      expect(cast).toBe(sumOf(unitsOf(votes.keys())));
      expect(cast + silent).toBe(sumOf(unitsOf(present)));
      const params = { jointId: evening.jointId, conceptId };
      const quorum = await app.call(getQuorum, { params, query: query() }, as());
      expect(quorum.body.coefficient).toBe(report.result.voted.coefficient);
      const records = await app.call(listRecords, { params, query: query() }, as());
      expect(records.body.map((row) => [row.apartmentId, row.voteId])).toEqual(
        report.votes.map((row) => [row.apartmentId, row.answerId]),
      );
    }
  });

  if (!opensOffice) return;
  it.skipIf(!canOpenOffice)('LibreOffice opens every file with its content', async () => {
    const params = { jointId: evening.jointId };
    const xlsx = { ...query(), xlsx: true };
    const files = [(await app.call(assistanceReport, { params, query: xlsx }, as())).body];
    for (const { conceptId } of held.questions) {
      files.push((await app.call(voteReport, { params, query: { ...xlsx, conceptId } }, as())).body);
    }
    expect(files[0]?.name).toBe('Registro de Asistencia.xlsx');
    expect(files[1]?.name).toMatch(/^Votación 1 ¿Aprueba «simple» (año )+a?\.xlsx$/);
    for (const { name } of files) expect(Buffer.byteLength(name)).toBeLessThan(200);
    const books = openWorkbooks(files.map(({ bytes }) => bytes));
    const wall = await snapshot();
    const bookRanges = books.map(({ fods, sheets }, i) => ({
      fods,
      ranges: (i === 0 ? ['Registro de Asistencia'] : ['Votos', 'Sin voto']).map((sheet) =>
        rangeOf(sheets, sheet, 'Coeficiente'),
      ),
    }));
    const sums = sumsInOffice(bookRanges);
    for (const [i, { sheets }] of books.entries()) {
      const cells = [...sheets.values()].flat(2);
      expect(cells.length).toBeGreaterThan(1000);
      expect(cells.filter(({ formula }) => formula !== null)).toEqual([]);
      expect(factOf(sheets, 'Asamblea')).toBe(TITLE);
      expect(factOf(sheets, 'Último hash de la auditoría')).toMatch(/^[0-9a-f]{64}$/);
      const table = sheets.get(i === 0 ? 'Registro de Asistencia' : 'Votos') ?? [];
      const ids = columnOf(table, 'Inmueble').map(({ text }) => text);
      expect(columnOf(table, 'Propietario').map(({ text }) => text)).toEqual(
        unitsOf(ids).map(({ owner }) => owner),
      );
      for (const cell of columnOf(table, 'Coeficiente')) expect(cell.type).toBe('float');
      expect(columnOf(table, 'Coeficiente').map(({ value }) => value)).toEqual(
        unitsOf(ids).map(({ nano }) => Number(decimalOf(nano))),
      );
      const question = held.questions[i - 1];
      if (question === undefined) {
        expect(ids).toEqual(held.present);
        expect(factOf(sheets, 'Coeficiente registrado')).toBe(wall.registered.coefficient);
        expect(factOf(sheets, 'Inmuebles registrados')).toBe(held.present.length);
        expect(sums[i]?.[0]).toBeCloseTo(wall.registered.coefficient, 8);
        for (const cell of columnOf(table, 'Hora de entrada')) expect(cell.type).toBe('date');
        continue;
      }
      const concept = wall.concepts.find(({ conceptId }) => conceptId === question.conceptId);
      expect(factOf(sheets, 'Coeficiente que votó')).toBe(concept?.voted.coefficient);
      expect(sums[i]?.[0]).toBeCloseTo(concept?.voted.coefficient ?? Number.NaN, 8);
      const represented = weighed(unitsOf(question.present)).coefficient;
      expect((sums[i]?.[0] ?? 0) + (sums[i]?.[1] ?? 0)).toBeCloseTo(represented, 8);
      const answers = sheets.get('Resultado') ?? [];
      expect(columnOf(answers, 'Coeficiente').map(({ value }) => value)).toEqual(
        concept?.answers.map(({ coefficient }) => coefficient),
      );
      expect(columnOf(answers, 'Inmuebles').map(({ value }) => value)).toEqual(
        concept?.answers.map(({ apartments }) => apartments),
      );
    }
  });
}

function columnOf(table: readonly (readonly OfficeCell[])[], title: string): OfficeCell[] {
  const at = (table[0] ?? []).findIndex(({ text }) => text === title);
  expect(at, title).toBeGreaterThanOrEqual(0);
  return table.slice(1).flatMap((row) => row[at] ?? []);
}

function rangeOf(sheets: OfficeBook['sheets'], name: string, title: string): string {
  const table = sheets.get(name) ?? [];
  const letter = String.fromCharCode(65 + (table[0] ?? []).findIndex(({ text }) => text === title));
  return `${name}.${letter}2:${letter}${Math.max(2, table.length)}`;
}

function factOf(sheets: OfficeBook['sheets'], label: string): string | number | null | undefined {
  const row = (sheets.get('Resumen') ?? []).find(([name]) => name?.text === label);
  return row?.[1]?.value ?? row?.[1]?.text;
}
