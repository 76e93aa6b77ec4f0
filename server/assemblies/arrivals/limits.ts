import { ARRIVAL_MINUTES } from '../../../shared/assemblies/arrivals.api.ts';
import { MINUTE_MS, QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import { hasDocument } from '../../../shared/properties/person.ts';
import type { CountKey } from '../../platform/db/counters.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import type { AssembliesContext } from '../store/act.ts';

/**
 * Time (30 minutes, in ms) that a phone's announcement stays in the list of the desk without a decision. Afterwards
 * the announcement is no longer listed.
 */
export const WAITING_MS = ARRIVAL_MINUTES * MINUTE_MS;
/**
 * Maximum number of announcements per network, in a quarter of an hour, for a unit without an identity document on
 * the assembly's roll.
 */
const MOST_UNCLEAR = 20;
/** Number of wrong announcements for a unit in a quarter of an hour; the desk then gets a warning. */
const MANY_WRONG = 10;
/**
 * Maximum number of announcements in disagreement with the assembly's roll, in a quarter of an hour: per network, and
 * per assembly.
 */
const MOST_WRONG = { network: 60, assembly: 300 };

/**
 * Compares the identity document typed on a phone with the documents of the unit's owners on the roll. True if an
 * owner or co-owner has the document, false if not, null if the roll has no document for the unit.
 * @param cells texts of the roll, each with the documents of the unit's owners
 */
export function agreement(cells: readonly string[], document: string): boolean | null {
  const comparable = cells.map((cell) => hasDocument(cell, document)).filter((has) => has !== null);
  return comparable.length === 0 ? null : comparable.includes(true);
}

/**
 * Counts wrong announcements of phones in a quarter of an hour, and reports a reached limit, because many
 * wrong documents may be an attempt to guess an owner's document.
 */
export class ArrivalLimits {
  readonly #unclear: FailureLimiter;
  readonly #wrongOfNetwork: FailureLimiter;
  readonly #wrongOfAssembly: FailureLimiter;
  readonly #wrongOfUnit: FailureLimiter;

  constructor({ counters }: Pick<AssembliesContext, 'counters'>) {
    const limiter = (name: string, most: number) =>
      new FailureLimiter(counters.counter(name, QUARTER_HOUR_MS), most);
    this.#unclear = limiter('arrival-unclear', MOST_UNCLEAR);
    this.#wrongOfNetwork = limiter('arrival-wrong-network', MOST_WRONG.network);
    this.#wrongOfAssembly = limiter('arrival-wrong-assembly', MOST_WRONG.assembly);
    this.#wrongOfUnit = limiter('arrival-wrong-unit', MANY_WRONG);
  }

  /** True after too many wrong announcements from the network, or from all networks together. */
  async isDoubtful(assemblyId: number, network: string): Promise<boolean> {
    const ofNetwork = await this.#wrongOfNetwork.blockedFor([assemblyId, network]);
    return ofNetwork > 0 || (await this.#wrongOfAssembly.blockedFor([assemblyId])) > 0;
  }

  /**
   * Counts an announcement without agreement with the roll (disagreement, or no identity document to compare). True
   * if a limit is exceeded.
   */
  async isTooMany(one: {
    assemblyId: number;
    apartmentId: string | undefined;
    agrees: boolean | null;
    network: string;
  }): Promise<boolean> {
    const { assemblyId, apartmentId = '', agrees, network } = one;
    if (agrees === true) return false;
    if (agrees === null) return overLimit(this.#unclear, [assemblyId, apartmentId, network]);
    if (await overLimit(this.#wrongOfNetwork, [assemblyId, network])) return true;
    if (await overLimit(this.#wrongOfAssembly, [assemblyId])) return true;
    await this.#wrongOfUnit.fail([assemblyId, apartmentId]);
    return false;
  }

  /** True if the desk has to be warned about many wrong announcements for a unit. */
  async hasManyWrong(assemblyId: number, apartmentId: string): Promise<boolean> {
    return (await this.#wrongOfUnit.blockedFor([assemblyId, apartmentId])) > 0;
  }
}

const overLimit = async (limiter: FailureLimiter, key: CountKey) => (await limiter.fail(key)).tooManyFor > 0;
