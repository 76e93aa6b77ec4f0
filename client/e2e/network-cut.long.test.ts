/**
 * Test of wall screen, panel and phones with the network cut during votes (a minute in a long run), in each kind of
 * failure, and restored.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { assignHolder } from '../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote, listRecords } from '../../shared/assemblies/votes.api.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { PHONE } from './page-driver.ts';
import { recordingOf, startRecording, stepsBack } from './page-recorder.ts';
import { Operator, Owner, Screen } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { TestSetup } from './test-setup.ts';

/**
 * Duration of the cut in milliseconds. Required: a minute without network. A quick run waits half a minute, longer
 * than the heartbeat timeout of the WebSocket connection.
 */
const CUT_MS = isLong ? 60_000 : 30_000;
/** Time limit in milliseconds to notice the cut. The heartbeat timeout of the WebSocket connection is 20 s. */
const NOTICED_MS = 40_000;
const POLLED_MS = 100_000;
/**
 * Time limit in milliseconds to be live again. Reconnecting takes 5 s or more, at different times for each screen.
 */
const BACK_MS = 40_000;
/** Milliseconds longer than the poll interval of wall screen and panel, with random deviation. */
const POLL_AT_MOST_MS = 12_500;

/** Time limit of the test in milliseconds: a minute, plus the maximum of each wait above. */
const STORY_MS = 300_000;

const POLL = /^\/SCAF\/api\/joints\/\d+\/snapshot/;
const SOCKET = /^\/SCAF\/socket\.io/;
const ANSWERS = ['Si', 'No', 'Blanco'];

const table = madeUpTable('unidades.csv', 160, 4);
const idsOf = (units: readonly Unit[]) => units.map((unit) => unit.apartmentId);
/** Units registered by four owners with phones, units registered at the desk, and units of late arrivals. */
const [own, atDoor, late] = [
  table.units.slice(0, 12),
  table.units.slice(12, 112),
  table.units.slice(112, 150),
];

/** Kind of network failure for each of two sets of screens in the first cut. */
const sets = ['silent', 'gone'] as const;
interface Place<P extends Person = Person> {
  form: (typeof sets)[number];
  proxy: TcpProxy;
  person: P;
}

