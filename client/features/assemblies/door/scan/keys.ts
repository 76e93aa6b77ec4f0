import { CODE_LENGTH, readScan } from '../../../../../shared/assemblies/code.ts';

/** Character key pressed in the page, by a person or by a hand scanner (a scanner types like a keyboard). */
export interface Key {
  /** Typed character: 'A'. */
  sign: string;
  /** Time of the browser event, ms. */
  at: number;
}

/**
 * Pause in milliseconds: after a longer pause a key starts a new sequence. No scanner is slower, even on a busy
 * machine.
 */
const NEW_RUN_MS = 300;
/**
 * Maximum average time between two keys of a scanner, in milliseconds. Scanners take 5 to 40; a typist with 100
 * words a minute takes 120.
 */
const SCANNER_MS = 80;
/** Minimum number of characters of a scan. A person may type shorter text as fast. */
const SHORTEST_SCAN = 8;
/**
 * Maximum number of characters of a key sequence: an address in a QR code with spare room. Limits a key held down.
 */
const LONGEST_RUN = 400;

/**
 * Milliseconds without a key after a complete code typed at a scanner's pace: then the code counts as a scan. For
 * scanners without Enter.
 */
const QUIET_MS = 100;
/** Longer wait for the next key, in milliseconds per millisecond that the last key came late. */
const QUIET_PER_LATE_MS = 4;
/** Longest wait for the next key, ms. */
const LONGEST_QUIET_MS = 1000;
/** Maximum number of characters that a scanner puts before a code: AIM letters like ']Q0', or a chosen prefix. */
const LONGEST_PREFIX = 6;

/** Text typed by a sequence of keys, perhaps by a hand scanner. */
export interface KeyedScan {
  /** Text of the keys. */
  text: string;
  /** Index of the first key of the text in the sequence of keys. */
  from: number;
}

/**
 * Recognizes the keys of a hand scanner among all pressed keys, in any field: a scanner types faster than a person.
 * Collects keys and reports possible scans at Enter. A scan may begin after any pause, also while a person types.
 */
export class KeyRun {
  #keys: Key[] = [];
  #starts: number[] = [];

  /**
   * Adds a key. Returns the key's index in the sequence if a scan may start with the key (0: new sequence), else
   * null.
   */
  take(key: Key): number | null {
    const last = this.#keys.at(-1);
    const rest = last === undefined ? Number.POSITIVE_INFINITY : key.at - last.at;
    if (rest > NEW_RUN_MS || this.#keys.length >= LONGEST_RUN) this.forget();
    const place = this.#keys.push(key) - 1;
    if (place > 0 && rest <= SCANNER_MS) return null;
    this.#starts.push(place);
    return place;
  }

  /** Drops the collected keys after an event that no scanner sends: arrow key, shortcut, click. */
  forget(): void {
    this.#keys = [];
    this.#starts = [];
  }

  /** Texts that may come from a scanner, for an Enter at time `at` (ms), longest first. Empty if a person typed. */
  scansAt(at: number): KeyedScan[] {
    const last = this.#keys.at(-1);
    if (last === undefined || at - last.at > NEW_RUN_MS) return [];
    return this.#starts.flatMap((from) => {
      const keys = this.#keys.slice(from);
      const lasted = last.at - (keys[0]?.at ?? last.at);
      if (keys.length < SHORTEST_SCAN || lasted / (keys.length - 1) > SCANNER_MS) return [];
      return [{ text: withoutPrefix(keys.map(({ sign }) => sign).join('')), from }];
    });
  }

  /**
   * Whole code at a scanner's pace, if the keys rest at time `at` (ms) for QUIET_MS. Else undefined. `isWhole`: true
   * for a complete text.
   */
  wholeCodeAt(at: number, isWhole = isSurelyCode): KeyedScan | undefined {
    const last = this.#keys.at(-1);
    if (last === undefined || at - last.at < QUIET_MS) return undefined;
    return this.scansAt(last.at).find(({ text }) => isWhole(text));
  }
}

/**
 * Milliseconds to wait for a further key before a complete code counts as a scan. A busy machine delivers keys late: the
 * end of a voting badge ('-1') may come long after the code, and the code alone is complete too.
 * @param lateMs milliseconds between the press of the last key and its arrival in the page
 */
export const quietAfter = (lateMs: number): number =>
  Math.min(LONGEST_QUIET_MS, QUIET_MS + QUIET_PER_LATE_MS * Math.max(0, lateMs));

/**
 * True if a text is a complete code of a card or badge. The page then removes the text from a field filled by the
 * scanner by accident.
 */
export const isSurelyCode = (text: string): boolean => text.length >= CODE_LENGTH && readScan(text) !== null;

/** True if a scanned text is a complete voting badge: a code with the number of an answer, 'CODE-1'. */
export const isVotingBadge = (text: string): boolean => (readScan(text)?.answerId ?? null) !== null;

/** Removes a scanner's prefix before a code. Returns text that is readable as it is, or never readable, unchanged. */
function withoutPrefix(text: string): string {
  if (readScan(text) !== null) return text;
  for (let cut = 1; cut <= LONGEST_PREFIX; cut++) {
    const rest = text.slice(cut);
    if (isSurelyCode(rest)) return rest;
  }
  return text;
}
