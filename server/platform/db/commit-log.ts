import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import type { Millis } from './tables.ts';

/**
 * Bytes of the header of SQLite's log file (write-ahead log). See https://sqlite.org/fileformat2.html#walformat.
 */
const HEADER_BYTES = 32;
const FRAME_BYTES = 24;
/** Number of log frames (changed pages) per read: the commit of a vote has about twenty. */
const PIECE_FRAMES = 32;
/** Maximum bytes waiting for a slow receiver. A larger single commit is sent only if the queue is empty. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Position in SQLite's write-ahead log (file with the changed pages). Used by the continuous backup to
 * continue after the last received commit.
 */
export interface LogPosition {
  /**
   * Random numbers of the log's header, as text. Each overwriting of the log from the start changes the
   * numbers.
   */
  salts: string;
  /** Number of changed pages up to the end of a commit. */
  frames: number;
}

/** Commit to the store: the written pages, in order. */
export interface Commit {
  /** Number of pages of the store after the commit. */
  storePages: number;
  /** Numbers of the written pages, from 1. */
  numbers: number[];
  /** Contents of the written pages, one after another. */
  pages: Uint8Array;
}

/**
 * Size and change time of the SQLite file, taken when a server closed the file. Another value at the next
 * start tells of a write by another program.
 */
export interface FileMark {
  /** Size in bytes, as text. */
  bytes: string;
  /** Change time in nanoseconds, as text. */
  changedAt: string;
}

/**
 * Message from the SQLite thread to the receiver of the continuous backup: either new commits, or the final
 * message at the closing of the store (`closed`).
 */
export type LogWord =
  /**
   * Commits with the position after the last.
   * @property at epoch ms: time when all commits were stored, but not yet acknowledged to callers
   * @property follows true if the message continues the last message, or the requested position, without a gap
   */
  { at: Millis; place: LogPosition; follows: boolean; commits: Commit[] } | { closed: FileMark };

/**
 * First message from the receiver of the continuous backup to the SQLite thread: the position after the
 * last received commit. The thread then sends all later commits.
 */
export interface LogWish {
  /** Position after the last received commit. Null if no commit was received yet. */
  place: LogPosition | null;
  /**
   * Size and change time of the store's file, received at the last clean closing. Null if the store was not
   * closed cleanly.
   */
  closed: FileMark | null;
}

/** Connection to the thread of the continuous backup, the receiver of all commits of an SQLite store. */
export interface LogReceiver {
  /** Port to the receiver: the receiver first sends a `LogWish`, then gets `LogWord` messages. */
  port: MessagePort;
  /** Shared counter of bytes sent and not yet received. A large value means a slow receiver. */
  waiting: SharedArrayBuffer;
  /** Waits until the receiver has all messages, after the store is closed, and ends the receiver. */
  end: () => Promise<void>;
}

/**
 * Sends each commit of an SQLite store to a receiver, as pages read from SQLite's log file. Call after each commit,
 * before any other write: otherwise SQLite may overwrite the log before the pages are read.
 */
export class CommitLog {
  readonly #path: string;
  readonly #port: MessagePort;
  readonly #waiting: Int32Array;
  /** Reads SQLite's `data_version`, a number that changes after a write by another connection. */
  readonly #version: () => unknown;
  /** State when sending began. Earlier commits are sent as soon as the receiver reports its position. */
  readonly #start: { at: Millis; place: LogPosition; mark: FileMark };
  #file: number | null = null;
  #place: LogPosition;
  #known: unknown;
  /** Messages held back until the receiver reports its start position; null afterwards. */
  #held: LogWord[] | null = [];
  /** True if commits were lost before the next message. */
  #isBroken = false;

