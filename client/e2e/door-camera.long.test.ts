/** Test of the desk's camera in a real browser: Chromium films a generated picture with a code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 6, 1, 1);
const [WIDTH, HEIGHT] = [640, 480];

/**
 * Video file with a still picture for Chromium's fake camera: uncompressed brightness and colour planes. Dark
 * squares of a code on white; the bars of a bar code fill the height.
 */
function film(modules: readonly (readonly boolean[])[], size: { width: number; height: number }): Buffer {
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  const columns = modules[0]?.length ?? 0;
  const left = Math.floor((WIDTH - size.width) / 2);
  const top = Math.floor((HEIGHT - size.height) / 2);
  for (let y = 0; y < size.height; y++) {
    const row = modules[Math.floor((y * modules.length) / size.height)];
    for (let x = 0; x < size.width; x++) {
      if (row?.[Math.floor((x * columns) / size.width)]) light[(top + y) * WIDTH + left + x] = 16;
    }
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]);
}

/** Video file of a QR code with the given text. */
function qrFilm(text: string): Buffer {
  const [symbol] = bwip.raw('qrcode', text);
  if (!symbol || !('pixs' in symbol)) throw new Error('no QR');
  const rows = Array.from({ length: symbol.pixy }, (_, y) =>
    Array.from({ length: symbol.pixx }, (__, x) => symbol.pixs[y * symbol.pixx + x] === 1),
  );
  const side = rows.length * Math.floor(400 / rows.length);
  return film(rows, { width: side, height: side });
}

function code128Film(text: string): Buffer {
  const [symbol] = bwip.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('no Code 128');
  const bars = symbol.sbs.flatMap((width, at) => Array.from({ length: width }, () => at % 2 === 0));
  return film([bars], { width: bars.length * Math.floor(560 / bars.length), height: 200 });
}

describe('the camera at the door', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-camera-'));
  let server: ServerProcess;
  let setup: TestSetup;
  let jointId = 0;
  let badges: readonly { apartmentId: string; code: string }[] = [];
  const open: Browser[] = [];

  beforeAll(async () => {
    server = await ServerProcess.start();
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Torre Cámara', table);
    await setup.badges(jointId);
    badges = [...server.storedBadges(jointId)].map(([apartmentId, code]) => ({ apartmentId, code }));
  });
  afterAll(async () => {
    for (const browser of open) await browser.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Opens the registration desk in a browser with a fake camera that shows the picture. `foreign`: requests to
   * other hosts.
   */
  async function filming(name: string, picture: Buffer): Promise<{ door: Operator; foreign: string[] }> {
    const path = join(folder, `${name}.y4m`);
    writeFileSync(path, picture);
    const browser = await launchBrowser({
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${path}`,
      ],
    });
    open.push(browser);
    const door = await Operator.at(browser, server.url);
    const foreign: string[] = [];
    door.page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(server.url).host) foreign.push(request.url());
    });
    await door.signIn(setup.platform, '/RegisterQR');
    await door.seesLive('live');
    await door.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    await door.press('Usar la cámara');
    return { door, foreign };
  }

  const kinds: [string, (code: string) => Buffer][] = [
    ['QR of a card', (code) => qrFilm(`https://scaf.example.co/VoteQR/${code}`)],
    ['Code 128 of a badge', code128Film],
  ];
  it.each(kinds)('the camera reads the %s without requests to other hosts', async (kind, make) => {
    const badge = badges[kinds.findIndex(([name]) => name === kind)];
    if (!badge) throw new Error('no badge');
    const { door, foreign } = await filming(kind.replaceAll(' ', '-'), make(badge.code));
    await door.page.locator('[data-outcome="registered"]').waitFor({ timeout: 60_000 });
    await door.page.locator('[data-outcome="registered"]').getByText(badge.apartmentId).waitFor();
    // The code stays in the picture: after a while the code is read again and reported as already done.
    await door.page.locator('[data-outcome="already"]').waitFor({ timeout: 60_000 });
    await door.press('Cerrar la cámara');
    await door.page.locator('video').waitFor({ state: 'detached' });
    expect(foreign).toEqual([]);
    expect(door.faults).toEqual([]);
  });

  it('leaving the screen stops the camera', async () => {
    const { door } = await filming('leaving', qrFilm('https://example.co/otra-cosa'));
    const running = door.page.locator('video[data-running="true"]');
    await running.waitFor();
    await running.evaluate((video) => {
      const { srcObject } = video as HTMLVideoElement;
      Reflect.set(globalThis, 'scafTestTracks', (srcObject as MediaStream).getTracks());
    });
    await door.press('Cerrar la cámara');
    const states = () =>
      door.page.evaluate(() =>
        (Reflect.get(globalThis, 'scafTestTracks') as MediaStreamTrack[]).map((track) => track.readyState),
      );
    await expect.poll(states).toEqual(['ended']);
  });

  it('explains what to do without a camera', async () => {
    const browser = await launchBrowser();
    open.push(browser);
    const door = await Operator.at(browser, server.url);
    await door.signIn(setup.platform, '/RegisterQR');
    await door.press('Usar la cámara');
    await door.page.getByRole('alert').filter({ hasText: 'cámara' }).waitFor();
    await door.page.getByRole('button', { name: 'Reintentar', exact: true }).waitFor();
  });
});
