/** What is known of an evening by hand: nothing here is reckoned with what the program reckons with. */

import type { HandQuestion, HandUnit, HandVote } from '../../../server/testing/reference-tally.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import type { Mode, RollChange } from './acts.ts';
import { type Plan, type TableUnit, table } from './plan.ts';

/** A vote with what its unit was when it was cast. */
export interface NotedVote extends HandVote {
  cast: HandUnit;
  /** As it was acknowledged; null while nobody has said so. */
  receipt: string | null;
}

/** What a question's outcome stands on: how things were at its last closing. */
type Closing = Pick<HandQuestion, 'mode' | 'call' | 'roll' | 'present'>;

export interface NotedQuestion {
  conceptId: number;
  rule: Rule;
  answers: number;
  approving: number;
  blank: number | null;
  active: boolean;
  closing: Closing | null;
  votes: Map<string, NotedVote>;
}

export interface NotedStay {
  /** A card's code, or a user's id. */
  holder: string;
  remote: boolean;
  confirmed: boolean;
}

/** One assembly. */
export interface NotedAssembly {
  /** Null until the program has told. */
  assemblyId: number | null;
  kind: 'ordinary' | 'extraordinary';
  mode: Mode;
  call: 1 | 2;
  closed: boolean;
  registration: boolean;
  roll: TableUnit[];
  /** Corrections that wait for the open question to be closed. */
  waiting: { unit: string; change: RollChange }[];
  present: Map<string, NotedStay>;
  questions: Map<number, NotedQuestion>;
  nextQuestion: number;
}

/** All of an evening, as plain values: copied by `structuredClone` before an act that may or may not have happened. */
export interface NotedEvening {
  plan: Plan;
  now: NotedAssembly;
  /** Assemblies before the present one. */
  archive: NotedAssembly[];
  revoked: Set<number>;
  withdrawn: Set<number>;
  /** Votes that were acknowledged and annulled since, by their receipts. */
  annulled: Set<string>;
}

export function newAssembly(of: Pick<NotedAssembly, 'kind' | 'mode' | 'call'>): NotedAssembly {
  return {
    ...of,
    assemblyId: null,
    closed: false,
    registration: false,
    // The table itself is never corrected, and the next assembly's roll is copied from it.
    roll: table.map((unit) => ({ ...unit })),
    waiting: [],
    present: new Map(),
    questions: new Map(),
    nextQuestion: 2,
  };
}

export const questionOpen = ({ questions }: NotedAssembly): NotedQuestion | undefined =>
  [...questions.values()].find(({ active }) => active);

export const unitOnRoll = ({ roll }: NotedAssembly, id: string): TableUnit => {
  const unit = roll.find((one) => one.id === id);
  if (unit === undefined) throw new Error(`No unit ${id} is on the roll.`);
  return unit;
};

/** Units that a holder has now. */
export const unitsHeld = ({ present }: NotedAssembly, holder: string): string[] =>
  [...present].flatMap(([id, stay]) => (stay.holder === holder ? [id] : []));

/** Cards in use: the first four that nobody revoked. */
export function cardsAtHand({ plan, revoked }: NotedEvening): number[] {
  return plan.cards.flatMap((_, card) => (revoked.has(card) ? [] : [card])).slice(0, 4);
}
