/**
 * Vitest global setup for browser tests. Installs a browser first, since an installation may exceed a test's time
 * limit.
 */
import { findOrInstallBrowser } from './browser.ts';

export default async function setup(): Promise<void> {
  // Read again by launchBrowser, also in test processes.
  process.env.CHROME_PATH = await findOrInstallBrowser();
}
