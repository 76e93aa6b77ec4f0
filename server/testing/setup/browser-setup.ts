/**
 * Vitest global setup for browser tests: installs a browser and builds the client of the tests. Both may exceed the
 * time limit of a test.
 */
import { buildForTests } from '../../../scripts/lib/build.mjs';
import { findOrInstallBrowser } from './browser.ts';

export default async function setup(): Promise<void> {
  // Read again by launchBrowser, also in test processes.
  process.env.CHROME_PATH = await findOrInstallBrowser();
  await buildForTests('.');
}
