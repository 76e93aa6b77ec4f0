/** Dependencies, installed when node_modules is not what package-lock.json says. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './processes.mjs';
import { SetupFault } from './texts.mjs';

/** Whether nothing needs installing. Takes a few milliseconds: it is asked at every start. */
export function isInstalled(root) {
  const stamp = stampOf(root);
  const wanted = fingerprint(root);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted;
  // Somebody may have run `npm ci` by hand: as good, once it is known to have finished.
  if (!matchesLock(root)) return false;
  writeFileSync(stamp, wanted);
  return true;
}

export async function install(root) {
  await download(root);
  await compile(root);
}

/** The first half: all packages, as they were published. What is asked of tools in JavaScript can begin. */
export async function download(root) {
  // Building needs the development tools, also where NODE_ENV=production would leave them out.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(root, args);
  // Not whole yet, should it end here: npm's own account no longer shows that.
  writeFileSync(stampOf(root), '');
}

/** The second half, a minute of one core: the packages' own scripts, of which one compiles the store's driver. */
export async function compile(root) {
  await runNpm(root, ['rebuild', '--loglevel=error'], { JOBS: 'max' });
  writeFileSync(stampOf(root), fingerprint(root));
}

async function runNpm(root, args, env) {
  const { code, output } = await run(npm(), args, { cwd: root, env, quiet: true });
  if (code !== 0) throw faultOf(output);
}

const stampOf = (root) => join(root, 'node_modules', '.scaf-installed');

/** The lock file, and what compiled parts depend on besides it. */
function fingerprint(root) {
  const { platform, arch, versions } = process;
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${platform} ${arch} ${versions.modules}`)
    .digest('hex');
}

/** npm leaves its own account of what it installed as the last thing of an installation. */
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

/** The usual reasons get their own sentence; for the others npm's words are kept. */
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
