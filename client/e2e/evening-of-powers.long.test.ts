/**
 * Test of an evening decided by powers of attorney: 240 units of a real building, sixty powers imported from a
 * sheet, a budget, a reform counted in the room, a question with a vote per dwelling, and a council of five by
 * lists. All figures of the acta are computed again from the law and the table.
 */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWord } from '../../server/testing/word-text.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { topicAnswers } from '../../shared/assemblies/course/topics.ts';
import { handElection } from '../../shared/assemblies/elections/hand-election.fixture.ts';
import { listPowers, type PowerState } from '../../shared/assemblies/powers/powers.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { changePowerRules } from '../../shared/properties/power-rules.api.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { MADE_MS, PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { hasRealXlsx, REAL_XLSX, readRealUnits } from './real-table.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { exact, four, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Conjunto de los Poderes';
const AGENDA = ['Verificación del quórum', 'Presupuesto', 'Reforma del reglamento', 'Mascota', 'Consejo'];
const ANSWERS = ['Si', 'No', 'Blanco'];
const AT_ONCE = 8;
const MARTA = { name: 'Marta Ruiz', document: '52123456' };
const LUIS = { name: 'Luis Peña', document: '79555111' };
const ADMIN = { name: 'Rosa Gil', document: '41000999' };
const AGENT = { name: 'Inés Mora', document: '1020304' };

const LISTS = [
  { title: 'Plancha 1', names: ['Ana Uno', 'Beto Dos', 'Ciro Tres', 'Dora Cuatro', 'Elsa Cinco'] },
  { title: 'Plancha 2', names: ['Fabio Seis', 'Gala Siete', 'Hugo Ocho'] },
  { title: 'Plancha 3', names: ['Iris Nueve', 'Juan Diez'] },
];

/** Formats a number in units of 10⁻¹⁰ with all decimals: a half, a fifth or seven tenths of a sum may have ten. */
const tenDecimals = (value: bigint): string =>
  `${value / 10_000_000_000n}.${String(value % 10_000_000_000n).padStart(10, '0')}`
    .replace(/\.?0+$/, '')
    .replace('.', ',');

if (!hasRealXlsx) console.warn(`${REAL_XLSX} is not here: the evening of powers is not held.`);

describe.skipIf(!hasRealXlsx)('an evening of powers in a building of 240 units', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let units: readonly Unit[] = [];
  let desk: Operator;
  let panel: Operator;
  let wall: Screen;
  let marta: Owner;
  let home: Owner;
  let point = 0;
  /** Votes cast by the test: question → unit → answer id. */
  const votes = new Map<string, Map<string, number>>();

  /**
   * Units by representative: 30 powers for Marta, 28 for Luis, a forbidden power for the administrator, and sixty
   * units of a single company.
   */
  const groups = () => ({
    marta: units.slice(0, 30),
    luis: units.slice(30, 58),
    barred: units.slice(58, 59),
    company: units.slice(59, 119),
    inPerson: units.slice(119, 190),
    home: units.slice(190, 200),
  });
  const here = () => {
    const { barred: _, ...rest } = groups();
    return Object.values(rest).flat();
  };
  const byPower = () => [...groups().marta, ...groups().luis, ...groups().company];
  const idsOf = (some: readonly Unit[]) => some.map((unit) => unit.apartmentId);

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    // Ids and coefficients of the building; the table has no owners.
    units = (await readRealUnits()).map((unit, at) => ({
      ...unit,
      owner:
        at >= 59 && at < 119
          ? 'Constructora del Llano SAS'
          : `Propietario ${String(at + 1).padStart(3, '0')}`,
    }));
    expect(units).toHaveLength(240);
    const rows = units.map(
      (unit) => `${unit.apartmentId};${unit.owner};${unit.coefficient.replace('.', ',')};vivienda`,
    );
    jointId = await setup.joint(JOINT, {
      fileName: 'conjunto.csv',
      csv: ['unidad;propietario;coeficiente;tipo', ...rows, ''].join('\n'),
    });
    const params = { jointId };
    await setup.staff.ask(changePowerRules, {
      params,
      body: {
        share: 20,
        shareBlocks: false,
        barredBlocks: false,
        barred: [{ ...ADMIN, role: 'administrator' }],
      },
    });
    await setup.hall(jointId).describe({
      mode: 'mixed',
      agenda: AGENDA.map((point, at) => `${at + 1}. ${point}`).join('\n'),
    });
    await setup.hall(jointId).openRegistration();
    const account = await setup.user('omar', Profile.operator, {
      name: 'Omar Ríos',
      assemblyJoints: [jointId],
    });
    const atHome = await setup.owner('hogar', jointId, idsOf(groups().home));
    [desk, panel, wall, marta, home] = await Promise.all([
      Operator.at(browser, server.url),
      Operator.at(browser, server.url),
      Screen.at(browser, server.url),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
    ]);
    await Promise.all([
      desk.signIn(account, '/Assemblies/Powers'),
      panel.signIn(account, '/AssemblyPanel').then(() => panel.seesLive('live')),
      wall.signIn(setup.platform, '/Quorum').then(() => wall.seesLive('live')),
      home.signIn(atHome, '/LaunchPage').then(() => home.seesLive('live')),
    ]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [desk, panel, wall, marta, home]);

  it('imports sixty powers, accepts the valid ones in one press, rejects barred holders', async () => {
    const { marta: ofMarta, luis, barred, company } = groups();
    const row = (some: readonly Unit[], to: { name: string; document: string }, instructions = '') =>
      `"${idsOf(some).join(', ')}",${to.name},${to.document},${instructions}`;
    const sheet = [
      'Inmueble,Apoderado,Documento del apoderado,Instrucciones',
      ...ofMarta.map((unit, at) => row([unit], MARTA, at < 10 ? 'No a la reforma' : '')),
      ...luis.map((unit) => row([unit], LUIS)),
      row(barred, ADMIN),
      row(company, AGENT),
      '',
    ].join('\n');
    const file = { name: 'poderes.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
    await desk.page.locator('input[type=file]').setInputFiles(file);
    await desk.sees('Poderes encontrados: 60.');
    await desk.press('Importar');
    await desk.sees('Poderes guardados: 60. Quedan por revisar.');
    await desk.press('Aceptar los 58 sin advertencias');
    await expect.poll(async () => countOf('accepted')).toBe(58);
    await desk.choose('Mostrar', 'Con advertencia (2)');
    await desk.sees(/Rosa Gil es administrador y no puede representar/);
    await desk.sees(/Inés Mora representaría el .* del coeficiente; el límite es 20/);
    await desk.page.getByRole('button', { name: `Rechazar el poder de ${idsOf(barred)[0]}` }).click();
    const why = desk.page.getByRole('alertdialog');
    await why.getByRole('textbox').fill('Es la administradora');
    await why.getByRole('button', { name: 'Rechazar', exact: true }).click();
    await why.waitFor({ state: 'hidden' });
    await desk.page.getByRole('button', { name: `Aceptar el poder de ${idsOf(company).join(', ')}` }).click();
    await expect.poll(async () => countOf('accepted')).toBe(59);
    expect(await countOf('rejected')).toBe(1);
  });

  const countOf = async (state: PowerState) =>
    (await powers()).filter((power) => power.state === state).length;
  const powers = () => setup.staff.ask(listPowers, { params: { jointId }, query: {} });

  it('registers holders of powers, attendees, and owners at home', async () => {
    const params = { jointId };
    const all = await powers();
    const [codes, people] = [await setup.codes(jointId, 3), [MARTA, LUIS, AGENT]];
    for (const [at, { name }] of people.entries()) {
      const powerIds = all.filter(({ holder }) => holder.name === name).map(({ powerId }) => powerId);
      await setup.staff.ask(register, { params, body: { code: codes[at] ?? '', powers: powerIds } });
    }
    const { inPerson } = groups();
    await mapLimited(inPerson, AT_ONCE, (unit) => setup.atDoor(jointId, [unit.apartmentId]));
    await home.register();
    await marta.open(`/VoteQR/${codes[0]}`);
    await marta.sees('Usted vota por 30 inmuebles');
    await wall.sees(four(sumOf(here())));
  });

  /** Casts votes on paper with the answers of `choose`. Skips units with a vote. */
  async function onPaper(name: string, choose: (at: number) => number): Promise<void> {
    const conceptId = conceptOf(name);
    const noted = votes.get(name) ?? new Map<string, number>();
    votes.set(name, noted);
    const voting = here().filter((unit) => !noted.has(unit.apartmentId));
    await mapLimited(voting, AT_ONCE, async ({ apartmentId }) => {
      const voteId = choose(units.findIndex((unit) => unit.apartmentId === apartmentId));
      if (voteId === 0) return;
      await setup.staff.ask(castVote, { body: { jointId, conceptId, apartmentId, voteId } });
      noted.set(apartmentId, voteId);
    });
  }
  const conceptOf = (name: string) => Number(/\d+$/.exec(name)?.[0]) + 1;
  const note = (name: string, some: readonly Unit[], voteId: number) => {
    const noted = votes.get(name) ?? new Map<string, number>();
    for (const { apartmentId } of some) noted.set(apartmentId, voteId);
    votes.set(name, noted);
  };
  /** Units with the given answer to a question, among all votes or (`inRoom`) without the votes from home. */
  function gave(name: string, voteId: number, inRoom = false): Unit[] {
    const atHome = new Set(inRoom ? idsOf(groups().home) : []);
    return units.filter(({ apartmentId }) => {
      const isAway = atHome.has(apartmentId) && byPhone.has(name);
      return votes.get(name)?.get(apartmentId) === voteId && !isAway;
    });
  }
  /** Questions answered online by the owners at home. */
  const byPhone = new Set<string>();

  async function opensPoint(number: number): Promise<void> {
    point = number;
    await panel.press(`Abrir punto ${number}`);
    await wall.sees(`Punto ${number}: ${AGENDA[number - 1]}`);
  }
  /**
   * Adds a question under the open agenda point. Selects the legal subject first, because the subject decides the
   * majority.
   */
  async function asks(
    matter: string,
    question: string,
    { more = async () => undefined as unknown, isWarned = false } = {},
  ): Promise<void> {
    await panel.follow('Generar Pregunta');
    await panel.choose('¿Qué se decide?', matter);
    // The open point is chosen already.
    const chosen = panel.page.getByRole('button', { name: /Punto del orden del día/ });
    await chosen.filter({ hasText: `${point}. ${AGENDA[point - 1]}` }).waitFor();
    await more();
    await panel.ask(question, { isWarned });
    await panel.follow('Panel Asambleas');
  }
  async function closes(): Promise<void> {
    await panel.closeVote();
    await panel.page.getByRole('button', { name: 'Volver a activar' }).waitFor();
  }

  it('votes the budget: a phone for thirty powers, another at home, paper for the rest', async () => {
    await opensPoint(1);
    await opensPoint(2);
    await asks('Presupuesto', '¿Aprueba el presupuesto de 2027?');
    await marta.sees('Punto 2: Presupuesto');
    await marta.vote('Sí');
    await marta.sees('Gracias por su votación.');
    await marta.sees('Usted ya votó esta pregunta.');
    note('VOTACIÓN 1', groups().marta, 1);
    await home.open(`/Vote/${jointId}`);
    await home.vote('No');
    await home.sees('Gracias por su votación.');
    note('VOTACIÓN 1', groups().home, 2);
    byPhone.add('VOTACIÓN 1');
    await onPaper('VOTACIÓN 1', (at) => (at % 7 === 6 ? 0 : at % 11 === 3 ? 3 : at % 5 === 0 ? 2 : 1));
    await closes();
  });

  it('votes the reform: split powers in one request; only the room decides', async () => {
    await opensPoint(3);
    await asks(
      'Art. 46, num. 5: Reforma del reglamento o los estatutos',
      '¿Aprueba la reforma del reglamento?',
      { isWarned: true },
    );
    await marta.sees('¿Aprueba la reforma del reglamento?');
    await marta.page.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
    await marta.press('Responder distinto');
    await marta.sees('No a la reforma');
    await marta.page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
    const against = groups().marta.slice(0, 10);
    for (const { apartmentId } of against) {
      await marta.page
        .getByRole('checkbox', { name: new RegExp(`^${apartmentId} - `) })
        .check({ force: true });
    }
    await marta.sees('Si: 20 · No: 10');
    await marta.press('Votar');
    await marta.answer('Seleccionó respuestas diferentes. ¿Está seguro de su respuesta?', 'Sí');
    await marta.sees('Gracias por su votación.');
    note('VOTACIÓN 2', groups().marta, 1);
    note('VOTACIÓN 2', against, 2);
    await home.open(`/Vote/${jointId}`);
    await home.vote('Si');
    await home.sees('Gracias por su votación.');
    note('VOTACIÓN 2', groups().home, 1);
    byPhone.add('VOTACIÓN 2');
    await onPaper('VOTACIÓN 2', (at) => (at % 60 === 59 ? 2 : 1));
    await closes();
  });

  it('votes a question without economic content, one vote per dwelling', async () => {
    await opensPoint(4);
    await asks(
      'Asunto sin contenido económico, en vivienda',
      '¿Escoge el colibrí como mascota del conjunto?',
    );
    await onPaper('VOTACIÓN 3', (at) => (at % 3 === 0 ? 2 : at % 10 === 1 ? 3 : 1));
    await closes();
  });

  it('elects a council of five by lists', async () => {
    await opensPoint(5);
    await asks('Elección o nombramiento', '¿A qué plancha elige para el consejo?', {
      more: async () => {
        await panel.page.getByRole('textbox', { name: 'Puestos por elegir' }).fill('5');
        await panel.page.keyboard.press('Tab');
        await panel.page
          .getByRole('radio', { name: 'Cuociente electoral', exact: true })
          .check({ force: true });
        for (const [at, { names }] of LISTS.entries()) {
          const box = panel.page.getByLabel(`Nombres de la plancha ${at + 1}`, { exact: true });
          if ((await box.count()) === 0) await panel.press('Agregar una plancha');
          await box.fill(names.join('\n'));
        }
      },
    });
    await onPaper('VOTACIÓN 4', (at) => (at % 13 === 5 ? 4 : at % 9 < 4 ? 1 : at % 9 < 7 ? 2 : 3));
    await closes();
    await wall.sees('5 puestos elegidos');
  });

  it('every figure of the acta is the sum of its units', async () => {
    await panel.open('/Assemblies');
    const downloading = panel.page.waitForEvent('download', { timeout: MADE_MS });
    await panel.page.getByRole('button', { name: /^Borrador de acta en Word/ }).click();
    const acta = await readWord(readFileSync(await (await downloading).path()));
    const says = (words: string) => expect(acta.lines.filter((line) => line.includes(words))).not.toEqual([]);
    const sumWords = (some: readonly Unit[]) =>
      `${some.length} inmuebles con ${four(sumOf(some))} de coeficiente`;

    const [present, all] = [sumOf(here()), sumOf(units)];
    says(`El censo de la asamblea tiene ${sumWords(units)}.`);
    says(`están representados ${four(present)} de coeficiente en ${here().length} inmuebles.`);
    says(`Se requiere más de ${tenDecimals(5n * present)} de los ${exact(present)} representados.`);
    says(`Se requiere al menos ${tenDecimals(7n * all)} de los ${exact(all)} de la copropiedad.`);
    says(
      `Se requiere al menos ${Math.floor(here().length / 2) + 1} de los ${here().length} votos representados.`,
    );
    const attendees = acta.tables.find(([head = []]) => head[2] === 'Asistente')?.slice(1) ?? [];
    // Listed in order of entry.
    const listed = attendees
      .slice(0, -1)
      .map(([id, owner, , , coefficient]) => `${id} ${owner} ${coefficient}`);
    // The quorum was reached by one of the entries and never fell: no unit left.
    let so = 0n;
    const sums = attendees.slice(0, -1).map(([id]) => {
      so += sumOf(units.filter(({ apartmentId }) => apartmentId === id));
      return so;
    });
    // Entries of one registration have the same time.
    const ids = attendees.slice(0, -1).map(([id = '']) => id);
    const first = sums.findIndex((sum) => 2n * sum > all);
    const { marta: ofMarta, luis: ofLuis, company, home: atHome } = groups();
    const act =
      [ofMarta, ofLuis, company, atHome].find((some) => idsOf(some).includes(ids[first] ?? '')) ?? [];
    const reached = Math.max(first, ...idsOf(act).map((id) => ids.indexOf(id)));
    const lowest = acta.lines.find((line) => line.includes('Lo menos que estuvo registrado')) ?? '';
    // Entries in the same millisecond count together.
    const sentences = [0, 1, 2].map((more) => {
      const at = reached + more;
      return `fue ${at + 1} inmuebles con ${four(sums[at] ?? 0n)} de coeficiente, a las`;
    });
    expect(
      sentences.filter((words) => lowest.includes(words)),
      lowest,
    ).toHaveLength(1);
    expect(listed.sort()).toEqual(
      here()
        .map((unit) => `${unit.apartmentId} ${unit.owner} ${four(sumOf([unit]))}`)
        .sort(),
    );
    expect(attendees.at(-1)).toEqual(['Total', `${here().length} inmuebles`, '', '', four(present), '', '']);

    says(`Se recibieron 60 poderes. Con 59 poderes se representaron ${sumWords(byPower())}.`);
    says('Los revisó y aceptó: Omar Ríos (59).');
    const annex = acta.tables.find(([head = []]) => head[1] === 'Lo da')?.slice(1) ?? [];
    expect(annex).toHaveLength(60);
    for (const [ids = '', , holder = '', coefficient, , , state] of annex) {
      const named = ids.split(', ');
      expect(coefficient).toBe(four(sumOf(units.filter((unit) => named.includes(unit.apartmentId)))));
      expect(state).toBe(holder.startsWith(ADMIN.name) ? 'Rechazado: Es la administradora' : 'Usado');
    }

    // Each question was opened and closed once, with all units present.
    const moments = acta.tables.find(([head = []]) => head[0] === 'Momento')?.slice(1) ?? [];
    const quorum = 2n * present > all ? 'Sí' : 'No';
    // The last column depends on connections.
    expect(moments.map(([moment, , ...figures]) => [moment, ...figures.slice(0, 3)])).toEqual(
      [1, 2, 3, 4].flatMap((number) =>
        ['apertura', 'cierre'].map((moment) => [
          ...[`VOTACIÓN ${number}, ${moment}`, String(here().length), four(present), quorum],
        ]),
      ),
    );

    const answered = acta.tables.filter(([head = []]) => head[0] === 'Respuesta');
    expect(answered).toHaveLength(4);
    const represented = acta.lines.filter((line) => line.startsWith('Representados al cerrarla:'));
    const results = acta.lines.filter((line) => line.startsWith('Resultado:'));
    const labels = [topicAnswers, ANSWERS, ANSWERS, [...LISTS.map(({ title }) => title), 'Voto en blanco']];
    for (const [at, table] of answered.entries()) {
      const name = `VOTACIÓN ${at + 1}`;
      const voted = here().filter((unit) => votes.get(name)?.has(unit.apartmentId));
      // The reform has an extra column for votes in the room, the question of dwellings for counted votes.
      const more = (room: string, count: string) => (at === 1 ? [room] : at === 2 ? [count] : []);
      expect(table.slice(1), name).toEqual([
        ...(labels[at] ?? []).map((label, i) => {
          const units = gave(name, i + 1);
          const room = four(sumOf(gave(name, i + 1, true)));
          return [label, ...more(room, String(units.length)), four(sumOf(units)), String(units.length)];
        }),
        ['No votaron', ...more('', ''), '', String(here().length - voted.length)],
        ['Total votado', ...more('', ''), four(sumOf(voted)), String(voted.length)],
      ]);
      expect(represented[at]).toContain(sumWords(here()));
    }
    // Majorities: more than half of the represented coefficients (art. 45); 70 % of the building, by votes in the
    // room (art. 46); more than half of the represented dwellings (C-522 de 2002).
    const yes = (name: string, inRoom = false) => sumOf(gave(name, 1, inRoom));
    const dwellings = BigInt(gave('VOTACIÓN 3', 1).length);
    const decided = [
      { part: yes('VOTACIÓN 1'), base: sumOf(here()), passes: 2n * yes('VOTACIÓN 1') > sumOf(here()) },
      {
        part: yes('VOTACIÓN 2', true),
        base: sumOf(units),
        passes: 10n * yes('VOTACIÓN 2', true) >= 7n * sumOf(units),
      },
      { part: dwellings, base: BigInt(here().length), passes: 2n * dwellings > BigInt(here().length) },
    ];
    for (const [at, { part, base, passes }] of decided.entries()) {
      const resultParts = /^Resultado: (No aprobada|Aprobada)\. «S[ií]»: (\d+)(?:,(\d+))? ?%/.exec(
        results[at] ?? '',
      );
      expect(resultParts?.[1], results[at]).toBe(passes ? 'Aprobada' : 'No aprobada');
      const [, , whole = '', fraction = ''] = resultParts ?? [];
      // The percentage is the share, rounded at the last digit.
      const scale = 10n ** BigInt(fraction.length);
      const off = 2n * (BigInt(whole + fraction) * base - 100n * scale * part);
      expect(off <= base && off >= -base, results[at]).toBe(true);
    }

    // Independent computation of the seats (Código de Comercio, art. 197).
    const gathered = [1, 2, 3, 4].map((list) => sumOf(gave('VOTACIÓN 4', list)));
    const [blank = 0n] = gathered.slice(3);
    const { elected, alternates, ties } = handElection({
      method: 'quotient',
      seats: 5,
      votes: gathered.slice(0, 3).map(Number),
      names: LISTS.map(({ names }) => names.length),
      blank: Number(blank),
    });
    expect(ties).toEqual([]);
    const nameOf = (place: string) => {
      const [list = 0, at = 0] = place.split('.').map(Number);
      return LISTS[list - 1]?.names[at - 1] ?? '';
    };
    const seats = acta.tables.find(([head = []]) => head[0] === 'Puesto')?.slice(1) ?? [];
    expect(seats.map(([seat, name]) => [seat, name])).toEqual(
      elected.map((place, at) => [String(at + 1), nameOf(place)]),
    );
    const valid = gathered.reduce((sum, one) => sum + one, 0n);
    says(`Votos válidos ${exact(valid)} ÷ 5 puestos = cuociente ${tenDecimals(2n * valid)}`);
    for (const [at, { title, names }] of LISTS.entries()) {
      const votes = gathered[at] ?? 0n;
      // Remainder of the votes after each whole quotient, in fifths of 10⁻⁹ so that every number is an integer.
      let [left, whole] = [5n * votes, 0];
      for (; left >= valid; whole++) left -= valid;
      const won = elected.filter((place) => place.startsWith(`${at + 1}.`)).length;
      const byQuotient = Math.min(whole, names.length);
      const by = [
        ...(byQuotient > 0 ? [`${byQuotient} por cuociente`] : []),
        ...(won > byQuotient ? [`${won - byQuotient} por residuo`] : []),
      ];
      const seats = won === 0 ? 'ningún puesto' : `${won} puesto${won === 1 ? '' : 's'}: ${by.join(' y ')}`;
      says(`${title}: votos ${exact(votes)}, residuo ${tenDecimals(2n * left)}; ${seats}`);
    }
    for (const place of alternates) says(nameOf(place));
    expect([desk, panel, wall, marta, home].flatMap((person) => person.faults)).toEqual([]);
  });
});
