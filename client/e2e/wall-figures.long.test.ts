/**
 * Test of the figures of questions on the wall screen, open and closed: no two texts overlap and no text is cut, on the screens
 * of a hall.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { createConcept, type NewConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { Screen } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
];
const units = Array.from({ length: 10 }, (_, i) => String(101 + i));
const table = tableOf(
  'unidades.csv',
  `unidad,propietario,coeficiente,tipo\n${units.map((id) => `${id},Dueño ${id},10,vivienda`).join('\n')}\n`,
);
const LONG = 'Aprobar la reforma del reglamento con los ajustes que propuso el consejo de administración';

describe('figures of a question on the wall', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let wall: Screen;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto de las Cifras', table);
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } });
    await setup.atDoor(jointId, units);
    wall = await Screen.at(browser, server.url, SIZES[0] ?? { width: 1920, height: 1080 });
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    await wall.goTo(url);
    await wall.seesLive('live');
  }, 300_000);
  afterAll(async () => {
    await wall?.leave();
    await closeContexts(browser);
    await server?.remove();
  });

  it.each(
    (['qualified', 'simple', 'perUnit'] as const).flatMap((rule) =>
      (isLong ? [2, 5, 6, 13] : rule === 'qualified' ? [2, 13] : [6]).map((n) => [rule, n] as const),
    ),
  )(
    'figures of rule %s with %i answers do not overlap and are not cut',
    { timeout: 240_000 },
    async (rule, n) => {
      const answers = Array.from({ length: n }, (_, i) => ({
        answerDescription: i === 1 ? 'No' : `${LONG} ${i + 1}`,
      }));
      const body: NewConcept = {
        jointId,
        conceptDescription: `¿Qué se decide con ${n} respuestas? ${LONG}`,
        answers,
        rule,
      };
      const { conceptId } = await setup.staff.ask(createConcept, { body });
      for (const [at, apartmentId] of units.entries())
        await setup.staff.ask(castVote, {
          body: { jointId, conceptId, apartmentId, voteId: at === 9 ? 2 : 1 },
        });
      for (const size of SIZES) {
        await wall.page.setViewportSize(size);
        await expect.poll(() => wall.page.locator('ul[aria-hidden="true"] > li').count()).toBe(n);
        await expect
          .poll(() => wall.page.locator('ul[aria-hidden="true"]').innerText())
          .toMatch(/90,00|9 votos/);
        await expect.poll(() => faultsOf(wall.page), { timeout: 5_000 }).toEqual([]);
      }
      await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
      for (const size of SIZES) {
        await wall.page.setViewportSize(size);
        await wall.sees(/ 1» ganó: 9 de cada 10; bastaba /);
        await expect.poll(() => faultsOf(wall.page), { timeout: 5_000 }).toEqual([]);
      }
    },
  );

  it('shows the names of the elected, also on a wall opened later', { timeout: 240_000 }, async () => {
    const names = ['Ana Milena Torres', 'Wilson Gómez', 'Rosa Castaño'];
    const body: NewConcept = {
      jointId,
      conceptDescription: '¿A quiénes elige para el comité?',
      answers: [...names, 'Voto en blanco'].map((answerDescription) => ({ answerDescription })),
      rule: 'election',
      seats: 2,
    };
    const { conceptId } = await setup.staff.ask(createConcept, { body });
    for (const [at, apartmentId] of units.entries())
      await setup.staff.ask(castVote, {
        body: { jointId, conceptId, apartmentId, voteId: at < 5 ? 1 : at < 8 ? 2 : 3 },
      });
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    for (const size of SIZES) {
      await wall.page.setViewportSize(size);
      await wall.sees('2. Wilson Gómez');
      await expect.poll(() => faultsOf(wall.page), { timeout: 5_000 }).toEqual([]);
    }
    await wall.page.reload();
    await wall.sees('Ana Milena Torres y Wilson Gómez');
  });
});

/** Returns pairs of overlapping texts, and texts beyond the screen or a clipped box. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: { text: string; rect: DOMRect }[] = [];
    const root =
      document.querySelector('ul[aria-hidden="true"]')?.closest('main') ??
      document.querySelector('main') ??
      document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (text === '' || element === null || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        let box: DOMRect | null = null;
        for (let above: Element | null = element; above !== null; above = above.parentElement) {
          const { overflowX, clipPath } = getComputedStyle(above);
          if (overflowX === 'hidden' || clipPath !== 'none') box ??= above.getBoundingClientRect();
        }
        // Text for screen readers has a box of 1 px.
        if (rect.width < 2 || rect.height < 2 || (box !== null && box.width < 4)) continue;
        // Box of the letters: boxes of lines are taller.
        const letters = new DOMRect(rect.x, rect.y + 0.2 * rect.height, rect.width, 0.6 * rect.height);
        texts.push({ text, rect: letters });
      }
    }
    const faults = texts
      .filter(({ rect }) => rect.right > innerWidth + 1 || rect.bottom > innerHeight + 1 || rect.left < -1)
      .map(({ text }) => `cut: ${text}`);
    for (const [at, a] of texts.entries())
      for (const b of texts.slice(at + 1)) {
        const across = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
        const down = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
        if (a.text !== b.text && across > 2 && down > 1) faults.push(`${a.text} | ${b.text}`);
      }
    return faults;
  });
}
