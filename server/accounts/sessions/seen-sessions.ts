import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { storeSeen } from './sessions.repository.ts';

/** Precision in ms of the stored last use of a session: enough for a list that people read. */
const EXACT_MS = 10 * 60 * 1000;
/** Maximum time in ms until a use of a session is written, together with other uses. */
const WRITE_DELAY_MS = 30_000;
/** Maximum number of sessions remembered in memory. Uses of further sessions are written later. */
const MOST_SESSIONS = 20_000;

interface Seen {
  at: Millis;
  device: string | null;
}

/**
 * Records last use and browser of each session, for the user's list of sessions. Writes at most once in 30
 * seconds; a crash loses the uses since the last write.
 */
export class SeenSessions {
  readonly #db: Db;
  #waiting = new Map<string, Seen>();
  /** Instant of the last use of each session in this process, oldest first. */
  readonly #used = new Map<string, Millis>();
  /** Instant of the last write of each session, in ms of a clock that never goes back. */
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records a use of a session, and the device if a User-Agent header is given. */
  note(sessionId: string, userAgent?: string): void {
    this.#used.delete(sessionId);
    this.#used.set(sessionId, Date.now());
    if (this.#used.size > MOST_SESSIONS)
      for (const oldest of this.#used.keys()) if (this.#used.delete(oldest)) break;
    const written = this.#written.get(sessionId);
    if (written !== undefined && performance.now() - written < EXACT_MS) return;
    const waits = this.#waiting.get(sessionId);
    if (waits?.device != null || (waits !== undefined && userAgent === undefined)) return;
    if (waits === undefined && this.#waiting.size >= MOST_SESSIONS) return;
    this.#waiting.set(sessionId, { at: Date.now(), device: deviceWords(userAgent) });
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), WRITE_DELAY_MS).unref();
  }

  /** Returns the last use of a session in this process, or undefined if not remembered. */
  usedAt(sessionId: string): Millis | undefined {
    return this.#used.get(sessionId);
  }

  /**
   * Writes the uses in memory to the store: before a list is read, and when the server stops. Throws errors of the
   * store.
   */
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
    // Marked first: if the store is away, the next try is no earlier.
    for (const { id } of rows) this.#written.set(id, now);
    await storeSeen(this.#db, rows);
  }

  #forgetOld(): void {
    const now = performance.now();
    for (const [id, at] of this.#written) {
      if (now - at < EXACT_MS && this.#written.size < MOST_SESSIONS) break;
      this.#written.delete(id);
    }
  }
}

/**
 * Browser names by a pattern in the User-Agent, specific browsers first: all browsers say Mozilla, many say Safari.
 */
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
/** Number of characters read of a User-Agent header, however long. */
const READ = 400;

/**
 * Returns browser and system in words, read from a User-Agent header: 'Chrome en Windows'. Null if both are
 * unknown. Never returns text of the header, because the caller controls the header.
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, READ);
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined && system === undefined) return null;
  if (system === undefined) return browser ?? null;
  return `${browser ?? 'Navegador'} en ${system}`;
}
