/** Without it in this many looks a code has left the picture: a hand that shakes blurs a look or two. */
const LOOKS_WITHOUT = 5;
/** What stays in the picture is told again after this long: the same card may be meant. */
const AGAIN_MS = 3_000;

/** Which codes of a camera's pictures are news: one is told when it comes into the picture, not at every look. */
export class SeenCodes {
  readonly #seen = new Map<string, { toldAt: number; missed: number }>();

  /** The codes of one picture → those to tell. */
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
