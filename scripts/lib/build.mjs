/** Builds the program again if a source has changed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, toolOf } from './processes.mjs';
import { SERVER_ARGS } from './server-args.mjs';
import { SetupFault } from './texts.mjs';

/** Commands of an archive (archive.mjs): files `scripts/<name>.ts`, built to `build/server/<name>.js`. */
export const SHIPPED_COMMANDS = ['audit-verify', 'backup', 'restore', 'upgrade'];

const FOLDERS = ['shared', 'server', 'client', 'migrations'];
const FILES = [
  ...['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.server.config.ts'],
  ...['command.ts', 'server-args.mjs', 'verifier-page.mjs'].map((name) => `scripts/lib/${name}`),
  ...SHIPPED_COMMANDS.map((name) => `scripts/${name}.ts`),
];
/** Pattern of files that do not change the built program. */
const NOT_BUILT =
  /(\.test\.tsx?|README\.md|verifiers\/verificar\.html)$|^(client\/e2e\/(?!test-client)|server\/testing\/)/;

export function isBuilt(root) {
  return stampIn(join(root, 'build')) === fingerprint(root);
}

/** Returns the fingerprint of the sources that a finished build was made from; null without a finished build. */
function stampIn(folder) {
  const stamp = join(folder, '.scaf-built');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

/**
 * Builds server, workers and client into build/. `isCompiled` is a promise that resolves after the installation has
 * compiled the packages: then the build may go on.
 */
export async function build(root, isCompiled = Promise.resolve()) {
  // Taken before the build: an edit during the build makes the next start build again.
  const stamp = fingerprint(root);
  // A renamed migration must not stay in build/ and run.
  rmSync(join(root, 'build'), { recursive: true, force: true });
  const server = async () => {
    const parts = ['server', 'workers'].map((mode) =>
      vite(root, ['--config', 'vite.server.config.ts', '--mode', mode]),
    );
    const results = await Promise.all(parts);
    if (results.some((result) => result.code !== 0)) return results;
    await isCompiled;
    // Start the built server: a server that does not start is a fault of the build.
    const start = [join(root, 'scripts', 'lib', 'code-cache.mjs'), join(root, 'build', 'server')];
    // V8 uses a code cache only for a start with the same arguments.
    const starts = [SERVER_ARGS, []].map((args) =>
      run([process.execPath, ...args], start, { cwd: root, quiet: true }),
    );
    return Promise.all(starts);
  };
  finish((await Promise.all([server(), vite(root)])).flat(), join(root, 'build'), stamp);
}

/**
 * Makes build/tests from a finished build, once: the same server, and a client in few files (vite.config.ts) for
 * the browser tests.
 */
export async function buildForTests(root) {
  const [shipped, folder] = [join(root, 'build'), join(root, 'build', 'tests')];
  const stamp = stampIn(shipped);
  if (stamp === null) throw new Error("There is no build: run 'npm run build' first.");
  if (stampIn(folder) === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  const client = vite(root, [], { SCAF_TEST_BUILD: '1' });
  cpSync(join(shipped, 'server'), join(folder, 'server'), { recursive: true });
  finish([await client], folder, stamp);
}

function vite(root, args = [], env = {}) {
  return run(toolOf(root, 'vite'), ['build', '--logLevel', 'warn', ...args], {
    cwd: root,
    quiet: true,
    // An inherited 'development' would give every visitor React's development build.
    env: { NODE_ENV: 'production', ...env },
  });
}

/** Throws if a program failed, with its output; else marks the build as finished. */
function finish(results, folder, stamp) {
  const failed = results.filter((result) => result.code !== 0);
  if (failed.length > 0) throw new SetupFault('build', failed.map((result) => result.output).join('\n'));
  writeFileSync(join(folder, '.scaf-built'), stamp);
}

/**
 * Returns a hash of the contents of the sources. File times are not used, because a fresh checkout has other times.
 * Takes about 50 ms for some hundreds of files.
 */
function fingerprint(root) {
  // A code cache of another version of V8 is useless.
  const hash = createHash('sha256').update(process.versions.v8);
  const paths = FILES.filter((file) => existsSync(join(root, file)));
  for (const folder of FOLDERS) walk(root, folder, paths);
  for (const path of paths.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function walk(root, folder, paths) {
  if (!existsSync(join(root, folder))) return;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(root, path, paths);
    else if (!NOT_BUILT.test(path)) paths.push(path);
  }
}
