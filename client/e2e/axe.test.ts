/**
 * Runs the accessibility checker axe on all screens of the catalogue: WCAG 2.2 AA and best practices. A scene must
 * give a reason to exclude a rule. Contrast is measured in light and dark mode, once per text style. `npm test` looks at a
 * group of scenes of each screen, loaded at a window size each; a long run at all scenes, sizes and loading documents.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { isLong, isQuick } from '../../shared/testing/rounds.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { catalogue, pages } from './scenes/catalogue.ts';
import type { SceneContext } from './scenes/context.ts';
import { whenDrawn } from './scenes/drawn.ts';
import { LOADED_MS, loadedAt, shiftsOf } from './scenes/layout-shift.ts';
import { looksOf } from './scenes/looks.ts';
import { misfitsOf } from './scenes/misfits.ts';
import { SceneRunner } from './scenes/runner.ts';
import { nameOf, profileOf, type Scene } from './scenes/scene.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Accessibility rules about colours, checked again in dark mode. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WALL = { width: 1920, height: 1080 };
/** Scenes checked as printed on paper, each with a text required in print. */
const PRINTED: readonly (readonly [name: string, words: string | RegExp])[] = [
  ['panel/5-operator-closed', 'Sin votos'],
  ['quorum/4-display-closed', 'La asamblea terminó'],
  ['bill/3-owner-ready', 'Total a pagar'],
  ['joint/1-platform-ready', 'Coeficiente'],
];
/** Profile numbers checked at phone width. Other profiles use a laptop or wall size. */
const onPhones = [0, 3, 6];

/** Number of scenes of a group in `npm test`, and in `npm test -- --all`. */
const LOOKS = isQuick ? 1 : 2;
const kindOf = (scene: Scene | undefined) => `${scene?.screen} ${scene?.isWall}`;
/** The longest group of scenes of each screen, not of loading and errors if there is another; a wall is separate. */
const onePerScreen = pages
  .map((scenes) => ({
    scenes,
    kind: kindOf(scenes[0]),
    weight: scenes[0]?.state === 'loading' ? 0 : scenes.length,
  }))
  .toSorted((a, b) => b.weight - a.weight)
  .filter(({ kind }, at, all) => all.findIndex((other) => other.kind === kind) === at)
  .map(({ scenes }) => scenes);

const sizeOf = (scene: Scene) => (scene.isWall ? WALL : onPhones.includes(profileOf(scene)) ? PHONE : LAPTOP);
/**
 * Groups of a quick run: the screens of owners, visitors and walls, read by people of any age. The page of all
 * components takes as long as ten of them, and only the builders of screens open it.
 */
const quick = onePerScreen.filter(
  ([first]) => first !== undefined && sizeOf(first) !== LAPTOP && first.screen !== 'components',
);

/**
 * Returns the rule violations found by axe, a line for each rule and element.
 * @param among indexes in `window.writtenElements` to check; null: the whole document
 */
async function faultsOf(page: Page, options: RunOptions, among: readonly number[] | null): Promise<string[]> {
  // Only return violations: passes are large and unused.
  const violationsOnly = {
    ...options,
    resultTypes: ['violations'],
    // No enabled rule reads style sheets; the default parses all sheets at each run.
    preload: { assets: ['media'] },
  } satisfies RunOptions;
  const { violations } = await page.evaluate(
    ([how, at]) => {
      const include = at?.flatMap((one) => window.writtenElements[one] ?? []) ?? [];
      // The page may have replaced all listed elements.
      return window.axe.run(include.length === 0 ? document : { include }, how);
    },
    [violationsOnly, among] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );
}

/**
 * Runs axe on the whole document, scrolled to the top. In a scrolled page, links of the sticky header overlap
 * content, and axe reports targets as too small.
 */
async function look(
  page: Page,
  excused: readonly string[],
  seen: Set<number>,
): Promise<{ light: string[]; dark: string[] }> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.emulateMedia({ colorScheme: 'light' });
  await whenDrawn(page);
  const light = await faultsOf(
    page,
    {
      runOnly: { type: 'tag', values: TAGS },
      rules: Object.fromEntries([...excused, ...COLOUR_RULES].map((rule) => [rule, { enabled: false }])),
    },
    null,
  );
  const looks = await looksOf(page);
  const isNew = (one: number, at: number) => !seen.has(one) && looks.indexOf(one) === at;
  // Elements in a frame have no index.
  const among = page.frames().length > 1 ? null : [...looks.keys()].filter((at) => isNew(looks[at] ?? 0, at));
  for (const one of looks) seen.add(one);
  if (among?.length === 0) return { light, dark: [] };
  const colours: RunOptions = {
    runOnly: { type: 'rule', values: COLOUR_RULES.filter((rule) => !excused.includes(rule)) },
  };
  light.push(...(await faultsOf(page, colours, among)));
  await page.emulateMedia({ colorScheme: 'dark' });
  await whenDrawn(page);
  return { light, dark: await faultsOf(page, colours, among) };
}

