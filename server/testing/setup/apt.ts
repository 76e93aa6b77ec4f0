import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program, and what is locked while it runs. */
const APT = '/usr/bin/apt-get';

/** Installs Debian packages, where this is Debian and we are root. @returns whether it could. */
export function installByApt(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false;
  console.log(`Installing ${packages.join(' and ')} by apt…`);
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * 60_000,
  };
  // Another installation may be running on a machine that has just started; and tests of servers and of browsers get
  // their tools at the same time, each as a whole: what apt says of its lists' lock is no reason to do without them.
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

/** The first of the names that is a program of the PATH, whole. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}
