/** Test of an owner's phone through an evening: votes of other devices, the ballot without scrolling, and no jumps. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly, getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { startQuorumCheck } from '../../shared/assemblies/presence.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner, Screen } from './people.ts';
import { forgetShifts, shiftsOf, watchShifts } from './scenes/layout-shift.ts';
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
    'PQ 1,Ana Núñez,1',
    'PQ 2,Ana Núñez,1',
    '102,Beto Ibáñez,20',
    'PQ 3,Beto Ibáñez,1',
    '201,Carla Peña,47',
    '',
  ].join('\n'),
);
const LONG = `¿Autoriza al consejo de administración para contratar ${'la impermeabilización de las terrazas de las tres torres con el proponente que obtuvo el mayor puntaje, '.repeat(3)}con cargo al fondo de imprevistos?`;
const ON_ITS_SIDE = { width: 740, height: 360 };

/** Returns the labels of the found elements in reach of a thumb: on the screen, under no other element. */
async function reached(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(over) ? [(element.textContent ?? '').trim()] : [];
    }),
  );
}

const ANSWERS = ['Si', 'No', 'Blanco'];
const RADIOS = '[role="radiogroup"] label';
const BUTTONS = '[aria-label="Respuestas"] button';

describe("an owner's phone through the evening", () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let conceptId: number;
  let ana: Owner;
  let second: Owner;
  let card: Owner;
  let ballot: Owner;
  let wall: Screen;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Torres del Sol', table);
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    const ofAna = await setup.owner('ana', jointId, ['101', 'PQ 1', 'PQ 2']);
    const ofBeto = await setup.owner('beto', jointId, ['102', 'PQ 3']);
    const code = await setup.atDoor(jointId, ['201']);
    [ana, second, card, ballot, wall] = await Promise.all([
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
      Screen.at(browser, server.url),
    ]);
    for (const { page } of [ana, card, ballot, wall]) await page.addInitScript(watchShifts);
    for (const [owner, apartmentIds] of [
      [ofAna, ['101', 'PQ 1']],
      [ofBeto, ['102', 'PQ 3']],
    ] as const) {
      const phone = await setup.signedIn(owner);
      await phone.ask(register, { params: { jointId }, body: { apartmentIds: [...apartmentIds] } });
    }
    await Promise.all([
      ana.signIn(ofAna, '/LaunchPage').then(() => ana.seesLive('live')),
      second.signIn(ofAna, '/LaunchPage').then(() => second.seesLive('live')),
      card.open(`/VoteQR/${code}`).then(() => card.seesLive('live')),
      ballot.signIn(ofBeto, `/Vote/${jointId}`).then(() => ballot.seesLive('live')),
      wall.signIn(setup.platform, `/Quorum?jointId=${jointId}`).then(() => wall.seesLive('live')),
    ]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [ana, second, card, ballot, wall]);

  const close = () => setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
  const cast = (apartmentId: string, voteId: number) =>
    setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId } });
  /** Does an act of another person. Checks the pages: the act is shown, and no content jumps. */
  async function quietly(act: () => Promise<unknown>, ...seen: readonly [Owner | Screen, string | RegExp][]) {
    for (const [person] of seen) await forgetShifts(person.page);
    await act();
    for (const [person, words] of seen) {
      await person.sees(words);
      await person.page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
    }
    const shifts = await Promise.all(
      seen.map(async ([person]) => [new URL(person.page.url()).pathname, await shiftsOf(person.page)]),
    );
    expect(shifts).toEqual(seen.map(([person]) => [new URL(person.page.url()).pathname, []]));
  }

  it('an opening question moves no control; an owner with a free unit sees the answers first', async () => {
    await ana.sees('Sin registrar: PQ 2.');
    await quietly(
      async () => {
        conceptId = await setup.question(jointId, LONG);
      },
      [ana, 'VOTACIÓN 1'],
      [wall, /^¿Autoriza al consejo/],
    );
    await expect.poll(() => reached(ana.page, BUTTONS)).toEqual(ANSWERS);
    expect(await ana.page.getByRole('link', { name: 'Responder distinto' }).count()).toBe(1);
    for (const size of [ON_ITS_SIDE, { width: 320, height: 640 }, PHONE]) {
      await ana.page.setViewportSize(size);
      await expect.poll(() => reached(ana.page, BUTTONS)).toEqual(ANSWERS);
    }
    // The registration of the free unit stands behind the question: a scroll brings the button in reach.
    const isReached = await ana.page
      .getByRole('button', { name: 'Registrar Asistencia' })
      .evaluate((button) => {
        window.scrollBy({ top: button.getBoundingClientRect().top - 90, behavior: 'instant' });
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(isReached).toBe(true);
  });

  it('the ballot of a flat with a parking space is one screen, with a long question too', async () => {
    await ballot.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    await expect.poll(() => reached(ballot.page, RADIOS)).toEqual(ANSWERS);
    // Invisible until the instructions of the powers are known.
    await expect.poll(() => reached(ballot.page, 'button[type="submit"]')).toEqual(['Votar']);
    await ballot.page.evaluate(() => window.scrollTo(0, 10_000));
    expect(await reached(ballot.page, RADIOS)).toEqual(ANSWERS);
    const words = await ballot.page.locator('main').innerText();
    expect(words.match(/PQ 3/g)).toHaveLength(1);
    expect(words.match(/21,0000/g)).toHaveLength(1);
    await ballot.page.setViewportSize(ON_ITS_SIDE);
    await ballot.page.getByRole('radio', { name: 'Blanco' }).scrollIntoViewIfNeeded();
    expect(await reached(ballot.page, RADIOS)).toContain('Blanco');
    await ballot.page.setViewportSize(PHONE);
  });

  it('a vote of another phone is told on each phone, with time and receipt', async () => {
    const button = second.page.getByRole('list', { name: 'Respuestas' }).getByRole('button', { name: 'Si' });
    await button.click();
    await second.answer('Seleccionó la opción Si. ¿Está seguro de su respuesta?', 'Sí');
    await second.isThanked();
    await second.sees('Usted ya votó esta pregunta.');
    const own = second.page.getByRole('status').filter({ hasText: 'Comprobantes:' });
    expect(await own.innerText()).not.toContain('otro teléfono');
    await ana.sees(/^Usted votó Si por 101 desde otro teléfono, \d/);
    await ana.sees('¿No fue usted? Avise a la mesa.');
    const receipts = /Comprobantes: (\S+) · (\S+)/.exec(await own.innerText())?.slice(1);
    expect(receipts).toHaveLength(2);
    for (const receipt of receipts ?? []) await ana.sees(new RegExp(receipt));
  });

  it('a check and the desk move no control', async () => {
    await quietly(
      () => setup.staff.ask(startQuorumCheck, { params: { jointId } }),
      [ana, 'Confirme su presencia'],
      [ballot, 'Confirme su presencia'],
    );
    await quietly(() => cast('102', 2), [ballot, 'La mesa registró en papel su voto.']);
    await card.page.getByRole('radiogroup').waitFor();
  });

  it('closing, reopening and the next closing move no control of phones and wall', async () => {
    await quietly(
      close,
      [ana, 'Resultado de la VOTACIÓN 1'],
      [card, 'Resultado de la VOTACIÓN 1'],
      [ballot, 'Resultado de la VOTACIÓN 1'],
      [wall, /^(Sí|Si|No) /],
    );
    await ana.sees(/^Usted votó Si por 101/);
    await ana.press('Entendido');
    await ana.page.getByRole('region', { name: 'Resultado de la VOTACIÓN 1' }).waitFor();
    await quietly(
      () =>
        setup.staff.ask(toggleConcept, {
          body: { jointId, conceptId, active: 1, reason: 'Se contó mal' },
        }),
      [ana, /Se contó mal/],
      [wall, /^¿Autoriza al consejo/],
    );
    await quietly(close, [ana, 'Entendido'], [wall, /^(Sí|Si|No) /]);
    const { body } = await setup.staff.call(getSnapshot, { params: { jointId } });
    expect(body.concepts.at(-1)?.voted.apartments).toBe(3);
    expect([ana, second, card, ballot, wall].flatMap((person) => person.faults)).toEqual([]);
  });
});
