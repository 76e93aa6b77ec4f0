import { CODE_LENGTH, readScan } from '../../../../../shared/assemblies/code.ts';

/** Character key with its time by the system's clock, not by the time of handling. */
export interface Key {
  sign: string;
  at: number;
}

/** Longer pause between two keys: a new run begins. No scanner is slower, even on a busy machine. */
const NEW_RUN_MS = 300;
/**
 * Maximum average interval of a scan, in milliseconds. Scanners take 5 to 40; a typist with 100 words a minute takes
 * 120.
 */
const SCANNER_MS = 80;
/** Minimum length of a scan. Shorter text may be typed by a person. */
const SHORTEST_SCAN = 8;
/** Maximum length of a run: an address in a QR code with spare room. Limits a key held down. */
const LONGEST_RUN = 400;

/** Possible scan, and the index of its first key in the run. */
export interface KeyedScan {
  text: string;
  from: number;
}

/**
 * Collects keys into runs, in any field, and finds possible scans at Enter. Works by the times of the keys, so a busy
 * page does not matter. A fixed scanner may read while a person types: a scan may start after any pause in a run.
 */
export class KeyRun {
  #keys: Key[] = [];
  #starts: number[] = [];

  /** Adds a key. Returns the key's index if a scan may start there (0: new run), else null. */
  take(key: Key): number | null {
    const last = this.#keys.at(-1);
    const rest = last === undefined ? Number.POSITIVE_INFINITY : key.at - last.at;
    if (rest > NEW_RUN_MS || this.#keys.length >= LONGEST_RUN) this.forget();
    const place = this.#keys.push(key) - 1;
    if (place > 0 && rest <= SCANNER_MS) return null;
    this.#starts.push(place);
    return place;
  }

  /** Clears the run after an event that no scanner sends: arrow key, shortcut, click. */
  forget(): void {
    this.#keys = [];
    this.#starts = [];
  }

  /** Possible scans up to an Enter at time `at`, longest first. Empty if a person typed. */
  scansAt(at: number): KeyedScan[] {
    const last = this.#keys.at(-1);
    if (last === undefined || at - last.at > NEW_RUN_MS) return [];
    return this.#starts.flatMap((from) => {
      const keys = this.#keys.slice(from);
      const lasted = last.at - (keys[0]?.at ?? last.at);
      if (keys.length < SHORTEST_SCAN || lasted / (keys.length - 1) > SCANNER_MS) return [];
      return [{ text: keys.map(({ sign }) => sign).join(''), from }];
    });
  }
}

/** True if the text typed into another field is a complete code, and can be removed from the field. */
export const isSurelyCode = (text: string): boolean => text.length >= CODE_LENGTH && readScan(text) !== null;