  constructor(
    path: string,
    { port, waiting }: Pick<LogReceiver, 'port' | 'waiting'>,
    version: () => unknown,
  ) {
    this.#path = path;
    this.#port = port;
    this.#waiting = new Int32Array(waiting);
    this.#version = version;
    this.#known = version();
    this.#place = { salts: this.#header()?.salts ?? '', frames: 0 };
    this.#read();
    this.#start = { at: Date.now(), place: this.#place, mark: markOf(path) };
    port.once('message', (start: LogWish) => this.#begin(start));
  }

  /**
   * Sends the new commits. Never throws, because the commits are already stored.
   * @param at epoch ms, read before the acknowledgement of the commit
   */
  tell(at: Millis): void {
    try {
      const commits = this.#read();
      if (commits.length > 0) this.#say(at, this.#place, commits);
    } catch {
      this.#isBroken = true;
    }
  }

  /** Sends size and change time of the closed store's file, so that the next process may continue from the file. */
  end(): void {
    if (this.#file !== null) closeSync(this.#file);
    if (!this.#isBroken) this.#post({ closed: markOf(this.#path) });
  }

  #begin(start: LogWish): void {
    const held = this.#held ?? [];
    this.#held = null;
    let before: Commit[] | null = null;
    try {
      before = this.#since(start);
    } catch {
      // An unreadable log means unknown commits.
    }
    const commits = before ?? [];
    // Sent even if messages wait: the held messages follow.
    Atomics.add(this.#waiting, 0, bytesOf(commits));
    this.#post({ at: this.#start.at, place: this.#start.place, follows: before !== null, commits });
    for (const word of held) this.#post(word);
  }

  /** Returns the commits between the receiver's position and the position when sending began; null if unknown. */
  #since({ place, closed }: LogWish): Commit[] | null {
    const { place: start, mark } = this.#start;
    const isSame = place?.salts === start.salts && place.frames <= start.frames;
    // The file is unchanged since: the log, if present, has all new commits.
    const isClosed = mark.bytes === closed?.bytes && mark.changedAt === closed.changedAt;
    if (!isSame && !isClosed) return null;
    const from = isSame ? place.frames : 0;
    if (from === start.frames) return [];
    // A new generation has overwritten the old log.
    if (this.#header()?.salts !== start.salts) return null;
    const { commits, ends } = this.#readFrom(from);
    return commits.filter((_, i) => (ends[i] ?? 0) <= start.frames);
  }

  #say(at: Millis, place: LogPosition, commits: Commit[]): void {
    const bytes = bytesOf(commits);
    const waiting = Atomics.load(this.#waiting, 0);
    if (waiting > 0 && waiting + bytes > MOST_WAITING_BYTES) {
      this.#isBroken = true;
      return;
    }
    Atomics.add(this.#waiting, 0, bytes);
    this.#post({ at, place, follows: !this.#isBroken, commits });
    this.#isBroken = false;
  }

  #post(word: LogWord): void {
    if (this.#held !== null) this.#held.push(word);
    else this.#port.postMessage(word, 'closed' in word ? [] : word.commits.map(bufferOf));
  }

  /** Reads the commits added to the log file since the last read. */
  #read(): Commit[] {
    const salts = this.#header()?.salts;
    if (salts === undefined) return [];
    if (salts !== this.#place.salts) {
      // SQLite restarts the log only if the file has every page. Only writes of others can be missing.
      const version = this.#version();
      if (version !== this.#known) this.#isBroken = true;
      this.#known = version;
      this.#place = { salts, frames: 0 };
    }
    const { commits, ends } = this.#readFrom(this.#place.frames);
    this.#place = { salts, frames: ends.at(-1) ?? this.#place.frames };
    return commits;
  }

  /**
   * Returns the commits after the first `first` frames of the current log, with the number of frames at the end of
   * each.
   */
  #readFrom(first: number): { commits: Commit[]; ends: number[] } {
    const commits: Commit[] = [];
    const ends: number[] = [];
    const header = this.#header();
    if (header === null || this.#file === null) return { commits, ends };
    const frameBytes = FRAME_BYTES + header.pageBytes;
    let frames = first;
    let numbers: number[] = [];
    let pages: Uint8Array[] = [];
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_FRAMES * frameBytes);
      const read = readSync(this.#file, piece, 0, piece.length, HEADER_BYTES + frames * frameBytes);
      for (let start = 0; start + frameBytes <= read; start += frameBytes) {
        // Remains of an earlier generation.
        if (piece.toString('hex', start + 8, start + 16) !== header.salts) return { commits, ends };
        frames += 1;
        numbers.push(piece.readUInt32BE(start));
        pages.push(piece.subarray(start + FRAME_BYTES, start + frameBytes));
        const storePages = piece.readUInt32BE(start + 4);
        if (storePages === 0) continue;
        commits.push({ storePages, numbers, pages: joinedBytes(pages) });
        ends.push(frames);
        numbers = [];
        pages = [];
      }
      if (read < piece.length) return { commits, ends };
    }
  }

  #header(): { salts: string; pageBytes: number } | null {
    try {
      this.#file ??= openSync(`${this.#path}-wal`, 'r');
    } catch {
      // Before the first write there is no log.
      return null;
    }
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(this.#file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
    return { salts: header.toString('hex', 16, 24), pageBytes: header.readUInt32BE(8) };
  }
}

const bytesOf = (commits: readonly Commit[]): number =>
  commits.reduce((sum, { pages }) => sum + pages.byteLength, 0);

const bufferOf = ({ pages }: Commit): ArrayBuffer => pages.buffer as ArrayBuffer;

/** Copies pieces into a new block of memory, to transfer to another thread. */
function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function markOf(path: string): FileMark {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return { bytes: String(size), changedAt: String(mtimeNs) };
}
