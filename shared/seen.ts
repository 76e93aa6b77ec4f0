/** Values shown before a change, as sent to the server: a list by the mark. */
export type Seen<Changes> = {
  [Fact in keyof Changes]: Extract<Changes[Fact], readonly unknown[]> extends never
    ? Changes[Fact]
    : Exclude<Changes[Fact], readonly unknown[]> | string;
};

/** Converts a value to the form for a comparison: a list to the mark, an empty text and undefined to null. */
export function seenValue(value: unknown): unknown {
  if (Array.isArray(value)) return markOf(value);
  return value === '' || value === undefined ? null : value;
}

/** Text of a value. Equal for lists with the same items in another order, and for facts in another order. */
function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).sort().join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const facts = Object.entries(value).map(([name, fact]) => `${name}:${inOrder(fact)}`);
  return `{${facts.sort().join()}}`;
}

/** Number of 53 bits from a list, in base 36. No proof against a chosen list: a person marks only the own list. */
export function markOf(list: readonly unknown[]): string {
  const text = inOrder(list);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return ((high & 0x1fffff) * 2 ** 32 + (low >>> 0)).toString(36);
}
