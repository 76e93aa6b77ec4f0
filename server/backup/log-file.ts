import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Commit, FileMark, LogPlace } from '../platform/db/commit-log.ts';
import type { Millis } from '../platform/db/tables.ts';

/**
 * A file of the store's log (docs/backup.md): a mark, a salt, and records, each with its length before it. A record is
 * encrypted by itself, so that each is whole on the disk as soon as it is written; its number is its nonce, so that none
 * can be left out, doubled or put elsewhere; the key is the file's own.
 */
const MARK = Buffer.from('SCAFLOG1');
const SALT_BYTES = 32;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** Of a page's number, where what follows is its difference from the same page before it. */
const CHANGED = 0x8000_0000;
/** Of pages that differences are taken from: 16 MB at most. */
const KNOWN_PAGES = 4096;

/** As long as a copy of each hour is. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

/** What a file begins with. */
export interface LogHead {
  /** The file's name. */
  name: string;
  /** The file before it, with how many records, where nothing was committed between the two; else null. */
  follows: { name: string; records: number } | null;
  /** From which instant on the log leads to any other; null before there was a copy to begin from. */
  since: Millis | null;
  /** Where in the store's own log the file before it ends. */
  place: LogPlace;
}

export type LogRecord =
  | { kind: 'head'; head: LogHead }
  | { kind: 'commit'; commit: PackedCommit }
  /** A copy was complete at that instant, and what was committed while it was made stands in the files from `from` on. */
  | { kind: 'copied'; at: Millis; name: string; from: string }
  /** The store was closed, and nothing was committed after what stands here. */
  | { kind: 'closed'; mark: FileMark };

const NAME = /^scaf-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.log$/;

/** When a file of the log was begun; null for a name of anything else. */
export function readLogName(name: string): Millis | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}

/** The log's files in a folder, oldest first; none where there is no folder. */
export function listLogs(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => readLogName(name) !== null)
      .sort();
  } catch {
    return [];
  }
}

/** Removes the files whose every instant is longer ago than logs are kept. */
export function retireLogs(folder: string, now: Millis): void {
  const names = listLogs(folder);
  for (const [i, name] of names.entries()) {
    const next = names[i + 1];
    if (next !== undefined && (readLogName(next) ?? now) < now - KEPT_MS)
      rmSync(join(folder, name), { force: true });
  }
}

const keyOf = (key: string, salt: Uint8Array) => Buffer.from(hkdfSync('sha256', key, salt, 'scaf log', 32));

function nonceOf(record: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(record, NONCE_BYTES - 6, 6);
  return nonce;
}

/** Writes a new file of the log. Every record is written when its call ends; `sync` has them on the disk. */
export class LogWriter {
  readonly name: string;
  readonly #file: number;
  readonly #key: Buffer;
  /** Pages as this file has them last. */
  readonly #known = new Map<number, Uint8Array>();
  #records = 0;
  #isSynced = true;

  /**
   * @param at epoch ms: the file's name, which comes behind every other's
   * @throws Error of the disk
   */
  constructor(folder: string, key: string, at: Millis, head: Omit<LogHead, 'name'>) {
    const [name, file] = createNext(folder, at);
    this.name = name;
    this.#file = file;
    const salt = randomBytes(SALT_BYTES);
    this.#key = keyOf(key, salt);
    writeAll(file, Buffer.concat([MARK, salt]));
    this.#write(asJson('head', { name, ...head }));
  }

  get records(): number {
    return this.#records;
  }

