import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Commit, FileMark, LogPosition } from '../platform/db/commit-log.ts';
import type { Millis } from '../platform/db/tables.ts';

/**
 * Bytes at the start of a commit log file (docs/run/backup.md). The file has this mark, a salt, then records
 * prefixed with the length. Each record is encrypted separately (AES-256-GCM), so a written record is complete on
 * disk. The nonce is the record's number: dropping, repeating or moving a record breaks decryption. Each file has a
 * separate key, derived from the salt.
 */
const MARK = Buffer.from('SCAFLOG1');
const SALT_BYTES = 32;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/**
 * Flag in a page number of the commit log: only the blocks that differ from the previous version of the page
 * follow.
 */
const CHANGED = 0x8000_0000;
/** Most pages held in memory to compute differences (16 MB). */
const KNOWN_PAGES = 4096;

/** Age (ms) of a log file to delete: 2 days, as long as hourly copies are kept. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

/** File that holds the name of the newest log file. A restore reports a loss if the named file is missing. */
const NEWEST_FILE = 'registro.txt';

/**
 * Returns the name of the newest commit log file ever started in a folder, also if the file is gone. Null
 * if unknown.
 */
export function newestLog(folder: string): string | null {
  try {
    const name = readFileSync(join(folder, NEWEST_FILE), 'utf8').trim();
    return readLogName(name) === null ? null : name;
  } catch {
    return null;
  }
}

/**
 * First record of a commit log file (file with the changes between two copies): name, and link to the file
 * before.
 */
export interface LogHead {
  /** File name of the log file. */
  name: string;
  /**
   * Previous log file and the number of records in the file, if no commit is missing between both files. Else null.
   */
  follows: { name: string; records: number } | null;
  /**
   * Start of the restorable time, epoch ms: the log restores any later instant. Null before the first copy.
   */
  since: Millis | null;
  /** Position in SQLite's write-ahead log at the end of the previous file. */
  place: LogPosition;
}

/** Record of a commit log file (file with the changes between two copies). */
export type LogRecord =
  | { kind: 'head'; head: LogHead }
  | { kind: 'commit'; commit: PackedCommit }
  /** A copy was complete at `at`. Commits made during the copy are in the files starting with `from`. */
  | { kind: 'copied'; at: Millis; name: string; from: string }
  /** The store was closed after the last commit of this log. */
  | { kind: 'closed'; mark: FileMark };

const LOG_NAME = /^scaf-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.log$/;

/** Reads the start of a log file (epoch ms) from the file name. Null for other files. */
export function readLogName(name: string): Millis | null {
  const [, day, hour, minute, second] = LOG_NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}

/** Returns the log files of a folder, oldest first. Empty if the folder does not exist. */
export function listLogs(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => readLogName(name) !== null)
      .sort();
  } catch {
    return [];
  }
}

/** Deletes commit log files that end more than 2 days ago. */
export function retireLogs(folder: string, now: Millis): void {
  const names = listLogs(folder);
  for (const [i, name] of names.entries()) {
    const next = names[i + 1];
    if (next !== undefined && (readLogName(next) ?? now) < now - KEPT_MS)
      rmSync(join(folder, name), { force: true });
  }
}

const encryptionKey = (key: string, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'scaf log', 32));

function nonceOf(record: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(record, NONCE_BYTES - 6, 6);
  return nonce;
}

/**
 * Writer of a new commit log file (changes between two copies). A record is written before the call
 * returns; `sync` flushes to disk.
 */
export class LogWriter {
  readonly name: string;
  readonly #file: number;
  readonly #key: Buffer;
  /** Latest content written to this file for each page, by page number. */
  readonly #known = new Map<number, Uint8Array>();
  #records = 0;
  #isSynced = true;

  /**
   * @param at epoch ms for the file name, raised if needed to sort after every existing file
   * @throws Error of the disk
   */
  constructor(folder: string, key: string, at: Millis, head: Omit<LogHead, 'name'>) {
    const [name, file] = createNext(folder, at);
    this.name = name;
    this.#file = file;
    const salt = randomBytes(SALT_BYTES);
    this.#key = encryptionKey(key, salt);
    writeAll(file, Buffer.concat([MARK, salt]));
    this.#write(asJson('head', { name, ...head }));
    writeFileSync(join(folder, NEWEST_FILE), name, { mode: 0o600 });
  }

  get records(): number {
    return this.#records;
  }

  commit(at: Millis, place: LogPosition, commit: Commit): void {
    this.#write(this.#packed(at, place, commit));
  }

  copied(at: Millis, name: string, from: string): void {
    this.#write(asJson('copied', { at, name, from }));
  }

