/**
 * Programs of the system with which tests look at results: had while packages are downloaded and compiled, where Debian's
 * are missing and root may install them. What could not be had, the setups of the tests (server/testing/setup/) ask for
 * again, and say so.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

/** The program, and what is locked while it runs: the setups take the same turns. */
const APT = '/usr/bin/apt-get';

const PACKAGES = {
  pdftoppm: ['poppler-utils'],
  zbarimg: ['zbar-tools'],
  soffice: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui'],
  'chromium-headless-shell': ['chromium-headless-shell'],
};

export async function fetchPrograms() {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const missing = Object.keys(PACKAGES).filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} by apt…`);
  await apt('update');
  // One by one: a system that does not have one of them may have the others.
  for (const name of missing) await apt('install', '--no-install-recommends', ...PACKAGES[name]);
}

function apt(...args) {
  const patient = [APT, '-o', 'DPkg::Lock::Timeout=120', '-y', ...args];
  return run(['flock', APT], patient, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
}
