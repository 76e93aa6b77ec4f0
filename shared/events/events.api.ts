import Type, { type Static } from 'typebox';
import { DayText, endpoint, eventHosts, Id, Instant, Line, Nullable, reportEndpoint } from '../api.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { SheetAccount } from '../sheet-account.ts';
import { ParticipantsReading, participantColumnRoles } from './participants-reading.ts';

/** Id of a participant, from a spreadsheet or a badge: document number or running number. */
const ParticipantId = Line(60);
const EventName = Line(200);

/**
 * Event with participants received at a door, for example a fair: name, day, and the numbers of participants
 * and arrivals.
 */
export const Event = Type.Object({
  eventId: Type.Integer(),
  name: Type.String(),
  /** Day of the event (YYYY-MM-DD, America/Bogota). Null if unknown. */
  heldOn: Nullable(DayText),
  /** Number of participants on the list. */
  participants: Type.Integer(),
  /** Number of participants with an arrival. */
  attended: Type.Integer(),
});
export type Event = Static<typeof Event>;

/**
 * Participant of an event with name, identification as typed in the list (`participantId`), and time of
 * arrival.
 */
export const Participant = Type.Object({
  participantId: Type.String(),
  name: Type.String(),
  /** True after the arrival. */
  attended: Type.Boolean(),
  /** Time of arrival, hh:mm:ss in America/Bogota. Null before the arrival. */
  checkInTime: Nullable(Type.String()),
  /** Time of arrival as an instant, for sorting. Null before the arrival. */
  checkedInAt: Nullable(Instant),
});
export type Participant = Static<typeof Participant>;

const NewEvent = Type.Object({
  name: EventName,
  heldOn: Type.Optional(Nullable(DayText)),
});
export type NewEvent = Static<typeof NewEvent>;

/**
 * Result of reading an uploaded spreadsheet of participants: the people, and every problem by row and column.
 * Shown as preview, and again after the import.
 */
export const ParticipantsReport = Type.Object({
  /** True if all rows were stored. */
  committed: Type.Boolean(),
  /** Name of the first sheet read. Null without a readable sheet. */
  sheet: Nullable(Type.String()),
  /** Tables found in the file. `isRead`: chosen for reading. */
  tables: Type.Array(Type.Object({ name: Type.String(), hasHeader: Type.Boolean(), isRead: Type.Boolean() })),
  /** Row number of the header in the first table, 1-based. `columns` are the recognized columns. */
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      column: Type.Integer(),
      header: Type.String(),
      role: Type.Enum(participantColumnRoles),
      /** True if the role was chosen by hand for the same header in an earlier file of the event. */
      isKnown: Type.Boolean(),
      /** First values of the column, as text. */
      samples: Type.Array(Type.String()),
    }),
  ),
  /** Participants read from the file. */
  rows: Type.Array(
    Type.Object({
      /** Index of the row's table in `tables`. */
      table: Type.Integer(),
      row: Type.Integer(),
      participantId: Type.String(),
      name: Type.String(),
    }),
  ),
  /** Errors and warnings by row and column. */
  problems: Type.Array(ImportProblem),
  /** Number of rows with a participant still missing on the list. */
  added: Type.Integer(),
  /** Count of every cell of the file: read, or skipped with a reason. */
  account: SheetAccount,
});
export type ParticipantsReport = Static<typeof ParticipantsReport>;

export const listEvents = endpoint('listEvents', 'GET /events', {
  access: { profiles: eventHosts, scope: 'session' },
  summary: "The caller's events (profile 1: every event), latest first",
  answer: Type.Array(Event),
});

export const createEvent = endpoint('createEvent', 'POST /events', {
  access: { profiles: eventHosts, scope: 'session' },
  summary: 'Create an event; the creator is linked to the event',
  body: NewEvent,
  status: 201,
  answer: Event,
});

export const changeEvent = endpoint('changeEvent', 'PATCH /events/:eventId', {
  access: { profiles: eventHosts, scope: 'paramsEvent' },
  summary: "Change an event's name or day",
  description: 'With `seen`: 409 factsMoved if another person changed the same fact meanwhile.',
  body: Type.Object({
    ...Type.Partial(NewEvent).properties,
    /** Values shown before the change. */
    seen: Type.Optional(Type.Partial(NewEvent)),
  }),
  answer: Event,
});

export const listParticipants = endpoint('listParticipants', 'GET /events/:eventId/participants', {
  access: { profiles: eventHosts, scope: 'paramsEvent' },
  summary: 'Participants of an event, in the order of the list; 404 eventNotFound',
  query: Type.Object({
    /** True to list only participants who arrived, newest first. */
    attended: Type.Optional(Type.Literal(true)),
  }),
  answer: Type.Array(Participant),
});

export const addParticipant = endpoint('addParticipant', 'POST /events/:eventId/participants', {
  access: { profiles: eventHosts, scope: 'paramsEvent' },
  summary: 'Add a participant to the list; 409 participantKnown if the id is taken',
  body: Type.Object({ participantId: ParticipantId, name: Line(200) }),
  status: 201,
  answer: Participant,
});

export const importParticipants = endpoint(
  'importParticipants',
  'POST /events/:eventId/participants/import',
  {
    access: { profiles: eventHosts, scope: 'paramsEvent' },
    summary:
      'Spreadsheet of participants: a preview with every problem, or with `commit=true` all rows or no row',
    description:
      'Listed participants keep the attendance and take the name of the sheet; no participant is removed. A file with several lists is an error until a person chooses the sheets. The form may have a field `body` before the file: JSON with choices about the file; chosen columns are remembered for the event.',
    query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
    body: ParticipantsReading,
    upload: true,
    answer: ParticipantsReport,
  },
);

export const attend = endpoint('attend', 'POST /participants/:participantId/attended', {
  priority: 'vital',
  access: { profiles: eventHosts, scope: 'bodyEvent' },
  summary: 'Record the arrival of a participant; a repeat returns the first time',
  body: Type.Object({ eventId: Id }),
  answer: Participant,
  idempotent: true,
});

/**
 * Endpoint of the report 'Registro de Asistencia' of an event: participants and times of arrival. PDF or
 * Excel.
 */
export const eventReport = reportEndpoint('eventReport', 'GET /reports/event/:eventId', {
  tag: 'events',
  access: { profiles: eventHosts, scope: 'paramsEvent' },
  summary: "Attendance of an event, 'Registro de Asistencia': PDF, or Excel with `xlsx=true`",
  query: Type.Object({ xlsx: Type.Optional(Type.Boolean()) }),
});
