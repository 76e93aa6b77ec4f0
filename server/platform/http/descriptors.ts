import { readFileSync } from 'node:fs';

/** Descriptors for files, the database, workers and uploads. */
const RESERVED = 128;
/** Descriptors for a hall with 600 phones and the connections of several halls more. */
const PLENTY = 4096;

/** Returns the most open files of the process; infinite if the system does not state the limit. */
function mostDescriptors(): number {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return most === undefined ? Number.POSITIVE_INFINITY : Number(most);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns the maximum number of network connections for the server, computed from the operating system's
 * limit of open files. Leaves files for the database and workers.
 * @param descriptors maximum number of open files
 */
export const mostConnections = (descriptors = mostDescriptors()): number =>
  Math.max(descriptors - RESERVED, Math.floor(descriptors / 4));

/**
 * Returns a Spanish warning for the operator if the system's limit of open files is below 4,096, too low
 * for a large assembly; else null.
 */
export function fewDescriptors(descriptors = mostDescriptors()): string | null {
  if (descriptors >= PLENTY) return null;
  return (
    `El sistema permite a este programa ${descriptors} archivos abiertos: atiende hasta ` +
    `${mostConnections(descriptors)} conexiones a la vez. Para una asamblea grande suba el límite a 65536 ` +
    "(LimitNOFILE en systemd, o 'ulimit -n')."
  );
}
