/**
 * Gives a server under test a faulty disk and clock, by a C library (shim.c) between the server and the system.
 * Built only if the machine has a compiler.
 */
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
import { defined } from '../../shared/defined.ts';

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url));

/** Fields of the memory shared with shim.c, in the order of shim.c. */
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
 * Simulated fault of the disk. `full`: a growing file gets the error ENOSPC. `syncFails`, `writeFails`: the
 * error EIO. Writes outside of the data folder never fail.
 */
export type DiskMode = Exclude<keyof typeof modes, 'torn'>;

/**
 * Library loaded into a server process between program and system ('shim'), to simulate faults of disk and
 * clock.
 */
export interface Shim {
  /** Environment variables for the server and the child processes. */
  env: Record<string, string>;
  /** Sets the fault of the disk, from the next system call on. */
  disk: (mode: DiskMode) => void;
  /** Kills the process in the middle of a write: the n-th write from now on, after a number of bytes. */
  tearAt: (nth: number, bytes: number) => void;
  /** Moves the system clock by milliseconds; 0 restores the right time. */
  clock: (offset: number) => void;
  /** Returns the numbers of failed writes and syncs so far. */
  failed: () => { writes: number; syncs: number };
  /** Removes the control file of the faults. Running processes keep the last setting. */
  remove: () => void;
}

/** Path of the built C library. Null if the build failed; undefined before the first use. */
let library: string | null | undefined;

/**
 * Builds the shim (library for simulated faults of disk and clock) at the first call. @returns the reason
 * if the machine cannot build the shim; null if built
 */
export function whyNoShim(): string | null {
  library ??= buildOrNull();
  return library === null
    ? 'no C compiler is here, or this is not a 64-bit Linux: disk and clock are left out'
    : null;
}

/**
 * Makes a shim (library for simulated faults of disk and clock) for a data folder, without faults at first.
 * @param log file for each write and sync with bytes, for `power-cut.ts`; must be outside of the folder
 * @param home folder of the control file, also outside; `remove` is not needed if the caller removes the
 * folder
 * @throws Error if the machine cannot build the shim: call `whyNoShim` first
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
      ...defined({ SCAF_SHIM_LOG: log }),
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
    // A library that cannot be loaded only causes a warning of the loader.
    const env = { PATH: process.env.PATH, LD_PRELOAD: built };
    const output = execFileSync(process.execPath, ['-e', 'process.stdout.write("loaded")'], { env });
    return output.toString() === 'loaded' ? built : null;
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
