import { doorDb } from './door-db.ts';

/**
 * Stores a list (for example the roll) on this device, for a desk without network. Only the same user can read the
 * list.
 * @param name key of the list: 'units-3'
 * @param list value to store as JSON
 */
export async function keepList(userId: string, name: string, list: unknown): Promise<void> {
  await (await doorDb()).put('lists', { key: `${userId} ${name}`, userId, list });
}

/**
 * Returns a list stored by `keepList` for a desk without network; undefined if absent. The caller must know the
 * type of the list.
 */
export async function readList<List>(userId: string, name: string): Promise<List | undefined> {
  const stored = await (await doorDb()).get('lists', `${userId} ${name}`);
  return stored?.list as List | undefined;
}

/**
 * Deletes the lists of a user stored on this device for a desk without network, so names of owners do not stay on
 * the device.
 */
export async function forgetLists(userId: string): Promise<void> {
  const forgetting = (await doorDb()).transaction('lists', 'readwrite');
  const all = await forgetting.store.getAll();
  const mine = all.filter((one) => one.userId === userId);
  await Promise.all([...mine.map((one) => forgetting.store.delete(one.key)), forgetting.done]);
}
