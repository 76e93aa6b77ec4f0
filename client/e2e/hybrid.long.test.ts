/**
 * Test of a hybrid assembly in a real building: 60 units with badges, 60 with cards, 40 at home by mailed link. One
 * question uses voting badges, another uses phones. All shown figures are computed again.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/audit/verify.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { type Follower, followJoint } from '../../server/testing/live.ts';
import { partsOfLink, startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { changeAssembly, getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../shared/assemblies/code.ts';
import { castBallots } from '../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { listInvitations, sendInvitations } from '../../shared/assemblies/invitations.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import type { LiveConcept } from '../../shared/assemblies/live.ts';
import { listPresence } from '../../shared/assemblies/presence.api.ts';
import { castVote, unitHistory } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { ApiClient } from './api-client.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen, Staff, UNITS_INPUT } from './people.ts';
import type { Person } from './person.ts';
import { hasRealXlsx, REAL_XLSX, readRealUnits } from './real-table.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { exact, four, nanoOf, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Conjunto Altos del Roble';
const BADGES = 60;
const CARDS = 20;
const UNITS_A_CARD = 3;
const AT_HOME = 40;
/** Number of owners at home with an open page. The other owners act through the API. */
const PHONES = 5;
/** Number of badges scanned on screen, all in a long run. The other badges register through the API. */
const SCANNED_BADGES = isLong ? BADGES : 20;
const SCANNED_CARDS = 5;
const SCANNED_BALLOTS = 15;
const AT_ONCE = 8;

const BY_BADGES = '¿Aprueba la reforma del reglamento de propiedad horizontal?';
const BY_PHONES = '¿Aprueba el presupuesto de 2027?';
const answers = ['Si', 'No', 'Blanco'] as const;
type Answer = (typeof answers)[number];
/** Answers of a group's voters, repeated in order; null: the voter abstains. */
const COURSE: readonly (Answer | null)[] = ['Si', 'Si', 'No', 'Si', 'Blanco', 'Si', null];
const answerAt = (at: number): Answer | null => COURSE[at % COURSE.length] ?? null;
const idOf = (answer: Answer): number => answers.indexOf(answer) + 1;

/** Person with an attendance code for one or more units. */
interface Party {
  units: readonly Unit[];
  code: string;
}
interface Home {
  unit: Unit;
  username: string;
  userId: string;
  email: string;
}

if (!hasRealXlsx) console.warn(`${REAL_XLSX} is not here: the hybrid assembly is not held.`);

