/**
 * Test of a representative with many powers at a phone: a common answer for most units, another for some by
 * instruction, all in a single request.
 */
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, madeUpTable, sumOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 40, 2);
/** Units of the representative. The powers of the first two owners (two units each) have voting instructions. */
const held = table.units.slice(0, 30);
const [first, second] = [held.slice(0, 2), held.slice(2, 4)];
const INSTRUCTIONS = 'Que no pase la cuota';
const INSTRUCTIONS_CALL = /\/instructions$/;
const idsOf = (units: readonly { apartmentId: string }[]) => units.map((unit) => unit.apartmentId);

describe("a holder's powers", () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let conceptId = 0;
  let holder: Owner;
  /** Another phone of the same person. The request for instructions gets no reply until `tell`. */
  let patient: Owner;
  let tell: () => void = () => undefined;
  const areTold = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const sent: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Poderes', table);
    const params = { jointId };
    const power = (apartmentIds: string[], instructions: string | null) =>
      setup.staff.ask(enterPower, {
        params,
        body: { apartmentIds, holder: { name: 'Marta Ruiz' }, instructions, accept: true },
      });
    const powers = [
      await power(idsOf(first), INSTRUCTIONS),
      await power(idsOf(second), 'En blanco'),
      await power(idsOf(held.slice(4)), null),
    ];
    const [code = ''] = await setup.codes(jointId, 1);
    const powerIds = powers.map(({ powerId }) => powerId);
    await setup.staff.ask(register, { params, body: { code, powers: powerIds } });
    holder = await Owner.at(browser, server.url, PHONE);
    // 'Votar' waits for the instructions with a time limit; the phone of the test has no limit.
    await holder.page.addInitScript(() => {
      const native = window.setTimeout;
      const later = (run: TimerHandler, ms?: number, ...args: unknown[]) =>
        native(run, ms === 5_000 ? 2 ** 31 - 1 : ms, ...args);
      window.setTimeout = later as typeof window.setTimeout;
    });
    await holder.page.route(INSTRUCTIONS_CALL, async (route) => {
      await areTold;
      await route.continue();
    });
    patient = await Owner.at(browser, server.url, PHONE);
    await patient.page.route(INSTRUCTIONS_CALL, () => undefined);
    await patient.open(`/VoteQR/${code}`);
    await holder.open(`/VoteQR/${code}`);
    await holder.seesLive('live');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [holder]);

  const stored = () => server.storedAnswers({ jointId, conceptId });
  const mark = (apartmentId: string) =>
    holder.page.getByRole('checkbox', { name: new RegExp(`^${apartmentId} - `) }).check({ force: true });
  /** Selects an answer for all units, then other answers for some units. */
  async function split(apart: readonly [answer: string, apartmentIds: readonly string[]][]): Promise<void> {
    await holder.page.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
    await holder.press('Responder distinto');
    for (const [answer, apartmentIds] of apart) {
      await holder.page.getByRole('radio', { name: answer, exact: true }).check({ force: true });
      for (const apartmentId of apartmentIds) await mark(apartmentId);
    }
  }
  async function confirms(): Promise<void> {
    await holder.press('Votar');
    await holder.answer('Seleccionó respuestas diferentes. ¿Está seguro de su respuesta?', 'Sí');
  }

  it('split vote: one request, one receipt per unit, answers as instructed', async () => {
    holder.page.on('request', (request) => {
      if (request.method() === 'POST' && /\/(assembly|votes)$/.test(request.url())) {
        sent.push(request.headers()['idempotency-key'] ?? '');
      }
    });
    await setup.hall(jointId).describe({ agenda: '1. Quórum\n2. Cuota extraordinaria', point: 2 });
    await holder.sees('Punto 2: Cuota extraordinaria');
    conceptId = await setup.question(jointId, '¿Se aprueba la cuota?');
    await holder.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    await holder.sees('Punto 2: Cuota extraordinaria');
    const vote = holder.page.getByRole('button', { name: 'Votar', exact: true });
    expect(await vote.isVisible()).toBe(false);
    await patient.page.getByRole('button', { name: 'Votar', exact: true }).waitFor();
    expect(await vote.isVisible()).toBe(false);
    tell();
    await vote.waitFor();
    await patient.context.close();
    // A holder with one answer for all sees the warning too.
    await holder.sees('Los poderes de 4 inmuebles traen instrucciones de voto');
    await holder.page.getByText('Ver las instrucciones').click();
    await holder.sees(`${first[0]?.apartmentId}, de ${first[0]?.owner}: ${INSTRUCTIONS}`);
    await split([
      ['No', idsOf(first)],
      ['Blanco', idsOf(second)],
    ]);
    await holder.sees(`Instrucciones de ${first[0]?.owner}: ${INSTRUCTIONS}`);
    await holder.sees('Si: 26 · No: 2 · Blanco: 2');
    await holder.page.getByLabel('Buscar').fill(held[9]?.apartmentId ?? '');
    await expect.poll(() => holder.page.getByRole('checkbox').count()).toBe(1);
    await holder.page.getByLabel('Buscar').fill('');
    await confirms();
    await holder.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    const slips = holder.page.locator('section[aria-label="Comprobantes de voto"] li');
    await expect.poll(() => slips.count()).toBe(held.length);
    expect(sent).toHaveLength(1);
    expect(stored()).toEqual({
      ...Object.fromEntries(idsOf(held).map((id) => [id, 1])),
      ...Object.fromEntries(idsOf(first).map((id) => [id, 2])),
      ...Object.fromEntries(idsOf(second).map((id) => [id, 3])),
    });
    const { concepts } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    const concept = concepts.find((one) => one.conceptId === conceptId);
    expect(
      concept?.answers.map((answer) => [answer.apartments, answer.coefficient.toFixed(4).replace('.', ',')]),
    ).toEqual([held.slice(4), first, second].map((units) => [units.length, four(sumOf(units))]));
  });

  it('a split vote with a blocked unit is refused whole, then sent without that unit', async () => {
    conceptId = await setup.question(jointId, '¿Se aprueba la obra?');
    await holder.press('Responder');
    await split([['No', idsOf(first)]]);
    // Another person votes on paper for a unit, between the ballot and the confirmation.
    const onPaper = async (route: Route) => {
      const [{ apartmentId } = { apartmentId: '' }] = held;
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 3 } });
      await route.continue();
    };
    await holder.page.route('**/votes', onPaper, { times: 1 });
    await confirms();
    await holder.sees('No se contó ningún voto: van juntos.');
    await holder.sees(`Inmueble ${held[0]?.apartmentId}: Solo se puede votar una vez.`);
    expect(stored()).toEqual({ [held[0]?.apartmentId ?? '']: 3 });
    await holder.sees('Si: 28 · No: 1');
    await confirms();
    await holder.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    expect(stored()).toEqual({
      ...Object.fromEntries(idsOf(held).map((id) => [id, 1])),
      [held[0]?.apartmentId ?? '']: 3,
      [held[1]?.apartmentId ?? '']: 2,
    });
  });

  it('a split vote counts once after a lost answer and a reload', async () => {
    conceptId = await setup.question(jointId, '¿Se elige la administración?');
    await holder.press('Responder');
    await split([['No', idsOf(second)]]);
    sent.length = 0;
    await holder.page.route('**/votes', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await confirms();
    await holder.sees('La conexión está lenta.');
    // Answers are dropped until the reload: an earlier answer would show the thanks on the old page.
    await holder.page.reload();
    await holder.page.unrouteAll({ behavior: 'ignoreErrors' });
    await holder.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    expect(new Set(sent).size).toBe(1);
    expect(sent.length).toBeGreaterThan(1);
    expect(Object.values(stored()).filter((answer) => answer === 2)).toHaveLength(second.length);
    expect(Object.values(stored())).toHaveLength(held.length);
    expect(holder.faults).toEqual([]);
  });
});
