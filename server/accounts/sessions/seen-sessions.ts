import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { storeSeen } from './sessions.repository.ts';

/** How exact it is when a session was last seen: one write for all of them is enough for lists that people read. */
const EXACT_MS = 10 * 60 * 1000;
/** How long what was seen waits to be written with the rest. */
const GATHER_MS = 30_000;
/** Sessions remembered as written or waiting: what is beyond is seen later. */
const MOST = 20_000;

interface Seen {
  at: Millis;
  device: string | null;
}

/**
 * When each session was last used and on what device. It costs a look into a map per request, and one write of all
 * that is due every half a minute at most; a crash loses what waited.
 */
export class SeenSessions {
  readonly #db: Db;
  #waiting = new Map<string, Seen>();
  /** Last use of each session in this process, the oldest first. */
  readonly #used = new Map<string, Millis>();
  /** When each was written last, by the monotonic clock. */
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Notes that a session is in use; with the header of a request, also on what. */
  note(sessionId: string, userAgent?: string): void {
    this.#used.delete(sessionId);
    this.#used.set(sessionId, Date.now());
    if (this.#used.size > MOST) for (const oldest of this.#used.keys()) if (this.#used.delete(oldest)) break;
    const written = this.#written.get(sessionId);
    if (written !== undefined && performance.now() - written < EXACT_MS) return;
    const waits = this.#waiting.get(sessionId);
    if (waits?.device != null || (waits !== undefined && userAgent === undefined)) return;
    if (waits === undefined && this.#waiting.size >= MOST) return;
    this.#waiting.set(sessionId, { at: Date.now(), device: deviceWords(userAgent) });
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), GATHER_MS).unref();
  }

  /** Last use of a session, as far as this process remembers. */
  usedAt(sessionId: string): Millis | undefined {
    return this.#used.get(sessionId);
  }

  /** Writes what waits; before a list is read, and at the end. Throws what the store does. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const flushed = this.#flushing.catch(() => undefined).then(() => this.#write());
    this.#flushing = flushed;
    return flushed;
  }

  async #write(): Promise<void> {
    const rows = [...this.#waiting].map(([id, { at, device }]) => ({ id, at, device }));
    this.#waiting = new Map();
    this.#forgetOld();
    if (rows.length === 0) return;
    const now = performance.now();
    // Marked first: where the store is away, the next try is as late as if it had not been.
    for (const { id } of rows) this.#written.set(id, now);
    await storeSeen(this.#db, rows);
  }

  #forgetOld(): void {
    const now = performance.now();
    for (const [id, at] of this.#written) {
      if (now - at < EXACT_MS && this.#written.size < MOST) break;
      this.#written.delete(id);
    }
  }
}

/** Names by what a User-Agent says, the more particular first: all of them call themselves Mozilla, many Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(Tizen|Web0S|WebOS|SMART-TV|SmartTV|AppleTV|GoogleTV)\b/i, 'televisor'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
/** What is read of a header that anybody may make as long as headers get. */
const READ = 400;

/**
 * The browser and the system that a User-Agent names, in words for a list ('Chrome en Windows'); never the header
 * itself, which anybody writes.
 * @returns null where it names neither
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, READ);
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined && system === undefined) return null;
  if (system === undefined) return browser ?? null;
  return `${browser ?? 'Navegador'} en ${system}`;
}
