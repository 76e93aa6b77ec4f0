/** What happens in the hall of a joint while a world is made: people come, questions open, votes are cast. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Unit } from '../../../server/properties/unit-rows.ts';
import { Hall, type Question } from '../../../server/testing/world.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { unitsByOwner } from './places.ts';

/** Which answer a unit, the n-th to be asked, gives, from 1; 0: none. */
export type Ballot = (at: number, unit: Unit) => number;

/** So many of a hundred for each answer, well mixed. */
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

/** The first two answers get exactly the same, unit against unit; whoever has no match answers the third. */
export function evenly(units: readonly Unit[]): Ballot {
  const answers = new Map<string, number>();
  const alone = new Map<number, Unit>();
  for (const unit of units) {
    const other = alone.get(unit.coefficient);
    answers.set(unit.apartmentId, other ? 2 : 3);
    if (other) answers.set(other.apartmentId, 1);
    if (other) alone.delete(unit.coefficient);
    else alone.set(unit.coefficient, unit);
  }
  return (_at, unit) => answers.get(unit.apartmentId) ?? 0;
}

/** Between two who come in: the clock runs fast meanwhile. */
const STEP_MS = 40;

export class AssemblySeed extends Hall {
  readonly #present: Unit[] = [];

  /** Owners come to the door one after another, each with a code for all of their units. */
  async arrive(units: readonly Unit[]): Promise<string[]> {
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

  /** Those who came by the door vote, by hand of the operator, except for whoever will do it on the screen. */
  async vote(conceptId: number, ballot: Ballot): Promise<void> {
    const votes = this.#present
      .filter((unit) => unit.coefficient > 0)
      .map((unit, at) => ({ apartmentId: unit.apartmentId, voteId: ballot(at, unit) }))
      .filter(({ voteId }) => voteId > 0);
    await this.cast(conceptId, votes);
  }

  /** Asks, counts and closes. */
  async decide(question: Question, ballot: Ballot): Promise<number> {
    const conceptId = await this.ask(question);
    await this.vote(conceptId, ballot);
    await this.close(conceptId);
    return conceptId;
  }

  /** Opens a closed question again, and closes it as it was. */
  async reopen(conceptId: number, reason: string): Promise<void> {
    const body = { jointId: this.jointId, conceptId, active: 1 as const, reason };
    await this.desk.ask(toggleConcept, { body });
    await this.close(conceptId);
  }
}