  closed(mark: FileMark): void {
    this.#write(asJson('closed', { mark }));
  }

  sync(): void {
    if (this.#isSynced) return;
    fsyncSync(this.#file);
    this.#isSynced = true;
  }

  close(): void {
    try {
      this.sync();
    } finally {
      closeSync(this.#file);
    }
  }

  /** Closes the log file without a flush to disk. */
  abandon(): void {
    closeSync(this.#file);
  }

  #write(plaintext: Buffer): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#records));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    this.#isSynced = false;
    writeAll(this.#file, Buffer.concat([length, sealed]));
    this.#records += 1;
  }

  /**
   * Packs a commit into a record. For pages already in the file, writes only the differences: a vote changes some
   * hundred bytes per page.
   */
  #packed(at: Millis, place: LogPosition, { storePages, numbers, pages }: Commit): Buffer {
    const pageBytes = pages.length / numbers.length;
    if (this.#known.size > KNOWN_PAGES) this.#known.clear();
    const parts: Uint8Array[] = [];
    for (const [i, number] of numbers.entries()) {
      // Copy the page: a subarray would keep the whole buffer in memory.
      const page = pages.slice(i * pageBytes, (i + 1) * pageBytes);
      const before = this.#known.get(number);
      this.#known.set(number, page);
      const mark = Buffer.alloc(4);
      mark.writeUInt32BE(before === undefined ? number : number + CHANGED);
      parts.push(mark, ...(before === undefined ? [page] : changedBlocks(page, before)));
    }
    const packed = deflateRawSync(Buffer.concat(parts), { level: 1 });
    return Buffer.concat([headOfCommit(at, place, storePages, numbers.length, pageBytes), packed]);
  }
}

/**
 * Size (bytes) of the blocks compared within a page. Omitting equal blocks costs less than compressing equal
 * blocks.
 */
const BLOCK_BYTES = 64;

/**
 * Returns a bitmap of the blocks that differ between two versions of a page, then the differing blocks. Each array
 * must have a separate buffer.
 */
function changedBlocks(page: Uint8Array, before: Uint8Array): Uint8Array[] {
  const bits = new Uint8Array(page.length / BLOCK_BYTES / 8);
  const parts: Uint8Array[] = [bits];
  const [now, then] = [new Uint32Array(page.buffer), new Uint32Array(before.buffer)];
  const words = BLOCK_BYTES / Uint32Array.BYTES_PER_ELEMENT;
  for (let block = 0; block * words < now.length; block += 1) {
    let word = block * words;
    const end = word + words;
    while (word < end && now[word] === then[word]) word += 1;
    if (word === end) continue;
    bits[block >> 3] = (bits[block >> 3] ?? 0) | (1 << (block & 7));
    parts.push(page.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
  }
  return parts;
}

/**
 * Writes the changed blocks of a commit into a page.
 * @returns offset in `body` after the blocks
 */
function writeChanged(page: Uint8Array, body: Uint8Array, at: number): number {
  let from = at + page.length / BLOCK_BYTES / 8;
  for (let block = 0; block * BLOCK_BYTES < page.length; block += 1) {
    if (((body[at + (block >> 3)] ?? 0) & (1 << (block & 7))) === 0) continue;
    page.set(body.subarray(from, from + BLOCK_BYTES), block * BLOCK_BYTES);
    from += BLOCK_BYTES;
  }
  return from;
}

const COMMIT_HEAD_BYTES = 1 + 8 + 8 + 4 + 4 + 4 + 4;

function headOfCommit(
  at: Millis,
  { salts, frames }: LogPosition,
  storePages: number,
  count: number,
  pageBytes: number,
): Buffer {
  const head = Buffer.alloc(COMMIT_HEAD_BYTES);
  head.write('c', 0, 'latin1');
  head.writeDoubleBE(at, 1);
  head.write(salts, 9, 'hex');
  head.writeUInt32BE(frames, 17);
  head.writeUInt32BE(storePages, 21);
  head.writeUInt32BE(count, 25);
  head.writeUInt32BE(pageBytes, 29);
  return head;
}

const asJson = (kind: 'head' | 'copied' | 'closed', value: object): Buffer =>
  Buffer.from(JSON.stringify({ kind, ...(kind === 'head' ? { head: value } : value) }));

/**
 * Function to return a database page as of all earlier commits. A commit in the log has only the
 * differences to the page before.
 * @param number number of the page, from 1
 * @param bytes size of a page
 */
export type PageBefore = (number: number, bytes: number) => Uint8Array;

/** Commit read from the log, still packed as differences. Unpack the commits in order. */
export interface PackedCommit {
  /** Time of the commit, epoch ms. */
  at: Millis;
  /** Position in SQLite's log after the commit. */
  place: LogPosition;
  /** Returns the commit with whole pages. */
  unpack: (before: PageBefore) => Commit;
}

/**
 * Yields the records of a log file up to the last complete record. A truncated or modified file ends before the
 * damage.
 * @returns number of unreadable bytes after the last complete record
 * @throws Error if the file does not exist
 */
export function* readLog(folder: string, name: string, key: string): Generator<LogRecord, number> {
  const bytes = readFileSync(join(folder, name));
  let at = MARK.length + SALT_BYTES;
  // A server killed while creating a file leaves no record.
  if (bytes.length <= at) return 0;
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return bytes.length;
  const own = encryptionKey(key, bytes.subarray(MARK.length, at));
  for (let record = 0; at + LENGTH_BYTES <= bytes.length; record += 1) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || end < at + LENGTH_BYTES + TAG_BYTES) break;
    const plaintext = opened(own, record, bytes.subarray(at + LENGTH_BYTES, end));
    if (plaintext === null) break;
    yield plaintext[0] === 'c'.charCodeAt(0) ? commitOf(plaintext) : JSON.parse(plaintext.toString());
    at = end;
  }
  return bytes.length - at;
}

/** Last state of the commit log in a folder, to continue the log after a restart of the server. */
export interface LogEnd {
  /** Last log file and the number of records, for the head of the next file; null for an empty folder. */
  follows: LogHead['follows'];
  /** Start of the restorable time, epoch ms. Null before the first copy. */
  since: Millis | null;
  /** Position in SQLite's write-ahead log; null if the server closed the log. */
  place: LogPosition | null;
  /**
   * Size and change time of the database file when the server closed the log; null if the server did not close the
   * log.
   */
  closed: FileMark | null;
}

/**
 * Reads the end of the commit log: the newest file with a complete record. A server killed at the creation
 * of a file leaves an empty file.
 */
export function lastOfLog(folder: string, key: string): LogEnd {
  for (const name of listLogs(folder).slice(-2).reverse()) {
    const end: LogEnd = { follows: null, since: null, place: null, closed: null };
    let records = 0;
    for (const record of readLog(folder, name, key)) {
      records += 1;
      if (record.kind === 'head') {
        end.since = record.head.since;
        end.place = record.head.place;
      } else if (record.kind === 'copied') end.since ??= record.at;
      else if (record.kind === 'closed') end.closed = record.mark;
      else end.place = record.commit.place;
    }
    if (records > 0) return { ...end, follows: { name, records } };
  }
  return { follows: null, since: null, place: null, closed: null };
}

function opened(key: Buffer, record: number, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(record));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function commitOf(plaintext: Buffer): LogRecord {
  const at = plaintext.readDoubleBE(1);
  const place = { salts: plaintext.toString('hex', 9, 17), frames: plaintext.readUInt32BE(17) };
  const storePages = plaintext.readUInt32BE(21);
  const count = plaintext.readUInt32BE(25);
  const pageBytes = plaintext.readUInt32BE(29);
  const unpack = (before: PageBefore): Commit => {
    const body = inflateRawSync(plaintext.subarray(COMMIT_HEAD_BYTES));
    const pages = new Uint8Array(count * pageBytes);
    const numbers: number[] = [];
    let from = 0;
    for (let i = 0; i < count; i += 1) {
      const mark = body.readUInt32BE(from);
      from += 4;
      const page = pages.subarray(i * pageBytes, (i + 1) * pageBytes);
      if (mark < CHANGED) {
        page.set(body.subarray(from, from + pageBytes));
        from += pageBytes;
        numbers.push(mark);
        continue;
      }
      const number = mark - CHANGED;
      // If a commit has the same page twice, the second is a difference from the first.
      const twice = numbers.lastIndexOf(number);
      const own = twice < 0 ? null : pages.subarray(twice * pageBytes, (twice + 1) * pageBytes);
      page.set(own ?? before(number, pageBytes));
      from = writeChanged(page, body, from);
      numbers.push(number);
    }
    return { storePages, numbers, pages };
  };
  return { kind: 'commit', commit: { at, place, unpack } };
}

/** Creates the next log file. File names keep growing even if the clock was set back. */
function createNext(folder: string, at: Millis): [string, number] {
  const newest = readLogName(listLogs(folder).at(-1) ?? '') ?? 0;
  for (let next = Math.max(at, newest + 1); ; next += 1) {
    const name = `scaf-${new Date(next).toISOString().replaceAll(':', '-')}.log`;
    try {
      return [name, openSync(join(folder, name), 'wx', 0o600)];
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
