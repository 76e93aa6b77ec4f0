import type { AuditEntry } from '../platform/audit/entry.ts';
import type { Db } from '../platform/db/engine.ts';

/** Fields of an arrival in an audit entry of an event's chain. */
interface Arrival {
  at: number;
  actor: string;
  name: string;
}

/**
 * Compares the arrivals stored for an event with the audit trail: each person arrived once, at the recorded time,
 * recorded by the named user.
 * @returns the differences, in Spanish
 */
export async function compareEvent(
  db: Db,
  eventId: number,
  entries: readonly Pick<AuditEntry, 'at' | 'actor' | 'act' | 'data'>[],
): Promise<string[]> {
  const replayed = new Map<string, Arrival>();
  const found: string[] = [];
  for (const { act, at, actor, data } of entries) {
    if (act !== 'attended') continue;
    const { key, name }: { key: string; name: string } = JSON.parse(data);
    if (replayed.has(key))
      found.push(`El participante «${key}» aparece dos veces en el registro de auditoría.`);
    else replayed.set(key, { at, actor, name });
  }
  const stored = await db
    .selectFrom('participant')
    .select(['participant_key', 'name', 'checked_in_at', 'checked_in_by'])
    .where('event_id', '=', eventId)
    .where('checked_in_at', 'is not', null)
    .orderBy('position')
    .execute();
  for (const { participant_key: key, name, checked_in_at, checked_in_by } of stored) {
    const who = `La asistencia de ${name} (${key})`;
    const arrival = replayed.get(key);
    replayed.delete(key);
    if (arrival === undefined) found.push(`${who} está guardada y no en el registro de auditoría.`);
    else if (arrival.at !== checked_in_at) {
      found.push(`${who} está guardada con otra hora que en el registro de auditoría.`);
    } else if (arrival.actor !== checked_in_by) {
      found.push(`${who} está guardada a nombre de otra persona que en el registro de auditoría.`);
    }
  }
  for (const [key, { name }] of replayed) {
    found.push(`La asistencia de ${name} (${key}) está en el registro de auditoría y no está guardada.`);
  }
  return found;
}
