/** Makes something when it is first asked for, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { it: T } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
