/**
 * Installs the system programs (Debian packages) that tests use to check results, if missing and if root may
 * install. Runs while packages are downloaded and compiled. The setups of the tests (server/testing/setup/) try
 * again and report missing programs.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

/**
 * Path of apt-get, also the name of the lock held while apt-get runs. The setups of the tests use the same lock.
 */
const APT = '/usr/bin/apt-get';

const PACKAGES = {
  pdftoppm: ['poppler-utils'],
  zbarimg: ['zbar-tools'],
  doveconf: ['dovecot-imapd'],
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
