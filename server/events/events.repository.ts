import { defined } from '../../shared/defined.ts';
import type { Event, NewEvent } from '../../shared/events/events.api.ts';
import type { Db } from '../platform/db/engine.ts';
import { finds } from '../platform/db/queries.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { KnownTitle } from './participants-header.ts';

/** Event with the number of participants on the list and the number of participants already arrived. */
export interface EventFacts extends Event {
  /** Time of creation, epoch ms. */
  createdAt: Millis;
  /** Number raised by each change, to recognize newer states. */
  revision: number;
}

const eventsFrom = (db: Db) =>
  db
    .selectFrom('event as e')
    .leftJoin('participant as p', 'p.event_id', 'e.event_id')
    .select([
      'e.event_id as eventId',
      'e.name',
      'e.held_on as heldOn',
      'e.created_at as createdAt',
      'e.revision',
    ])
    .select((eb) => [
      eb.fn.count<number>('p.event_id').as('participants'),
      // Counts the non-null values of a nullable column.
      eb.fn.count<number>('p.checked_in_at').as('attended'),
    ])
    .groupBy(['e.event_id', 'e.name', 'e.held_on', 'e.created_at', 'e.revision']);

/**
 * Lists events with the numbers of participants and arrivals, for the page of events.
 * @param userId only the events linked to this user; null for all events
 */
export async function listEventFacts(db: Db, userId: number | null): Promise<EventFacts[]> {
  let query = eventsFrom(db);
  if (userId !== null) {
    query = query.where('e.event_id', 'in', (eb) =>
      eb.selectFrom('user_event').select('event_id').where('user_id', '=', userId),
    );
  }
  return query.execute();
}

/** True if a user works at an event: the user may see the event and register arrivals of participants. */
export function isLinkedToEvent(db: Db, userId: number, eventId: number): Promise<boolean> {
  return finds(
    db
      .selectFrom('user_event')
      .select('event_id')
      .where('user_id', '=', userId)
      .where('event_id', '=', eventId),
  );
}

/** Links a user to an event: the user may then see the event and register arrivals. */
export async function linkToEvent(trx: Db, userId: number, eventId: number): Promise<void> {
  await trx.insertInto('user_event').values({ user_id: userId, event_id: eventId }).execute();
}

/** Returns an event with the numbers of participants and arrivals; undefined if unknown. */
export const findEventFacts = (db: Db, eventId: number): Promise<EventFacts | undefined> =>
  eventsFrom(db).where('e.event_id', '=', eventId).executeTakeFirst();

/** True if an event exists. */
export function eventExists(db: Db, eventId: number): Promise<boolean> {
  return finds(db.selectFrom('event').select('event_id').where('event_id', '=', eventId));
}

/**
 * Creates an event.
 * @param event `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the number of the event
 */
export async function insertEvent(
  trx: Db,
  event: { name: string; heldOn: string | null; at: Millis; actor: string },
): Promise<number> {
  const { event_id } = await trx
    .insertInto('event')
    .values({ name: event.name, held_on: event.heldOn, created_at: event.at, created_by: event.actor })
    .returning('event_id')
    .executeTakeFirstOrThrow();
  return event_id;
}

/** Changes name or day of an event. Fields absent from the argument stay. */
export async function updateEvent(
  trx: Db,
  eventId: number,
  { name, heldOn }: Partial<NewEvent>,
): Promise<void> {
  await trx
    .updateTable('event')
    .set({ ...defined({ name, held_on: heldOn }) })
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Raises the revision number of an event at the end of each change, for example an arrival. Open screens
 * recognize a newer state by the number.
 */
export async function raiseEventRevision(trx: Db, eventId: number): Promise<void> {
  await trx
    .updateTable('event')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Returns the current revision numbers of events, to find events with changes not yet sent to open screens.
 * Key: number of the event.
 */
export async function newestEventRevisions(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, number>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('event')
    .select(['event_id', 'revision'])
    .where('event_id', 'in', eventIds)
    .execute();
  return new Map(rows.map(({ event_id, revision }) => [event_id, revision]));
}

/** Maximum number of column headers stored per event. */
const MOST_HEADERS = 200;

/**
 * Returns the column roles chosen by users for earlier files of an event's participants. A later file with an
 * equal header is read alike.
 */
export async function readEventColumns(db: Db, eventId: number): Promise<KnownTitle[]> {
  const row = await db
    .selectFrom('event')
    .select('known_columns as columns')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.columns == null ? [] : (JSON.parse(row.columns) as KnownTitle[]);
}

/**
 * Stores the column roles chosen by a user for a file of participants, for later files. For a repeated header
 * the latest role replaces the earlier role.
 */
export async function keepEventColumns(
  trx: Db,
  eventId: number,
  columns: readonly KnownTitle[],
): Promise<void> {
  const before = await readEventColumns(trx, eventId);
  const byHeader = new Map([...before, ...columns].map((column) => [column.header, column]));
  const text = JSON.stringify([...byHeader.values()].slice(-MOST_HEADERS));
  await trx.updateTable('event').set({ known_columns: text }).where('event_id', '=', eventId).execute();
}
