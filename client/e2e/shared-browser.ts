/** Browser of a test process: one for all test files, since a launch takes a second of processor time. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../server/testing/setup/browser.ts';

let shared: Promise<Browser> | null = null;

/** Returns the browser of this process, started at the first call and again after a crash. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => {
    browser.once('disconnected', () => {
      shared = null;
    });
    return browser;
  });
  return shared;
}

/** Closes all contexts (pages, storage, service workers) of the browser at the end of a test file. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
