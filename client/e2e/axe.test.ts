/**
 * Axe looks at the whole catalogue of scenes: the criteria of WCAG 2.2 AA and what is good practice beyond them,
 * with no rule left out but where a scene says why. Contrast is measured in light and in dark.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser } from '../../server/testing/browser.ts';
import { LAPTOP, PHONE } from './hands.ts';
import { catalogue } from './scenes/catalogue.ts';
import { whenDrawn } from './scenes/drawn.ts';
import { profileOf, type Scene } from './scenes/scene.ts';
import { Theatre } from './scenes/theatre.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What dark may change: colours, and nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const WALL = { width: 1920, height: 1080 };
/** Who has a phone in their hand. The others sit at a laptop, or look at the wall. */
const onPhones = [0, 3, 6];

const sizeOf = (scene: Scene) => (scene.isWall ? WALL : onPhones.includes(profileOf(scene)) ? PHONE : LAPTOP);

/** What axe found, one line for each rule and element. */
async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );
}

async function look(page: Page, excused: readonly string[]): Promise<{ light: string[]; dark: string[] }> {
  // In the page itself. Otherwise a second page is opened each time, for frames of other sites: there are none.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  await page.emulateMedia({ colorScheme: 'light' });
  await whenDrawn(page);
  const light = await faultsOf(
    axe()
      .withTags(TAGS)
      .disableRules([...excused]),
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await whenDrawn(page);
  const dark = await faultsOf(axe().withRules(COLOUR_RULES));
  return { light, dark };
}

describe('axe finds nothing', () => {
  let browser: Browser;
  let theatre: Theatre;

  beforeAll(async () => {
    browser = await launchBrowser();
    theatre = new Theatre(browser);
    await theatre.prepare([...catalogue.values()]);
  });
  afterAll(async () => {
    await theatre?.close();
    await browser?.close();
  });

  it.concurrent.for([...catalogue])('on %s', async ([, scene], { expect: expectHere }) => {
    await theatre.play(scene, async ({ page }) => {
      await page.setViewportSize(sizeOf(scene));
      const excused = Object.keys(scene.excused ?? {});
      expectHere(await look(page, excused)).toEqual({ light: [], dark: [] });
    });
  });
});
