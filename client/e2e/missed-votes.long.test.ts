/** Test of the notice after two missed questions (specification, section 17, rule 13): the receivers, and the phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, Hall } from '../../server/testing/world.ts';
import { listUserAssemblyApartments, type User } from '../../shared/accounts/users.api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { isClosed } from '../../shared/assemblies/concept-words.ts';
import { ATTENDANCE, deleteConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote, listRecords } from '../../shared/assemblies/votes.api.ts';
import { mayAnswer } from '../features/assemblies/properties/own-units.ts';
import { missedPair } from '../features/assemblies/results/missed-run.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { forgetShifts, shiftSum, watchShifts } from './scenes/layout-shift.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'torres.csv',
  [
    'unidad,propietario,coeficiente',
    '101,Ana Núñez,30',
    '102,Beto Ibáñez,20',
    '201,Carla Peña,20',
    'PQ 2,Carla Peña,5',
    '202,Dora Gil,15',
    '301,Eva Ruiz,10',
    '302,Cora Paz,0',
    '',
  ].join('\n'),
);
const NOTICE = 'Usted no votó las dos últimas preguntas.';

describe('the notice after two missed questions', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let hall: Hall;
  let jointId: number;
  let ana: Owner;
  const users = new Map<string, Account & User>();
  const questions: number[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Torres del Sol', table);
    hall = setup.hall(jointId);
    await hall.openRegistration();
    const units = {
      ana: ['101'],
      beto: ['102'],
      carla: ['201', 'PQ 2'],
      dora: ['202'],
      eva: ['301'],
      cora: ['302'],
    };
    for (const [name, apartmentIds] of Object.entries(units)) {
      users.set(name, await setup.owner(name, jointId, apartmentIds));
    }
    const code = users.get('dora')?.userId ?? '';
    await setup.staff.ask(register, {
      params: { jointId },
      body: { code, byProxy: true, apartmentIds: ['201'] },
    });
    await present('ana', ['101']);
    await present('beto', ['102']);
    await present('carla', ['PQ 2']);
    await present('dora', ['202']);
    await present('cora', ['302']);
    ana = await Owner.at(browser, server.url, PHONE);
    await ana.page.addInitScript(watchShifts);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [ana]);

  const signedIn = (name: string) => setup.signedIn({ username: name });
  const present = async (name: string, apartmentIds: string[]) =>
    (await signedIn(name)).ask(register, { params: { jointId }, body: { apartmentIds } });
  const cast = async (name: string, conceptId: number, apartmentId: string) =>
    (await signedIn(name)).ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } });
  /** Opens and closes a question; meanwhile the holder of a power votes for 201 alone. */
  async function hold(meanwhile: (conceptId: number) => Promise<unknown> = async () => undefined) {
    const conceptId = await hall.ask(`¿Pregunta ${questions.length + 1}?`);
    await cast('dora', conceptId, '201');
    await meanwhile(conceptId);
    await hall.close(conceptId);
    questions.push(conceptId);
    return conceptId;
  }
  /** Names of the owners with a notice, from the answers of the server to the owners. */
  async function receivers(): Promise<string[]> {
    const names: string[] = [];
    for (const [name, { userId }] of users) {
      const phone = await signedIn(name);
      const recordsOf = (conceptId: number) => phone.ask(listRecords, { params: { conceptId, jointId } });
      const { concepts } = await phone.ask(getSnapshot, { params: { jointId } });
      const held = (await phone.ask(listUserAssemblyApartments, { params: { userId } })).filter(mayAnswer);
      const standings = [];
      for (const question of concepts.filter(isClosed))
        standings.push({ question, standing: null, votes: await recordsOf(question.conceptId) });
      if (missedPair(held, standings, await recordsOf(ATTENDANCE)) !== null) names.push(name);
    }
    return names;
  }

  it('registered owners without any vote on both questions get the notice, and no others', async () => {
    await hold();
    // Registered between the questions: one question missed.
    await present('eva', ['301']);
    const reset = await hold();
    expect(await receivers()).toEqual(['ana', 'beto']);
    // A question with annulled votes, and a deleted question, count for no owner.
    const query = { reason: 'error en el texto' };
    await setup.staff.ask(removeRegistrations, { params: { conceptId: reset, jointId }, query });
    expect(await receivers()).toEqual([]);
    await setup.staff.ask(deleteConcept, { body: { jointId, conceptId: reset, ...query } });
    await hold((conceptId) => cast('beto', conceptId, '102'));
    expect(await receivers()).toEqual(['ana']);
  });

  it('the notice stands over the waiting page, moves nothing and is gone once read', async () => {
    await ana.signIn({ username: 'ana' }, '/LaunchPage');
    await ana.seesLive('live');
    await forgetShifts(ana.page);
    await ana.sees(NOTICE);
    expect(await shiftSum(ana.page)).toBeLessThan(0.01);
    await ana.press('Entendido');
    await expect.poll(() => ana.page.getByText(NOTICE).count()).toBe(0);
    // A question opened and closed within one message shows no result: the phone must see the open question.
    const isSeen = () => ana.sees(`¿Pregunta ${questions.length + 1}?`);
    await hold(isSeen);
    // A third missed question makes no second pair: the result alone is shown.
    await ana.press('Entendido');
    await hold(isSeen);
    await ana.press('Entendido');
    await ana.sees(NOTICE);
  });

  it('the notice stands beside the next question, and a vote ends the notice', async () => {
    const conceptId = await hall.ask('¿Se aprueba el acta?');
    await ana.sees('Puede votar esta. Si algo le impide votar, avise a la mesa.');
    await ana.page.getByRole('button', { name: 'Si', exact: true }).click();
    await ana.answer('Seleccionó la opción Si. ¿Está seguro de su respuesta?', 'Sí');
    await ana.isThanked();
    await hall.close(conceptId);
    await ana.press('Entendido');
    expect(await ana.page.getByText(NOTICE).count()).toBe(0);
    expect(await receivers()).not.toContain('ana');
  });
});
