import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Returns a function for opening a database of the browser (IndexedDB), once for all calls. Closes the database for
 * the upgrade by a tab with a later version; the next call opens again. Rejects if the browser refuses.
 * @param name name of the database
 * @param upgrade creates the object stores at the first opening and at each new version
 */
export function databaseOf<S extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<S>) => void,
): () => Promise<IDBPDatabase<S>> {
  let opening: Promise<IDBPDatabase<S>> | null = null;
  const forget = () => {
    opening = null;
  };
  return () => {
    opening ??= openDB<S>(name, 1, {
      upgrade: (db) => upgrade(db),
      blocking: (_now, _wanted, event) => {
        (event.target as IDBDatabase | null)?.close();
        forget();
      },
      terminated: forget,
    });
    opening.catch(forget);
    return opening;
  };
}
