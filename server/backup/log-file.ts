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
/** Of a page's number, where what follows are the blocks that differ from the same page before it. */
const CHANGED = 0x8000_0000;
/** Of pages that differences are taken from: 16 MB at most. */
const KNOWN_PAGES = 4096;

/** As long as a copy of each hour is. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

/** Beside the files, the name of the newest: a restore that does not find that file says so. */
const NEWEST_FILE = 'registro.txt';

/** The newest file of the log that was ever begun in a folder; null where nothing tells. */
export function newestLog(folder: string): string | null {
  try {
    const name = readFileSync(join(folder, NEWEST_FILE), 'utf8').trim();
    return readLogName(name) === null ? null : name;
  } catch {
    return null;
  }
}

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
    writeFileSync(join(folder, NEWEST_FILE), name, { mode: 0o600 });
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

  /** Of pages that the file has already, what differs: of a page, a vote changes some hundred bytes. */
  #packed(at: Millis, place: LogPlace, { storePages, numbers, pages }: Commit): Buffer {
    const pageBytes = pages.length / numbers.length;
    if (this.#known.size > KNOWN_PAGES) this.#known.clear();
    const parts: Uint8Array[] = [];
    for (const [i, number] of numbers.entries()) {
      // A copy: a part of them would keep all of them in memory.
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

/** Of a page, in which some are the same as before: to leave those out costs less than to compress them. */
const BLOCK_BYTES = 64;

/** A bit for each block of a page, and behind them the blocks that differ. Both pages have memory of their own. */
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

/** Writes the blocks that differ over a page as it was before. @returns where in `body` they end */
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
  { salts, frames }: LogPlace,
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
 * @returns how many bytes behind the last whole record cannot be read
 * @throws Error where the file is not there
 */
export function* readLog(folder: string, name: string, key: string): Generator<LogRecord, number> {
  const bytes = readFileSync(join(folder, name));
  let at = MARK.length + SALT_BYTES;
  // A server that was killed while it began a file wrote no record.
  if (bytes.length <= at) return 0;
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return bytes.length;
  const own = keyOf(key, bytes.subarray(MARK.length, at));
  for (let record = 0; at + LENGTH_BYTES <= bytes.length; record += 1) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || end < at + LENGTH_BYTES + TAG_BYTES) break;
    const plain = opened(own, record, bytes.subarray(at + LENGTH_BYTES, end));
    if (plain === null) break;
    yield plain[0] === 'c'.charCodeAt(0) ? commitOf(plain) : JSON.parse(plain.toString());
    at = end;
  }
  return bytes.length - at;
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
  const pageBytes = plain.readUInt32BE(29);
  const unpack = (before: PageBefore): Commit => {
    const body = inflateRawSync(plain.subarray(COMMIT_HEAD_BYTES));
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
      // The same page twice in a commit: the later one differs from the earlier.
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
