import { isNamed, mayBeSame } from '../../../shared/properties/person.ts';
import { type ActorNames, readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RollThen, UnitThen } from '../meeting/roll-then.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import type { Attendee } from './rows.ts';

type OwnedThen = Pick<UnitThen, 'owner' | 'ownerDocument'>;

/** Printed Spanish name of the act that ended a registration or a vote, by the name of the act in the records. */
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

/**
 * Returns the Spanish word for an act that ended a registration or vote: 'Segunda convocatoria' for `secondCall`.
 * An unknown act stays unchanged.
 */
export const actWord = (how: string): string => actWords.get(how) ?? how;

/** Finder of printed names for a report: names of attendees, and names of the actors in the audit trail. */
export interface Who {
  /**
   * Finds the attendee of a registration.
   * @param unit the unit at the instant: an attendee from an earlier owner keeps the name, and is marked as former
   */
  attendee: (record: AttendanceTable, unit: OwnedThen) => Attendee;
  /** Finds the printed name of an actor in the audit trail (like `user:12`) at an instant. */
  actor: ActorNames['actor'];
}

/**
 * Reads the data to print names in a report, with few queries for the whole report.
 * @param records registrations with attendees to name
 * @param actors authors to name, as in the audit trail: 'user:12'
 * @param roll roll of the assembly with all versions
 */
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
    attendee: (record, unit) => ({
      name:
        record.attendee_name ??
        (record.holder_is_code === 1
          ? formerOwner(record, unit.owner)
          : names.user(record.holder, record.at)),
      document: record.attendee_document,
      capacity: record.capacity ?? (record.by_proxy === 1 ? 'proxy' : 'owner'),
      isFormer: isOfFormerOwner(record, unit),
      remote: record.remote === 1,
      // Missing in older annulments.
      identifiedBy: record.identified_by ?? null,
    }),
    actor: names.actor,
  };

  function isOfFormerOwner(record: AttendanceTable, { owner, ownerDocument }: OwnedThen): boolean {
    const then = roll.of(record.apartment_id, record.roll_version);
    const [before, now] = [
      { name: then?.owner ?? '', document: then?.ownerDocument ?? null },
      { name: owner, document: ownerDocument },
    ];
    return [before, now].every(isNamed) && !mayBeSame(before, now);
  }

  function formerOwner(record: AttendanceTable, owner: string): string | null {
    if (record.by_proxy === 1) return null;
    const then = roll.of(record.apartment_id, record.roll_version)?.owner;
    return then === undefined || then === owner || then === '' ? null : then;
  }
}
