/** Installs the dependencies if node_modules differs from package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './processes.mjs';
import { SetupFault } from './texts.mjs';

/**
 * True if node_modules fits the lock file, so no package needs installing. Takes a few milliseconds, because every
 * start calls the function.
 */
export function isInstalled(root) {
  const stamp = stampOf(root);
  const wanted = fingerprint(root);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted;
  // A finished `npm ci` by hand is as good as our own.
  if (!matchesLock(root)) return false;
  writeFileSync(stamp, wanted);
  return true;
}

export async function install(root) {
  await download(root);
  await compile(root);
}

/**
 * Downloads all packages (first half of an installation), without running scripts of packages. Checks that need
 * only JavaScript can then start.
 */
export async function download(root) {
  // Building needs the development tools; NODE_ENV=production would leave them out.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(root, args);
  // An interrupted installation stays marked as incomplete; npm's own account no longer shows the interruption.
  writeFileSync(stampOf(root), '');
}

/**
 * Runs the scripts of packages (second half of an installation): a minute of a single core. One script compiles the
 * driver of SQLite.
 */
export async function compile(root) {
  await runNpm(root, ['rebuild', '--loglevel=error'], { JOBS: 'max' });
  writeFileSync(stampOf(root), fingerprint(root));
}

async function runNpm(root, args, env) {
  const { code, output } = await run(npm(), args, { cwd: root, env, quiet: true });
  if (code !== 0) throw faultOf(output);
}

const stampOf = (root) => join(root, 'node_modules', '.scaf-installed');

/**
 * Returns a hash of the lock file, platform and versions: everything that compiled parts depend on. The version of the
 * product is left out, since a release alone needs no installation.
 */
function fingerprint(root) {
  const { platform, arch, versions } = process;
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return createHash('sha256')
    .update(lock.replaceAll(/("name": "scaf",\s+"version": )"[^"]+"/g, '$1"0.1.0"'))
    .update(`${platform} ${arch} ${versions.modules}`)
    .digest('hex');
}

/** True if node_modules/.package-lock.json, written by npm at the end of an installation, equals the lock file. */
function matchesLock(root) {
  const account = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(account)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(account, 'utf8')).packages;
  return (
    Object.entries(wanted).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' || (present[path]?.version ?? (optional || devOptional ? version : null)) === version,
    ) && Object.keys(present).every((path) => path in wanted)
  );
}

/** Returns an error with a sentence of our own for usual reasons, or with npm's words for other reasons. */
export function faultOf(output) {
  if (/spawn npm(\.cmd)? ENOENT/.test(output)) return new SetupFault('noNpm');
  if (
    /npm (error|ERR!) (network|code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET))/.test(output)
  ) {
    return new SetupFault('network');
  }
  if (/gyp ERR!|node-gyp|prebuild-install/.test(output)) {
    // Without the headers of Node.js a compiler does not help: node-gyp downloads them.
    const headers = /gyp ERR!.*(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|FetchError)/.test(output);
    return new SetupFault(headers ? 'network' : 'compiler');
  }
  return new SetupFault('install', output);
}
