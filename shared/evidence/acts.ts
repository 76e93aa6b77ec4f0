import type { EntryLeaf } from './leaves.ts';

/** Facts common to many acts of the audit log. */
export interface ActFacts {
  /** Id of the assembly. Absent for an act of the joint itself. */
  assemblyId?: number;
  jointId?: number;
  conceptId?: number;
  interval?: number;
}

/** Entry of a joint's audit log, with the facts parsed from JSON. */
export interface TrailEntry {
  seq: number;
  name: string;
  facts: ActFacts;
  /** Time of the act in epoch ms. */
  at: number;
  actor: string;
}

/** Converts an audit entry in public form to an act with facts parsed from JSON. */
export const actOfEntry = ({ seq, act, data, at, actor }: Omit<EntryLeaf, 'chain' | 'hash'>): TrailEntry => ({
  seq,
  name: act,
  at,
  actor,
  facts: Object(JSON.parse(data)),
});