describe('a minute without network', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  const walls: Place<Screen>[] = [];
  const panels: Place<Operator>[] = [];
  /** Phones of owners on the waiting page all the time. */
  const waiting: Place<Owner>[] = [];
  const voters: Place<Owner>[] = [];
  const everybody = () => [...walls, ...panels, ...waiting, ...voters];
  const people = () => everybody().map((place) => place.person);
  /** All registered units. */
  let present = [...own, ...atDoor];

  async function place<P extends Person>(
    list: Place<P>[],
    form: Place['form'],
    make: (proxy: TcpProxy) => Promise<P>,
  ) {
    const proxy = await TcpProxy.to(server.url);
    list.push({ form, proxy, person: await make(proxy) });
  }

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Corte', table);
    await setup.atDoor(jointId, idsOf(atDoor));
    for (const [at, form] of sets.entries()) {
      const [first, second] = [own.slice(at * 6, at * 6 + 3), own.slice(at * 6 + 3, at * 6 + 6)];
      const waits = await setup.presentOwner(`espera${at}`, jointId, idsOf(first));
      const votes = await setup.presentOwner(`vota${at}`, jointId, idsOf(second));
      await place(walls, form, ({ url }) => Screen.at(browser, url));
      await place(panels, form, ({ url }) => Operator.at(browser, url));
      await place(waiting, form, ({ url }) => Owner.at(browser, url, PHONE));
      await place(voters, form, ({ url }) => Owner.at(browser, url, PHONE));
      await Promise.all([
        walls[at]?.person.signIn(setup.platform, '/Quorum'),
        panels[at]?.person.signIn(setup.platform, '/AssemblyPanel'),
        waiting[at]?.person.signIn(waits, '/LaunchPage').then(() => waiting[at]?.person.seesLive('live')),
        voters[at]?.person.signIn(votes, '/LaunchPage').then(() => voters[at]?.person.seesLive('live')),
      ]);
    }
  });
  afterAll(async () => {
    await closeContexts(browser);
    await Promise.all(everybody().map(({ proxy }) => proxy.remove()));
    await server?.remove();
  });
  serialSteps(people);

  /** Opens a question and waits until panel and phones show the question. From then on all pages are recorded. */
  async function ask(text: string): Promise<number> {
    const conceptId = await setup.question(jointId, text);
    const name = `VOTACIÓN ${conceptId - 1}`;
    await Promise.all(panels.map(({ person }) => person.choose('Concepto', `${name} - ${text} (activo)`)));
    await Promise.all(voters.map(({ person }) => person.goToVote()));
    await Promise.all(people().map((person) => person.seesLive('live', BACK_MS)));
    return conceptId;
  }

  /**
   * Casts votes by API during the cut, with a registration after each third vote, until the time `until` (epoch
   * ms).
   */
  async function lifeGoesOn(
    conceptId: number,
    units: readonly Unit[],
    arrivals: readonly Unit[],
    until: number,
  ) {
    const pause = (until - Date.now()) / units.length;
    for (const [at, { apartmentId }] of units.entries()) {
      const voteId = (at % ANSWERS.length) + 1;
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId } });
      const arrival = arrivals[Math.floor(at / 3)];
      if (at % 3 === 0 && arrival) {
        await setup.atDoor(jointId, [arrival.apartmentId]);
        present = [...present, arrival];
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const rest = until - Date.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  /** Checks the notice on the page that its data are not live, with the time of the last message. */
  async function saysSince({ person }: Place, cutAt: number): Promise<void> {
    await person.seesLive('polling', NOTICED_MS);
    const line = person.page.locator('[data-status="polling"]').first();
    const [, h, m, sec] = /Datos de las (\d\d):(\d\d):(\d\d)/.exec(await line.innerText()) ?? [];
    // Bogota is UTC-5 all year. Modulo a day, for runs at midnight.
    const shown = ((Number(h) + 5) * 60 + Number(m)) * 60 + Number(sec);
    // A time after the cut would give almost a day.
    const secondsBefore = (Math.floor(cutAt / 1000) - shown) % 86_400;
    expect((secondsBefore + 86_400) % 86_400).toBeLessThan(3_600);
  }

  /** Checks the table on every screen against the API. */
  async function allShow(conceptId: number): Promise<void> {
    const name = `VOTACIÓN ${conceptId - 1}`;
    const stored = Object.entries(server.storedAnswers({ jointId, conceptId }));
    const snapshot = await setup.staff.ask(getSnapshot, { params: { jointId } });
    const voted = table.units.filter((unit) => stored.some(([id]) => id === unit.apartmentId));
    const answers = ANSWERS.map((label, at) => {
      const units = voted.filter((unit) =>
        stored.some(([id, answerId]) => id === unit.apartmentId && answerId === at + 1),
      );
      return { label, sum: four(sumOf(units)), units: units.length };
    });
    const shownConcept = snapshot.concepts.find((concept) => concept.conceptId === conceptId);
    expect(shownConcept?.answers.map((answer) => answer.apartments)).toEqual(
      answers.map((answer) => answer.units),
    );
    expect(shownConcept?.voted.apartments).toBe(stored.length);
    expect(snapshot.registered.apartments).toBe(present.length);
    for (const { person } of panels) await person.seesAnswers(name, answers);
    for (const { person } of walls) {
      await person.shows(name, answers);
      await person.seesRows('Votos y quórum', [
        rowOf('Votos', voted),
        rowOf('Quorum Actual', present),
        rowOf('Total', table.units),
      ]);
    }
  }

  it('without network, screens say so and a started vote waits', {
    timeout: STORY_MS,
  }, async () => {
    const conceptId = await ask('¿Se aprueba la obra?');
    for (const person of people()) {
      await person.markPage();
      await startRecording(person.page);
    }
    const before = everybody().map(({ proxy }) => proxy.count(POLL));
    const cutAt = everybody().map(({ proxy, form }) => proxy.turn(form));
    const lastCut = Math.max(...cutAt);
    // One phone has not noticed the cut yet, the other has.
    await voters[0]?.person.vote('Si');
    await Promise.all([
      lifeGoesOn(conceptId, atDoor.slice(0, 30), late.slice(0, 10), lastCut + CUT_MS),
      ...[...walls, ...panels, ...waiting].map((one) => saysSince(one, lastCut)),
      ...voters.slice(1).map(async (voter) => {
        await saysSince(voter, lastCut);
        await voter.person.vote('No');
        await voter.person.sees('La conexión está lenta.');
      }),
    ]);
    // The state at the cut is still shown, and no request passed.
    expect(everybody().map(({ proxy }) => proxy.count(POLL))).toEqual(before);
    const records = await setup.staff.ask(listRecords, { params: { conceptId, jointId } });
    expect(records).toHaveLength(30);

    for (const { proxy } of everybody()) proxy.turn('whole');
    await Promise.all(voters.map(({ person }) => person.isThanked()));
    await Promise.all(people().map((person) => person.seesLive('live', BACK_MS)));
    const stored = Object.entries(server.storedAnswers({ jointId, conceptId }));
    const ofPhones = stored.filter(([id]) => idsOf(own).includes(id));
    // Each of their units once, with the given answer.
    expect(ofPhones.sort()).toEqual(
      [
        ...own.slice(3, 6).map((unit) => [unit.apartmentId, 1]),
        ...own.slice(9, 12).map((unit) => [unit.apartmentId, 2]),
      ].sort(),
    );
    expect(stored).toHaveLength(30 + 6);
    await allShow(conceptId);
    for (const { person } of voters) {
      expect(await person.page.getByText('Solo se puede votar una vez.').count()).toBe(0);
    }
  });

  it('without sockets, screens poll, votes count, and polling ends with the block', {
    timeout: STORY_MS,
  }, async () => {
    const conceptId = await ask('¿Se aprueba el presupuesto?');
    const before = everybody().map(({ proxy }) => [proxy.count(POLL), proxy.count(SOCKET)] as const);
    const cutAt = Math.max(...everybody().map(({ proxy }) => proxy.turn('noSockets')));
    const liveLines = () =>
      Promise.all(people().map((one) => one.page.locator('[data-status="live"]').count()));
    await Promise.all(people().map((person) => person.seesLive('polling', NOTICED_MS)));
    const votes = lifeGoesOn(conceptId, atDoor.slice(0, 30), late.slice(10, 20), cutAt + CUT_MS / 2);
    // A phone votes without a socket. The thanks disappear after some seconds: start waiting at once.
    await Promise.all(voters.map(({ person }) => person.vote('Si').then(() => person.isThanked())));
    await votes;

    // Polling brings the whole state and the closing.
    const body = { jointId, conceptId, active: 0 as const };
    await setup.staff.ask(toggleConcept, { body });
    await Promise.all([
      ...walls.map(({ person }) =>
        person.page
          .getByText(/^(no )?aprobada$/i)
          .first()
          .waitFor({ timeout: POLLED_MS }),
      ),
      ...panels.map(({ person }) =>
        person.page
          .getByText(/^(no )?aprobada$/i)
          .first()
          .waitFor({ timeout: POLLED_MS }),
      ),
      ...[...waiting, ...voters].map(({ person }) =>
        person.page.getByText('En este momento no hay una votación activa.').waitFor({ timeout: POLLED_MS }),
      ),
    ]);
    await allShow(conceptId);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, cutAt + CUT_MS - Date.now())));
    expect(await liveLines()).toEqual(people().map(() => 0));
    for (const [at, { proxy }] of everybody().entries()) {
      const [polls = 0, sockets = 0] = before[at] ?? [];
      expect(proxy.count(POLL)).toBeGreaterThan(polls);
      expect(proxy.count(SOCKET)).toBeGreaterThan(sockets);
    }

    for (const { proxy } of everybody()) proxy.turn('whole');
    await Promise.all(people().map((person) => person.seesLive('live', BACK_MS)));
    // Polling has stopped: the proof is a wait longer than the poll interval. A poll sent before the page became live
    // may still arrive, once.
    const askedMeanwhile = async () => {
      const before = everybody().map(({ proxy }) => proxy.count(POLL));
      await new Promise((resolve) => setTimeout(resolve, POLL_AT_MOST_MS));
      return everybody().filter(({ proxy }, at) => proxy.count(POLL) !== before[at]).length;
    };
    if ((await askedMeanwhile()) > 0) expect(await askedMeanwhile()).toBe(0);
  });

  it('all screens become live again and no figure ever went back', async () => {
    const [unit] = late.slice(-1);
    await setup.staff.ask(assignHolder, {
      body: {
        jointId,
        apartmentId: unit?.apartmentId ?? '',
        userId: (await setup.codes(jointId, 1))[0] ?? '',
      },
    });
    if (unit) present = [...present, unit];
    await allShow(3);
    for (const person of people()) {
      await person.wasNotReloaded();
      expect(stepsBack(await recordingOf(person.page))).toEqual([]);
      expect(person.faults).toEqual([]);
    }
    for (const { person } of [...walls, ...panels]) {
      const { figures, statuses } = await recordingOf(person.page);
      expect(Object.keys(figures).length).toBeGreaterThan(3);
      // Each minute: live, then polling, then live again.
      expect(
        statuses.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]),
      ).toEqual(['live', 'polling', 'live', 'polling', 'live']);
    }
  });
});

function rowOf(label: string, units: readonly Unit[]): Record<string, string> {
  return { Asamblea: label, Coeficiente: four(sumOf(units)), Inmuebles: String(units.length) };
}
