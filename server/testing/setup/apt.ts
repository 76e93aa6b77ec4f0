import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the apt program, also used as the lock file. */
const APT = '/usr/bin/apt-get';

/**
 * Installs Debian packages.
 * @returns false on another system or without root
 */
export function installByApt(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false;
  console.log(`Installing ${packages.join(' and ')} by apt…`);
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * 60_000,
  };
  // Waits for other installations, as on a machine just started. Server and browser tests install at the same time,
  // so flock also serializes `update`: apt does not wait for the lock of the lists.
  const patient = [APT, APT, '-o', 'DPkg::Lock::Timeout=120', '-y'];
  execFileSync('flock', [...patient, 'update'], options);
  execFileSync('flock', [...patient, 'install', '--no-install-recommends', ...packages], options);
  return true;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Finds a program in PATH by possible names. Returns the path of the first match. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}
