/**
 * Copies an object without the undefined properties: `{ a, ...defined({ b }) }` has the key `b` only for a defined
 * `b`.
 */
export function defined<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const copy: Partial<T> = {};
  for (const key of Object.keys(properties) as (keyof T)[]) {
    if (properties[key] !== undefined) copy[key] = properties[key];
  }
  return copy as { [K in keyof T]?: Exclude<T[K], undefined> };
}
