/**
 * Test of a server killed during votes: no acknowledged vote is lost after the restart, and no page needs a press.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/audit/verify.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import type { ApiClient } from './api-client.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, exact, four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const VOTERS = 40;
const UNITS_EACH = 10;
const OWN_UNITS = 20;
/** Number of votes acknowledged before the kill, in the middle of the voting. */
const BEFORE_KILL = 120;
const ANSWERS = ['Si', 'No', 'Blanco'];
const BUSY = 503;
const BUSY_MS = 200;
/**
 * Time limit in milliseconds to be live again. Reconnecting takes 5 s or more, at different times for each screen.
 */
const BACK_MS = 40_000;

const table = madeUpTable('unidades.csv', VOTERS * UNITS_EACH + 2 * OWN_UNITS + 10, OWN_UNITS);
const anas = byOwner(table.units)[0] ?? [];
const rest = table.units.filter((unit) => !anas.includes(unit));
const betos = rest.slice(0, OWN_UNITS);
const atDoor = rest.slice(OWN_UNITS, OWN_UNITS + VOTERS * UNITS_EACH);
const [carlas, absent] = [rest.slice(OWN_UNITS + VOTERS * UNITS_EACH, -4), rest.slice(-4)];
const here = [...anas, ...betos, ...atDoor, ...carlas];

/** Votes acknowledged by the server: answer and receipt by unit number. */
type Acknowledged = Map<string, { answerId: number; receipt: string | null }>;

