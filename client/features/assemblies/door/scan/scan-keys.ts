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

/**
 * Collects keys into runs, whatever has the focus, and says at Enter whether a scanner typed them. A run is kept
 * by when its keys were pressed, so it does not matter how long the page was busy in between.
 */
export class KeyRun {
  #keys: Key[] = [];

  /** Takes a key. Returns true where it begins a new run. */
  take(key: Key): boolean {
    const last = this.#keys.at(-1);
    const isNew = last === undefined || key.at - last.at > NEW_RUN_MS || this.#keys.length >= LONGEST_RUN;
    if (isNew) this.#keys = [key];
    else this.#keys.push(key);
    return isNew;
  }

  /** Something that no scanner does: an arrow, a shortcut, a click. */
  forget(): void {
    this.#keys = [];
  }

  /** What a scanner typed up to an Enter at this moment; null where it was a person, or nobody. */
  scanAt(at: number): string | null {
    const keys = this.#keys;
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last || keys.length < SHORTEST_SCAN || at - last.at > NEW_RUN_MS) return null;
    if ((last.at - first.at) / (keys.length - 1) > SCANNER_MS) return null;
    return keys.map((key) => key.sign).join('');
  }
}

/** Whether what was typed into a field that is not for codes may be taken out of it: only a whole code may. */
export const isSurelyCode = (text: string): boolean => text.length >= CODE_LENGTH && readScan(text) !== null;
