/**
 * Test of votes with a lost reply: the page sends the same request again, and each vote counts once. A voter sees no
 * error.
 */
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner, Screen } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, four, madeUpTable, sumOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 12, 3);
const [many = []] = byOwner(table.units);

/** HTTP status of an overloaded server, without effect of the request: the page retries. */
const BUSY = 503;

/**
 * Vote request of the page: number of page loads before, idempotency key, unit, and status of the server's answer
 * (even if lost).
 */
interface Sent {
  navigations: number;
  key: string;
  apartmentId: string;
  status: number;
}

describe('a vote with a lost reply', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let owner: Owner;
  let wall: Screen;
  let jointId = 0;
  const sent: Sent[] = [];
  let navigations = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Perdido', table);
    const account = await setup.presentOwner(
      'ana',
      jointId,
      many.map((unit) => unit.apartmentId),
    );
    [owner, wall] = await Promise.all([Owner.at(browser, server.url, PHONE), Screen.at(browser, server.url)]);
    owner.page.on('framenavigated', () => {
      navigations += 1;
    });
    await Promise.all([
      owner.signIn(account, '/LaunchPage').then(() => owner.seesLive('live')),
      wall.signIn(setup.platform, '/Quorum'),
    ]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Forwards the page's requests to the server and drops each answer unless `passes` returns true. */
  async function loseReplies(passes: (sent: Sent) => boolean): Promise<void> {
    await owner.page.route('**/SCAF/api/assembly', async (route: Route) => {
      const request = route.request();
      const left = { navigations, key: request.headers()['idempotency-key'] ?? '' };
      const response = await route.fetch();
      const { apartmentId } = request.postDataJSON();
      const one = { ...left, apartmentId, status: response.status() };
      if (one.status === BUSY) {
        await route.fulfill({ response });
        return;
      }
      sent.push(one);
      if (passes(one)) await route.fulfill({ response });
      else await route.abort('connectionreset');
    });
  }

  it('a vote without reply is sent again with the same key and counts once', async () => {
    const conceptId = await setup.question(jointId, '¿Se aprueba el acta?');
    await owner.goToVote();
    const lost = new Set<string>();
    await loseReplies(({ apartmentId }) => {
      if (lost.has(apartmentId)) return true;
      lost.add(apartmentId);
      return false;
    });
    await owner.vote('Si');
    await owner.isThanked();
    await owner.page.unrouteAll({ behavior: 'wait' });

    expect(await owner.page.getByText('Solo se puede votar una vez.').count()).toBe(0);
    // Each vote was sent twice with the same key, and got the first answer again.
    expect(sent).toHaveLength(many.length * 2);
    expect(sent.map((one) => one.status)).toEqual(sent.map(() => 201));
    for (const { apartmentId } of many) {
      const keys = sent.filter((one) => one.apartmentId === apartmentId).map((one) => one.key);
      expect(keys).toEqual([keys[0], keys[0]]);
      expect(keys[0]).toMatch(/^.{8,128}$/);
    }
    expect(new Set(sent.map((one) => one.key)).size).toBe(many.length);

    expect(Object.entries(server.storedAnswers({ jointId, conceptId })).sort()).toEqual(
      many.map((unit) => [unit.apartmentId, 1]).sort(),
    );
    await wall.shows('VOTACIÓN 1', [
      { label: 'Si', sum: four(sumOf(many)), units: many.length },
      { label: 'No', sum: '0,0000', units: 0 },
      { label: 'Blanco', sum: '0,0000', units: 0 },
    ]);
  });

  it('a reload during a vote continues with the same keys', async () => {
    sent.length = 0;
    const conceptId = await setup.question(jointId, '¿Se aprueban los estados financieros?');
    await owner.goToVote();
    // Drops the replies of all requests before the reload, including requests in transit.
    let before = Number.POSITIVE_INFINITY;
    await loseReplies((one) => one.navigations > before);
    await owner.vote('No');
    await expect.poll(() => new Set(sent.map((one) => one.apartmentId)).size).toBe(many.length);
    await owner.sees('La conexión está lenta.');
    const keys = new Map(sent.map((one) => [one.apartmentId, one.key]));
    before = navigations;
    await Promise.all([owner.isThanked(), owner.page.reload()]);

    const again = sent.filter((one) => one.navigations > before);
    expect(new Map(again.map((one) => [one.apartmentId, one.key]))).toEqual(keys);
    expect(again.map((one) => one.status)).toEqual(many.map(() => 201));
    const records = await setup.staff.ask(listRecords, { params: { conceptId, jointId } });
    expect(records).toHaveLength(many.length);
    expect(owner.faults).toEqual([]);
  });

  it('an evening on paper without reply is sent again with the same key and counts once', async () => {
    const unit = table.units.find((one) => !many.includes(one))?.apartmentId ?? '';
    const conceptId = await setup.question(jointId, '¿Se aprueba el presupuesto?');
    await wall.open('/Assemblies/Paper');
    await wall.type('Una línea por persona', `${unit}; 00:00`);
    await wall.type('Hora en que se contó', '00:00');
    await wall.type('Un voto por línea', `${unit} 1`);
    const requests: [key: string | undefined, body: string | null, status: number][] = [];
    await wall.page.route('**/SCAF/api/joints/*/paperevening', async (route: Route) => {
      const request = route.request();
      const response = await route.fetch();
      requests.push([request.headers()['idempotency-key'], request.postData(), response.status()]);
      if (requests.length === 1) await route.abort('connectionreset');
      else await route.fulfill({ response });
    });
    await wall.press('Guardar la asamblea en papel');
    await wall.answer('¿Guardar la asamblea en papel?', 'Guardar');
    await wall.sees('No llegó la respuesta del servidor');
    // The stored evening closed the question: the page must not ask for another.
    expect(await wall.page.getByText('No hay preguntas por digitar').count()).toBe(0);
    await wall.press('Enviar de nuevo');
    await wall.sees('Se registraron 1 inmueble y se guardaron 1 voto.');
    expect(requests).toEqual([requests[0], requests[0]]);
    expect(requests[0]?.[2]).toBe(201);
    expect(await setup.staff.ask(listRecords, { params: { conceptId, jointId } })).toHaveLength(1);
  });
});
