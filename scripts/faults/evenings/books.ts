/** Expected state of a simulated evening ("books"), computed without any calculation of the application. */

import type { HandQuestion, HandUnit, HandVote } from '../../../server/testing/reference-tally.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import type { Mode, RollChange } from './acts.ts';
import { type Plan, type TableUnit, table } from './plan.ts';

/** Expected vote in a simulated evening, with the state of the unit at the time of voting. */
export interface NotedVote extends HandVote {
  /** Unit on the roll at the time of voting. */
  cast: HandUnit;
  /** Receipt code of the vote. Null until acknowledged. */
  receipt: string | null;
}

/** Base of a question's outcome: expected state at the last closing. */
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
  /** Code of the QR card, or user id. */
  holder: string;
  remote: boolean;
  confirmed: boolean;
}

/** Expected state of an assembly in a simulated evening. */
export interface NotedAssembly {
  /** Number of the assembly. Null until the application returns the number. */
  assemblyId: number | null;
  kind: 'ordinary' | 'extraordinary';
  mode: Mode;
  call: 1 | 2;
  closed: boolean;
  registration: boolean;
  roll: TableUnit[];
  /** Corrections of the assembly's roll that wait until the open question closes. */
  waiting: { unit: string; change: RollChange }[];
  /** Registered units. Key: id of the unit. */
  present: Map<string, NotedStay>;
  questions: Map<number, NotedQuestion>;
  nextQuestion: number;
}

/**
 * Expected state of a simulated evening (the 'books'). Plain values, because the state is copied before an
 * act with an unknown outcome.
 */
export interface NotedEvening {
  plan: Plan;
  /** Current assembly. */
  now: NotedAssembly;
  /** Earlier assemblies of the evening. */
  archive: NotedAssembly[];
  /** Indexes of cancelled cards; `withdrawn`: of cards taken out of use. */
  revoked: Set<number>;
  withdrawn: Set<number>;
  /** Receipt codes of votes annulled after the acknowledgement. */
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

/** Ids of the units that a holder has registered now. */
export const unitsHeld = ({ present }: NotedAssembly, holder: string): string[] =>
  [...present].flatMap(([id, stay]) => (stay.holder === holder ? [id] : []));

/** Returns the indexes of the cards in use in a simulated evening: the first four cards not cancelled. */
export function cardsAtHand({ plan, revoked }: NotedEvening): number[] {
  return plan.cards.flatMap((_, card) => (revoked.has(card) ? [] : [card])).slice(0, 4);
}
