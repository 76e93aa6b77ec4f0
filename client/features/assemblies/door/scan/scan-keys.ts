import { CODE_LENGTH, readScan } from '../../../../../shared/assemblies/code.ts';

/** A key that writes a sign, and when it was pressed: by the system's clock, not by when the page got to it. */
export interface Key {
  sign: string;
  at: number;
}

/** Longer between two keys, and the second begins something new: no scanner is that slow, also on a busy machine. */
const NEW_RUN_MS = 300;
/** On average between the keys of a scan. Scanners take 5 to 40; a hundred words a minute are 120. */
const SCANNER_MS = 80;
/** What is shorter says nothing about who typed it. */
const SHORTEST_SCAN = 8;
/** An address in a QR, with room to spare; somebody leaning on the keyboard ends somewhere. */
const LONGEST_RUN = 400;

/** What a scanner may have typed, and the place of its first key in the run. */
export interface KeyedScan {
  text: string;
  from: number;
}

/**
 * Collects keys into runs, whatever has the focus, and says at Enter what a scanner may have typed. A run is kept by
 * when its keys were pressed, so it does not matter how long the page was busy in between. A scanner that stands on the
 * desk also reads while somebody types: a scan may begin after any pause of a run.
 */
export class KeyRun {
  #keys: Key[] = [];
  #starts: number[] = [];

  /** Takes a key. Returns its place in the run where a scan may begin with it, 0 where it begins a new run; else null. */
  take(key: Key): number | null {
    const last = this.#keys.at(-1);
    const rest = last === undefined ? Number.POSITIVE_INFINITY : key.at - last.at;
    if (rest > NEW_RUN_MS || this.#keys.length >= LONGEST_RUN) this.forget();
    const place = this.#keys.push(key) - 1;
    if (place > 0 && rest <= SCANNER_MS) return null;
    this.#starts.push(place);
    return place;
  }

  /** Something that no scanner does: an arrow, a shortcut, a click. */
  forget(): void {
    this.#keys = [];
    this.#starts = [];
  }

  /** What a scanner may have typed up to an Enter at this moment, the longest first; none where it was a person, or nobody. */
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

/** Whether what was typed into a field that is not for codes may be taken out of it: only a whole code may. */
export const isSurelyCode = (text: string): boolean => text.length >= CODE_LENGTH && readScan(text) !== null;
