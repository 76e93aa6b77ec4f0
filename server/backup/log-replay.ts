import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Millis } from '../platform/db/tables.ts';
import { readCopyName } from './copies.ts';
import { listLogs, newestLog, type PackedCommit, readLog, readLogName } from './log-file.ts';
import type { BackupTarget } from './take-copy.ts';

/** Part of the commit log (changes between copies) to apply after the restore of a copy. */
export interface Replay {
  /** File name of the copy. */
  copy: string;
  /** Name of the first log file to read after the copy. */
  from: string;
  /** Instant (epoch ms) to restore: the result includes everything acknowledged before, and no later commit. */
  upTo: Millis;
}

/** Complete copy recorded in the commit log. */
export interface LoggedCopy {
  /** Instant of completion, epoch ms. */
  at: Millis;
  /** File name of the copy. */
  name: string;
  /** Name of the first log file to apply after the copy. */
  from: string;
}

/** Yields the copies complete by an instant according to the commit log, newest first. */
export function* loggedCopies({ folder, key }: BackupTarget, at: Millis): Generator<LoggedCopy> {
  const names = listLogs(folder).filter((name) => (readLogName(name) ?? at) <= at);
  for (const name of names.reverse()) {
    const found: LoggedCopy[] = [];
    for (const record of readLog(folder, name, key)) {
      if (record.kind === 'copied' && record.at <= at) found.push(record);
    }
    yield* found.reverse();
  }
}

/**
 * Result of reading the commit log (changes between copies) up to an instant, without applying the changes.
 */
export interface LogWalk {
  /**
   * Instant reached, epoch ms: the wanted instant, else the last commit or complete copy before the log
   * ends or breaks.
   */
  upTo: Millis;
  /**
   * Reason to stop reading the log:
   * - `reached`: a commit exists after the requested instant.
   * - `closed`: the server shut down cleanly after the last commit.
   * - `ended`: the newest file ends with a complete record.
   * - `broken`: a part is missing or unreadable.
   */
  end: 'reached' | 'closed' | 'ended' | 'broken';
  /** Names of the copies completed in the part read. */
  copies: Set<string>;
  /** Instants of the commits in the part read, epoch ms. */
  commits: Millis[];
}

/**
 * Yields the commits of the log, from a log file up to an instant.
 * @returns the instant reached and the reason to stop
 */
function* walkLog({ folder, key }: BackupTarget, from: string, at: Millis): Generator<PackedCommit, LogWalk> {
  const names = listLogs(folder);
  const walk: LogWalk = { upTo: readLogName(from) ?? at, end: 'broken', copies: new Set(), commits: [] };
  if (!names.includes(from)) return walk;
  let before: { name: string; records: number } | null = null;
  let isClosed = false;
  let unread = 0;
  for (const name of names.slice(names.indexOf(from))) {
    let records = 0;
    const reader = readLog(folder, name, key);
    let step = reader.next();
    for (; step.done !== true; step = reader.next()) {
      const record = step.value;
      records += 1;
      isClosed = record.kind === 'closed';
      if (record.kind === 'head') {
        const { follows } = record.head;
        const isNext =
          before === null || (follows?.name === before.name && follows.records === before.records);
        if (!isNext) return walk;
        unread = 0;
      } else if (record.kind === 'copied') {
        walk.copies.add(record.name);
        walk.upTo = Math.max(walk.upTo, Math.min(at, readCopyName(record.name)?.at ?? 0));
      } else if (record.kind === 'commit') {
        if (record.commit.at > at) return { ...walk, upTo: at, end: 'reached' };
        walk.upTo = record.commit.at;
        walk.commits.push(record.commit.at);
        yield record.commit;
      }
    }
    unread += step.value;
    // Ignore files without a complete record.
    if (records > 0) before = { name, records };
  }
  const newest = newestLog(folder);
  if (unread > 0 || (newest !== null && newest > (before?.name ?? ''))) return walk;
  return { ...walk, end: isClosed ? 'closed' : 'ended' };
}

/**
 * Reads the commit log from a file up to an instant, to find out how far a restore can reach.
 * @param from name of the first log file
 * @param at wanted instant, epoch ms
 */
export function reachOf(place: BackupTarget, from: string, at: Millis): LogWalk {
  const walk = walkLog(place, from, at);
  let step = walk.next();
  while (step.done !== true) step = walk.next();
  return step.value;
}

/**
 * Applies the commits of the log to the file of a restored copy, in order. Writes also pages already in the
 * copy.
 * @param file path of the restored SQLite file
 */
export function replayLog(place: BackupTarget, { from, upTo }: Replay, file: string): void {
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
