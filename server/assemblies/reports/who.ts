import { type ActorNames, readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RollThen } from '../meeting/roll-then.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import type { Attendee } from './rows.ts';

/** How acts that end a registration or a vote are called on paper, by their names in the annulments. */
const actWords = new Map([
  ['reversed', 'Reverso'],
  ['freed', 'Reverso'],
  ['withdrawn', 'Código retirado'],
  ['revoked', 'Código anulado'],
  ['unconfirmed', 'No confirmó su presencia'],
  ['takenBack', 'Devuelto al propietario'],
  ['reset', 'Reinicio'],
  ['secondCall', 'Segunda convocatoria'],
  ['deleted', 'Pregunta eliminada'],
  ['setAside', 'Apartado al reabrir'],
]);

export const actWord = (how: string): string => actWords.get(how) ?? how;

/** Names for those who answered for units or did something. */
export interface Who {
  /** @param owner whose the unit is where this is told: whoever came for it before it was theirs is named */
  attendee: (record: AttendanceTable, owner: string) => Attendee;
  /** `user:12` → what the user was called then. */
  actor: ActorNames['actor'];
}

/** Looks up whoever is named in some records. */
export async function readWho(
  db: Db,
  records: readonly AttendanceTable[],
  actors: readonly string[],
  roll: RollThen,
): Promise<Who> {
  const holders = records.flatMap(({ holder, holder_is_code }) =>
    holder_is_code === 0 ? [`user:${holder}`] : [],
  );
  const names = await readActorNames(db, [...holders, ...actors]);
  return {
    attendee: (record, owner) => ({
      name:
        record.attendee_name ??
        (record.holder_is_code === 1 ? formerOwner(record, owner) : names.user(record.holder, record.at)),
      document: record.attendee_document,
      capacity: record.capacity ?? (record.by_proxy === 1 ? 'proxy' : 'owner'),
      remote: record.remote === 1,
      // What ended before this was kept has none.
      identifiedBy: record.identified_by ?? null,
    }),
    actor: names.actor,
  };

  function formerOwner(record: AttendanceTable, owner: string): string | null {
    if (record.by_proxy === 1) return null;
    const then = roll.of(record.apartment_id, record.roll_version)?.owner;
    return then === undefined || then === owner || then === '' ? null : then;
  }
}
