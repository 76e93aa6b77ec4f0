import type { EntryLeaf } from './leaves.ts';

/**
 * Facts common to many entries of the audit trail, parsed from JSON: ids of the assembly, joint and question of the
 * act.
 */
export interface ActFacts {
  /** Id of the assembly. Absent for an act of the joint itself. */
  assemblyId?: number;
  /** Id of the joint or sector. */
  jointId?: number;
  /** Id of the question. Absent for other acts. */
  conceptId?: number;
  /** Number of the question's period, from 1: a reopening begins a period. */
  interval?: number;
}

/** Entry (act) of a joint's audit trail, with the facts parsed from JSON: action, time and author. */
export interface TrailEntry {
  /** Number of the entry in the log, from 1. */
  seq: number;
  /** Internal name of the act: 'assemblyOpened'. */
  name: string;
  /** Facts of the act, parsed from JSON. */
  facts: ActFacts;
  /** Time of the act in epoch ms. */
  at: number;
  /** Actor: 'user:12', an attendance code, or 'mail' for the mail service. */
  actor: string;
}

/**
 * Converts an audit entry with facts as JSON text to an act with parsed facts. The public form of an entry has no
 * valid codes.
 */
export const actOfEntry = ({ seq, act, data, at, actor }: Omit<EntryLeaf, 'chain' | 'hash'>): TrailEntry => ({
  seq,
  name: act,
  at,
  actor,
  facts: Object(JSON.parse(data)),
});
