import type { Capacity, Identification } from '../../../shared/assemblies/attendance.api.ts';
import type { Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import type { Millis } from '../../platform/db/tables.ts';

/*
 * What an assembly's reports are laid out from: rows as read from the store, in the order in which they are printed.
 * PDF, Excel, the acta and the summary take these and add nothing up by themselves.
 */

export interface ReportHeading {
  jointName: string;
  /** The whole joint's name, where the report is a sector's. */
  rootName: string | null;
  assembly: Assembly;
  /** When it was read. */
  madeAt: Millis;
  trail: TrailEnd;
  /** The wall's own figures, from the same function. */
  registered: Snapshot['registered'];
  total: Snapshot['total'];
  quorum: Snapshot['quorum'];
}

/** A unit and its owner as on the roll. */
export interface ReportUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  coefficient: Nano;
}

/** Who answered for a unit: the owner, somebody with a power, or whoever held it without a name. */
export interface Attendee {
  /** As given at the door, else the name of the user who registered; null where nobody was named. */
  name: string | null;
  document: string | null;
  capacity: Capacity;
  remote: boolean;
  /** What a registration from home was identified by; null at the desk, and where that was not kept. */
  identifiedBy: Identification | null;
}

export interface AttendanceRow extends ReportUnit {
  attendee: Attendee;
  at: Millis;
  /** When a scan that waited for the network arrived; null of any other registration. */
  receivedAt: Millis | null;
  /** Sum up to and with this row. */
  accumulated: Nano;
  /** On the row with which the listed units reach the quorum. */
  reachesQuorum: boolean;
}

/** A registration that ended before the assembly did. */
export interface LeavingRow extends ReportUnit {
  attendee: Attendee;
  at: Millis;
  /** As of a registration that stands. */
  receivedAt: Millis | null;
  leftAt: Millis;
  /** How, in Spanish: 'Reverso', 'Código retirado', 'Segunda convocatoria', … */
  why: string;
  reason: string | null;
  /** Who noted it, as people know them. */
  by: string;
}

/** An opening of a question, up to its closing. */
export interface OpeningRow {
  /** As screens number questions: conceptId - 1. */
  number: number;
  description: string;
  /** From 1: more than one where the question was opened again. */
  interval: number;
  openedAt: Millis;
  closedAt: Millis | null;
  /** What the closing announced, in one line. */
  announced: string;
  /** Votes cast in it; null where that was not kept. */
  votes: number | null;
  /** Who opened it again and why, and how many votes came after the result that had been announced; else empty. */
  again: string;
}

export interface AttendanceReport extends ReportHeading {
  /** Those registered when it was read, by time of entry. */
  present: AttendanceRow[];
  left: LeavingRow[];
  /** On the roll, and not among those present. */
  absent: ReportUnit[];
  /** When the quorum was first reached, whoever left later; null: never. */
  reachedAt: Millis | null;
  /** The quorum over time, as the screens draw it. */
  history: { at: Millis; coefficient: number; apartments: number }[];
  openings: OpeningRow[];
}

/** Way of a vote: the voter's own account or link, a card or badge, or the desk for the voter. */
export type VoteWay = 'phone' | 'card' | 'desk';

export interface VoteRow extends ReportUnit {
  /** Null while the question is open; `answer` is then 'Votado'. */
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
    /** As screens number questions: conceptId - 1. */
    number: number;
    description: string;
    matter: Matter | null;
    approvingAnswerId: number | null;
    agendaItem: number | null;
    /** The text of that item. */
    agendaText: string | null;
    openedAt: Millis | null;
    closedAt: Millis | null;
  };
  /** The wall's own result, from the same function. */
  result: LiveConcept;
  /** What a report alone says of it. */
  votes: VoteRow[];
  /** Represented at the closing (or now, while it is open) and entitled, without a vote. */
  silent: ReportUnit[];
  /** Represented then too, of coefficient 0: counted among the units, and without a vote to give. */
  voteless: ReportUnit[];
  annulled: AnnulledVoteRow[];
  /** Votes of former intervals that a reopening set aside. */
  setAside: AnnulledVoteRow[];
}
