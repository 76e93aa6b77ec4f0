import type { Db } from '../platform/db/engine.ts';

/** Subquery for the numbers of a joint's assemblies, for comparing stored data with the audit trail. */
export const assembliesInTrail = (db: Db, rootJointId: number) =>
  db.selectFrom('assembly').select('assembly_id').where('joint_id', '=', rootJointId);

const TRAIL = 'está en el registro de auditoría y no en la base de datos';
const STORE = 'está en la base de datos y no en el registro de auditoría';

/**
 * Two values to compare: Spanish name of the fact, value in the database (`stored`), and value computed
 * from the audit trail (`told`).
 */
export type Pair = readonly [what: string, stored: unknown, told: unknown];

/**
 * Compares stored records with the records computed from the audit trail. Returns a Spanish sentence for
 * each difference, also for missing and additional records.
 * @param tellings records computed from the trail. Key: key of the record, as from `nameOf`
 * @param of `nameOf`: returns the key of a stored record; `wordsOf`: returns the Spanish name of a key for
 * sentences; `pairsOf`: returns the values to compare
 */
export function compare<Stored, Told>(
  stored: readonly Stored[],
  tellings: ReadonlyMap<string, Told>,
  {
    nameOf,
    wordsOf,
    pairsOf,
  }: {
    nameOf: (record: Stored) => string;
    wordsOf: (name: string) => string;
    pairsOf: (record: Stored, replayed: Told, name: string) => readonly Pair[];
  },
): string[] {
  const left = new Map(tellings);
  const found = stored.flatMap((record) => {
    const name = nameOf(record);
    const replayed = left.get(name);
    left.delete(name);
    if (replayed === undefined) return [`${wordsOf(name)} ${STORE}.`];
    return differences(wordsOf(name), pairsOf(record, replayed, name));
  });
  return [...found, ...[...left.keys()].map((name) => `${wordsOf(name)} ${TRAIL}.`)];
}

/** Converts a time (epoch ms) to ISO 8601. */
export const iso = (at: number): string => new Date(at).toISOString();

/** Returns an instant as ISO text. Null without an instant. */
export const instantText = (at: number | null | undefined): string | null => (at == null ? null : iso(at));

const differences = (which: string, pairs: readonly Pair[]): string[] =>
  pairs.flatMap(([what, stored, replayed]) =>
    stored === replayed
      ? []
      : [
          `${which}: ${what} es «${String(stored)}» en la base de datos y «${String(replayed)}» en el registro de auditoría.`,
        ],
  );
