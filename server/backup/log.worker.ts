import { mkdirSync } from 'node:fs';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { LogPosition, LogWish, LogWord } from '../platform/db/commit-log.ts';
import type { Millis } from '../platform/db/tables.ts';
import { backupSentence } from './error.ts';
import { type LogHead, LogWriter, lastOfLog } from './log-file.ts';
import type { BackupTarget } from './take-copy.ts';

/**
 * Start data for the thread of the commit log: backup folder, and connection to the thread of the database.
 */
export interface LogTask {
  /** Backup folder and key. */
  place: BackupTarget;
  /** Port for messages with the database's thread. */
  port: MessagePort;
  /** Shared counter of the bytes sent by the thread of the database and not yet received. */
  waiting: SharedArrayBuffer;
}

/**
 * Message of the server to the commit-log thread. `copying`: a copy starts; `copied`: the copy with the
 * file name is complete, with changes since the log file `from`; `end`: the database is closed.
 */
export type ToLog = { copying: true } | { copied: string; from: string } | { end: true };

/**
 * Message of the commit-log thread to the server. `copyingFrom`: first log file with changes made during a
 * copy (null without a log), the answer to `copying`; `since`: start of the restorable time; `problem`:
 * Spanish sentence.
 */
export type FromLog =
  | { copyingFrom: string | null }
  /** @property since epoch ms from which the log restores any instant. Null until the next copy. */
  | { since: Millis | null }
  | { problem: string };

const SYNC_MS = 1000;

const { place, port, waiting }: LogTask = workerData;
const taken = new Int32Array(waiting);
const tell = (word: FromLog): void => parentPort?.postMessage(word);

/** Log file before the next file and the number of records; null if no file precedes. */
let last: LogHead['follows'];
let since: Millis | null;
/** First log file since the log of this process last broke. */
let beginning = '';
let writer: LogWriter | null = null;
/** Position in SQLite's write-ahead log reached by the commit log. */
let reached: LogPosition;
/** False until the database's thread reports if the log continues. No file may be started before. */
let hasHeard = false;
let isAskedFor = false;

function beginLog(isFollowing: boolean): void {
  if (!isFollowing) since = null;
  const follows = isFollowing ? last : null;
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  writer = new LogWriter(place.folder, place.key, Date.now(), { follows, since, place: reached });
  if (!isFollowing) beginning = writer.name;
  tell({ since });
}

function end(): void {
  if (writer === null) return;
  last = { name: writer.name, records: writer.records };
  writer.close();
  writer = null;
}

/** Runs a step of the log and reports an error. After an error the log restarts with the next copy. */
function safely(work: () => void): void {
  try {
    work();
  } catch (error) {
    last = null;
    const broken = writer;
    writer = null;
    tell({ since: null });
    broken?.abandon();
    tell({
      problem: backupSentence(error, `No se pudo escribir el registro de cambios en «${place.folder}»`),
    });
  }
}

function onLogWord(word: LogWord): void {
  if ('closed' in word) writer?.closed(word.closed);
  else {
    if (!word.follows) {
      end();
      reached = word.place;
      beginLog(false);
    } else if (writer === null && last !== null) {
      if (word.commits.length === 0) reached = word.place;
      beginLog(true);
    }
    // Store the new position only with the last commit. After a kill in between, the store sends the whole batch
    // again.
    const ending = word.commits.length - 1;
    for (const [i, commit] of word.commits.entries()) {
      writer?.commit(word.at, i === ending ? word.place : reached, commit);
    }
    reached = word.place;
  }
}

function next(): void {
  isAskedFor = false;
  safely(() => {
    const isGoingOn = writer !== null;
    end();
    beginLog(isGoingOn);
  });
  tell({ copyingFrom: writer?.name ?? null });
}

function receive(word: LogWord): void {
  safely(() => onLogWord(word));
  hasHeard = true;
  if (isAskedFor) next();
  if ('closed' in word) return;
  const bytes = word.commits.reduce((sum, { pages }) => sum + pages.byteLength, 0);
  Atomics.sub(taken, 0, bytes);
}

/** Handles the messages sent before the database closed; all have arrived by now. */
function finish(): void {
  for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port))
    receive(received.message);
  safely(end);
  port.close();
  parentPort?.close();
}

function onWord(word: ToLog): void {
  if ('end' in word) finish();
  else if ('copying' in word) {
    isAskedFor = true;
    if (hasHeard) next();
  } else if (writer !== null && word.from >= beginning) {
    const at = Date.now();
    writer.copied(at, word.copied, word.from);
    if (since === null) {
      since = at;
      tell({ since });
    }
  }
}

const { place: wished, closed, follows, since: before } = lastOfLog(place.folder, place.key);
last = follows;
since = before;
reached = wished ?? { salts: '', frames: 0 };
port.on('message', receive);
parentPort?.on('message', (word: ToLog) => safely(() => onWord(word)));
const timer = setInterval(() => safely(() => writer?.sync()), SYNC_MS);
timer.unref();
port.postMessage({ place: wished, closed } satisfies LogWish);
