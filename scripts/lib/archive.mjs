/**
 * Makes the archive of a version: the built program with production packages and native parts of the system. Runs
 * without a compiler, without development packages and without a build.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { systemHere } from '../archive/parts.mjs';
import { SHIPPED_COMMANDS } from './build.mjs';
import { run } from './processes.mjs';

/** Name of the list of checksums inside an archive, in the form of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';

/** Files and folders of a checkout, copied without change. */
const PARTS = [
  ...[
    'CHANGELOG.md',
    'LEAME.md',
    'LICENSE',
    'SECURITY.md',
    'docs/measured',
    'docs/run',
    'docs/why',
    'build/client',
    'build/server',
    'scripts/archive',
  ],
  ...['node-version', 'processes', 'serve', 'server-args', 'supervise', 'texts'].map(
    (name) => `scripts/lib/${name}.mjs`,
  ),
];

/** Commands for the package.json of an archive. */
const COMMANDS = {
  start: 'node scripts/archive/start.mjs',
  ...Object.fromEntries(
    SHIPPED_COMMANDS.map((name) => [name.replace('-', ':'), `node scripts/archive/command.mjs ${name}`]),
  ),
};

/** Files of packages without use at run time: types and maps. */
const UNUSED = /\.(map|d\.[cm]?ts)$/;
/** Running parts of the driver of SQLite. Left out: sources and objects of the compiler, 25 MB. */
const SQLITE = 'node_modules/better-sqlite3';
const SQLITE_PARTS = ['LICENSE', 'package.json', 'lib', 'build/Release/better_sqlite3.node'];

/**
 * Writes `scaf-<version>-<system>-node<major>.tar.gz` and the checksum (`….sha256`) into a folder.
 * @returns path and SHA-256 of the archive
 */
export async function makeArchive(root, folder) {
  const manifest = readJson(join(root, 'package.json'));
  const here = systemHere();
  const name = `scaf-${manifest.version}`;
  const file = join(folder, `${name}-${here.system.replaceAll(' ', '-')}-node${here.node}.tar.gz`);
  const work = mkdtempSync(join(folder, '.scaf-package-'));
  try {
    const top = join(work, name);
    fill(root, top, manifest);
    writeJson(join(top, 'archive.json'), { version: manifest.version, ...here });
    writeSums(top);
    await tar(['-czf', file, '-C', work, name]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  return { file, sum };
}

/** Copies all parts of the program into an empty folder. */
function fill(root, top, { devDependencies: _dev, scripts: _scripts, allowScripts: _allowed, ...manifest }) {
  for (const part of PARTS) cpSync(join(root, part), join(top, part), { recursive: true });
  for (const page of pagesIn(top)) dropForeignLinks(join(top, page));
  const lock = readJson(join(root, 'package-lock.json'));
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  for (const [path] of packages) {
    // Optional packages of other systems are not installed here.
    if (path !== '' && existsSync(join(root, path))) copyPackage(root, top, path);
  }
  const { devDependencies: _lockedDev, ...own } = lock.packages[''];
  writeJson(join(top, 'package-lock.json'), {
    ...lock,
    packages: { ...Object.fromEntries(packages), '': own },
  });
  writeJson(join(top, 'package.json'), { ...manifest, scripts: COMMANDS });
}

/** Returns the paths of all pages of an archive without packages. */
export const pagesIn = (top) =>
  ['.', 'docs'].flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: folder !== '.' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );

/** Link of a page: the sign of a picture, the words, the path, and the rest. */
export const PAGE_LINK = /(!?)\[([^\]]*)\]\((?!\w+:)([^)#\s]+)([^)]*)\)/g;

/** Turns links to files outside of the archive, as sources, into their words. */
function dropForeignLinks(page) {
  const isHere = (path) => existsSync(join(dirname(page), path));
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(PAGE_LINK, (link, _picture, words, path) => (isHere(path) ? link : words)),
  );
}

function copyPackage(root, top, path) {
  const from = join(root, path);
  const parts = path === SQLITE ? SQLITE_PARTS : ['.'];
  for (const part of parts) {
    cpSync(join(from, part), join(top, path, part), {
      recursive: true,
      // A package inside a package has a separate line in the lock file.
      filter: (source) => !UNUSED.test(source) && !relative(from, source).split(sep).includes('node_modules'),
    });
  }
}

/** Writes the checksums of all files of a folder into the folder. */
export function writeSums(top) {
  const files = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== SUMS)
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
  const lines = files.map((file) => `${sha256(join(top, file))}  ${file}\n`);
  writeFileSync(join(top, SUMS), lines.join(''));
}

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Runs tar, a program of Linux, macOS and Windows. @throws Error with the output of the program */
async function tar(args) {
  const { code, output } = await run(['tar'], args, { quiet: true });
  if (code !== 0) throw new Error(`tar: ${output}`);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function writeJson(file, value) {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
