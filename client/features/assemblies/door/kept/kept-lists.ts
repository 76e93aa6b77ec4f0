import { doorDb } from './door-db.ts';

/** Keeps a list that the door needs without network, for its user alone. */
export async function keepList(userId: string, name: string, list: unknown): Promise<void> {
  await (await doorDb()).put('lists', { key: `${userId} ${name}`, userId, list });
}

/** The list as it was kept last; undefined where there is none. The caller knows what it kept. */
export async function readList<List>(userId: string, name: string): Promise<List | undefined> {
  const kept = await (await doorDb()).get('lists', `${userId} ${name}`);
  return kept?.list as List | undefined;
}

/** Names of owners do not stay behind. */
export async function forgetLists(userId: string): Promise<void> {
  const forgetting = (await doorDb()).transaction('lists', 'readwrite');
  const all = await forgetting.store.getAll();
  const mine = all.filter((one) => one.userId === userId);
  await Promise.all([...mine.map((one) => forgetting.store.delete(one.key)), forgetting.done]);
}
