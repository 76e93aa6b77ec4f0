/** The disk and the clock of a server under test, made to fail by shim.c, which is built where a compiler is. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, installByApt } from '../../server/testing/setup/apt.ts';

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url));

/** In the order of shim.c. */
const words = [
  'mode',
  'clockOffset',
  'writesLeft',
  'tornBytes',
  'failedWrites',
  'failedSyncs',
  'writes',
] as const;
type Word = (typeof words)[number];
const WORD_BYTES = 8;

const modes = { ok: 0, full: 1, syncFails: 2, writeFails: 3, torn: 4 } as const;
/**
 * `full`: what would make a file longer fails with ENOSPC. `syncFails`, `writeFails`: with EIO. What is written
 * elsewhere than below the folder never fails.
 */
export type DiskMode = Exclude<keyof typeof modes, 'torn'>;

/** What fails on order in the processes that are started with its environment. */
export interface Shim {
  /** For the server and whatever it starts. */
  env: Record<string, string>;
  /** From the next call on. */
  disk: (mode: DiskMode) => void;
  /** The process that makes the n-th write from now on writes that many bytes of it, and is killed. */
  tearAt: (nth: number, bytes: number) => void;
  /** Milliseconds by which the clock of the day is off; 0: right again. */
  clock: (offset: number) => void;
  /** How many writes and syncs were made to fail so far. */
  failed: () => { writes: number; syncs: number };
  /** Removes the file of orders; processes that still run keep to the last ones. */
  remove: () => void;
}

/** The built library; null where it cannot be built; undefined before anybody asked. */
let library: string | null | undefined;

/** @returns why there is no shim on this machine, or null where there is one */
export function whyNoShim(): string | null {
  library ??= buildOrNull();
  return library === null
    ? 'no C compiler is here, or this is not a 64-bit Linux: disk and clock are left out'
    : null;
}

/**
 * A shim for one data folder, with the disk and the clock as they should be.
 * @param log where each write and sync is noted with its bytes, for `power-cut.ts`; it must lie outside of the folder
 * @param home where the orders are kept, outside of the folder as well: whoever removes it need not `remove`
 * @throws Error where there is none on this machine: ask `whyNoShim` before
 */
export function makeShim(dataDir: string, log?: string, home = tmpdir()): Shim {
  const why = whyNoShim();
  if (typeof library !== 'string') throw new Error(why ?? 'no shim');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(home, 'scaf-shim-'));
  const control = join(folder, 'orders');
  writeFileSync(control, Buffer.alloc(words.length * WORD_BYTES));
  const at = (name: Word): number => words.indexOf(name) * WORD_BYTES;
  const withFile = <T>(work: (file: number, bytes: Buffer) => T): T => {
    const file = openSync(control, 'r+');
    try {
      return work(file, Buffer.alloc(WORD_BYTES));
    } finally {
      closeSync(file);
    }
  };
  const put = (name: Word, value: number): void =>
    withFile((file, bytes) => {
      bytes.writeBigInt64LE(BigInt(Math.trunc(value)));
      writeSync(file, bytes, 0, WORD_BYTES, at(name));
    });
  const get = (name: Word): number =>
    withFile((file, bytes) => {
      readSync(file, bytes, 0, WORD_BYTES, at(name));
      return Number(bytes.readBigInt64LE());
    });
  return {
    env: {
      LD_PRELOAD: library,
      SCAF_SHIM_CONTROL: control,
      SCAF_SHIM_FOLDER: realpathSync(dataDir),
      ...(log === undefined ? {} : { SCAF_SHIM_LOG: log }),
    },
    disk: (mode) => put('mode', modes[mode]),
    tearAt: (nth, bytes) => {
      put('writesLeft', nth);
      put('tornBytes', bytes);
      put('mode', modes.torn);
    },
    clock: (offset) => put('clockOffset', offset),
    failed: () => ({ writes: get('failedWrites'), syncs: get('failedSyncs') }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function buildOrNull(): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const compiler = findCompiler();
    if (compiler === undefined) return null;
    const folder = mkdtempSync(join(tmpdir(), 'scaf-shim-build-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const built = join(folder, 'shim.so');
    const args = ['-shared', '-fPIC', '-O2', '-Wall', '-o', built, SOURCE, '-ldl', '-lpthread'];
    execFileSync(compiler, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    // A library that cannot be loaded is said by a warning of the loader alone.
    const env = { PATH: process.env.PATH, LD_PRELOAD: built };
    const said = execFileSync(process.execPath, ['-e', 'process.stdout.write("loaded")'], { env });
    return said.toString() === 'loaded' ? built : null;
  } catch (error) {
    console.error(`The shim could not be built: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function findCompiler(): string | undefined {
  const names = ['cc', 'gcc', 'clang'];
  const found = findProgram(...names);
  if (found !== undefined) return found;
  return installByApt('gcc', 'libc6-dev') ? findProgram(...names) : undefined;
}
