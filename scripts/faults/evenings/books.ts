/** Expected state of an evening, computed by hand. Uses no calculation of the application. */

import type { HandQuestion, HandUnit, HandVote } from '../../../server/testing/reference-tally.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import type { Mode, RollChange } from './acts.ts';
import { type Plan, type TableUnit, table } from './plan.ts';

/** Vote, with the state of the unit at voting. */
export interface NotedVote extends HandVote {
  cast: HandUnit;
  /** Receipt of the acknowledged vote. Null before the acknowledgement. */
  receipt: string | null;
}

/** Base of a question's outcome: state at the last closing. */
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
  /** Card code, or user id. */
  holder: string;
  remote: boolean;
  confirmed: boolean;
}

/** Expected state of an assembly. */
export interface NotedAssembly {
  /** Null until the application returns the number. */
  assemblyId: number | null;
  kind: 'ordinary' | 'extraordinary';
  mode: Mode;
  call: 1 | 2;
  closed: boolean;
  registration: boolean;
  roll: TableUnit[];
  /** Corrections deferred until the open question closes. */
  waiting: { unit: string; change: RollChange }[];
  present: Map<string, NotedStay>;
  questions: Map<number, NotedQuestion>;
  nextQuestion: number;
}

/** State of an evening, as plain values: copied by `structuredClone` before an act with an unknown outcome. */
export interface NotedEvening {
  plan: Plan;
  now: NotedAssembly;
  /** Earlier assemblies. */
  archive: NotedAssembly[];
  revoked: Set<number>;
  withdrawn: Set<number>;
  /** Receipts of votes annulled after the acknowledgement. */
  annulled: Set<string>;
}

export function newAssembly(of: Pick<NotedAssembly, 'kind' | 'mode' | 'call'>): NotedAssembly {
  return {
    ...of,
    assemblyId: null,
    closed: false,
    registration: false,
    // The table is never corrected; the next assembly's roll is copied from the table.
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

/** Units currently held by a holder. */
export const unitsHeld = ({ present }: NotedAssembly, holder: string): string[] =>
  [...present].flatMap(([id, stay]) => (stay.holder === holder ? [id] : []));

/** Cards in use: the first four not revoked. */
export function cardsAtHand({ plan, revoked }: NotedEvening): number[] {
  return plan.cards.flatMap((_, card) => (revoked.has(card) ? [] : [card])).slice(0, 4);
}
