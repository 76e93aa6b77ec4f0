/** Test of the wall screen without a session: content, size, announcements, and end. */
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signOut } from '../../shared/accounts/auth.api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments } from '../../shared/assemblies/attendance.api.ts';
import { setCountdown, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { ApiClient } from './api-client.ts';
import { Screen, Staff } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const PROJECTOR = { width: 1024, height: 768 };
const HALL = { width: 1920, height: 1080 };
/** Height of the main figure as a part of the screen height (specification). */
const FIGURE_PART = 0.12;

const table = madeUpTable('unidades.csv', 60, 4);
const JOINT = 'Conjunto El Nogal';
const QUESTION = '¿Aprueba el presupuesto de 2027?';
const present = table.units.slice(0, 40);
const idsOf = (units: readonly Unit[]) => units.map((unit) => unit.apartmentId);

describe('the wall', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let staff: Staff;
  let projector: Screen;
  let hall: Screen;
  let everybody: Person[] = [];
  let link = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint(JOINT, table);
    staff = await Staff.at(browser, server.url);
    projector = await Screen.at(browser, server.url, PROJECTOR);
    hall = await Screen.at(browser, server.url, HALL);
    everybody = [staff, projector, hall];
    await Promise.all(everybody.map((person) => person.seesMotion()));
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  serialSteps(() => everybody);

  const walls = () => [projector, hall];

  /** Checks that no content of the wall screen is cut and the page cannot scroll. */
  async function fits(page: Page): Promise<void> {
    const beyond = () =>
      page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return Math.max(scrollHeight - window.innerHeight, scrollWidth - window.innerWidth);
      });
    await expect.poll(beyond).toBeLessThanOrEqual(0);
  }

  /** Height of the main figure's drawn digits, as a part of the screen height. */
  function figurePart(page: Page, label: string): Promise<number> {
    return page
      .getByText(label, { exact: true })
      .locator('xpath=following-sibling::p[1]')
      .evaluate((figure) => {
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) return 0;
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(figure);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText('0');
        return (actualBoundingBoxAscent + actualBoundingBoxDescent) / window.innerHeight;
      });
  }

  async function allShow(registered: readonly Unit[]): Promise<void> {
    const total = { label: 'Total', sum: four(sumOf(table.units)), units: table.units.length };
    const here = { label: 'Quorum Actual', sum: four(sumOf(registered)), units: registered.length };
    const rows = registered.length === table.units.length ? [total] : [here, total];
    await Promise.all(walls().map((wall) => wall.shows('REGISTRO', rows)));
  }

  it('a link of the dialog opens a wall without a session', async () => {
    await staff.signIn(setup.platform, `/Quorum?jointId=${jointId}`);
    await staff.press('Enlace para pantalla');
    const field = staff.page.getByLabel('Enlace', { exact: true });
    await expect.poll(() => field.inputValue()).toContain('/Quorum?jointId=');
    link = await field.inputValue();
    await staff.press('Cerrar');
    for (const wall of walls()) {
      await wall.goTo(link);
      await wall.seesLive('live');
      expect(wall.page.url()).not.toContain('#');
      await wall.sees(JOINT);
    }
    await allShow([]);
  });

  it('a display link gives access to the wall only', async () => {
    const token = new URL(link).hash.slice(1);
    const other = await setup.joint('Edificio de al lado', table);
    const holder = new ApiClient(server.url, token);
    expect(await holder.ask(getSnapshot, { params: { jointId } })).toMatchObject({ jointId });
    expect((await holder.call(getSnapshot, { params: { jointId: other } })).status).toBe(404);
    expect((await holder.call(listAssemblyApartments, { params: { jointId } })).status).toBe(403);
    expect((await holder.call(createDisplayLink, { params: { jointId } })).status).toBe(403);
    const screen = await Screen.at(browser, server.url);
    await screen.goTo(link);
    await screen.seesLive('live');
    await screen.open('/AssemblyPanel');
    await screen.page.waitForURL(/\/(Quorum|UserHome|LogIn)/);
    expect(await screen.page.getByRole('navigation').getByRole('link').count()).toBe(0);
    await screen.leave();
  });

  it('the wall shows every arrival on all screens, equal to the API', async () => {
    await setup.atDoor(jointId, idsOf(present.slice(0, 10)));
    await allShow(present.slice(0, 10));
    await Promise.all(walls().map((wall) => wall.sees('para el quórum')));
    await setup.atDoor(jointId, idsOf(present.slice(10)));
    await allShow(present);
    await Promise.all(walls().map((wall) => wall.sees('Hay quórum')));
    const { registered } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    expect(registered.apartments).toBe(present.length);
  });

  it('the wall is readable from the back of the hall without scrolling', async () => {
    for (const { page } of walls()) {
      await expect.poll(() => figurePart(page, 'Coeficiente registrado')).toBeGreaterThanOrEqual(FIGURE_PART);
      await fits(page);
    }
    // A signed-in user has a header above the wall, still without scrolling.
    await staff.page.setViewportSize(PROJECTOR);
    await staff.sees('Hay quórum');
    await fits(staff.page);
  });

  it('a reload keeps the light or dark background', async () => {
    const { page } = projector;
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    // The buttons of a wall appear on pointer movement.
    await page.getByRole('heading', { name: JOINT }).hover();
    await projector.press('Fondo oscuro');
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await projector.seesLive('live');
    expect(await theme()).toBe('dark');
    await page.getByRole('heading', { name: JOINT }).hover();
    await projector.press('Fondo claro');
    await expect.poll(theme).toBe('light');
  });

  it('the letter F toggles full screen, unless disabled', async () => {
    const { page } = hall;
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('F');
    await expect.poll(isFull).toBe(false);

    const near = () => page.getByRole('heading', { name: JOINT }).hover();
    await near();
    await hall.press('Tecla F para pantalla completa');
    await page.reload();
    await hall.seesLive('live');
    await near();
    const key = page.getByRole('button', { name: 'Tecla F para pantalla completa' });
    expect(await key.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('f');
    // If the letter had toggled the screen, the button would undo the toggle.
    await hall.press('Pantalla completa');
    await expect.poll(isFull).toBe(true);
    await hall.press('Salir de pantalla completa');
    await expect.poll(isFull).toBe(false);
    await hall.press('Tecla F para pantalla completa');
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(false);
  });

  it('a signed-in user sees the wall alone until Escape', async () => {
    await staff.press('Modo pantalla');
    const menu = staff.page.getByRole('banner').getByRole('navigation');
    await menu.waitFor({ state: 'hidden' });
    await staff.page.keyboard.press('Escape');
    await menu.waitFor();
  });

  it('announces the question and each quarter of its votes, not each vote', async () => {
    const { page } = projector;
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(globalThis, 'heard', heard);
      new MutationObserver(() => {
        const words = document.querySelector('[data-news]')?.textContent ?? '';
        if (words !== '' && heard.at(-1) !== words) heard.push(words);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const heard = () => page.evaluate((): string[] => Reflect.get(globalThis, 'heard'));
    const conceptId = await setup.question(jointId, QUESTION);
    await expect.poll(heard).toEqual([`Se abrió la VOTACIÓN 1: ${QUESTION}`]);
    const [yes, no] = [present.slice(0, 25), present.slice(25)];
    for (const [voteId, units] of [
      [1, yes],
      [2, no],
    ] as const) {
      for (const { apartmentId } of units) {
        await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId } });
      }
    }
    const rows = [
      { label: 'Si', sum: four(sumOf(yes)), units: yes.length },
      { label: 'No', sum: four(sumOf(no)), units: no.length },
      { label: 'Blanco', sum: four(0n), units: 0 },
    ];
    await Promise.all(walls().map((wall) => wall.shows('VOTACIÓN 1', rows)));
    await expect.poll(async () => (await heard()).at(-1)).toContain('de todos los inmuebles registrados');
    for (const wall of walls()) {
      await expect
        .poll(() => figurePart(wall.page, 'Coeficiente votado'))
        .toBeGreaterThanOrEqual(FIGURE_PART);
      await fits(wall.page);
    }

    const announced = { params: { jointId, conceptId }, body: { seconds: 300 } };
    await setup.staff.ask(setCountdown, announced);
    for (const wall of walls()) {
      await wall.page
        .getByRole('timer')
        .filter({ hasText: /^Cierra en [45]:\d\d$/ })
        .waitFor();
      await fits(wall.page);
    }

    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    await expect.poll(async () => (await heard()).at(-1)).toBe('Se cerró la VOTACIÓN 1: Aprobada.');
    const words = await heard();
    // Forty votes: at most four announcements, between the opening and the closing.
    expect(words.length).toBeLessThanOrEqual(6);
    expect(words.slice(1, -1).every((one) => one.includes('se contaron los votos'))).toBe(true);
    await Promise.all(walls().map((wall) => wall.sees('Aprobada')));
  });

  it('a message explains an ended link, and another a broken link', async () => {
    const token = new URL(link).hash.slice(1);
    await new ApiClient(server.url, token).ask(signOut);
    await Promise.all(
      walls().map((wall) => wall.sees('El enlace de esta pantalla ya no es válido. Pida uno nuevo')),
    );
    const late = await Screen.at(browser, server.url);
    await late.goTo(link);
    await late.sees('El enlace de esta pantalla ya no es válido. Pida uno nuevo');
    expect(await late.page.getByLabel('Contraseña').count()).toBe(0);
    expect(late.faults).toEqual([]);
    await late.leave();
  });

  it('a new link works in the same tab; its end is explained too', async () => {
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    // Into the same tab, as users do with a new link.
    await hall.goTo(url);
    await hall.seesLive('live');
    await server.stop();
    const file = new BetterSqlite(join(server.dataDir, 'scaf.sqlite'));
    const ended = file.prepare('update session set expires_at = 1 where profile_id = ?').run(Profile.display);
    file.close();
    expect(ended.changes).toBeGreaterThan(0);
    await server.start();
    // The page retries with pauses.
    await hall.page.getByText('El enlace de esta pantalla ya no es válido.').waitFor({ timeout: 120_000 });
    const late = await Screen.at(browser, server.url);
    await late.goTo(url);
    await late.sees('El enlace de esta pantalla ya no es válido. Pida uno nuevo');
    expect(late.faults).toEqual([]);
    await late.leave();
  });

  it('no script error occurred', () => {
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });
});