describe.skipIf(!hasRealXlsx)('a hybrid assembly of 240 units', () => {
  let mails: TestMailServer;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let everybody: Person[] = [];
  let staff: Staff;
  let door: Operator;
  let panel: Operator;
  let wall: Screen;
  const phones: Owner[] = [];
  const listeners: Follower[] = [];
  const sessions = new Map<Home, ApiClient>();

  let jointId = 0;
  let units: readonly Unit[] = [];
  let byBadge: Party[] = [];
  let byCard: Party[] = [];
  let homes: Home[] = [];
  const inRoom = () => [...byBadge, ...byCard].flatMap((party) => party.units);
  const present = () => [...inRoom(), ...homes.map((home) => home.unit)];
  /** Votes cast by the test, by question: unit → answer. */
  const cast = new Map<string, Map<Unit, Answer>>([
    [BY_BADGES, new Map()],
    [BY_PHONES, new Map()],
  ]);
  const note = (question: string, of: readonly Unit[], answer: Answer) => {
    for (const unit of of) {
      expect(cast.get(question)?.has(unit)).toBe(false);
      cast.get(question)?.set(unit, answer);
    }
  };
  const votedFor = (question: string, answer: Answer, among: readonly Unit[] = units): Unit[] =>
    among.filter((unit) => cast.get(question)?.get(unit) === answer);

  beforeAll(async () => {
    units = await readRealUnits();
    mails = await startMailServer();
    [server, browser] = await Promise.all([ServerProcess.start({ smtpUrl: mails.url }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    staff = await Staff.at(browser, server.url);
    everybody = [staff];
  });
  afterAll(async () => {
    for (const listener of listeners) listener.close();
    await closeContexts(browser);
    await server?.remove();
    await mails?.close();
  });

  serialSteps(() => everybody);

  const snapshot = () => setup.staff.ask(getSnapshot, { params: { jointId } });
  /** Converts a coefficient of the API to an integer of 10⁻⁹, without loss. */
  const nano = (value: number) => nanoOf(String(value));

  it('the screen shows the content of the real table', async () => {
    expect([units.length, new Set(units.map((unit) => unit.apartmentId)).size]).toEqual([240, 240]);
    await staff.signIn(setup.platform, '/Joints');
    jointId = await staff.createJoint(JOINT);
    await staff.page.locator(UNITS_INPUT).setInputFiles(REAL_XLSX);
    await staff.sees('Filas encontradas');
    expect(await staff.figure('Filas encontradas')).toBe('240');
    expect(await staff.figure('Suma de coeficientes')).toBe(exact(sumOf(units)));
    await staff.press('Importar');
    await staff.sees('Se importaron 240 inmuebles.');
    expect(nano((await snapshot()).total.coefficient)).toBe(sumOf(units));
  });

  it('issues badges and cards, and mails each owner at home a link once', async () => {
    const params = { jointId };
    const meeting = { mode: 'mixed', zoomId: '81234567890', zoomPassword: 'roble' } as const;
    await setup.staff.ask(changeAssembly, { params, body: meeting });
    const [first, rest] = [units.slice(0, BADGES), units.slice(BADGES)];
    const apartmentIds = first.map((unit) => unit.apartmentId);
    const badges = await setup.badges(jointId, apartmentIds);
    byBadge = first.map((unit, at) => ({ units: [unit], code: badges[at] ?? '' }));
    const codes = await setup.codes(jointId, CARDS);
    byCard = codes.map((code, at) => ({
      units: rest.slice(at * UNITS_A_CARD, (at + 1) * UNITS_A_CARD),
      code,
    }));
    const atHome = rest.slice(CARDS * UNITS_A_CARD, CARDS * UNITS_A_CARD + AT_HOME);
    homes = await Promise.all(
      atHome.map(async (unit) => {
        const username = `casa.${unit.apartmentId}`;
        const email = `${username}@correo.example.co`;
        const assemblyApartments = [{ jointId, apartmentId: unit.apartmentId }];
        const { userId } = await setup.user(username, Profile.owner, { email, assemblyApartments });
        return { unit, username, userId, email };
      }),
    );
    expect([byBadge.length, byCard.length, homes.length, new Set(present()).size]).toEqual([60, 20, 40, 160]);

    await staff.open('/Assemblies/Invitations');
    await staff.press(`Enviar invitaciones (${AT_HOME})`);
    await staff.answer(`¿Enviar la invitación por correo a ${AT_HOME} propietarios?`, 'Si');
    await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(AT_HOME);
    const states = async () => {
      const { invitations } = await setup.staff.ask(listInvitations, { params });
      return new Set(invitations.map(({ mail }) => mail?.state));
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(new Set(['sent']));
    const again = await setup.staff.ask(sendInvitations, { params, body: {} });
    expect([again.queued, again.before]).toEqual([0, AT_HOME]);
    expect(mails.mails.flatMap((mail) => mail.recipients).sort()).toEqual(
      homes.map((home) => home.email).sort(),
    );
  });

  it('all people open their screens', async () => {
    const operator = await setup.user('operador', Profile.operator, { assemblyJoints: [jointId] });
    [door, panel] = await Promise.all([Operator.at(browser, server.url), Operator.at(browser, server.url)]);
    wall = await Screen.at(browser, server.url, { width: 1024, height: 768 });
    everybody = [staff, door, panel, wall];
    await door.signIn(operator, '/RegisterQR');
    await panel.signIn(operator, '/AssemblyPanel');
    await wall.goTo((await setup.staff.ask(createDisplayLink, { params: { jointId } })).url);
    await Promise.all([wall, panel, door].map((person) => person.seesLive('live')));
  });

  const scan = (text: string) => door.scan(text);

  /**
   * Checks the registered units on wall screen, panel and server: nine decimals on the server, rounded on the
   * screens.
   */
  async function allSeeRegistered(here: readonly Unit[]): Promise<void> {
    const [sum, total] = [sumOf(here), sumOf(units)];
    const hasQuorum = here.length > 1 && sum * 2n > total;
    await expect
      .poll(async () => {
        const { registered, quorum } = await snapshot();
        return [registered.apartments, nano(registered.coefficient), quorum.reached];
      })
      .toEqual([here.length, sum, hasQuorum]);
    await wall.shows('REGISTRO', [
      { label: 'Quorum Actual', sum: four(sum), units: here.length },
      { label: 'Total', sum: four(total), units: units.length },
    ]);
    const status = panel.page.getByRole('region', { name: 'En este momento' });
    await expect.poll(() => status.innerText()).toContain(`${four(sum)} de ${four(total)} de coeficiente`);
    await expect.poll(() => status.innerText()).toContain(hasQuorum ? 'Hay quórum' : 'No hay quórum');
  }

  it('sixty units register by badge; a scan registers a unit, and a second scan adds none', async () => {
    for (const { code } of byBadge.slice(0, SCANNED_BADGES)) await scan(code);
    for (const { code } of byBadge.slice(SCANNED_BADGES)) {
      await setup.staff.ask(register, { params: { jointId }, body: { code } });
    }
    const here = byBadge.flatMap((party) => party.units);
    await allSeeRegistered(here);
    await scan(byBadge[7]?.code ?? '');
    await door.sees('Ya registrado');
    await allSeeRegistered(here);
  });

  it('twenty cards register three units each', async () => {
    for (const [at, { code, units: three }] of byCard.entries()) {
      if (at < SCANNED_CARDS) {
        for (const { apartmentId } of three) await door.pick('Inmueble', apartmentId);
        await scan(code);
        await expect.poll(async () => (await snapshot()).registered.apartments).toBe(BADGES + 3 * (at + 1));
      } else {
        const body = { apartmentIds: three.map((unit) => unit.apartmentId), code };
        await setup.staff.ask(register, { params: { jointId }, body });
      }
    }
    await allSeeRegistered(inRoom());
  });

  it('forty owners open the mailed link and register from home', async () => {
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    for (const home of homes.slice(0, PHONES)) {
      const { link } = mails.to(home.email);
      const phone = await Owner.at(browser, server.url, PHONE);
      phones.push(phone);
      everybody.push(phone);
      await phone.goTo(link);
      await phone.sees(`Bienvenido a la asamblea de copropietarios de ${JOINT}.`);
      expect(phone.page.url()).not.toContain(partsOfLink(link).token);
      await phone.press('Registrar Asistencia');
      await phone.page.waitForURL(/\/LaunchPage/);
      await phone.seesLive('live');
      await phone.sees('Ingresar a la reunión');
    }
    await mapLimited(homes.slice(PHONES), AT_ONCE, async (home) => {
      const { username, token } = partsOfLink(mails.to(home.email).link);
      expect(username).toBe(home.username);
      const { jwt } = await new ApiClient(server.url).ask(signIn, { body: { username, password: token } });
      const api = new ApiClient(server.url, jwt);
      sessions.set(home, api);
      listeners.push(await followJoint(server.url, jwt, jointId));
      await api.ask(register, { params: { jointId }, body: { apartmentIds: [home.unit.apartmentId] } });
    });
    await allSeeRegistered(present());
  });

  /** Expected sums and outcome of a question, computed from the table and the votes cast by the test. */
  function expected(question: string) {
    const total = sumOf(units);
    const represented = sumOf(present());
    const rows = answers.map((answer) => {
      const all = votedFor(question, answer);
      return {
        answer,
        units: all.length,
        sum: sumOf(all),
        room: sumOf(votedFor(question, answer, inRoom())),
      };
    });
    const [si] = rows;
    const [part, base] = question === BY_BADGES ? [si?.room ?? 0n, total] : [si?.sum ?? 0n, represented];
    const isApproved = question === BY_BADGES ? part * 10n >= base * 7n : part * 2n > base;
    return { rows, part, base, status: isApproved ? 'approved' : 'rejected' };
  }

  async function questionOf(text: string): Promise<LiveConcept> {
    const found = (await snapshot()).concepts.find((concept) => concept.conceptDescription === text);
    if (!found) throw new Error(`No such question: ${text}`);
    return found;
  }

  async function countsAre(question: string, name: string): Promise<void> {
    const { rows } = expected(question);
    const counted = async () =>
      (await questionOf(question)).answers.map((one) => ({
        answer: one.answerDescription,
        units: one.apartments,
        sum: nano(one.coefficient),
        room: nano(one.inRoom),
      }));
    await expect.poll(counted).toEqual(rows);
    const all = rows.reduce((sum, row) => sum + row.sum, 0n);
    expect(nano((await questionOf(question)).voted.coefficient)).toBe(all);
    const figures = rows.map(({ answer, sum, units: of }) => ({ label: answer, sum: four(sum), units: of }));
    await wall.shows(name, figures);
    await panel.seesRows(
      name,
      rows.map(({ answer, sum, room, units: of }) => ({
        Respuesta: answer,
        ...(question === BY_BADGES && { 'En el salón': four(room) }),
        Coeficiente: four(sum),
        Inmuebles: String(of),
      })),
    );
    for (const listener of listeners) {
      const heard = () => listener.last('vote')?.answers.map((one) => nano(one.coefficient));
      await expect.poll(heard).toEqual(rows.map((row) => row.sum));
    }
  }

  /** Closes the question on the panel and checks the outcome. */
  async function closes(question: string): Promise<void> {
    const { part, base, status } = expected(question);
    await panel.closeVote();
    const words = status === 'approved' ? 'Aprobada' : 'No aprobada';
    await panel.sees(words);
    await wall.sees(words);
    const decided = async () => (await questionOf(question)).outcome;
    await expect.poll(async () => (await decided())?.status).toBe(status);
    const outcome = await decided();
    expect(nano(outcome?.base.coefficient ?? 0)).toBe(base);
    expect(outcome?.share).toBeCloseTo(Number(part) / Number(base), 12);
    for (const listener of listeners) {
      await expect.poll(() => listener.last('concept')?.concept.outcome?.status).toBe(status);
    }
  }

  /** Casts the votes of the owners at home: some on their pages, others through the API. */
  async function homesAnswer(question: string, name: string): Promise<void> {
    const { conceptId } = await questionOf(question);
    for (const [at, phone] of phones.entries()) {
      const answer = answerAt(at);
      const home = homes[at];
      if (!home || answer === null) continue;
      await phone.goToVote();
      await phone.sees(question);
      await phone.sees(`coeficiente ${four(sumOf([home.unit]))}`);
      await phone.vote(answer);
      await phone.sees('Gracias por su votación.');
      const slip = phone.page.getByRole('region', { name: 'Comprobantes de voto' });
      await expect.poll(() => slip.innerText()).toContain(`${home.unit.apartmentId}: ${answer}`);
      await phone.press('Volver a la asamblea');
      note(question, [home.unit], answer);
      const history = async () =>
        (await phone.rows('Historial de votaciones')).find((row) => row.Votación === name)?.Estado;
      await expect.poll(history).toBe(`Votado: ${answer}`);
    }
    await mapLimited([...sessions], AT_ONCE, async ([home, api]) => {
      const answer = answerAt(homes.indexOf(home));
      if (answer === null) return;
      const { apartmentId } = home.unit;
      const { receipt } = await api.ask(castVote, {
        body: { jointId, apartmentId, conceptId, voteId: idOf(answer) },
      });
      note(question, [home.unit], answer);
      const rows = await api.ask(unitHistory, { params: { jointId, apartmentId } });
      expect(rows.find((row) => row.conceptId === conceptId)).toMatchObject({
        answerDescription: answer,
        receipt,
      });
    });
  }

  it('qualified majority: the room votes with badges, owners at home with phones', async () => {
    await panel.follow('Generar Pregunta');
    await panel.page.getByRole('radio', { name: /^Mayoría calificada/ }).check();
    await panel.ask(BY_BADGES, { isWarned: true });
    await panel.follow('Panel Asambleas');
    await wall.sees(BY_BADGES);

    await door.page.getByRole('tab', { name: 'Conteo de votos' }).click();
    await door.sees(BY_BADGES);
    // Alternates badges and cards, so that both kinds are scanned on the screen.
    const parties = byBadge.flatMap((badge, at) => [badge, ...(byCard[at] ? [byCard[at]] : [])]);
    let scans = 0;
    for (const [at, { code, units: of }] of parties.entries()) {
      const answer = answerAt(at);
      if (answer === null) continue;
      const badge = votingBadge(code, idOf(answer));
      if (scans < SCANNED_BALLOTS) {
        await scan(badge);
        scans += 1;
      } else {
        const records = await setup.staff.ask(castBallots, { params: { jointId }, body: { badge } });
        expect(records.length).toBe(of.length);
      }
      note(BY_BADGES, of, answer);
    }
    await homesAnswer(BY_BADGES, 'VOTACIÓN 1');
    await countsAre(BY_BADGES, 'VOTACIÓN 1');
  });

  it('a repeated ballot and a ballot of an empty card change no figure', async () => {
    await scan(votingBadge(byBadge[0]?.code ?? '', 2));
    await door.sees('Ya registrado');
    const [empty = ''] = await setup.codes(jointId, 1);
    await scan(votingBadge(empty, 1));
    await door.sees('Bloqueado');
    await countsAre(BY_BADGES, 'VOTACIÓN 1');
  });

  it('only votes in the room decide, against the whole building', async () => {
    const { rows } = expected(BY_BADGES);
    expect(rows[0]?.room).not.toBe(rows[0]?.sum);
    await closes(BY_BADGES);
    expect((await questionOf(BY_BADGES)).outcome?.mode).toBe('mixed');
  });

  it('simple majority: everybody votes with a phone', async () => {
    await panel.follow('Generar Pregunta');
    await panel.ask(BY_PHONES);
    await panel.follow('Panel Asambleas');
    await wall.sees(BY_PHONES);
    const { conceptId } = await questionOf(BY_PHONES);

    const parties = [...byBadge, ...byCard].flatMap((party, at) => {
      const answer = answerAt(at + 1);
      return answer === null ? [] : [{ ...party, answer }];
    });
    const withCards = parties.filter((party) => party.units.length === UNITS_A_CARD).slice(0, 2);
    const atPages = [...parties.slice(0, 1), ...withCards];
    for (const { code, units: of, answer } of atPages) {
      const phone = await Owner.at(browser, server.url, PHONE);
      everybody.push(phone);
      await phone.open(`/VoteQR/${code}`);
      await phone.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
      await phone.sees(BY_PHONES);
      await phone.sees(`coeficiente ${four(sumOf(of))}`);
      await phone.vote(answer);
      await phone.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
      const slips = phone.page.locator('section[aria-label="Comprobantes de voto"] li');
      await expect.poll(() => slips.count()).toBe(of.length);
      note(BY_PHONES, of, answer);
      await phone.leave();
      everybody = everybody.filter((person) => person !== phone);
      expect(phone.faults).toEqual([]);
    }
    await mapLimited(
      parties.filter((party) => !atPages.includes(party)),
      AT_ONCE,
      async ({ code, units: of, answer }) => {
        const holder = await setup.holderOf(code);
        for (const { apartmentId } of of) {
          await holder.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: idOf(answer) } });
        }
        note(BY_PHONES, of, answer);
      },
    );
    await homesAnswer(BY_PHONES, 'VOTACIÓN 2');
    await countsAre(BY_PHONES, 'VOTACIÓN 2');
    await closes(BY_PHONES);
  });

  it('the same results appear for viewers at home', async () => {
    const [phone] = phones;
    await phone?.open('/Quorum');
    for (const [question, name] of [
      [BY_BADGES, 'VOTACIÓN 1'],
      [BY_PHONES, 'VOTACIÓN 2'],
    ] as const) {
      await phone?.choose('Concepto', `${name} - ${question}`);
      const rows = expected(question).rows.map(({ answer, sum, units: of }) => ({
        Respuesta: answer,
        Coeficiente: four(sum),
        Inmuebles: String(of),
      }));
      await phone?.seesRows(name, rows);
    }
  });

  it('stores the connected owners at home at each opening and closing', async () => {
    const moments = await setup.staff.ask(listPresence, { params: { jointId } });
    const here = homes.map((home) => home.unit.apartmentId).sort();
    expect(moments.map(({ conceptId, moment }) => `${conceptId} ${moment}`).sort()).toEqual([
      '2 closed',
      '2 opened',
      '3 closed',
      '3 opened',
    ]);
    for (const { apartments } of moments) expect([...apartments].sort()).toEqual(here);
  });

  it('stores every vote once, with a complete audit trail', async () => {
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
    await server.stop();
    const store = await openStore({ dataDir: server.dataDir, databaseUrl: null });
    try {
      const attendance = await store.db.selectFrom('attendance').select('apartment_id').execute();
      const ids = present().map((unit) => unit.apartmentId);
      expect(attendance.map((row) => row.apartment_id).sort()).toEqual([...ids].sort());
      const votes = await store.db
        .selectFrom('vote as v')
        .innerJoin('concept as c', (join) =>
          join
            .onRef('c.assembly_id', '=', 'v.assembly_id')
            .onRef('c.joint_id', '=', 'v.joint_id')
            .onRef('c.concept_id', '=', 'v.concept_id'),
        )
        .select(['c.description', 'v.apartment_id', 'v.answer_id'])
        .execute();
      const own = [...cast].flatMap(([question, answers]) =>
        [...answers].map(([unit, answer]) => `${question} ${unit.apartmentId} ${idOf(answer)}`),
      );
      expect(votes.map((row) => `${row.description} ${row.apartment_id} ${row.answer_id}`).sort()).toEqual(
        own.sort(),
      );
      expect((await verifyAudit(store.db)).findings).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
