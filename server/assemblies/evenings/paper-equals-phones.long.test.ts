import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { hasRealXlsx, REAL_XLSX, readRealUnits } from '../../../client/e2e/real-table.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { typePaperEvening } from '../../../shared/assemblies/paper-evening/typing.api.ts';
import { actaDraft, contingencyReport } from '../../../shared/assemblies/reports.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { fromNumber, nano, parseCoefficient, sumNano } from '../../../shared/coefficient.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { exactTime } from '../../../shared/format.ts';
import { appForSuite, describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, type Unit, unitsOf } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { hasPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { makePapersNow } from '../evidence/papers.fixture.ts';

/** Generated roll with odd coefficients: some are 0, some owners have two units. */
const generated = Array.from(
  { length: 60 },
  (_, i): Unit => [
    `${1 + (i % 4)}-${101 + Math.floor(i / 4)}`,
    i % 15 === 14 ? '0' : `1.${String((i * 104_729 + 7_919) % 1_000_000_000).padStart(9, '0')}`,
    `PROPIETARIO ${i % 48}`,
  ],
);
if (!hasRealXlsx) console.warn(`${REAL_XLSX} is not here: only a generated roll is typed from paper.`);

/** One evening as it happened: hours in minutes after the beginning. */
interface Evening {
  stays: { unit: string; came: number; left: number | null; person: string | null }[];
  /** Answer of each voting unit, by question. */
  votes: { minute: number; answers: Map<string, number> }[];
}

/** Draws an evening: people come late, leave early, send a proxy, and some do not vote. */
function drawEvening(units: readonly Unit[], random: Random): Evening {
  const below = (n: number) => Math.floor(random.next() * n);
  const stays = units.flatMap(([unit]) => {
    if (below(5) === 0) return [];
    const came = below(4) === 0 ? 25 + below(30) : below(15);
    const left = below(6) === 0 ? came + 1 + below(50) : null;
    return [{ unit, came, left, person: below(4) === 0 ? `APODERADA ${unit}` : null }];
  });
  const weight = new Map(units.map(([unit, coefficient]) => [unit, Number(coefficient)]));
  const votes = [20, 40, 60].map((minute) => {
    const there = stays.filter(({ came, left }) => came <= minute && (left === null || left > minute));
    const voting = there.filter(({ unit }) => (weight.get(unit) ?? 0) > 0 && below(8) > 0);
    return { minute, answers: new Map(voting.map(({ unit }) => [unit, 1 + below(3)])) };
  });
  return { stays, votes };
}

const question = (i: number) => ({
  conceptDescription: `Pregunta ${i + 1}`,
  active: 0 as const,
  rule: i === 1 ? ('unanimous' as const) : ('simple' as const),
});

/** Holds the evening on devices: arrivals, votes and departures one by one, in the order of their minutes. */
async function onPhones(app: TestApp, fixture: AssemblyFixture, evening: Evening, ids: readonly number[]) {
  const { jointId, hall, operator } = fixture;
  const codes = await hall.codes(evening.stays.length);
  let now = -1;
  const moveTo = async (minute: number) => {
    for (const [i, { unit, came, person }] of evening.stays.entries()) {
      if (came <= now || came > minute) continue;
      const attendee = person === null ? {} : { attendee: { name: person }, byProxy: true };
      const body = { apartmentIds: [unit], code: codes[i] ?? '', ...attendee };
      expect((await app.call(register, { params: { jointId }, body }, operator)).status).toBe(201);
    }
    for (const { unit, left } of evening.stays) {
      if (left === null || left <= now || left > minute) continue;
      const input = { params: { jointId, conceptId: 1 }, query: { apartmentId: unit } };
      await app.call(removeRegistrations, input, operator);
    }
    now = minute;
  };
  for (const [i, { minute, answers }] of evening.votes.entries()) {
    await moveTo(minute);
    const conceptId = ids[i] ?? 0;
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 1 } }, operator);
    await Promise.all(
      [...answers].map(async ([apartmentId, voteId]) => {
        const body = { jointId, conceptId, apartmentId, voteId };
        expect((await app.call(castVote, { body }, operator)).status).toBe(201);
      }),
    );
    await hall.close(conceptId);
  }
  await moveTo(Number.POSITIVE_INFINITY);
}