describe('the server is killed in the middle of votes', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let conceptId = 0;
  let wall: Screen;
  let panel: Operator;
  let ana: Owner;
  let beto: Owner;
  let carla: Owner;
  let everybody: Person[] = [];
  const acknowledged: Acknowledged = new Map();
  /** Units with an unanswered vote: counted or not. */
  const unanswered = new Set<string>();

  const answerOf = (unit: Unit): number => (Number(unit.apartmentId) % ANSWERS.length) + 1;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Apagón', table);
    const [ofAna, ofBeto, ofCarla] = [
      await setup.presentOwner('ana', jointId, idsOf(anas)),
      await setup.presentOwner('beto', jointId, idsOf(betos)),
      await setup.presentOwner('carla', jointId, idsOf(carlas)),
    ];
    wall = await Screen.at(browser, server.url);
    panel = await Operator.at(browser, server.url);
    [ana, beto, carla] = await Promise.all([
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
    ]);
    everybody = [wall, panel, ana, beto, carla];
    await Promise.all([
      wall.signIn(setup.platform, '/Quorum'),
      panel.signIn(setup.platform, '/AssemblyPanel'),
      ana.signIn(ofAna, '/LaunchPage').then(() => ana.seesLive('live')),
      beto.signIn(ofBeto, '/LaunchPage').then(() => beto.seesLive('live')),
      carla.signIn(ofCarla, '/LaunchPage').then(() => carla.seesLive('live')),
    ]);
    conceptId = await setup.question(jointId, '¿Se aprueba la obra?');
    await panel.choose('Concepto', 'VOTACIÓN 1 - ¿Se aprueba la obra? (activo)');
    await Promise.all([ana.goToVote(), beto.goToVote(), carla.goToVote()]);
    // Carla has voted and is back on her launch page before the kill.
    await carla.vote('Blanco');
    await carla.press('Volver a la asamblea');
    await carla.sees('Usted ya votó esta pregunta.');
    await Promise.all(everybody.map((person) => person.seesLive('live')));
    for (const person of everybody) await person.markPage();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => everybody);

  it('the server dies during votes', async () => {
    const voters: { api: ApiClient; units: readonly Unit[] }[] = [];
    for (let at = 0; at < VOTERS; at += 1) {
      const units = atDoor.slice(at * UNITS_EACH, (at + 1) * UNITS_EACH);
      const code = await setup.atDoor(jointId, idsOf(units));
      voters.push({ api: await setup.holderOf(code), units });
    }
    // Some of Ana's votes arrive before the kill; the rest are sent while the server is down.
    let released: () => void = () => undefined;
    const isDead = new Promise<void>((resolve) => {
      released = resolve;
    });
    let passed = 0;
    await ana.page.route('**/SCAF/api/assembly', async (route) => {
      passed += 1;
      if (passed > OWN_UNITS / 4) await isDead;
      await route.continue();
    });
    await ana.vote('Si');
    await expect.poll(() => passed).toBeGreaterThan(OWN_UNITS / 4);

    let killing: Promise<void> | null = null;
    const noteOne = () => {
      if (acknowledged.size >= BEFORE_KILL) killing ??= server.kill();
    };
    await Promise.all(voters.map((voter) => voteUntilBroken(voter.api, voter.units, noteOne)));
    await killing;
    expect(acknowledged.size).toBeGreaterThanOrEqual(BEFORE_KILL);
    expect(acknowledged.size).toBeLessThan(atDoor.length);
    expect(unanswered.size).toBeGreaterThan(0);
    released();
  });

  it('every page shows its data as old, and a new vote waits', async () => {
    await Promise.all([wall, panel, carla].map((person) => person.seesLive('polling')));
    await Promise.all([wall, panel, carla].map((person) => person.sees(/Datos de las \d\d:\d\d:\d\d/)));
    await beto.vote('No');
    await Promise.all([ana, beto].map((person) => person.sees('La conexión está lenta.')));
  });

  it('the server restarts on the same data, and both votes end with thanks', async () => {
    const thanked = Promise.all([ana.isThanked(), beto.isThanked()]);
    await server.start();
    await thanked;
    for (const owner of [ana, beto]) {
      expect(await owner.page.getByText('Solo se puede votar una vez.').count()).toBe(0);
    }
  });

  it('every page is right again without a touch', async () => {
    await Promise.all(everybody.map((person) => person.seesLive('live', BACK_MS)));
    const snapshot = await setup.staff.ask(getSnapshot, { params: { jointId } });
    const shownConcept = snapshot.concepts.find((concept) => concept.conceptId === conceptId);
    const stored = Object.entries(server.storedAnswers({ jointId, conceptId })).map(
      ([apartmentId, answerId]) => ({ apartmentId, answerId }),
    );
    const answers = ANSWERS.map((label, at) => {
      const units = table.units.filter((unit) =>
        stored.some((one) => one.apartmentId === unit.apartmentId && one.answerId === at + 1),
      );
      return { label, sum: sumOf(units), units: units.length };
    }).map(({ sum, ...answer }, _, all) => {
      // Two different sums equal at four decimals are shown whole.
      const isAlike = all.some((other) => other.sum !== sum && four(other.sum) === four(sum));
      return { ...answer, sum: isAlike ? exact(sum) : four(sum) };
    });
    expect(shownConcept?.voted.apartments).toBe(stored.length);
    await wall.shows('VOTACIÓN 1', answers);
    await panel.seesAnswers('VOTACIÓN 1', answers);
    await carla.seesRows('Historial de votaciones', [
      { Votación: 'VOTACIÓN 1', Pregunta: '¿Se aprueba la obra?', Estado: 'Votado: Blanco' },
    ]);
    for (const person of everybody) await person.wasNotReloaded();
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);

    // Live updates continue: an arrival changes the wall, and the phones get the closing.
    await setup.atDoor(jointId, idsOf(absent.slice(0, 1)));
    await wall.seesRows('Votos y quórum', [
      rowOf('Votos', stored.length, four(sumOf(unitsOf(stored)))),
      rowOf('Quorum Actual', here.length + 1, four(sumOf([...here, ...absent.slice(0, 1)]))),
      rowOf('Total', table.units.length, four(sumOf(table.units))),
    ]);
    await panel.press('Activar/Desactivar');
    await Promise.all([ana, beto, carla].map((owner) => owner.sees('no hay una votación activa')));
  });

  it('every acknowledged vote is stored once, with a complete audit trail', async () => {
    await server.stop();
    const store = await openStore({ dataDir: server.dataDir, databaseUrl: null });
    try {
      const votes = await store.db
        .selectFrom('vote')
        .select(['apartment_id', 'answer_id', 'receipt'])
        .where('concept_id', '=', conceptId)
        .execute();
      const byUnit = new Map(votes.map((vote) => [vote.apartment_id, vote]));
      expect(byUnit.size).toBe(votes.length);
      for (const [apartmentId, { answerId, receipt }] of acknowledged) {
        expect(byUnit.get(apartmentId)).toEqual({ apartment_id: apartmentId, answer_id: answerId, receipt });
      }
      const ofPhones = idsOf([...anas, ...betos, ...carlas]);
      expect(ofPhones.filter((apartmentId) => byUnit.has(apartmentId))).toEqual(ofPhones);
      // All other stored votes were in transit at the kill.
      const explained = new Set([...acknowledged.keys(), ...ofPhones, ...unanswered]);
      expect(votes.filter((vote) => !explained.has(vote.apartment_id))).toEqual([]);
      expect((await verifyAudit(store.db)).findings).toEqual([]);
    } finally {
      await store.close();
    }
  });

  /** Casts votes by API, unit after unit, until the server stops answering. */
  async function voteUntilBroken(api: ApiClient, units: readonly Unit[], onEach: () => void): Promise<void> {
    for (const unit of units) {
      const { apartmentId } = unit;
      const answerId = answerOf(unit);
      try {
        const body = { jointId, apartmentId, conceptId, voteId: answerId };
        const send = () => api.call(castVote, { body }, `${apartmentId}-${answerId}-key`);
        let reply = await send();
        // A busy server has not processed the vote.
        while (reply.status === BUSY) {
          await pause(BUSY_MS);
          reply = await send();
        }
        if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.error)}`);
        acknowledged.set(apartmentId, { answerId, receipt: reply.body.receipt });
        onEach();
      } catch (error) {
        // fetch throws a TypeError if there is no answer.
        if (!(error instanceof TypeError)) throw error;
        unanswered.add(apartmentId);
        return;
      }
    }
  }
});

function idsOf(units: readonly Unit[]): string[] {
  return units.map((unit) => unit.apartmentId);
}

function unitsOf(records: readonly { apartmentId: string }[]): Unit[] {
  return table.units.filter((unit) => records.some((record) => record.apartmentId === unit.apartmentId));
}

function rowOf(label: string, units: number, sum: string): Record<string, string> {
  return { Asamblea: label, Coeficiente: sum, Inmuebles: String(units) };
}
