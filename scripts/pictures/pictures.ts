/** Takes every scene at every size, light and dark, and lays the pictures out on one page. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { catalogue } from '../../client/e2e/scenes/catalogue.ts';
import { whenDrawn } from '../../client/e2e/scenes/drawn.ts';
import type { Scene } from '../../client/e2e/scenes/scene.ts';
import type { SceneContext } from '../../client/e2e/scenes/scene-context.ts';
import { SceneRunner } from '../../client/e2e/scenes/scene-runner.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { contactSheet } from './contact-sheet.ts';
import { sizes, themes, wallSizes } from './views.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'pictures');

/** A table of a thousand rows is not looked at to its end. */
const TALLEST = 6000;

const asked = process.argv.slice(2);
const scenes = [...catalogue].filter(
  ([name]) => asked.length === 0 || asked.some((word) => name.startsWith(word)),
);

async function take(name: string, scene: Scene, { page }: SceneContext): Promise<number> {
  let count = 0;
  for (const size of scene.isWall ? [...sizes, ...wallSizes] : sizes) {
    await page.setViewportSize(size);
    if (!isForWall(size)) await showWhole(page, size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await whenDrawn(page);
      const file = `${name}-${size.width}x${size.height}-${theme}.png`;
      await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' });
      count += 1;
    }
  }
  return count;
}

/**
 * The window grows to the page, so that what sticks to its edges stands where it would. Not around a dialog,
 * which stands in the middle of what one sees.
 */
async function showWhole(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  if ((await page.locator('[role=dialog], [role=alertdialog]').count()) > 0) return;
  await whenDrawn(page);
  const whole = await page.evaluate(() => {
    window.scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, TALLEST)) });
}

const isForWall = (size: { width: number }): boolean => wallSizes.some(({ width }) => width === size.width);

async function takeAll(): Promise<boolean> {
  const browser = await launchBrowser();
  const runner = new SceneRunner(browser);
  const taken = new Map<string, number>();
  const faults: string[] = [];
  try {
    console.log(`${scenes.length} scenes; the worlds that they need are being made…`);
    await runner.prepare(scenes.map(([, scene]) => scene));
    // What another run left must not be taken for this one's.
    if (asked.length === 0) rmSync(FOLDER, { recursive: true, force: true });
    await Promise.all(
      scenes.map(async ([name, scene]) => {
        try {
          await runner.play(scene, async (stage) => {
            taken.set(name, await take(name, scene, stage));
          });
          console.log(`${taken.size + faults.length}/${scenes.length} ${name}`);
        } catch (error) {
          faults.push(error instanceof Error ? error.message : String(error));
          console.error(`${taken.size + faults.length}/${scenes.length} ${faults.at(-1)}`);
        }
      }),
    );
  } finally {
    await runner.close();
    await browser.close();
  }
  const sheet = join(FOLDER, 'index.html');
  mkdirSync(FOLDER, { recursive: true });
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  writeFileSync(sheet, contactSheet(files));
  const count = [...taken.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${count} pictures of ${taken.size} scenes, ${faults.length} missing. Look at ${sheet}`);
  return faults.length === 0 && count > 0;
}

if (scenes.length === 0) console.error(`No scene's name begins with: ${asked.join(', ')}`);
if (scenes.length === 0 || !(await takeAll())) process.exitCode = 1;
