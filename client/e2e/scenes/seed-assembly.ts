/** Activity in an assembly of the scenes: arrivals, questions, votes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { UnitOfJoint } from '../../../server/properties/unit-rows.ts';
import { Hall, type Question } from '../../../server/testing/world.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { unitsByOwner } from './places.ts';

/**
 * Function to decide the vote of each unit in a scene: gets the unit's number in the list, and returns the
 * answer's id; 0 for no vote.
 */
export type Ballot = (at: number, unit: UnitOfJoint) => number;

/** Returns a function to decide votes (`Ballot`) with answers in the percentages of `parts`, shuffled. */
export function shares(...parts: readonly number[]): Ballot {
  return (at) => {
    let drawn = (at * 37) % 100;
    for (const [index, part] of parts.entries()) {
      if (drawn < part) return index + 1;
      drawn -= part;
    }
    return 0;
  };
}

/**
 * Returns a function to decide votes (`Ballot`) for a tie: pairs of units with equal coefficients give the
 * first and the second answer, the other units the third.
 */
export function evenly(units: readonly UnitOfJoint[]): Ballot {
  const answers = new Map<string, number>();
  const alone = new Map<number, UnitOfJoint>();
  for (const unit of units) {
    const other = alone.get(unit.coefficient);
    answers.set(unit.apartmentId, other ? 2 : 3);
    if (other) answers.set(other.apartmentId, 1);
    if (other) alone.delete(unit.coefficient);
    else alone.set(unit.coefficient, unit);
  }
  return (_at, unit) => answers.get(unit.apartmentId) ?? 0;
}

/** Milliseconds between two arrivals, under the fast clock. */
const STEP_MS = 40;

export class AssemblySeed extends Hall {
  readonly #present: UnitOfJoint[] = [];

  /** Registers owners at the desk in sequence, each with a code for all units of the owner. Returns the codes. */
  async arrive(units: readonly UnitOfJoint[]): Promise<string[]> {
    const owners = [...unitsByOwner(units).values()];
    const codes = await this.codes(owners.length);
    for (const [at, own] of owners.entries()) {
      const apartmentIds = own.map((unit) => unit.apartmentId);
      await this.register(apartmentIds, codes[at]);
      await pause(STEP_MS);
    }
    this.#present.push(...units);
    return codes;
  }

  /** Casts the votes of units registered at the desk, as the operator. Skips owners with a vote on screen. */
  async vote(conceptId: number, ballot: Ballot): Promise<void> {
    const votes = this.#present
      .filter((unit) => unit.coefficient > 0)
      .map((unit, at) => ({ apartmentId: unit.apartmentId, voteId: ballot(at, unit) }))
      .filter(({ voteId }) => voteId > 0);
    await this.cast(conceptId, votes);
  }

  /** Opens a question, casts votes and closes the question. Returns the question's id. */
  async decide(question: Question, ballot: Ballot): Promise<number> {
    const conceptId = await this.ask(question);
    await this.vote(conceptId, ballot);
    await this.close(conceptId);
    return conceptId;
  }

  /** Reopens a closed question and closes again. */
  async reopen(conceptId: number, reason: string): Promise<void> {
    const body = { jointId: this.jointId, conceptId, active: 1 as const, reason };
    await this.desk.ask(toggleConcept, { body });
    await this.close(conceptId);
  }
}
