/** Makes the pictures of the README: two from scenes, the building and a moving picture from the demonstration. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { PageDriver } from '../../client/e2e/page-driver.ts';
import { catalogue } from '../../client/e2e/scenes/catalogue.ts';
import { whenDrawn } from '../../client/e2e/scenes/drawn.ts';
import { SceneRunner } from '../../client/e2e/scenes/runner.ts';
import type { Scene } from '../../client/e2e/scenes/scene.ts';
import { ServerProcess } from '../../client/e2e/server-process.ts';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { movingPng, type Pixels, smallPng } from './small-png.ts';
import { typefaceAtOnce } from './typeface.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures');
const HEAVIEST_BYTES = 150_000;
const HEAVIEST_MOVING_BYTES = 1_500_000;

/** High enough for the whole building under the quorum. */
const hall = { width: 1280, height: 1280 };
const BUILDING_WIDTH = 960;
/** Pictures of a phone to make: scene, and first text of the picture. */
const shots = [
  { file: 'verdict.png', name: 'quorum/5-operator-outcome-approved', first: /^VOTACIÓN 2$/ },
  { file: 'why.png', name: 'bill/3-owner-opened', first: /^¿Por qué debo esto\?$/ },
] as const;
const phone = { width: 360, height: 740 };

/** Moving picture: 24 frames of half a second from the two minutes of the demonstration. */
const FRAMES = 24;
const FRAME_MS = 500;
const PLAYED_MS = 120_000;
const MOVING_WIDTH = 800;
const PASSWORD = 'contrasena-de-las-imagenes';

/** Scales a picture to another width, by drawing the picture on an empty page. */
async function shrink(easel: Page, png: Buffer, width: number): Promise<Pixels> {
  const { height, data } = await easel.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = wanted;
      canvas.height = Math.round((image.height * wanted) / image.width);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('The browser has no 2D canvas.');
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      // A list of millions of numbers takes seconds on the way, a text does not.
      let text = '';
      for (let at = 0; at < data.length; at += 8192)
        text += String.fromCharCode(...data.subarray(at, at + 8192));
      return { height: canvas.height, data: btoa(text) };
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, wanted: width },
  );
  return { width, height, data: Buffer.from(data, 'base64') };
}

function save(file: string, png: Buffer, heaviest = HEAVIEST_BYTES): void {
  if (png.length > heaviest) throw new Error(`${file} has ${png.length} bytes, over ${heaviest}.`);
  writeFileSync(join(FOLDER, file), png);
  console.log(`${join(FOLDER, file)}: ${png.length} bytes`);
}

function sceneOf(name: string): Scene {
  const scene = catalogue.get(name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  return scene;
}

async function showPhones(browser: Browser, easel: Page): Promise<void> {
  const runner = new SceneRunner(browser, { tool: typefaceAtOnce() });
  try {
    for (const { file, name, first } of shots) {
      await runner.play(sceneOf(name), async ({ page }) => {
        await page.setViewportSize(phone);
        await page.emulateMedia({ colorScheme: 'light' });
        await page
          .getByText(first)
          .first()
          .evaluate((element) => element.scrollIntoView({ block: 'start' }));
        await whenDrawn(page);
        const png = await page.screenshot({ animations: 'disabled' });
        save(file, smallPng(await shrink(easel, png, phone.width)));
      });
    }
  } finally {
    await runner.close();
  }
}

/** Saves the wall, from the name of the joint to the foot of the building. */
async function saveBuilding(page: Page, building: Locator, easel: Page): Promise<void> {
  const name = page.getByRole('heading', { name: /^ENSAYO · / }).last();
  await building.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await whenDrawn(page);
  const [top, drawing] = await Promise.all([name.boundingBox(), building.boundingBox()]);
  if (top === null || drawing === null) throw new Error('The wall shows no building.');
  const y = top.y - 16;
  const clip = { x: 0, y, width: hall.width, height: drawing.y + drawing.height + 16 - y };
  const png = await page.screenshot({ animations: 'disabled', clip });
  save('building.png', smallPng(await shrink(easel, png, BUILDING_WIDTH)));
}

/** Plays the demonstration, and takes the building at the quorum and the frames of the moving picture. */
async function showHall(browser: Browser, easel: Page): Promise<void> {
  const server = await ServerProcess.start({
    isShipped: true,
    more: { NODE_ENV: 'development', SCAF_DEMO_PASSWORD: PASSWORD },
  });
  try {
    const context = await browser.newContext({
      viewport: hall,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    // Compiled functions call the helper.
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    const page = await context.newPage();
    const person = new PageDriver(page, server.url);
    await person.open('/Login');
    await person.type('Nombre de Usuario', 'operador');
    await person.type('Contraseña', PASSWORD);
    await person.press('Aceptar');
    await page.waitForURL((url) => url.pathname !== '/Login');
    await person.open('/Rehearsal');
    await person.press('Ver una asamblea en dos minutos');
    await page.waitForURL(/\/Rehearsal\/\d+$/);
    const step = page.locator('[aria-current=step]');
    const screens: Buffer[] = [];
    let isBuildingSaved = false;
    const from = Date.now();
    while (screens.length < FRAMES) {
      await pause(Math.max(0, from + (screens.length * PLAYED_MS) / FRAMES - Date.now()));
      await step.evaluate((element) => element.closest('section')?.scrollIntoView({ block: 'start' }));
      await whenDrawn(page);
      screens.push(await page.screenshot({ animations: 'disabled' }));
      const building = page.getByRole('img', { name: /^El edificio/ });
      if (!isBuildingSaved && (await building.count()) > 0) {
        isBuildingSaved = true;
        await saveBuilding(page, building, easel);
      }
    }
    if (!isBuildingSaved) throw new Error('The demonstration showed no building.');
    const frames: Pixels[] = [];
    for (const screen of screens) frames.push(await shrink(easel, screen, MOVING_WIDTH));
    save('assembly.png', movingPng(frames, FRAME_MS), HEAVIEST_MOVING_BYTES);
  } finally {
    await server.remove();
  }
}

const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const easel = await browser.newPage();
  await showHall(browser, easel);
  await showPhones(browser, easel);
} finally {
  await browser.close();
}
