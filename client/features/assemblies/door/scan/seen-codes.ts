/** Pictures in a row without a code before the code counts as gone. A shaking hand blurs one or two. */
const LOOKS_WITHOUT = 5;
/** Milliseconds until a code still in the picture is reported again. */
const AGAIN_MS = 3_000;

/** Filters the codes of a camera: reports a code when the code enters the picture, not for every picture. */
export class SeenCodes {
  readonly #seen = new Map<string, { toldAt: number; missed: number }>();

  /** Returns the codes of a picture to report. */
  look(codes: readonly string[], now: number): string[] {
    const here = new Set(codes);
    for (const [code, seen] of this.#seen) {
      seen.missed = here.has(code) ? 0 : seen.missed + 1;
      if (seen.missed >= LOOKS_WITHOUT) this.#seen.delete(code);
    }
    const news = [...here].filter((code) => {
      const seen = this.#seen.get(code);
      return seen === undefined || now - seen.toldAt >= AGAIN_MS;
    });
    for (const code of news) this.#seen.set(code, { toldAt: now, missed: 0 });
    return news;
  }
}
