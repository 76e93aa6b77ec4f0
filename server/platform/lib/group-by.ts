/** Groups items by key, in the order of the first item of each group. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Groups values by key, in the order of the first value of each group. */
export const groupEntries = <K, V>(entries: readonly (readonly [K, V])[]): Map<K, V[]> =>
  new Map(
    [...groupBy(entries, ([key]) => key)].map(([key, group]) => [key, group.map(([, value]) => value)]),
  );
