/** Stores a value in the tab's session storage, as JSON, for a reload. Null removes the value. */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without browser storage a reload forgets the value.
  }
}

/** Returns a value stored by `keepInTab`, null if absent. The caller knows the type. */
export function readFromTab<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}
