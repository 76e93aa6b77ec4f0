/**
 * Vitest global setup for browser tests: installs a browser and builds the client of the tests, which may exceed a
 * test's time limit.
 */
import { buildForTests } from '../../../scripts/lib/build.mjs';
import { findOrInstallBrowser } from './browser.ts';

export default async function setup(): Promise<void> {
  // Read again by launchBrowser, also in test processes.
  process.env.CHROME_PATH = await findOrInstallBrowser();
  await buildForTests('.');
}
