import { sql } from 'kysely';
import type { Participant } from '../../shared/events/events.api.ts';
import { documentNumber } from '../../shared/events/participant-key.ts';
import { exactTime } from '../../shared/format.ts';
import { type Db, jsonTable } from '../platform/db/engine.ts';
import { instantOf } from '../platform/db/queries.ts';
import type { Millis } from '../platform/db/tables.ts';

interface ParticipantRow {
  participant_id: string;
  name: string;
  checked_in_at: Millis | null;
}

const participantsOf = (db: Db, eventId: number) =>
  db
    .selectFrom('participant')
    .select(['participant_id', 'name', 'checked_in_at'])
    .where('event_id', '=', eventId);

const toParticipant = ({ participant_id, name, checked_in_at }: ParticipantRow): Participant => ({
  participantId: participant_id,
  name,
  attended: checked_in_at !== null,
  checkInTime: checked_in_at === null ? null : exactTime(new Date(checked_in_at).toISOString()),
  checkedInAt: instantOf(checked_in_at),
});

/** Lists all participants of an event, in the order of the uploaded list. */
export async function listParticipants(db: Db, eventId: number): Promise<Participant[]> {
  return (await participantsOf(db, eventId).orderBy('position').execute()).map(toParticipant);
}

/**
 * Lists the participants already arrived, latest arrival first: all, or only the latest `limit` for the
 * screen at the door.
 */
export async function listAttended(db: Db, eventId: number, limit?: number): Promise<Participant[]> {
  const query = participantsOf(db, eventId)
    .where('checked_in_at', 'is not', null)
    .orderBy('checked_in_at', 'desc')
    .orderBy('position', 'desc');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(toParticipant);
}

/** Finds a participant by key (`participantKey`); undefined if unknown. */
export async function findParticipant(
  db: Db,
  eventId: number,
  key: string,
): Promise<Participant | undefined> {
  const row = await participantsOf(db, eventId).where('participant_key', '=', key).executeTakeFirst();
  return row && toParticipant(row);
}

/**
 * Finds a participant by the number of the identity document, typed in any spelling, and returns the key;
 * undefined without a match or with several.
 */
export async function keyByDocument(db: Db, eventId: number, typed: string): Promise<string | undefined> {
  const number = documentNumber(typed);
  if (number === null) return undefined;
  const rows = await db
    .selectFrom('participant')
    .select('participant_key as key')
    .where('event_id', '=', eventId)
    .execute();
  const found = rows.filter(({ key }) => documentNumber(key) === number);
  return found.length === 1 ? found[0]?.key : undefined;
}

/**
 * Records the arrival of a participant, unless recorded already; of several calls at once, only the first
 * writes. Returns the participant with the new arrival; undefined if already arrived, or for an unknown key.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function checkIn(
  trx: Db,
  { eventId, key, at, actor }: { eventId: number; key: string; at: Millis; actor: string },
): Promise<Participant | undefined> {
  const row = await trx
    .updateTable('participant')
    .set({ checked_in_at: at, checked_in_by: actor })
    .where('event_id', '=', eventId)
    .where('participant_key', '=', key)
    .where('checked_in_at', 'is', null)
    .returning(['participant_id', 'name', 'checked_in_at'])
    .executeTakeFirst();
  return row && toParticipant(row);
}

/** Participant from an uploaded list, to store for an event. */
export interface ListedParticipant {
  /** Key to find the participant, equal for all spellings of the id (`participantKey`). */
  key: string;
  /** Id as typed in the list: '1.010.101'. */
  participantId: string;
  name: string;
}

/**
 * Returns the stored participants of an event in the order of the list, to compare with an uploaded list: new, renamed or
 * unchanged.
 * Key: comparison key (`participantKey`).
 */
export async function readListed(db: Db, eventId: number): Promise<Map<string, ListedParticipant>> {
  const rows = await db
    .selectFrom('participant')
    .select(['participant_key', 'participant_id', 'name'])
    .where('event_id', '=', eventId)
    .orderBy('position')
    .execute();
  return new Map(
    rows.map((row) => [
      row.participant_key,
      { key: row.participant_key, participantId: row.participant_id, name: row.name },
    ]),
  );
}

/** Appends participants from an uploaded list to the event's list, in order. */
export async function insertParticipants(
  trx: Db,
  eventId: number,
  participants: readonly ListedParticipant[],
): Promise<void> {
  if (participants.length === 0) return;
  const last = await trx
    .selectFrom('participant')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  const from = last?.position ?? 0;
  const rows = participants.map(({ key, participantId, name }, index) => ({
    participant_key: key,
    participant_id: participantId,
    name,
    position: from + index + 1,
  }));
  const participantTable = jsonTable<(typeof rows)[number]>(trx, rows, {
    participant_key: 'text',
    participant_id: 'text',
    name: 'text',
    position: 'integer',
  });
  await trx
    .insertInto('participant')
    .columns(['event_id', 'participant_key', 'participant_id', 'name', 'position'])
    .expression((eb) =>
      eb
        .selectFrom(participantTable.as('g'))
        .select(sql<number>`cast(${eventId} as integer)`.as('event_id'))
        .select(['g.participant_key', 'g.participant_id', 'g.name', 'g.position']),
    )
    .execute();
}

/** Changes the names of stored participants, if a new list has other names for equal ids. */
export async function renameParticipants(
  trx: Db,
  eventId: number,
  participants: readonly ListedParticipant[],
): Promise<void> {
  if (participants.length === 0) return;
  const rows = participants.map(({ key, name }) => ({ participant_key: key, name }));
  const nameTable = jsonTable<(typeof rows)[number]>(trx, rows, { participant_key: 'text', name: 'text' });
  await trx
    .updateTable('participant')
    .from(nameTable.as('g'))
    .set((eb) => ({ name: eb.ref('g.name') }))
    .where('participant.event_id', '=', eventId)
    .whereRef('participant.participant_key', '=', 'g.participant_key')
    .execute();
}
