/** What goes on in the soak beside those who come and go: whole assemblies, one after another, each run by its desk. */
import type { Static, TSchema } from 'typebox';
import { API_BASE, type Endpoint, type InputOf } from '../../../shared/api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';

/** Units registered by one card, as a family with a parking space has them. */
const UNITS_OF_CARD = 4;
const QUESTIONS = 3;
/** Between two votes of one joint, and between two questions. */
const VOTE_MS = 60;
const REST_MS = 500;

/** A joint that holds assembly after assembly, with cards that are registered anew in each. */
export class Building {
  readonly #origin: string;
  readonly #operator: string;
  readonly #jointId: number;
  readonly #units: readonly string[];
  #codes: string[] = [];
  #isOver = false;
  readonly counts = { assemblies: 0, registrations: 0, questions: 0, votes: 0 };

  constructor(origin: string, given: { operator: string; jointId: number; units: readonly string[] }) {
    this.#origin = origin;
    this.#operator = given.operator;
    this.#jointId = given.jointId;
    this.#units = given.units;
  }

  /** Codes that stay the same through all assemblies. */
  async issue(): Promise<readonly string[]> {
    const quantity = Math.ceil(this.#units.length / UNITS_OF_CARD);
    const params = { jointId: this.#jointId };
    this.#codes = (await this.#ask(issueCodes, { params, body: { quantity } })).codes;
    return this.#codes;
  }

  /** Assembly after assembly, until it is over. */
  async hold(): Promise<void> {
    while (!this.#isOver) {
      const params = { jointId: this.#jointId };
      await this.#ask(openAssembly, { params, body: {} });
      for (const [i, code] of this.#codes.entries()) {
        const apartmentIds = this.#units.slice(i * UNITS_OF_CARD, (i + 1) * UNITS_OF_CARD);
        await this.#ask(register, { params, body: { apartmentIds, code } });
        this.counts.registrations += apartmentIds.length;
      }
      for (let i = 0; i < QUESTIONS && !this.#isOver; i += 1) await this.#askQuestion(i + 1);
      await this.#ask(changeAssembly, { params, body: { closed: true } });
      this.counts.assemblies += 1;
    }
  }

  end(): void {
    this.#isOver = true;
  }

  async #askQuestion(number: number): Promise<void> {
    const jointId = this.#jointId;
    const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const { conceptId } = await this.#ask(createConcept, {
      body: { jointId, conceptDescription: `Pregunta ${number}`, active: 1, answers },
    });
    for (const [i, apartmentId] of this.#units.entries()) {
      if (this.#isOver) break;
      await this.#ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 + (i % 3) } });
      this.counts.votes += 1;
      await pause(VOTE_MS);
    }
    await this.#ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    this.counts.questions += 1;
    await pause(REST_MS);
  }

  async #ask<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<InputOf<Endpoint<P, Q, B, A>>>,
  ): Promise<Static<A>> {
    const { params, body }: { params?: unknown; body?: unknown } = input;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      String(Reflect.get(Object(params), name)),
    );
    const answer = await fetch(this.#origin + API_BASE + path, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${this.#operator}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== endpoint.status) {
      throw new Error(`${endpoint.id} answered ${answer.status}: ${await answer.text()}`);
    }
    return answer.json();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