/** Reads the coefficient of each voting unit from the lists of the printed folder, with four decimals. */
async function readFolder(
  app: TestApp,
  { jointId, operator }: AssemblyFixture,
): Promise<Map<string, string>> {
  const { body } = await app.call(contingencyReport, { params: { jointId }, query: {} }, operator);
  const rows = textOfPdf(body.bytes)
    .join('\n')
    .matchAll(/^\s*(\S+)\s+(\d+,\d{4})\s+\(/gm);
  return new Map([...rows].map(([, unit = '', coefficient = '']) => [unit, coefficient]));
}

/** Fills in the folder as ink would: the sums are added from the printed coefficients. */
function inInk(printed: Map<string, string>, evening: Evening, ids: readonly number[], began: number) {
  const added = (of: readonly string[]) => ({
    apartments: of.length,
    coefficient: sumNano(of.map((unit) => parseCoefficient(printed.get(unit) ?? '') ?? nano(0))) / 1e9,
  });
  const hour = (minute: number) => new Date(began + minute * 60_000).toISOString();
  return {
    arrivals: evening.stays.map(({ unit, came, left, person }) => ({
      apartmentIds: [unit],
      at: hour(came),
      ...(left === null ? {} : { leftAt: hour(left) }),
      ...(person === null ? {} : { attendee: { name: person }, byProxy: true }),
    })),
    questions: evening.votes.map(({ minute, answers }, i) => ({
      conceptId: ids[i] ?? 0,
      at: hour(minute),
      votes: [...answers].map(([apartmentId, voteId]) => ({ apartmentId, voteId })),
      tally: [1, 2, 3].map((voteId) => ({
        voteId,
        ...added([...answers].flatMap(([unit, answer]) => (answer === voteId ? [unit] : []))),
      })),
    })),
  };
}

/** Result of the questions without hours and heads, and the people present at the end. */
async function resultsOf(app: TestApp, { jointId, operator }: AssemblyFixture) {
  const { body } = await app.call(getSnapshot, { params: { jointId } }, operator);
  const { concepts, registered, quorum } = body;
  return {
    registered,
    quorum,
    concepts: concepts.map(({ conceptId, voted, answers, outcome }) => ({
      conceptId,
      voted,
      answers,
      outcome,
    })),
  };
}

describeOnOneEngine('an evening on paper, typed in', (make) => {
  const app = appForSuite(make);

  /** Holds one drawn evening on devices and on paper, and compares the results. Returns the evening on paper. */
  async function compare(units: readonly Unit[]): Promise<AssemblyFixture> {
    const evening = drawEvening(units, new Random(45));
    const [phones, paper] = [await holdAssembly(app, { units }), await holdAssembly(app, { units })];
    const ids: number[] = [];
    for (const i of [0, 1, 2]) {
      await phones.hall.ask(question(i));
      ids.push(await paper.hall.ask(question(i)));
    }
    await onPhones(app, phones, evening, ids);
    const { jointId } = paper;
    const printed = await readFolder(app, paper);
    expect(printed.size).toBe(units.filter(([, coefficient]) => Number(coefficient) > 0).length);
    const body = inInk(printed, evening, ids, Date.now() - 3 * 3_600_000);
    const typed = await app.call(typePaperEvening, { params: { jointId }, body }, paper.operator);
    expect(typed.status, JSON.stringify(typed.error)).toBe(201);
    expect(typed.body).toMatchObject({ registered: evening.stays.length, already: [], differences: 0 });
    expect(await resultsOf(app, paper)).toEqual(await resultsOf(app, phones));
    await expectTrailExplainsAll(app);
    return paper;
  }

  /** Closes an assembly and expects that both verifiers accept the expediente. Returns the line on the paper. */
  async function verified({ hall, jointId, operator }: AssemblyFixture): Promise<string> {
    await hall.describe({ closed: true });
    await makePapersNow(app);
    const made = await app.call(expedienteReport, { params: { jointId }, query: {} }, operator);
    const page = openVerifier();
    const zip = new Uint8Array(made.body.bytes);
    const { isGood, proof } = await page.verify(zip, { outside: '', key: '', promise: '' });
    expect(isGood).toBe(true);
    if (hasPython) {
      const path = join(mkdtempSync(join(tmpdir(), 'scaf-paper-')), 'expediente.zip');
      writeFileSync(path, zip);
      const script = new URL('../evidence/verifiers/verificar.py', import.meta.url).pathname;
      const env = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
      const run = spawnSync('python3', [script, path], { encoding: 'utf8', env });
      rmSync(dirname(path), { recursive: true });
      expect(run.stdout.split('\n')).toContain(proof[0]);
      expect(run.status).toBe(0);
    }
    return proof[0] ?? '';
  }

  it('gives the same results as on devices, and both verifiers accept the expediente', async () => {
    expect(await verified(await compare(generated))).toMatch(/^PAPEL: el .* las sumas del papel coinciden/);
  });

  it('a correction delayed by the first question weighs the second, and both verifiers agree', async () => {
    const evening = await holdAssembly(app, { units: unitsOf('101;60;ANA RUIZ', '102;40;LUIS PAZ') });
    const { hall, jointId, operator } = evening;
    const ids = [await hall.ask('¿Aprueba?'), await hall.ask(question(1))];
    const correction = { coefficient: 50, reason: 'Escritura' };
    const unit = { params: { jointId, apartmentId: '101' }, body: correction };
    expect((await app.call(correctRoll, unit, operator)).status).toBe(200);
    const at = new Date(Date.now() - 60_000).toISOString();
    const votes = [{ apartmentId: '101', voteId: 1 }];
    const type = (...sums: number[]) => {
      const questions = ids.map((conceptId, i) => ({
        conceptId,
        at,
        votes,
        tally: [{ voteId: 1, apartments: 1, coefficient: sums[i] ?? 0 }],
      }));
      const body = { arrivals: [{ apartmentIds: ['101'], at }], questions };
      return app.call(typePaperEvening, { params: { jointId }, body }, operator);
    };
    const old = await type(60, 60);
    expect([old.error.code, Object(old.error?.details).differences]).toMatchObject([
      'paperDiffers',
      [{ conceptId: ids[1], typed: { apartments: 1, coefficient: fromNumber(50) } }],
    ]);
    expect((await type(60, 50)).body).toMatchObject({ differences: 0 });
    await verified(evening);
  });

  it.skipIf(!hasRealXlsx)(
    'gives the same results as on devices, with the roll of a real building',
    async () => {
      const units = await readRealUnits();
      await compare(
        units.map(({ apartmentId, coefficient }, i): Unit => [apartmentId, coefficient, `DUEÑO ${i}`]),
      );
    },
  );

  it('a retried request counts once', async () => {
    const evening = await holdAssembly(app, { units: unitsOf('101;60;ANA RUIZ', '102;40;LUIS PAZ') });
    const conceptId = await evening.hall.ask(question(0));
    const at = new Date(Date.now() - 60_000).toISOString();
    const body = {
      arrivals: [{ apartmentIds: ['101'], at }],
      questions: [{ conceptId, at, votes: [{ apartmentId: '101', voteId: 1 }], tally: [] }],
    };
    const input = { params: { jointId: evening.jointId }, body };
    const as = { token: evening.operator, key: 'papel-1-abcdefgh' };
    const first = await app.call(typePaperEvening, input, as);
    expect([first.status, first.body.registered]).toEqual([201, 1]);
    expect((await app.call(typePaperEvening, input, as)).body).toEqual(first.body);
    expect((await app.call(typePaperEvening, input, evening.operator)).error.code).toBe(
      'paperQuestionClosed',
    );
  });
});

describeOnOneEngine('lines of an evening on paper', (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  let conceptId: number;
  const hour = (minutes: number) => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString();
  const type = (body: object) =>
    app.call(
      typePaperEvening,
      { params: { jointId: evening.jointId }, body: { arrivals: [], questions: [], ...body } },
      evening.operator,
    );
  const refusals = (reply: Awaited<ReturnType<typeof type>>) => {
    const { lines = [] } = Object(reply.error?.details) as {
      lines?: { conceptId: number; apartmentId: string; code: string }[];
    };
    return [reply.error.code, ...lines.map((line) => `${line.conceptId} ${line.apartmentId} ${line.code}`)];
  };

  beforeAll(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;60;ANA RUIZ', '102;40;LUIS PAZ', 'PQ 1;0;ANA RUIZ;parqueadero;101'),
    });
    conceptId = await evening.hall.ask(question(0));
    // The assembly was called yesterday: the hours of the paper come after.
    const created_at = Date.now() - 86_400_000;
    await app.store.db.updateTable('assembly').set({ created_at }).execute();
  });

  it('a refused line leaves the store as before', async () => {
    const arrivals = [{ apartmentIds: ['101', 'PQ 1'], at: hour(0) }];
    const votes = (...list: [string, number][]) => ({
      arrivals,
      questions: [
        {
          conceptId,
          at: hour(5),
          votes: list.map(([apartmentId, voteId]) => ({ apartmentId, voteId })),
          tally: [],
        },
      ],
    });
    const line = (unit: string, code: string) => ['paperRefused', `${conceptId} ${unit} ${code}`];
    expect(refusals(await type(votes(['101', 1], ['102', 1])))).toEqual(
      line('102', 'apartmentNotRegistered'),
    );
    expect(refusals(await type(votes(['101', 9])))).toEqual(line('101', 'answerUnknown'));
    expect(refusals(await type(votes(['101', 1], ['PQ 1', 1])))).toEqual(line('PQ 1', 'zeroCoefficient'));
    expect(refusals(await type(votes(['101', 1], ['101', 2])))).toEqual(line('101', 'unitTwice'));
    expect(refusals(await type(votes(['999', 1])))).toEqual(line('999', 'apartmentNotFound'));
    const list = (...rows: object[]) => type({ arrivals: rows });
    expect(refusals(await list({ apartmentIds: ['999'], at: hour(0) }))).toEqual([
      'paperRefused',
      '1 999 apartmentNotFound',
    ]);
    expect(refusals(await list({ apartmentIds: ['101'], at: hour(5), leftAt: hour(1) }))).toEqual([
      'paperRefused',
      '1 101 paperHoursCrossed',
    ]);
    const ahead = await list({ apartmentIds: ['101'], at: hour(5), leftAt: hour(90) });
    expect(ahead.error.code).toBe('paperHourAhead');
    expect((await list({ apartmentIds: ['101'], at: '2026-11-29T23:59:60Z' })).status).toBe(400);
    const { registered, concepts } = await resultsOf(app, evening);
    expect([registered.apartments, concepts.every(({ voted }) => voted.apartments === 0)]).toEqual([0, true]);
  });

  it('a different sum needs a reason, and trail and acta have the reason', async () => {
    const wrong = {
      arrivals: [
        { apartmentIds: ['101'], at: hour(0) },
        {
          apartmentIds: ['102'],
          at: hour(1),
          attendee: { name: 'MARTA GIL' },
          byProxy: true,
          leftAt: hour(30),
        },
      ],
      questions: [
        {
          conceptId,
          at: hour(10),
          votes: [
            { apartmentId: '101', voteId: 1 },
            { apartmentId: '102', voteId: 2 },
          ],
          tally: [
            { voteId: 1, apartments: 2, coefficient: 60 },
            { voteId: 2, apartments: 1, coefficient: 40 },
          ],
        },
      ],
      presence: { at: hour(5), apartments: 2, coefficient: 100 },
    };
    const refused = await type(wrong);
    expect([refused.status, refused.error.code]).toEqual([422, 'paperDiffers']);
    expect(Object(refused.error?.details).differences).toEqual([
      {
        conceptId,
        voteId: 1,
        paper: { apartments: 2, coefficient: fromNumber(60) },
        typed: { apartments: 1, coefficient: fromNumber(60) },
        isDifferent: true,
      },
    ]);
    const done = await type({ ...wrong, reason: 'El papel contó dos veces el 101' });
    expect(done.body).toEqual({
      registered: 2,
      already: [],
      questions: [{ conceptId, votes: 2 }],
      differences: 1,
    });
    const { jointId, operator } = evening;
    const trail = await app.call(listAudit, { params: { jointId }, query: {} }, operator);
    const sentences = trail.body.entries.map(({ act, what }) => `${act}: ${what}`).join('\n');
    expect(sentences).toContain(
      'votaciones 1. No coinciden 1 suma del papel. Motivo: El papel contó dos veces el 101.',
    );
    for (const act of [
      'assemblyOpened',
      'registered',
      'conceptActivated',
      'votes',
      'conceptDeactivated',
      'freed',
    ]) {
      expect(sentences).toMatch(new RegExp(`^${act}: .* Digitado desde papel\\.$`, 'm'));
    }
    expect(sentences).toContain('según la lista en papel');
    const acta = await app.call(actaDraft, { params: { jointId }, query: {} }, operator);
    const text = textOfPdf(acta.body.bytes).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('Asamblea en papel:');
    expect(text).toContain(
      `El propietario Propietario 60,0000 ${exactTime(wrong.arrivals[0]?.at ?? '')} (recibido`,
    );
    expect(text).toContain('en papel 2 inmuebles con 60,0000 de coeficiente, digitado 1 inmueble');
  });

  it('another open question stays open, and the typing waits', async () => {
    const open = await evening.hall.ask('¿Otra?');
    const later = await evening.hall.ask(question(2));
    const votes = [{ apartmentId: '101', voteId: 1 }];
    const typed = { questions: [{ conceptId: later, at: hour(20), votes, tally: [] }] };
    expect((await type(typed)).error.code).toBe('paperWhileOpen');
    await evening.hall.close(open);
    expect((await type(typed)).status).toBe(201);
  });

  it('only the desk types an evening in', async () => {
    const { token } = await evening.owner('duena', ['101']);
    const input = { params: { jointId: evening.jointId }, body: { arrivals: [], questions: [] } };
    expect((await app.call(typePaperEvening, input, token)).status).toBe(403);
  });
});
