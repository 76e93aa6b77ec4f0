/** What happens in the hall of a joint while a world is made: people come, questions open, votes are cast. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Unit } from '../../../server/properties/unit-rows.ts';
import { changeAssembly, type NewAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import {
  ATTENDANCE,
  createConcept,
  defaultAnswers,
  type NewConcept,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import type { TestSetup } from '../test-setup.ts';
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

const AT_ONCE = 12;
/** Between two who come in: the clock runs fast meanwhile. */
const STEP_MS = 40;

export class AssemblySeed {
  readonly jointId: number;
  readonly #setup: TestSetup;
  readonly #present: Unit[] = [];

  constructor(setup: TestSetup, jointId: number) {
    this.#setup = setup;
    this.jointId = jointId;
  }

  async describe(assembly: NewAssembly): Promise<void> {
    await this.#setup.staff.ask(changeAssembly, { params: { jointId: this.jointId }, body: assembly });
  }

  async openRegistration(): Promise<void> {
    const body = { jointId: this.jointId, conceptId: ATTENDANCE, active: 1 as const };
    await this.#setup.staff.ask(toggleConcept, { body });
  }

  /** Owners come to the door one after another, each with a code for all of their units. */
  async arrive(units: readonly Unit[]): Promise<string[]> {
    const owners = [...unitsByOwner(units).values()];
    const codes = await this.#setup.codes(this.jointId, owners.length);
    for (const [at, own] of owners.entries()) {
      const apartmentIds = own.map((unit) => unit.apartmentId);
      const body = { apartmentIds, code: codes[at] ?? '' };
      await this.#setup.staff.ask(register, { params: { jointId: this.jointId }, body });
      await pause(STEP_MS);
    }
    this.#present.push(...units);
    return codes;
  }

  async ask(
    question: Omit<NewConcept, 'jointId' | 'answers'> & { texts?: readonly string[] },
  ): Promise<number> {
    const { texts = defaultAnswers, ...rest } = question;
    const answers = texts.map((answerDescription) => ({ answerDescription }));
    const body = { active: 1 as const, ...rest, jointId: this.jointId, answers };
    return (await this.#setup.staff.ask(createConcept, { body })).conceptId;
  }

  /** Those who came by the door vote, by hand of the operator, except for whoever will do it on the screen. */
  async vote(conceptId: number, ballot: Ballot): Promise<void> {
    const votes = this.#present
      .filter((unit) => unit.coefficient > 0)
      .map((unit, at) => ({ apartmentId: unit.apartmentId, voteId: ballot(at, unit) }))
      .filter(({ voteId }) => voteId > 0);
    for (let at = 0; at < votes.length; at += AT_ONCE) {
      await Promise.all(
        votes
          .slice(at, at + AT_ONCE)
          .map((vote) =>
            this.#setup.staff.ask(castVote, { body: { jointId: this.jointId, conceptId, ...vote } }),
          ),
      );
    }
  }

  async close(conceptId: number): Promise<void> {
    const body = { jointId: this.jointId, conceptId, active: 0 as const };
    await this.#setup.staff.ask(toggleConcept, { body });
  }

  /** Asks, counts and closes. */
  async decide(question: Parameters<AssemblySeed['ask']>[0], ballot: Ballot): Promise<number> {
    const conceptId = await this.ask(question);
    await this.vote(conceptId, ballot);
    await this.close(conceptId);
    return conceptId;
  }

  /** Opens a closed question again, and closes it as it was. */
  async reopen(conceptId: number, reason: string): Promise<void> {
    const body = { jointId: this.jointId, conceptId, active: 1 as const, reason };
    await this.#setup.staff.ask(toggleConcept, { body });
    await this.close(conceptId);
  }
}
