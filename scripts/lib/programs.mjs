/**
 * Installs the system programs that tests use to look at results, while packages are downloaded and compiled, if
 * Debian's packages are missing and root may install. The setups of the tests (server/testing/setup/) try again and
 * report what is missing.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

/** The program, and the name of the lock while the program runs. The setups use the same lock. */
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
  // One package per call: a system without one package may have the others.
  for (const name of missing) await apt('install', '--no-install-recommends', ...PACKAGES[name]);
}

function apt(...args) {
  const patient = [APT, '-o', 'DPkg::Lock::Timeout=120', '-y', ...args];
  return run(['flock', APT], patient, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
}
