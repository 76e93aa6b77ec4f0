import type { Capacity, Identification } from '../../../shared/assemblies/attendance.api.ts';
import type { Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import type { Millis } from '../../platform/db/tables.ts';

/*
 * Input for the layouts of an assembly's reports: rows as read from the store, in printed order. PDF, Excel, acta and
 * summary use these rows and compute no totals of their own.
 */

export interface ReportHeading {
  jointName: string;
  /** Name of the whole joint; null unless the report is of a sector. */
  rootName: string | null;
  assembly: Assembly;
  /** Instant of the reading. */
  madeAt: Millis;
  trail: TrailEnd;
  /** Figures of the wall, from the same function. */
  registered: Snapshot['registered'];
  total: Snapshot['total'];
  quorum: Snapshot['quorum'];
}

/** A unit and its owner on the roll. */
export interface ReportUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  coefficient: Nano;
}

/** Person who answered for a unit: the owner, a proxy, or an unnamed holder. */
export interface Attendee {
  /** Name given at the door, else name of the user who registered; null if unnamed. */
  name: string | null;
  document: string | null;
  capacity: Capacity;
  remote: boolean;
  /** Identification of a remote registration; null at the desk, and for older records. */
  identifiedBy: Identification | null;
}

export interface AttendanceRow extends ReportUnit {
  attendee: Attendee;
  at: Millis;
  /** Arrival of a scan delayed by the network; null for other registrations. */
  receivedAt: Millis | null;
  /** Sum up to and with the row. */
  accumulated: Nano;
  /** True for the row at which the listed units reach the quorum. */
  reachesQuorum: boolean;
}

/** A registration that ended before the assembly. */
export interface LeavingRow extends ReportUnit {
  attendee: Attendee;
  at: Millis;
  /** Arrival of a scan delayed by the network; null for other registrations. */
  receivedAt: Millis | null;
  leftAt: Millis;
  /** Kind of end in Spanish: 'Reverso', 'Código retirado', 'Segunda convocatoria', … */
  why: string;
  reason: string | null;
  /** Name of the actor. */
  by: string;
}

/** An opening of a question, with its closing. */
export interface OpeningRow {
  /** Number of the question on screens: conceptId - 1. */
  number: number;
  description: string;
  /** Number of the opening from 1; more than 1 if the question was opened again. */
  interval: number;
  openedAt: Millis;
  closedAt: Millis | null;
  /** Result announced by the closing, in a single line. */
  announced: string;
  /** Votes cast in the interval; null for older records. */
  votes: number | null;
  /** Actor and reason of the reopening, and number of votes after the announced result; else empty. */
  again: string;
}

export interface AttendanceReport extends ReportHeading {
  /** Registered units at the reading, by time of entry. */
  present: AttendanceRow[];
  left: LeavingRow[];
  /** Units of the roll that are not registered. */
  absent: ReportUnit[];
  /** First instant with a quorum, including units that left later; null: never. */
  reachedAt: Millis | null;
  /** Quorum over time, as on screens. */
  history: { at: Millis; coefficient: number; apartments: number }[];
  openings: OpeningRow[];
}

/** Way of a vote: the voter's own account or link, a card or badge, or the desk for the voter. */
export type VoteWay = 'phone' | 'card' | 'desk';

export interface VoteRow extends ReportUnit {
  /** Null and `answer` 'Votado' while the question is open. */
  answerId: number | null;
  answer: string;
  attendee: Attendee | null;
  at: Millis;
  /** Empty while the question is open. */
  receipt: string;
  way: VoteWay;
  remote: boolean;
}

export interface AnnulledVoteRow extends VoteRow {
  annulledAt: Millis;
  why: string;
  reason: string | null;
  by: string;
}

export interface VoteReport extends ReportHeading {
  question: {
    conceptId: number;
    /** Number of the question on screens: conceptId - 1. */
    number: number;
    description: string;
    matter: Matter | null;
    approvingAnswerId: number | null;
    agendaItem: number | null;
    /** Text of the item. */
    agendaText: string | null;
    openedAt: Millis | null;
    closedAt: Millis | null;
  };
  /** Result of the wall, from the same function. */
  result: LiveConcept;
  /** Votes of the question, for reports only. */
  votes: VoteRow[];
  /** Entitled units without a vote, represented at the closing (or now, while the question is open). */
  silent: ReportUnit[];
  /** Units of coefficient 0, represented like `silent`: counted among the units, without a vote. */
  voteless: ReportUnit[];
  annulled: AnnulledVoteRow[];
  /** Votes of former intervals, set aside by a reopening. */
  setAside: AnnulledVoteRow[];
}
