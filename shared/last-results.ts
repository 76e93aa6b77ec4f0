/** Results in memory of a function: names and documents of several large joints. */
const MOST_RESULTS = 20_000;

/**
 * Returns a function with the results of its last calls in memory, for reading the same names and documents again.
 * At the limit of results the memory is emptied.
 * @param read function without side effects; the result never changes
 * @param keyOf text that is different for different inputs
 */
export function withLastResults<Input, Result>(
  read: (input: Input) => Result,
  keyOf: (input: Input) => string,
): (input: Input) => Result {
  const results = new Map<string, { result: Result }>();
  return (input) => {
    const key = keyOf(input);
    const before = results.get(key);
    if (before !== undefined) return before.result;
    const result = read(input);
    if (results.size >= MOST_RESULTS) results.clear();
    results.set(key, { result });
    return result;
  };
}
