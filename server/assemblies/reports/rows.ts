import type { Capacity, Identification } from '../../../shared/assemblies/attendance.api.ts';
import type { Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import type { VoteWay } from '../../../shared/assemblies/votes.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';

/*
 * Input for the layouts of an assembly's reports: rows as read from the store, in printed order. PDF, Excel, acta and
 * summary use these rows and compute no totals of their own.
 */

/**
 * Facts printed at the head of every report of an assembly: joint, assembly, time of reading, and figures of the
 * quorum.
 */
export interface ReportHeading {
  jointName: string;
  /** Name of the whole joint; null unless the report is of a sector. */
  rootName: string | null;
  /** Colour and crest of the joint on paper. Undefined: the look of SCAF. */
  face?: PaperFace;
  /** Kind, mode, date and place of the assembly. */
  assembly: Assembly;
  /** Instant of reading the report's data from the database. */
  madeAt: Millis;
  /** Last audit entry at the time of reading, printed to reveal later changes. */
  trail: TrailEnd;
  /** Units and coefficient registered, computed by the same function as the figures of the projected screen. */
  registered: Snapshot['registered'];
  /** Units and coefficient of the whole roll. */
  total: Snapshot['total'];
  /** Required and reached coefficient. */
  quorum: Snapshot['quorum'];
}

/** Unit with owner and coefficient as printed in reports. */
export interface ReportUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  /** Coefficient of the unit in 10⁻⁹ of the table's unit: 2,5 % is 2500000000. */
  coefficient: Nano;
}

/** Person present for a unit, as printed in reports: the owner, a proxy, or an unnamed person. */
export interface Attendee {
  /** Name given at the registration desk, else name of the registering user; null if unnamed. */
  name: string | null;
  /** Identity document; null if not given. */
  document: string | null;
  capacity: Capacity;
  /** True if the assembly's roll gave the unit to another person after the registration. */
  isFormer?: boolean;
  /** True for a registration from home. */
  remote: boolean;
  /** Means of identification of a remote registration; null at the registration desk, and for older records. */
  identifiedBy: Identification | null;
}

/** Row of the attendance report about a unit registered now. */
export interface AttendanceRow extends ReportUnit {
  attendee: Attendee;
  /** Time of the registration, epoch ms. */
  at: Millis;
  /** Arrival at the server of a scan delayed by the network; null for other registrations. */
  receivedAt: Millis | null;
  /** Sum of the coefficients up to and with this row. */
  accumulated: Nano;
  /** True for the row at which the listed units reach the quorum. */
  reachesQuorum: boolean;
}

/**
 * Row of the attendance report about a registration ended before the assembly: the unit left, or the registration
 * was undone.
 */
export interface LeavingRow extends ReportUnit {
  attendee: Attendee;
  /** Time of the registration, epoch ms. */
  at: Millis;
  /** Arrival at the server of a scan delayed by the network; null for other registrations. */
  receivedAt: Millis | null;
  /** End of the registration, epoch ms. */
  leftAt: Millis;
  /** Spanish words for the end of the registration: 'Reverso', 'Código retirado', 'Segunda convocatoria', … */
  why: string;
  /** Reason typed by the person; null without a reason. */
  reason: string | null;
  /** Name of the person responsible for the end of the registration. */
  by: string;
}

/** Row of the attendance report about an opening of a question, with the closing and the announced result. */
export interface OpeningRow {
  /** Number of the question on screens: conceptId - 1. */
  number: number;
  /** Text of the question. */
  description: string;
  /** Number of the opening from 1; more than 1 if the question was opened again. */
  interval: number;
  openedAt: Millis;
  closedAt: Millis | null;
  /** Result announced by the closing, in a single line. */
  announced: string;
  /** Number of votes cast between opening and closing; null for older records. */
  votes: number | null;
  /**
   * Actor and reason of the reopening, and number of votes after the announced result; empty if not opened again.
   */
  again: string;
}

/**
 * Data of the attendance report: registered units, units that left, units without registration, and the
 * quorum over time.
 */
export interface AttendanceReport extends ReportHeading {
  /** Units registered when the report was read, by time of entry. */
  present: AttendanceRow[];
  left: LeavingRow[];
  /** Units on the assembly's roll without a registration. */
  absent: ReportUnit[];
  /** First instant with a quorum, including units that left later; null if the quorum was never reached. */
  reachedAt: Millis | null;
  /** Quorum over time, as on screens. */
  history: { at: Millis; coefficient: number; apartments: number }[];
  openings: OpeningRow[];
}

/** Row of the report of a question about the vote of a unit. */
export interface VoteRow extends ReportUnit {
  /** Number of the answer; null while the question is open (`answer` is then 'Votado'). */
  answerId: number | null;
  /** Text of the answer. */
  answer: string;
  /** Person present for the unit; null if unknown. */
  attendee: Attendee | null;
  /** Time of the vote, epoch ms. */
  at: Millis;
  /** Receipt code of the vote; empty while the question is open. */
  receipt: string;
  way: VoteWay;
  /** True for a unit registered from home. */
  remote: boolean;
}

/** Annulled vote as a row of the report of a question, with time, reason and author. */
export interface AnnulledVoteRow extends VoteRow {
  /** Time of the annulment, epoch ms. */
  annulledAt: Millis;
  /** Spanish words for the annulling act: 'Reinicio', 'Reverso' …. */
  why: string;
  reason: string | null;
  /** Name of the person, to print. */
  by: string;
}

/** Data of the report of a question: answers, votes, annulled votes and units without a vote. */
export interface VoteReport extends ReportHeading {
  question: {
    conceptId: number;
    /** Number of the question on screens: conceptId - 1. */
    number: number;
    description: string;
    matter: Matter | null;
    approvingAnswerId: number | null;
    agendaItem: number | null;
    /** Text of the point on the agenda. */
    agendaText: string | null;
    openedAt: Millis | null;
    closedAt: Millis | null;
  };
  /** Result as on the projected screen, computed by the same function. */
  result: LiveConcept;
  /** Counted votes of the question, each with unit and voter. */
  votes: VoteRow[];
  /** Entitled units without a vote, represented at the closing (or now, while the question is open). */
  silent: ReportUnit[];
  /** Represented units of coefficient 0: counted among the units, without a vote. */
  voteless: ReportUnit[];
  annulled: AnnulledVoteRow[];
  /** Votes of the time before a reopening that no longer count. */
  setAside: AnnulledVoteRow[];
  /** Units with a vote kept by a reopening despite a doubtful change of owner, by reopening. */
  unsureOwners: { openedAt: Millis; units: string[] }[];
}
