import { dayInBogota } from '../../shared/days.ts';
import { defined } from '../../shared/defined.ts';
import type { Event, NewEvent, Participant, ParticipantsReport } from '../../shared/events/events.api.ts';
import { participantKey } from '../../shared/events/participant-key.ts';
import type { ParticipantsReading } from '../../shared/events/participants-reading.ts';
import { appendAudit, eventChain } from '../platform/audit/trail.ts';
import type { Context } from '../platform/context.ts';
import { type Db, lockEvent, readAsOfNow } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { RequestKey } from '../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../platform/http/idempotency.ts';
import { isStaff, type Principal } from '../platform/http/principal.ts';
import { Problem, refuseMoved } from '../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../platform/http/uploaded-file.ts';
import { ensureRoom } from '../platform/limits/limits.ts';
import type { ChangeNotifier } from '../platform/live/publisher.ts';
import { plainWords } from '../platform/sheets/cell-text.ts';
import { readUploadAs } from '../platform/sheets/read-upload.ts';
import * as events from './events.repository.ts';
import * as participants from './participants.repository.ts';
import type { KnownTitle } from './participants-header.ts';
import { participantsReading } from './participants-reading.ts';
import type { ParticipantsTable } from './participants-table.ts';

/** Transaction and helpers for a change of a locked event. */
interface EventUseCase {
  trx: Db;
  at: Millis;
  audit: (act: string, data: object) => Promise<void>;
}

/** Checks the limit of participants before adding some. @throws Problem tooManyParticipants */
const ensurePlaces = (trx: Db, eventId: number, added: number): Promise<void> =>
  ensureRoom(trx, 'tooManyParticipants', { table: 'participant', where: { event_id: eventId }, added });

/**
 * Creates the service for events: creates events, imports participants, and records arrivals. The route has
 * already checked access: the user is linked to the event, or is platform staff.
 */
