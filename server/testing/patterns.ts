import { vi } from 'vitest';

/**
 * The length of the longest text that a pattern of ours was asked about while `run` went on: schemas' patterns and what
 * stands beside them are read as Unicode; Fastify's own, over an address or a header, are not, and are left out. What
 * is refused for its size must not have met one: so a test tells without a clock whether work grew with what was sent.
 */
export async function longestMatched(run: () => Promise<void>): Promise<number> {
  const { test } = RegExp.prototype;
  let longest = 0;
  const spy = vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text: string) {
    if (this.unicode && text.length > longest) longest = text.length;
    return test.call(this, text);
  });
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return longest;
}
