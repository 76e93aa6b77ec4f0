/**
 * Assemblies of the soak bench, run besides the visitors: complete assemblies in sequence, each run by a
 * registration desk.
 */
import { ApiClient } from '../../../client/e2e/api-client.ts';
import { Hall } from '../../../server/testing/world.ts';
import { openAssembly } from '../../../shared/assemblies/assemblies.api.ts';

/** Number of units registered with one QR card, as for a family with a parking space. */
const UNITS_OF_CARD = 4;
const QUESTIONS = 3;
/** Pause between two votes of a joint, ms. `REST_MS`: pause between two questions. */
const VOTE_MS = 60;
const REST_MS = 500;

/** Joint that holds assemblies in sequence; the QR cards are registered again in each. */
export class Building {
  readonly #hall: Hall;
  readonly #units: readonly string[];
  #codes: string[] = [];
  #isOver = false;
  readonly counts = { assemblies: 0, registrations: 0, questions: 0, votes: 0 };

  constructor(origin: string, building: { operator: string; jointId: number; units: readonly string[] }) {
    this.#hall = new Hall(new ApiClient(origin, building.operator), building.jointId);
    this.#units = building.units;
  }

  /** Makes the QR codes for all assemblies of the joint. */
  async issue(): Promise<readonly string[]> {
    this.#codes = await this.#hall.codes(Math.ceil(this.#units.length / UNITS_OF_CARD));
    return this.#codes;
  }

  /** Holds assemblies in sequence until the end of the soak bench. */
  async hold(): Promise<void> {
    while (!this.#isOver) {
      await this.#hall.desk.ask(openAssembly, { params: this.#hall, body: {} });
      for (const [i, code] of this.#codes.entries()) {
        const apartmentIds = this.#units.slice(i * UNITS_OF_CARD, (i + 1) * UNITS_OF_CARD);
        await this.#hall.register(apartmentIds, code);
        this.counts.registrations += apartmentIds.length;
      }
      for (let i = 0; i < QUESTIONS && !this.#isOver; i += 1) await this.#askQuestion(i + 1);
      await this.#hall.describe({ closed: true });
      this.counts.assemblies += 1;
    }
  }

  end(): void {
    this.#isOver = true;
  }

  async #askQuestion(number: number): Promise<void> {
    const conceptId = await this.#hall.ask(`Pregunta ${number}`);
    for (const [i, apartmentId] of this.#units.entries()) {
      if (this.#isOver) break;
      await this.#hall.cast(conceptId, [{ apartmentId, voteId: 1 + (i % 3) }]);
      this.counts.votes += 1;
      await pause(VOTE_MS);
    }
    await this.#hall.close(conceptId);
    this.counts.questions += 1;
    await pause(REST_MS);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