export function eventsService({ store: { db }, eventPublisher }: EventsContext) {
  /**
   * Lists the events linked to the user; for platform staff all events. Latest first, by day of the event, else day
   * of creation.
   */
  async function list(principal: Principal): Promise<Event[]> {
    const userId = isStaff(principal) ? null : Number(principal.userId);
    const all = await events.listEventFacts(db, userId);
    const dayOf = ({ heldOn, createdAt }: events.EventFacts) => heldOn ?? dayInBogota(createdAt);
    return all.sort((a, b) => dayOf(b).localeCompare(dayOf(a)) || b.eventId - a.eventId).map(toEvent);
  }

  /** Creates an event and links the creator to the event; platform staff need no link. */
  async function create(principal: Principal, newEvent: NewEvent): Promise<Event> {
    const { actor } = principal;
    const name = newEvent.name.trim();
    const heldOn = newEvent.heldOn ?? null;
    return db.transaction().execute(async (trx) => {
      const at = Date.now();
      await ensureRoom(trx, 'tooManyEvents', { table: 'event' });
      const eventId = await events.insertEvent(trx, { name, heldOn, at, actor });
      if (!isStaff(principal)) await events.linkToEvent(trx, Number(principal.userId), eventId);
      const data = { eventId, name, heldOn };
      await appendAudit(trx, { chain: eventChain(eventId), actor, at }, 'eventCreated', data);
      return readEvent(trx, eventId);
    });
  }

  /** Changes an event. @throws Problem eventNotFound, factsMoved */
  function change(
    { actor }: Principal,
    eventId: number,
    { seen, ...changes }: Partial<NewEvent> & { seen?: Partial<NewEvent> },
  ): Promise<Event> {
    return runUseCase(eventId, actor, async ({ trx, audit }) => {
      const before = await readEvent(trx, eventId);
      const change = {
        ...changes,
        ...defined({ name: changes.name === undefined ? undefined : changes.name.trim() }),
      };
      refuseMoved(before, change, seen);
      if (Object.keys(change).length > 0) {
        await events.updateEvent(trx, eventId, change);
        const { name, heldOn } = before;
        await audit('eventChanged', { eventId, ...change, before: { name, heldOn } });
      }
      return readEvent(trx, eventId);
    });
  }

  /** Lists the participants. @throws Problem eventNotFound */
  function listParticipants(eventId: number, onlyAttended: boolean): Promise<Participant[]> {
    return readAsOfNow(db, async (trx) => {
      if (!(await events.eventExists(trx, eventId))) throw new Problem('eventNotFound');
      return onlyAttended
        ? participants.listAttended(trx, eventId)
        : participants.listParticipants(trx, eventId);
    });
  }

  /** Adds a participant. @throws Problem eventNotFound, participantKnown */
  function add(
    { actor }: Principal,
    eventId: number,
    newParticipant: { participantId: string; name: string },
  ): Promise<Participant> {
    const participant = {
      key: participantKey(newParticipant.participantId),
      participantId: newParticipant.participantId.trim(),
      name: newParticipant.name.trim(),
    };
    return runUseCase(eventId, actor, async ({ trx, audit }) => {
      const stored = await findListed(trx, eventId, newParticipant.participantId);
      if (stored !== undefined) throw new Problem('participantKnown', stored.participant);
      await ensurePlaces(trx, eventId, 1);
      await participants.insertParticipants(trx, eventId, [participant]);
      await audit('participantAdded', { eventId, ...participant });
      const { participantId, name } = participant;
      return { participantId, name, attended: false, checkInTime: null, checkedInAt: null };
    });
  }

  /**
   * Records the arrival of a participant once. A repeated call returns the time of the first.
   * @throws Problem eventNotFound, participantNotFound, idempotencyKeyReused
   */
  function attend(
    { actor }: Principal,
    where: { eventId: number; participantId: string },
    requestKey: RequestKey | null,
  ): Promise<Participant> {
    const { eventId, participantId } = where;
    return runUseCase(eventId, actor, ({ trx, at, audit }) =>
      oncePerKey(trx, requestKey, at, async () => {
        const found = await findListed(trx, eventId, participantId);
        if (found === undefined) throw new Problem('participantNotFound');
        const { key, participant } = found;
        const arrived = await participants.checkIn(trx, { eventId, key, at, actor });
        if (arrived === undefined) return participant;
        await audit('attended', { eventId, key, participantId: arrived.participantId, name: arrived.name });
        return arrived;
      }),
    );
  }

  /**
   * Reads an uploaded file as a list of participants and reports the changes without storing.
   * @throws Problem eventNotFound, sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(
    principal: Principal,
    eventId: number,
    file: UploadedFile,
    reading: ParticipantsReading,
  ): Promise<ParticipantsReport> {
    const table = await readTable(db, principal, eventId, file, reading);
    return reportOf(table, changeOf(await participants.readListed(db, eventId), table), false);
  }

  /**
   * Imports the right rows of a file; the report lists the other rows. A participant already listed gets the name in the file.
   * @throws Problem importHasProblems with the report; and the errors of `preview`
   */
  async function importFile(
    principal: Principal,
    eventId: number,
    file: UploadedFile,
    reading: ParticipantsReading,
  ): Promise<ParticipantsReport> {
    const table = await readTable(db, principal, eventId, file, reading);
    if (table.problems.some(({ severity }) => severity === 'error')) {
      const listed = await participants.readListed(db, eventId);
      throw new Problem('importHasProblems', reportOf(table, changeOf(listed, table), false));
    }
    const change = await runUseCase(eventId, principal.actor, async ({ trx, audit }) => {
      const found = changeOf(await participants.readListed(trx, eventId), table);
      await ensurePlaces(trx, eventId, found.added.length);
      await participants.insertParticipants(trx, eventId, found.added);
      await participants.renameParticipants(trx, eventId, found.renamed);
      if (reading.columns !== undefined) await events.keepEventColumns(trx, eventId, toRemember(table));
      await audit('participantsImported', {
        eventId,
        rows: table.rows.length,
        added: found.added.length,
        renamed: found.renamed.map(({ key, name }) => ({ key, name })),
        fileName: plainFileName(file.fileName),
      });
      return found;
    });
    return reportOf(table, change, true);
  }

  /** Runs `work` with the event locked. An audit entry raises the revision and sends the change to screens. */
  async function runUseCase<T>(
    eventId: number,
    actor: string,
    work: (act: EventUseCase) => Promise<T>,
  ): Promise<T> {
    let changed = false;
    const result = await db.transaction().execute(async (trx) => {
      if (!(await lockEvent(trx, eventId))) throw new Problem('eventNotFound');
      // Read after locking, so that the times of the chain's entries grow.
      const at = Date.now();
      const audit: EventUseCase['audit'] = (act, data) => {
        changed = true;
        return appendAudit(trx, { chain: eventChain(eventId), actor, at }, act, data);
      };
      const done = await work({ trx, at, audit });
      if (changed) await events.raiseEventRevision(trx, eventId);
      return done;
    });
    if (changed) eventPublisher.touch(eventId);
    return result;
  }

  return { list, create, change, participants: listParticipants, add, attend, preview, import: importFile };
}

