import { dayInBogota } from '../../shared/days.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { participantKey } from '../../shared/events/participant-key.ts';
import { insertEvent, raiseEventRevision } from '../events/events.repository.ts';
import { checkIn, insertParticipants } from '../events/participants.repository.ts';
import { appendAudit, eventChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import { person } from './people.ts';
import { DEMO_ACTOR } from './store-joint.ts';

interface DemoEvent {
  name: string;
  /** Day of the event, in days from today. */
  inDays: number;
  /** Number of the first demonstration person in the list of participants. */
  from: number;
  participants: number;
  /** Number of participants already registered as arrived. */
  attended: number;
}

const demoEvents: readonly DemoEvent[] = [
  { name: 'Feria de convivencia y servicios', inDays: 0, from: 600, participants: 84, attended: 31 },
  { name: 'Taller de propiedad horizontal', inDays: 12, from: 700, participants: 40, attended: 0 },
];

/** Milliseconds between two arrivals at the demonstration fair. */
const ARRIVAL_MS = 40_000;

/** Stores two demonstration events with participants; the first event is in progress. Returns the ids. */
export async function storeEvents(trx: Db, at: number): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, inDays, from, participants, attended } of demoEvents) {
    const heldOn = dayInBogota(at + inDays * DAY_MS);
    // Start time at which the last arrival is now.
    const start = at - attended * ARRIVAL_MS;
    const eventId = await insertEvent(trx, { name, heldOn, at: start, actor: DEMO_ACTOR });
    const audit = (act: string, when: number, data: object) =>
      appendAudit(trx, { chain: eventChain(eventId), actor: DEMO_ACTOR, at: when }, act, data);
    await audit('eventCreated', start, { eventId, name, heldOn });
    const list = Array.from({ length: participants }, (_, i) => {
      const one = person(from + i);
      // Some persons have no document in the demonstration, but a list needs an id for each.
      const participantId = one.document ?? String(80_000_000 + from + i);
      return { key: participantKey(participantId), participantId, name: one.name };
    });
    await insertParticipants(trx, eventId, list);
    await audit('participantsImported', start, {
      eventId,
      rows: list.length,
      added: list.length,
      renamed: [],
      fileName: 'participantes.xlsx',
    });
    // Takes every second participant, so that arrivals are not the first of the list.
    for (let i = 0; i < attended; i += 1) {
      const one = list[(i * 2) % list.length];
      if (one === undefined) continue;
      const when = start + (i + 1) * ARRIVAL_MS;
      await checkIn(trx, { eventId, key: one.key, at: when, actor: DEMO_ACTOR });
      await audit('attended', when, { eventId, ...one });
    }
    await raiseEventRevision(trx, eventId);
    ids.push(eventId);
  }
  return ids;
}
