import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import type { Millis } from './tables.ts';

/** See https://sqlite.org/fileformat2.html#walformat. */
const HEADER_BYTES = 32;
const FRAME_BYTES = 24;
/** Frames per read: a vote's commit has about twenty. */
const PIECE_FRAMES = 32;
/** Most bytes that wait for a slow receiver. A larger single commit is sent only if the queue is empty. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** Position in SQLite's log: whole commits of one generation, identified by its salts. */
export interface LogPosition {
  salts: string;
  frames: number;
}

/** A commit: the written pages, in order, and the number of pages of the store afterwards. */
export interface Commit {
  storePages: number;
  numbers: number[];
  pages: Uint8Array;
}

/** Mark of the store's file after its last close. Later writes change the mark. */
export interface FileMark {
  bytes: string;
  changedAt: string;
}

/** Message of the store's thread to a receiver of its log. */
export type LogWord =
  /**
   * @property at epoch ms: the commits were made by then, and not yet acknowledged
   * @property follows true if the message continues the last message, or the requested position, without a gap
   */
  { at: Millis; place: LogPosition; follows: boolean; commits: Commit[] } | { closed: FileMark };

/** Position from which a receiver continues the log. */
export interface LogWish {
  place: LogPosition | null;
  closed: FileMark | null;
}

/** Receiver of the log, in a separate thread. */
export interface LogReceiver {
  /** Port for the start position first, and then for messages. */
  port: MessagePort;
  /** Counter of bytes not yet received. */
  waiting: SharedArrayBuffer;
  /** Waits until all messages are received, after the store is closed, and ends. */
  end: () => Promise<void>;
}

/**
 * Sends the commits of an SQLite store, one by one, as pages of SQLite's log. Call after each commit, before any
 * other write: otherwise SQLite may overwrite a generation before it is read.
 */
export class CommitLog {
  readonly #path: string;
  readonly #port: MessagePort;
  readonly #waiting: Int32Array;
  /** Reads SQLite's `data_version`: changes after a write by another connection. */
  readonly #version: () => unknown;
  /** State at the start. Earlier commits are sent after the receiver tells its position. */
  readonly #start: { at: Millis; place: LogPosition; mark: FileMark };
  #file: number | null = null;
  #place: LogPosition;
  #known: unknown;
  /** Messages held until the receiver tells its start position. */
  #held: LogWord[] | null = [];
  /** True if there is a gap before the next message. */
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
   * Sends new commits. Never throws: the commit is stored and acknowledged.
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

  /** Sends the file's mark after the close of the store, so that the next process may continue from the file. */
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

  /** Returns the commits from the receiver's position to the start; null if unknown. */
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

  /** Returns the commits since the last read. */
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

  /** Returns the commits of the current generation after `first` frames, with the frame at the end of each. */
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
        commits.push({ storePages, numbers, pages: joined(pages) });
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

/** Copies the parts into new memory for transfer. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
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
