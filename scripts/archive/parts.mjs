/** Ground of the commands of an unpacked archive: the native parts, and the default data folder. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../lib/processes.mjs';

/**
 * Default data folder: beside the folders of all versions. A new version finds the same data.
 */
const DATA_DIR = join(ROOT, '..', 'scaf-datos');

/**
 * Prepares the process for a command: sets the default of DATA_DIR, and tries the native parts.
 * Ends the process with exit code 78 and a Spanish sentence if a part does not load on this machine.
 */
export function prepareArchive() {
  process.env.DATA_DIR ||= DATA_DIR;
  const sentence = missingPart();
  if (sentence === null) return;
  console.error(sentence);
  process.exit(78);
}

/** Returns a sentence about a missing native part; null if the program runs on the machine. */
function missingPart() {
  try {
    const load = createRequire(join(ROOT, 'package.json'));
    new (load('better-sqlite3'))(':memory:').close();
    load('@node-rs/argon2');
    return null;
  } catch {
    const made = JSON.parse(readFileSync(join(ROOT, 'archive.json'), 'utf8'));
    const here = systemHere();
    let other = 'desempaquete el archivo de nuevo';
    if (made.system !== here.system) other = 'use el archivo de su sistema';
    else if (made.node !== here.node) other = `instale Node.js ${made.node}`;
    return `Las partes nativas de este archivo son para ${made.system} con Node.js ${made.node}, y esta máquina tiene ${here.system} con Node.js ${here.node}: ${other}, o ejecute «npm ci» en esta carpeta, con internet y un compilador de C++.`;
  }
}

/** Returns the system and the major version of Node.js: { system: 'linux x64 glibc', node: '20' }. */
export function systemHere() {
  const { platform, arch, versions } = process;
  const libc = platform !== 'linux' ? '' : isGlibc() ? ' glibc' : ' musl';
  return { system: `${platform} ${arch}${libc}`, node: versions.node.split('.')[0] };
}

const isGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;
