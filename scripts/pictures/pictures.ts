/** Takes a picture of every scene in every look, and puts the pictures on one page. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { PHONE } from '../../client/e2e/page-driver.ts';
import { pages } from '../../client/e2e/scenes/catalogue.ts';
import type { SceneContext } from '../../client/e2e/scenes/context.ts';
import { whenDrawn } from '../../client/e2e/scenes/drawn.ts';
import { SceneRunner } from '../../client/e2e/scenes/runner.ts';
import { nameOf, type Scene } from '../../client/e2e/scenes/scene.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { contactSheet, fileOf } from './contact-sheet.ts';
import { typefaceAtOnce } from './typeface.ts';
import { type Look, looks } from './views.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'pictures');

/** Maximum height of a picture. The end of a table of a thousand rows is not interesting. */
const TALLEST = 6000;
/** Size of the window for playing the scenes: a phone. */
const PLAIN_PHONE: Look = { ...PHONE, isWindow: true };

const LOOKS_OPTION = '--looks=';
const argumentsOfCall = process.argv.slice(2);
const sceneNames = argumentsOfCall.filter((word) => !word.startsWith(LOOKS_OPTION));
const wished = argumentsOfCall
  .filter((word) => word.startsWith(LOOKS_OPTION))
  .flatMap((word) => word.slice(LOOKS_OPTION.length).split(','));
const unknown = wished.filter((name) => !(name in looks));
const chosen = Object.entries(looks).filter(([name]) => wished.length === 0 || wished.includes(name));
const isAsked = (scene: Scene): boolean =>
  sceneNames.length === 0 || sceneNames.some((word) => nameOf(scene).startsWith(word));
/**
 * Scenes to play, by page: all scenes up to the last requested scene, because a scene continues the scene before.
 */
const played = pages
  .map((scenes) => scenes.slice(0, scenes.findLastIndex(isAsked) + 1))
  .filter((scenes) => scenes.length > 0);
const scenes = played.flat().filter(isAsked);

async function take(name: string, scene: Scene, { page }: SceneContext): Promise<number> {
  const own = chosen.filter(([, look]) => scene.isWall || !look.isHall);
  for (const [lookName, look] of own) {
    // The wall adapts to the height of its window: a window as high as the page would show another layout.
    const isAsItStands = scene.isWall === true;
    await show(page, isAsItStands ? { ...look, isWindow: true } : look);
    // A sticky header must stand at the top of the page.
    if (isAsItStands) await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({
      path: join(FOLDER, fileOf(name, lookName)),
      animations: 'disabled',
      fullPage: isAsItStands && !look.isWindow,
    });
  }
  await show(page, PLAIN_PHONE);
  return own.length;
}

async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({
    colorScheme: look.isDark ? 'dark' : 'light',
    forcedColors: look.isForced ? 'active' : 'none',
    reducedMotion: look.isMoving ? 'no-preference' : 'reduce',
  });
  await page.evaluate((text) => {
    document.documentElement.style.fontSize = `${text}%`;
  }, look.text ?? 100);
  if (!look.isWindow) await showWhole(page, look);
  await whenDrawn(page);
}

/**
 * Makes the window as high as the page, so sticky elements stay in place. Keeps the window if a dialog is open,
 * because dialogs are in the middle of the window.
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

async function takeAll(): Promise<boolean> {
  const browser = await launchBrowser();
  const runner = new SceneRunner(browser, { tool: typefaceAtOnce() });
  const taken = new Map<string, number>();
  let isWhole = true;
  try {
    console.log(`${scenes.length} scenes; the worlds that they need are being made…`);
    await runner.prepare(scenes);
    // Removes pictures of another run.
    if (sceneNames.length === 0) rmSync(FOLDER, { recursive: true, force: true });
    await Promise.all(
      played.map(async (ofOnePage) => {
        try {
          await runner.playAll(ofOnePage, PHONE, async (stage, scene) => {
            if (!isAsked(scene)) return;
            taken.set(nameOf(scene), await take(nameOf(scene), scene, stage));
            console.log(`${taken.size}/${scenes.length} ${nameOf(scene)}`);
          });
        } catch (error) {
          isWhole = false;
          console.error(error instanceof Error ? error.message : String(error));
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
  console.log(
    `${count} pictures of ${taken.size} scenes, ${scenes.length - taken.size} missing. Look at ${sheet}`,
  );
  return isWhole && count > 0;
}

if (scenes.length === 0) console.error(`No scene's name begins with: ${sceneNames.join(', ')}`);
if (unknown.length > 0) {
  console.error(`There is no look ${unknown.join(', ')}. The looks are: ${Object.keys(looks).join(', ')}`);
}
if (scenes.length === 0 || unknown.length > 0 || !(await takeAll())) process.exitCode = 1;
