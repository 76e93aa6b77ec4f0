/** Makes the small pictures of the README from scenes of the other pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { catalogue } from '../../client/e2e/scenes/catalogue.ts';
import { whenDrawn } from '../../client/e2e/scenes/drawn.ts';
import { SceneRunner } from '../../client/e2e/scenes/runner.ts';
import type { Scene } from '../../client/e2e/scenes/scene.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { smallPng } from './small-png.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures');
const HEAVIEST_BYTES = 60_000;

const laptop = { width: 1024, height: 768 };
const phone = { width: 360, height: 740 };
/** Pictures to make: scene, size of the window, and width of the picture. */
const shots = [
  { file: 'wall.png', name: 'quorum/4-display-question-open', size: laptop, width: 400 },
  { file: 'panel.png', name: 'panel/5-operator-running', size: laptop, width: 400 },
  { file: 'launch.png', name: 'launch/3-owner-question-open', size: phone, width: 360 },
  { file: 'vote.png', name: 'vote/3-owner-chosen', size: phone, width: 360 },
] as const;

/** Scales a picture to another width, by drawing the picture on an empty page. */
async function shrink(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const { height, data } = await page.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = wanted;
      canvas.height = Math.round((image.height * wanted) / image.width);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser draws nothing.');
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
      const pixels = drawing.getImageData(0, 0, canvas.width, canvas.height);
      return { height: canvas.height, data: [...pixels.data] };
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, wanted: width },
  );
  return smallPng({ width, height, data: Uint8Array.from(data) });
}

function sceneOf(name: string): Scene {
  const scene = catalogue.get(name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  return scene;
}

const browser = await launchBrowser();
const runner = new SceneRunner(browser);
try {
  mkdirSync(FOLDER, { recursive: true });
  const easel = await browser.newPage();
  for (const { file, name, size, width } of shots) {
    await runner.play(sceneOf(name), async ({ page }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(() => window.scrollTo(0, 0));
      await whenDrawn(page);
      const png = await shrink(easel, await page.screenshot({ animations: 'disabled' }), width);
      if (png.length > HEAVIEST_BYTES) throw new Error(`${file} has ${png.length} bytes.`);
      writeFileSync(join(FOLDER, file), png);
      console.log(`${join(FOLDER, file)}: ${png.length} bytes`);
    });
  }
} finally {
  await runner.close();
  await browser.close();
}