  commit(at: Millis, place: LogPlace, commit: Commit): void {
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

  /** Lets go of it as it is. */
  abandon(): void {
    closeSync(this.#file);
  }

  #write(plain: Buffer): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#records));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    this.#isSynced = false;
    writeAll(this.#file, Buffer.concat([length, sealed]));
    this.#records += 1;
  }

  /** Pages as differences from what the file has of them already: of a page, a vote changes some hundred bytes. */
  #packed(at: Millis, place: LogPlace, { storePages, numbers, pages }: Commit): Buffer {
    const pageBytes = pages.length / numbers.length;
    if (this.#known.size > KNOWN_PAGES) this.#known.clear();
    const marks = Buffer.alloc(numbers.length * 4);
    const body = Buffer.from(pages);
    for (const [i, number] of numbers.entries()) {
      const before = this.#known.get(number);
      const start = i * pageBytes;
      // A copy: a part of them would keep all of them in memory.
      this.#known.set(number, pages.slice(start, start + pageBytes));
      if (before !== undefined) mix(body, start, before);
      marks.writeUInt32BE(before === undefined ? number : number + CHANGED, i * 4);
    }
    const packed = deflateRawSync(Buffer.concat([marks, body]), { level: 1 });
    return Buffer.concat([headOfCommit(at, place, storePages, numbers.length), packed]);
  }
}

const COMMIT_HEAD_BYTES = 1 + 8 + 8 + 4 + 4 + 4;

function headOfCommit(at: Millis, { salts, frames }: LogPlace, storePages: number, count: number): Buffer {
  const head = Buffer.alloc(COMMIT_HEAD_BYTES);
  head.write('c', 0, 'latin1');
  head.writeDoubleBE(at, 1);
  head.write(salts, 9, 'hex');
  head.writeUInt32BE(frames, 17);
  head.writeUInt32BE(storePages, 21);
  head.writeUInt32BE(count, 25);
  return head;
}

const asJson = (kind: 'head' | 'copied' | 'closed', value: object): Buffer =>
  Buffer.from(JSON.stringify({ kind, ...(kind === 'head' ? { head: value } : value) }));

/** Adds, without carry, the bytes of a page to those that stand at a place. */
function mix(bytes: Buffer, start: number, page: Uint8Array): void {
  for (let i = 0; i < page.length; i += 1) bytes[start + i] = (bytes[start + i] ?? 0) ^ (page[i] ?? 0);
}

/** How a page is had as it stood before, by whoever has read everything before it. */
export type PageBefore = (number: number, bytes: number) => Uint8Array;

/** A commit that is read, whose pages are unpacked when they are asked for, in order. */
export interface PackedCommit {
  at: Millis;
  place: LogPlace;
  unpack: (before: PageBefore) => Commit;
}

/**
 * The records of a file up to the last that is whole: a file that was cut or changed ends before that place.
 * @throws Error where the file is not there
 */
export function* readLog(folder: string, name: string, key: string): Generator<LogRecord> {
  const bytes = readFileSync(join(folder, name));
  let at = MARK.length + SALT_BYTES;
  if (bytes.length < at || !bytes.subarray(0, MARK.length).equals(MARK)) return;
  const own = keyOf(key, bytes.subarray(MARK.length, at));
  for (let record = 0; at + LENGTH_BYTES <= bytes.length; record += 1) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || end < at + LENGTH_BYTES + TAG_BYTES) return;
    const plain = opened(own, record, bytes.subarray(at + LENGTH_BYTES, end));
    if (plain === null) return;
    yield plain[0] === 'c'.charCodeAt(0) ? commitOf(plain) : JSON.parse(plain.toString());
    at = end;
  }
}

/** Where the log of a folder ends. */
export interface LogEnd {
  follows: LogHead['follows'];
  since: Millis | null;
  /** Of the store's own log, where its server did not close it. */
  place: LogPlace | null;
  /** Of the store's file, where it did. */
  closed: FileMark | null;
}

/** Reads where the newest file ends that has a whole record. A server that was killed while it began one left none. */
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

function commitOf(plain: Buffer): LogRecord {
  const at = plain.readDoubleBE(1);
  const place = { salts: plain.toString('hex', 9, 17), frames: plain.readUInt32BE(17) };
  const storePages = plain.readUInt32BE(21);
  const count = plain.readUInt32BE(25);
  const unpack = (before: PageBefore): Commit => {
    const body = inflateRawSync(plain.subarray(COMMIT_HEAD_BYTES));
    const pages = body.subarray(count * 4);
    const pageBytes = pages.length / count;
    const numbers: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const mark = body.readUInt32BE(i * 4);
      const number = mark >= CHANGED ? mark - CHANGED : mark;
      // The same page twice in a commit: the later one differs from the earlier.
      const twice = numbers.lastIndexOf(number);
      const own = twice < 0 ? null : pages.subarray(twice * pageBytes, (twice + 1) * pageBytes);
      if (mark >= CHANGED) mix(pages, i * pageBytes, own ?? before(number, pageBytes));
      numbers.push(number);
    }
    return { storePages, numbers, pages };
  };
  return { kind: 'commit', commit: { at, place, unpack } };
}

/** Names go on growing where the clock was set back. */
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
