/** With PICTURES=1, what a test shows is kept as PNG in the ignored folder pictures/: a phone's and a laptop's. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'pictures');
const SIZES = { phone: { width: 360, height: 740 }, laptop: { width: 1366, height: 768 } };

export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== '1') return;
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.screenshot({
      path: join(FOLDER, `${name}-${size}.png`),
      animations: 'disabled',
      fullPage: true,
    });
  }
  if (before) await page.setViewportSize(before);
}
