import { appendAudit, eventChain } from '../audit/trail.ts';
import type { Db } from '../db/engine.ts';
import { insertEvent } from './events.repository.ts';
import { participantKey } from './participant-key.ts';
import { insertParticipants } from './participants.repository.ts';

/** For tests alone: an event with a list, as an import leaves it. */
export function storeEvent(
  db: Db,
  ids: readonly string[],
  name = 'Feria de convivencia',
  nameOf: (id: string) => string = (id) => `Persona Ñandú ${id}`,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const at = Date.now();
    const eventId = await insertEvent(trx, { name, heldOn: '2026-11-21', at, actor: 'user:1' });
    await appendAudit(trx, {
      chain: eventChain(eventId),
      actor: 'user:1',
      act: 'eventCreated',
      at,
      data: { eventId },
    });
    const list = ids.map((id) => ({ key: participantKey(id), participantId: id, name: nameOf(id) }));
    await insertParticipants(trx, eventId, list);
    return eventId;
  });
}