async function readTable(
  db: Db,
  principal: Principal,
  eventId: number,
  file: UploadedFile,
  reading: ParticipantsReading,
): Promise<ParticipantsTable> {
  if (!(await events.eventExists(db, eventId))) throw new Problem('eventNotFound');
  const columns = await events.readEventColumns(db, eventId);
  return readUploadAs(file, participantsReading, { reading, knownTitles: columns }, principal);
}

async function readEvent(db: Db, eventId: number): Promise<Event> {
  const event = await events.findEventFacts(db, eventId);
  if (event === undefined) throw new Problem('eventNotFound');
  return toEvent(event);
}

/** Finds a participant by key, or else the only participant with the same document number. */
async function findListed(
  db: Db,
  eventId: number,
  participantId: string,
): Promise<{ key: string; participant: Participant } | undefined> {
  const key = participantKey(participantId);
  const participant = await participants.findParticipant(db, eventId, key);
  if (participant !== undefined) return { key, participant };
  const written = await participants.keyByDocument(db, eventId, participantId);
  if (written === undefined) return undefined;
  const same = await participants.findParticipant(db, eventId, written);
  return same && { key: written, participant: same };
}

/**
 * Returns the column roles to remember for the event's next file. Leaves out ignored columns: an ignored column may
 * be an id or name next time.
 */
const toRemember = ({ columns }: ParticipantsTable): KnownTitle[] =>
  columns.flatMap(({ header, role }) => (role === 'ignore' ? [] : [{ header: plainWords(header), role }]));

const toEvent = ({ eventId, name, heldOn, participants: listed, attended }: events.EventFacts): Event => ({
  eventId,
  name,
  heldOn,
  participants: listed,
  attended,
});

/** Changes made by an imported table to an event's list of participants. */
interface ListChange {
  /** Rows as stored after the import. A participant already listed keeps the earlier spelling of the id. */
  rows: (participants.ListedParticipant & { table: number; row: number })[];
  added: participants.ListedParticipant[];
  renamed: participants.ListedParticipant[];
}

function changeOf(
  listed: ReadonlyMap<string, participants.ListedParticipant>,
  table: ParticipantsTable,
): ListChange {
  const rows = numbered(listed, table.rows).map((row) => ({
    ...row,
    ...(listed.get(row.key) ?? row),
    name: row.name,
  }));
  return {
    rows,
    added: rows.filter(({ key }) => !listed.has(key)),
    renamed: rows.filter(({ key, name }) => listed.has(key) && listed.get(key)?.name !== name),
  };
}

/**
 * Gives an id to the rows of a list without ids: (1) the id of the listed participant with the same name, used once,
 * (2) the next free number. The same spelling of a name goes first, so that a list sent again keeps each number.
 */
function numbered(
  listed: ReadonlyMap<string, participants.ListedParticipant>,
  rows: ParticipantsTable['rows'],
): ParticipantsTable['rows'] {
  const taken = new Set(rows.map(({ key }) => key));
  const found = new Map<(typeof rows)[number], participants.ListedParticipant>();
  for (const spelling of [(name: string) => name, plainWords]) {
    const byName = new Map<string, participants.ListedParticipant[]>();
    for (const one of listed.values()) {
      const name = spelling(one.name);
      if (!taken.has(one.key)) byName.set(name, [...(byName.get(name) ?? []), one]);
    }
    // Names in other letters have no plain words.
    byName.delete('');
    for (const row of rows) {
      if (row.participantId !== '' || found.has(row)) continue;
      const same = byName.get(spelling(row.name))?.shift();
      if (same === undefined) continue;
      found.set(row, same);
      taken.add(same.key);
    }
  }
  let last = 0;
  return rows.map((row) => {
    if (row.participantId !== '') return row;
    const same = found.get(row);
    if (same !== undefined) return { ...row, key: same.key, participantId: same.participantId };
    do last += 1;
    while (listed.has(String(last)) || taken.has(String(last)));
    return { ...row, key: String(last), participantId: String(last) };
  });
}

const reportOf = (table: ParticipantsTable, change: ListChange, committed: boolean): ParticipantsReport => ({
  ...table,
  committed,
  rows: change.rows.map(({ table: of, row, participantId, name }) => ({
    table: of,
    row,
    participantId,
    name,
  })),
  added: change.added.length,
});

/**
 * Services given to the feature 'events': the common services of the server, and a notifier that sends
 * changed events to open screens.
 */
export interface EventsContext extends Context {
  eventPublisher: ChangeNotifier;
}
