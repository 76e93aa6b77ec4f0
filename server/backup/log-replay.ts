import { closeSync, existsSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Millis } from '../platform/db/tables.ts';
import { listLogs, type PackedCommit, readLog, readLogName } from './log-file.ts';
import type { BackupPlace } from './take-copy.ts';

/** How far the log leads from a copy on. */
export interface Replay {
  /** The copy's name. */
  copy: string;
  /** The first file of the log that is needed. */
  from: string;
  /** Everything that was acknowledged before this instant is then in the store, and nothing that was committed after it. */
  upTo: Millis;
}

/**
 * Finds what leads to an instant: the newest copy that was complete by then and stands in the log.
 * @param at epoch ms
 * @returns null where no copy does
 */
export function planReplay(place: BackupPlace, at: Millis): Replay | null {
  const names = listLogs(place.folder).filter((name) => (readLogName(name) ?? at) <= at);
  for (const name of names.reverse()) {
    let found: { copy: string; from: string } | null = null;
    for (const record of readLog(place.folder, name, place.key)) {
      const isUsable =
        record.kind === 'copied' && record.at <= at && existsSync(join(place.folder, record.name));
      if (isUsable) found = { copy: record.name, from: record.from };
    }
    if (found === null) continue;
    const walk = walkLog(place, found.from, at);
    let step = walk.next();
    while (step.done !== true) step = walk.next();
    return { ...found, upTo: step.value };
  }
  return null;
}

/**
 * Brings the file of a restored copy to where a replay leads: writes each page over as it was committed, also what the
 * copy has already.
 */
export function replayLog(place: BackupPlace, { from, upTo }: Replay, file: string): void {
  const store = openSync(file, 'r+');
  try {
    let size: number | null = null;
    for (const packed of walkLog(place, from, upTo)) {
      const { storePages, numbers, pages } = packed.unpack((number, bytes) => {
        const page = new Uint8Array(bytes);
        readSync(store, page, 0, bytes, (number - 1) * bytes);
        return page;
      });
      const pageBytes = pages.length / numbers.length;
      for (const [i, number] of numbers.entries()) {
        writeSync(store, pages, i * pageBytes, pageBytes, (number - 1) * pageBytes);
      }
      size = storePages * pageBytes;
    }
    if (size !== null) ftruncateSync(store, size);
  } finally {
    closeSync(store);
  }
}

/**
 * Commits from a file of the log on, up to an instant.
 * @returns how far it leads: to the instant; where the log is interrupted or ends before it, to its last commit
 */
function* walkLog({ folder, key }: BackupPlace, from: string, at: Millis): Generator<PackedCommit, Millis> {
  const names = listLogs(folder);
  let before: { name: string; records: number } | null = null;
  let upTo = readLogName(from) ?? at;
  for (const name of names.slice(names.indexOf(from))) {
    let records = 0;
    for (const record of readLog(folder, name, key)) {
      records += 1;
      if (record.kind === 'head') {
        const { follows } = record.head;
        const isNext =
          before === null || (follows?.name === before.name && follows.records === before.records);
        if (!isNext) return upTo;
      } else if (record.kind === 'commit') {
        if (record.commit.at > at) return at;
        upTo = record.commit.at;
        yield record.commit;
      }
    }
    // A file without a whole record is none: nothing followed it.
    if (records > 0) before = { name, records };
  }
  return upTo;
}
