import { afterEach, expect, it, vi } from 'vitest';
import { findOrInstallBrowser } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

it('takes the browser that CHROME_PATH names', async () => {
  // Any program will do: it is not started here.
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(await findOrInstallBrowser()).toBe(process.execPath);
});

it('does not go on with another browser than the one asked for', async () => {
  vi.stubEnv('CHROME_PATH', '/no/such/browser');
  await expect(findOrInstallBrowser()).rejects.toThrow(/^CHROME_PATH names no program/);
});
