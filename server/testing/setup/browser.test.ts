import { afterEach, expect, it, vi } from 'vitest';
import { findOrInstallBrowser } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

it('findOrInstallBrowser returns the program named by CHROME_PATH', async () => {
  // Any program works: the test does not start the program.
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(await findOrInstallBrowser()).toBe(process.execPath);
});

it('findOrInstallBrowser fails if CHROME_PATH names no program', async () => {
  vi.stubEnv('CHROME_PATH', '/no/such/browser');
  await expect(findOrInstallBrowser()).rejects.toThrow(/^CHROME_PATH is not an executable program/);
});
