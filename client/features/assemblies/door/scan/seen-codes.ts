/**
 * Number of consecutive pictures without a code until the code counts as gone. A shaking hand blurs a few pictures.
 */
const LOOKS_WITHOUT = 5;
/** Milliseconds until a code that stays in the camera picture is reported again. */
const REPEAT_MS = 3_000;

/**
 * Filter for codes read by the camera: a code held before the camera is in every picture, but is reported only when
 * first seen, and again after each 3 seconds in the picture.
 */
export class SeenCodes {
  readonly #seen = new Map<string, { toldAt: number; missed: number }>();

  /** Returns the codes of a picture to report now. `now`: milliseconds. */
  look(codes: readonly string[], now: number): string[] {
    const here = new Set(codes);
    for (const [code, seen] of this.#seen) {
      seen.missed = here.has(code) ? 0 : seen.missed + 1;
      if (seen.missed >= LOOKS_WITHOUT) this.#seen.delete(code);
    }
    const news = [...here].filter((code) => {
      const seen = this.#seen.get(code);
      return seen === undefined || now - seen.toldAt >= REPEAT_MS;
    });
    for (const code of news) this.#seen.set(code, { toldAt: now, missed: 0 });
    return news;
  }
}
