import { vi } from 'vitest';

/**
 * Returns the length of the longest text tested by a regular expression of the application during `run`.
 * For tests of limits: a too long text must be refused before any pattern runs. Fastify's own patterns have
 * no `u` flag and are ignored.
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
