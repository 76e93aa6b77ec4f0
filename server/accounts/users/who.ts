import type { AttendanceTable } from '../../assemblies/assembly-tables.ts';
import { readUserNames } from '../../assemblies/reports/report.repository.ts';
import type { Attendee } from '../../assemblies/reports/rows.ts';
import type { Db } from '../../platform/db/engine.ts';

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
]);

export const actWord = (how: string): string => actWords.get(how) ?? how;

/** Names for those who answered for units or did something. A code is a credential: it is never one of them. */
export interface Who {
  attendee: (record: AttendanceTable) => Attendee;
  /** `user:12` → the user's name. */
  actor: (actor: string) => string;
}

/** Looks up whoever is named in some records. */
export async function readWho(
  db: Db,
  records: readonly AttendanceTable[],
  actors: readonly string[],
): Promise<Who> {
  const holders = records.flatMap(({ holder, holder_is_code }) => (holder_is_code === 0 ? [holder] : []));
  const users = actors.flatMap((actor) => (actor.startsWith('user:') ? [actor.slice(5)] : []));
  const ids = [...new Set([...holders, ...users])].map(Number).filter(Number.isSafeInteger);
  const names = await readUserNames(db, ids);
  return {
    attendee: (record) => ({
      name:
        record.attendee_name ??
        (record.holder_is_code === 1 ? null : (names.get(Number(record.holder)) ?? null)),
      document: record.attendee_document,
      capacity: record.by_proxy === 1 ? 'proxy' : 'owner',
      remote: record.remote === 1,
    }),
    actor: (actor) => {
      const [kind, id = ''] = actor.split(':', 2);
      if (kind === 'user') return names.get(Number(id)) ?? `Usuario ${id}`;
      return kind === 'code' ? 'Asistente con código QR' : 'SCAF';
    },
  };
}
