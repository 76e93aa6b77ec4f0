import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Ground } from '../ground.ts';

/** A process of a row, as /proc has it. */
export interface RowProcess {
  pid: number;
  /** With its arguments. */
  command: string;
  /** Memory that it has now, bytes. */
  rss: number;
}

const PAGE_BYTES = 4096;

/** Whether processes can be looked at here. */
export const hasProc = existsSync('/proc/self/environ');

/** The servers of a row and what they started: all that have their data in the row's folder. */
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
        // It has just ended, or is another user's.
        return [];
      }
    });
}

/** Those of them that make reports. */
export const workersOf = (ground: Ground): RowProcess[] =>
  processesOf(ground).filter(({ command }) => /\b(store|pdf)\.worker\b/.test(command));
