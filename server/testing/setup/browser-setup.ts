/** Vitest's global setup for browser tests: gets a browser first, which can take longer than a test may. */
import { findOrInstallBrowser } from './browser.ts';

export default async function setup(): Promise<void> {
  // Read again by launchBrowser, also in the tests' own processes.
  process.env.CHROME_PATH = await findOrInstallBrowser();
}
