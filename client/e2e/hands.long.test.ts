/** Test of the number of taps an owner needs on every kind of phone: few for a vote, zero for its result. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { setCountdown, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { Hands } from './hands.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  'unidad,propietario,coeficiente\n101,Ana,10\n102,Beto,20\n103,Carla,30\n104,Dora,40\n',
);

interface Phone {
  owner: Owner;
  hands: Hands;
}

describe('the hands of an owner', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let conceptId = 0;
  const phones: Phone[] = [];

  async function phone(): Promise<Phone> {
    const owner = await Owner.at(browser, server.url, PHONE);
    // Headless browsers have neither vibration nor wake lock: the script records the calls.
    await owner.context.addInitScript(() => {
      const counts = { beats: 0, awake: 0 };
      Object.assign(globalThis, { scafAsked: counts });
      const vibrate = () => {
        counts.beats += 1;
        return true;
      };
      Object.defineProperty(navigator, 'vibrate', { value: vibrate });
      const release = async () => {
        counts.awake -= 1;
      };
      const request = async () => {
        counts.awake += 1;
        return { release };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    });
    const made = { owner, hands: await Hands.of(owner.context) };
    phones.push(made);
    return made;
  }
  /** Creates an owner's account with a registered unit and opens a phone at a path. */
  async function account(name: string, apartmentId: string, path: string): Promise<Phone> {
    const user = await setup.presentOwner(name, jointId, [apartmentId]);
    const made = await phone();
    await made.owner.signIn(user, path);
    return made;
  }
  const resultOn = ({ owner }: Phone) =>
    owner.page
      .getByRole('region', { name: 'Resultado de la VOTACIÓN 1' })
      .getByText('Aprobada', { exact: true });
  const asksOf = ({ owner }: Phone): Promise<unknown> =>
    owner.page.evaluate(() => Reflect.get(globalThis, 'scafAsked'));
  const answers = ({ owner }: Phone) => owner.page.getByRole('radiogroup', { name: 'Su respuesta' });

  let launch: Phone;
  let vote: Phone;
  let card: Phone;
  let home: Phone;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Manos', table);
    await setup.staff.ask(openAssembly, { params: { jointId }, body: { mode: 'mixed', title: 'Ordinaria' } });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    launch = await account('ana', '101', '/LaunchPage');
    await launch.owner.seesLive('live');
    vote = await account('beto', '102', `/Vote/${jointId}`);
    await vote.owner.sees(/Cuando se abra una votación aparecerá aquí/);
    home = await account('carla', '103', '/LaunchPage');
    await home.owner.seesLive('live');
    const [code = ''] = await setup.codes(jointId, 1);
    await setup.staff.ask(register, { params: { jointId }, body: { apartmentIds: ['104'], code } });
    card = await phone();
    await card.owner.open(`/VoteQR/${code}`);
    await card.owner.sees('En este momento no hay una votación activa.');
  }, 300_000);
  afterAll(async () => {
    for (const { owner } of phones) await owner.leave();
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => phones.map(({ owner }) => owner));

  it('a phone that stayed awake vibrates once and changes its title', async () => {
    for (const { owner, hands } of phones) {
      // Browsers allow vibration only after a touch.
      hands.take();
      await owner.page.mouse.click(5, 300);
      await expect.poll(() => hands.take().taps).toBe(1);
    }
    conceptId = await setup.question(jointId, '¿Se aprueba el presupuesto?');
    for (const one of [launch, vote, card]) {
      await expect.poll(() => one.owner.page.title()).toMatch(/^Vote ahora/);
      expect(await asksOf(one)).toEqual({ beats: 1, awake: 1 });
    }
  });

  it('every kind of phone counts down to an announced closing', async () => {
    const announce = (seconds: number) =>
      setup.staff.ask(setCountdown, { params: { jointId, conceptId }, body: { seconds } });
    const timerOn = ({ owner }: Phone) => owner.page.getByRole('timer');
    const asking = [launch, vote, card];
    await announce(600);
    for (const one of asking)
      await timerOn(one)
        .filter({ hasText: /^Cierra en (9|10):\d\d$/ })
        .waitFor();
    await announce(1);
    for (const one of asking) {
      await timerOn(one).filter({ hasText: 'Se cumplió el tiempo: la votación se va a cerrar.' }).waitFor();
    }
    await announce(0);
    for (const one of asking) await timerOn(one).waitFor({ state: 'detached' });
  });

  it('a vote from the launch page takes two presses: answer and confirmation', async () => {
    const answerList = launch.owner.page.getByRole('list', { name: 'Respuestas' });
    await answerList.getByRole('button', { name: 'Si', exact: true }).click();
    await launch.owner.answer(/¿Está seguro de su respuesta\?/, 'Sí');
    await launch.owner.isThanked();
    expect(launch.hands.take()).toEqual({ taps: 2, keys: 0 });
  });

  it.each([
    ['/Vote', () => vote],
    ['/VoteQR', () => card],
  ])('a vote takes three presses on %s, with an automatic ballot', async (_path, at) => {
    await answers(at()).waitFor();
    await at().owner.vote('Si');
    await at().owner.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    expect(at().hands.take()).toEqual({ taps: 3, keys: 0 });
  });

  it('the result needs no press on any page', async () => {
    const answerList = home.owner.page.getByRole('list', { name: 'Respuestas' });
    await answerList.getByRole('button', { name: 'No', exact: true }).click();
    await home.owner.answer(/¿Está seguro de su respuesta\?/, 'Sí');
    await home.owner.isThanked();
    await home.owner.open('/UserHome');
    await home.owner.sees('Edificio Manos');
    home.hands.take();
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    for (const one of [launch, vote, card, home]) {
      await resultOn(one).waitFor();
      expect(one.hands.take()).toEqual({ taps: 0, keys: 0 });
    }
  });
});
