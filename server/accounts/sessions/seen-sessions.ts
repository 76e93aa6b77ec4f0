import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { storeSeen } from './sessions.repository.ts';

/** Precision of the last use of a session, enough for lists that people read. */
const EXACT_MS = 10 * 60 * 1000;
/** Longest wait of a use before the common write. */
const GATHER_MS = 30_000;
/** Sessions remembered as written or waiting. More sessions are noted later. */
const MOST = 20_000;

interface Seen {
  at: Millis;
  device: string | null;
}

/**
 * Records the last use and the device of each session. Costs a map look-up per request and at most one write each 30
 * seconds. A crash loses the waiting uses.
 */
export class SeenSessions {
  readonly #db: Db;
  #waiting = new Map<string, Seen>();
  /** Last use of each session in this process, oldest first. */
  readonly #used = new Map<string, Millis>();
  /** Last write of each session, in monotonic time. */
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records a use of a session, and the device if the header is given. */
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

  /** Last use of a session in this process, if remembered. */
  usedAt(sessionId: string): Millis | undefined {
    return this.#used.get(sessionId);
  }

  /** Writes the waiting uses, before a list is read and at the stop. Throws errors of the store. */
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
      if (now - at < EXACT_MS && this.#written.size < MOST) break;
      this.#written.delete(id);
    }
  }
}

/** Names by User-Agent, specific browsers first: all browsers say Mozilla, many say Safari. */
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
/** Characters read of a header of any length. */
const READ = 400;

/**
 * Returns browser and system of a User-Agent in words for a list ('Chrome en Windows'); never the header, a text
 * under the control of the caller.
 * @returns null if neither is found
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, READ);
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined && system === undefined) return null;
  if (system === undefined) return browser ?? null;
  return `${browser ?? 'Navegador'} en ${system}`;
}
