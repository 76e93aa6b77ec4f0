import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import type { Millis } from './tables.ts';

/** Of https://sqlite.org/fileformat2.html#walformat. */
const HEADER_BYTES = 32;
const FRAME_BYTES = 24;
/** Read at once: a vote's commit has some twenty. */
const PIECE_FRAMES = 32;
/** What may wait for a receiver that is slow. A single commit that is larger goes where nothing waits. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** How far SQLite's log was read: whole commits of one generation, which its salts name. */
export interface LogPlace {
  salts: string;
  frames: number;
}

/** One commit: the pages that it wrote, in order, and how many the store has after it. */
export interface Commit {
  storePages: number;
  numbers: number[];
  pages: Uint8Array;
}

/** The store's file as the last one to close it left it. Whatever is written into it later changes the mark. */
export interface FileMark {
  bytes: string;
  changedAt: string;
}

/** What the store's thread tells whoever receives its log. */
export type LogWord =
  /** @property at epoch ms: the commits were made by then, and nobody was told of them before
   *  @property follows whether nothing was committed between the last word, or the place asked for, and this one */
  { at: Millis; place: LogPlace; follows: boolean; commits: Commit[] } | { closed: FileMark };

/** Where a receiver wants the log to go on from. */
export interface LogWish {
  place: LogPlace | null;
  closed: FileMark | null;
}

/** A receiver of the log, in a thread of its own. */
export interface LogReceiver {
  /** It says a wish first, and hears words from then on. */
  port: MessagePort;
  /** One number: bytes that it has not taken yet. */
  waiting: SharedArrayBuffer;
  /** The store is closed: it takes what it was told until then, and ends. */
  end: () => Promise<void>;
}

/**
 * Tells what is committed to an SQLite store, commit by commit, as pages of SQLite's own log. It is asked after each
 * commit, before anything else is written: only so are none of a generation missed that SQLite begins anew.
 */
export class CommitLog {
  readonly #path: string;
  readonly #port: MessagePort;
  readonly #waiting: Int32Array;
  /** SQLite's `data_version`: another number where another connection has written. */
  readonly #version: () => unknown;
  /** How things stood when this began: what came before it is told when the receiver has said from where. */
  readonly #start: { at: Millis; place: LogPlace; mark: FileMark };
  #file: number | null = null;
  #place: LogPlace;
  #known: unknown;
  /** What is said once the receiver has said from where. */
  #held: LogWord[] | null = [];
  /** The next word follows nothing: something before it was not told. */
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
    port.once('message', (wish: LogWish) => this.#begin(wish));
  }

  /**
   * Never throws: the commit stands, and who asked for it has been answered.
   * @param at epoch ms, read before anybody is told of the commit
   */
  tell(at: Millis): void {
    try {
      const commits = this.#read();
      if (commits.length > 0) this.#say(at, this.#place, commits);
    } catch {
      this.#isBroken = true;
    }
  }

  /** The store is closed: nothing more comes, and the next one to open it may go on from its file. */
  end(): void {
    if (this.#file !== null) closeSync(this.#file);
    if (!this.#isBroken) this.#post({ closed: markOf(this.#path) });
  }

  #begin(wish: LogWish): void {
    const held = this.#held ?? [];
    this.#held = null;
    let before: Commit[] | null = null;
    try {
      before = this.#since(wish);
    } catch {
      // What cannot be read is not known.
    }
    const commits = before ?? [];
    // Said whatever waits already, since what was held follows it.
    Atomics.add(this.#waiting, 0, bytesOf(commits));
    this.#post({ at: this.#start.at, place: this.#start.place, follows: before !== null, commits });
    for (const word of held) this.#post(word);
  }

  /** What was committed from where the receiver has it to where this began; null where that is not known. */
  #since({ place, closed }: LogWish): Commit[] | null {
    const { place: start, mark } = this.#start;
    const isSame = place?.salts === start.salts && place.frames <= start.frames;
    // Nothing was brought into the file since: the log, if there is one, is all that came.
    const isClosed = mark.bytes === closed?.bytes && mark.changedAt === closed.changedAt;
    if (!isSame && !isClosed) return null;
    const from = isSame ? place.frames : 0;
    if (from === start.frames) return [];
    // What a generation held that was begun anew meanwhile is written over.
    if (this.#header()?.salts !== start.salts) return null;
    const { commits, ends } = this.#readFrom(from);
    return commits.filter((_, i) => (ends[i] ?? 0) <= start.frames);
  }

  #say(at: Millis, place: LogPlace, commits: Commit[]): void {
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

  /** What was committed since the last reading. */
  #read(): Commit[] {
    const salts = this.#header()?.salts;
    if (salts === undefined) return [];
    if (salts !== this.#place.salts) {
      // It is begun anew where all of it is in the file. Only what others wrote can have been missed.
      const version = this.#version();
      if (version !== this.#known) this.#isBroken = true;
      this.#known = version;
      this.#place = { salts, frames: 0 };
    }
    const { commits, ends } = this.#readFrom(this.#place.frames);
    this.#place = { salts, frames: ends.at(-1) ?? this.#place.frames };
    return commits;
  }

  /** The commits of the present generation behind a number of frames, and behind how many each ends. */
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
        // What an earlier generation left behind.
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
      // There is none before the first write.
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

/** In memory of its own, to be handed over. */
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