describe('axe finds no fault', () => {
  let browser: Browser;
  let runner: SceneRunner;
  /** Hashes of text styles with contrast already checked. */
  const seen = new Set<number>();

  beforeAll(async () => {
    browser = await sharedBrowser();
    runner = new SceneRunner(browser, { latencyMs: LOADED_MS, tool: SOURCE, mayWalk: !isLong });
    await runner.prepare([...catalogue.values()]);
  });
  afterAll(async () => {
    await runner?.close();
    await closeContexts(browser);
  });

  it.concurrent('a button below the scrolled header passes axe', { tags: 'slow' }, async ({
    expect: expectHere,
  }) => {
    const scene = catalogue.get('codes/5-operator-badges');
    if (!scene) throw new Error('The scene of the badges is missing.');
    await runner.play(scene, async ({ page }) => {
      await page.setViewportSize(LAPTOP);
      // 17 px of the button remain, less than the minimum target of 24.
      const over = await page
        .getByRole('button', { name: /^Papeletas / })
        .first()
        .evaluate((button) => {
          const { left, right, bottom } = button.getBoundingClientRect();
          const links = [...document.querySelectorAll('header a')].map((link) =>
            link.getBoundingClientRect(),
          );
          const lying = links.filter((link) => link.left < right && link.right > left);
          window.scrollBy(0, bottom - Math.max(...lying.map((link) => link.bottom)) - 17);
          return { links: lying.length, top: window.scrollY };
        });
      expectHere(over.links).toBeGreaterThan(0);
      expectHere(over.top).toBeGreaterThan(0);
      expectHere(await look(page, [], new Set())).toEqual({ light: [], dark: [] });
    });
  });

  it.concurrent('printed reports show their parameters without controls', { tags: 'slow' }, async ({
    expect: expectHere,
  }) => {
    for (const [name, words] of PRINTED) {
      const scene = catalogue.get(name);
      if (!scene) throw new Error(`There is no scene ${name}.`);
      await runner.play(scene, async ({ page }) => {
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        // A4 with usual margins: 190 mm.
        await page.setViewportSize({ width: 718, height: 1000 });
        await whenDrawn(page);
        const pressed = page.locator('[class*="_button_"], nav, footer').locator('visible=true');
        expectHere(await pressed.count(), name).toBe(0);
        const ground = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
        expectHere(ground, name).toBe('light');
        expectHere(await page.getByText(words).first().isVisible(), name).toBe(true);
        // A table with columns, not the cards of a phone.
        const rows = await page
          .locator('table')
          .locator('visible=true')
          .evaluateAll((tables) => tables.map((table) => getComputedStyle(table).display));
        expectHere(new Set(rows), name).toEqual(new Set(rows.length > 0 ? ['table'] : []));
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
      });
    }
  });

  const inOrder = pages.flat();
  const byNames = (isLong ? pages : isQuick ? quick : onePerScreen).map((group) => {
    const scenes = isLong ? group : group.slice(0, LOOKS);
    return [scenes.map(nameOf).join(', '), scenes, loadedAt(group, pages)] as const;
  });
  it.concurrent.for(byNames)('on %s', async ([, scenes, sizes], { expect: expectHere }) => {
    const stands = async (stage: SceneContext, scene: Scene) => {
      await stage.settles();
      if (scene.after !== undefined || scene.jumps !== undefined) return;
      expectHere(await shiftsOf(stage.page), `${nameOf(scene)} jumps`).toEqual([]);
    };
    const [size = PHONE, ...further] = sizes;
    for (const one of isLong ? further : []) await runner.playAll(scenes.slice(0, 1), one, stands);
    await runner.playAll(scenes, size, async (stage, scene) => {
      const { page } = stage;
      await stands(stage, scene);
      await page.setViewportSize(sizeOf(scene));
      const excused = Object.keys(scene.excused ?? {});
      expectHere(await look(page, excused, seen), nameOf(scene)).toEqual({ light: [], dark: [] });
      const at = isLong ? null : inOrder.indexOf(scene);
      expectHere(await misfitsOf(page, scene.isWall === true, at), nameOf(scene)).toEqual([]);
    });
  });
});
