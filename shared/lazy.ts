/**
 * Makes a function that computes a value on the first call and returns the same value afterwards.
 * @param make computes the value; called once
 */
export function lazy<T>(make: () => T): () => T {
  let made: { it: T } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
