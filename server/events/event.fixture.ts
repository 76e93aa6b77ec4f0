import { sql } from 'kysely';
import { participantKey } from '../../shared/events/participant-key.ts';
import { Profile } from '../../shared/profiles.ts';
import { appendAudit, eventChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import { insertEvent } from './events.repository.ts';
import { insertParticipants } from './participants.repository.ts';

/**
 * Test helper: stores an event with participants, as after an import, and links the event to all users with
 * the profile of events operator. Returns the number of the event.
 */
export function storeEvent(
  db: Db,
  ids: readonly string[],
  name = 'Feria de convivencia',
  nameOf: (id: string) => string = (id) => `Persona Ñandú ${id}`,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const at = Date.now();
    const eventId = await insertEvent(trx, { name, heldOn: '2026-11-21', at, actor: 'user:1' });
    await appendAudit(trx, { chain: eventChain(eventId), actor: 'user:1', at }, 'eventCreated', { eventId });
    const list = ids.map((id) => ({ key: participantKey(id), participantId: id, name: nameOf(id) }));
    await insertParticipants(trx, eventId, list);
    await trx
      .insertInto('user_event')
      .columns(['user_id', 'event_id'])
      .expression((eb) =>
        eb
          .selectFrom('user_account')
          .select(['user_id', sql<number>`cast(${eventId} as integer)`.as('event_id')])
          .where('profile_id', '=', Profile.events),
      )
      .execute();
    return eventId;
  });
}
