/**
 * Stores a value in the tab's session storage, as JSON, for a reload. Null removes the value.
 * @param name key of the value: 'scaf.arrival'
 */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without browser storage a reload forgets the value.
  }
}

/**
 * Returns a value stored by `keepInTab`, null if absent. The caller knows the type.
 * @param name key of the value, as in `keepInTab`
 */
export function readFromTab<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}
