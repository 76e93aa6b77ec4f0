import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Millis } from '../platform/db/tables.ts';
import { readCopyName } from './copies.ts';
import { listLogs, newestLog, type PackedCommit, readLog, readLogName } from './log-file.ts';
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

/** A copy that was complete at an instant, and the file of the log from which on to follow. */
export interface LoggedCopy {
  at: Millis;
  name: string;
  from: string;
}

/** The copies that stand in the log as complete by an instant, newest first. */
export function* loggedCopies({ folder, key }: BackupPlace, at: Millis): Generator<LoggedCopy> {
  const names = listLogs(folder).filter((name) => (readLogName(name) ?? at) <= at);
  for (const name of names.reverse()) {
    const found: LoggedCopy[] = [];
    for (const record of readLog(folder, name, key)) {
      if (record.kind === 'copied' && record.at <= at) found.push(record);
    }
    yield* found.reverse();
  }
}

/** How far the log could be followed. */
export interface LogWalk {
  /** Where the log is interrupted or ends before the instant that was asked for: its last commit or complete copy. */
  upTo: Millis;
  /**
   * `reached`: a commit stands behind the instant. `closed`: the server ended in order behind the last commit.
   * `ended`: the newest file ends with a whole record. `broken`: something is missing or cannot be read.
   */
  end: 'reached' | 'closed' | 'ended' | 'broken';
  /** The copies that were complete on the way. */
  copies: Set<string>;
  /** Of the commits, epoch ms. */
  commits: Millis[];
}

/**
 * Commits from a file of the log on, up to an instant.
 * @returns how far they lead
 */
function* walkLog({ folder, key }: BackupPlace, from: string, at: Millis): Generator<PackedCommit, LogWalk> {
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
    // A file without a whole record is none: nothing followed it.
    if (records > 0) before = { name, records };
  }
  const newest = newestLog(folder);
  if (unread > 0 || (newest !== null && newest > (before?.name ?? ''))) return walk;
  return { ...walk, end: isClosed ? 'closed' : 'ended' };
}

/** How far the log leads from a file of it on, at most up to an instant. */
export function reachOf(place: BackupPlace, from: string, at: Millis): LogWalk {
  const walk = walkLog(place, from, at);
  let step = walk.next();
  while (step.done !== true) step = walk.next();
  return step.value;
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
