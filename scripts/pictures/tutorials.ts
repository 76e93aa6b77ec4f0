/**
 * Makes the pictures of the tutorials and of the landing page (WebP) from scenes of the other pictures, with a frame around the control to
 * press.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { catalogue } from '../../client/e2e/scenes/catalogue.ts';
import { whenDrawn } from '../../client/e2e/scenes/drawn.ts';
import { SceneRunner } from '../../client/e2e/scenes/runner.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { type Shot, shots, views } from './tutorial-shots.ts';
import { typefaceAtOnce } from './typeface.ts';

const CLIENT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'client');
const FOLDER = join(CLIENT, 'tutorials', 'pictures');
const LANDING = join(CLIENT, 'home', 'pictures');
const HEAVIEST_BYTES = 60_000;
const QUALITY = 60;

/** Frames the marked element with an outline, because an outline does not move elements. */
async function frame(page: Page, { mark }: Shot): Promise<void> {
  const marked = mark?.(page).first();
  await marked?.evaluate((element: HTMLElement) => {
    element.style.outline = '5px solid #d9480f';
    element.style.outlineOffset = '4px';
  });
}

/** Margin in points around the shown part, so a frame at the edge is complete. */
const MARGIN = 12;

/** Returns the area of the page to take: the whole window, or one part of the page. */
async function clipOf(page: Page, { view, part }: Shot) {
  const { width, height } = views[view];
  if (!part) return { x: 0, y: 0, width, height };
  const box = await part(page).first().boundingBox();
  if (!box) throw new Error('The part to show is not on the page.');
  const left = Math.min(box.x, MARGIN);
  return { x: box.x - left, y: box.y - MARGIN, width: box.width + 2 * left, height: box.height + 2 * MARGIN };
}

async function take(page: Page, shot: Shot): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { scale, ...size } = views[shot.view];
  // A part is drawn completely if the window is high enough.
  await page.setViewportSize(shot.part ? { ...size, height: 5000 } : size);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await frame(page, shot);
  await whenDrawn(page);
  const clip = { ...(await clipOf(page, shot)), scale };
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  const bytes = Buffer.from(data, 'base64');
  return { bytes, width: Math.floor(clip.width * scale), height: Math.floor(clip.height * scale) };
}

const tutorialNames = process.argv.slice(2);
const unknown = tutorialNames.filter((name) => !(name in shots));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(', ')}.`);

/** File with the size of each picture, for the space reserved on the page. */
const SIZES = join(FOLDER, 'sizes.json');
const isRest = tutorialNames.length > 0 && existsSync(SIZES);
const sizes: Record<string, [width: number, height: number]> = isRest
  ? JSON.parse(readFileSync(SIZES, 'utf8'))
  : {};

const browser = await launchBrowser();
const runner = new SceneRunner(browser, { tool: typefaceAtOnce() });
try {
  // Removes pictures without a name in the list.
  if (tutorialNames.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  for (const folder of [FOLDER, LANDING]) mkdirSync(folder, { recursive: true });
  for (const [name, shot] of Object.entries(shots)) {
    if (tutorialNames.length > 0 && !tutorialNames.includes(name)) continue;
    const scene = catalogue.get(shot.scene);
    if (!scene) throw new Error(`There is no scene ${shot.scene}.`);
    await runner.play(scene, async (stage) => {
      await shot.before?.(stage);
      const { bytes, width, height } = await take(stage.page, shot);
      writeFileSync(join(shot.isOfLanding ? LANDING : FOLDER, `${name}.webp`), bytes);
      if (!shot.isOfLanding) sizes[name] = [width, height];
      console.log(`${name}.webp: ${width} × ${height}, ${bytes.length} bytes`);
      if (bytes.length <= HEAVIEST_BYTES) return;
      console.error(`${name}.webp is too heavy.`);
      process.exitCode = 1;
    });
  }
  const lines = Object.entries(sizes).map(
    ([name, [width, height]]) => `  ${JSON.stringify(name)}: [${width}, ${height}]`,
  );
  writeFileSync(SIZES, `{\n${lines.join(',\n')}\n}\n`);
} finally {
  await runner.close();
  await browser.close();
}
