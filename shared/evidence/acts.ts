import type { EntryLeaf } from './leaves.ts';

/** Facts common to many acts. */
export interface ActFacts {
  /** Missing for an act of the joint itself. */
  assemblyId?: number;
  jointId?: number;
  conceptId?: number;
  interval?: number;
}

/** Entry of a joint's trail with parsed facts. */
export interface Act {
  seq: number;
  name: string;
  facts: ActFacts;
  /** Epoch ms. */
  at: number;
  actor: string;
}

export const actOfEntry = ({ seq, act, data, at, actor }: EntryLeaf): Act => ({
  seq,
  name: act,
  at,
  actor,
  facts: Object(JSON.parse(data)),
});
