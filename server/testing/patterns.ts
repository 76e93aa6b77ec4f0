import { vi } from 'vitest';

/**
 * Returns the length of the longest text tested by an application pattern while `run` executes. The application's
 * patterns have the `u` flag; Fastify's patterns for addresses and headers do not and are ignored. An oversized
 * text must be refused before any pattern runs: a test of this length needs no clock.
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
