import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Ground } from '../ground.ts';

/** Process that belongs to a fault run, read from /proc. */
export interface RowProcess {
  pid: number;
  /** Command line of the process, with arguments. */
  command: string;
  /** Current memory of the process, bytes. */
  rss: number;
}

const PAGE_BYTES = 4096;

/** True if the machine has /proc, the Linux list of processes. */
export const hasProc = existsSync('/proc/self/environ');

/**
 * Returns the processes of a fault run: servers and child processes, recognized by the run's folder in the
 * environment.
 */
export function processesOf({ folder }: Ground): RowProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .flatMap((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1');
        if (!read('environ').includes(`DATA_DIR=${folder}/`)) return [];
        const rss = Number(read('statm').split(' ')[1]) * PAGE_BYTES;
        return [{ pid, rss, command: read('cmdline').replaceAll('\0', ' ') }];
      } catch {
        // The process has just ended, or belongs to another user.
        return [];
      }
    });
}

/** Returns the report worker processes of a fault run. */
export const workersOf = (ground: Ground): RowProcess[] =>
  processesOf(ground).filter(({ command }) => /\b(store|pdf)\.worker\b/.test(command));
