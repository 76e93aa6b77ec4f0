import type { Snapshot } from '../../shared/assemblies/live.ts';
import type { Book } from './book.ts';
import type { Hall } from './ground/prepare.ts';

const NANO = 1_000_000_000;
const DEFAULT_ANSWERS = 3;

/**
 * Compares a server's snapshot of an assembly with the acknowledged operations, counted separately in whole numbers
 * (BigInt).
 * @returns the differences as sentences; empty if equal
 */
export function differences(hall: Hall, book: Book, shown: Snapshot): string[] {
  const found: string[] = [];
  const same = (what: string, is: unknown, ought: unknown) => {
    if (String(is) !== String(ought)) found.push(`${what} is ${is}, not ${ought}`);
  };
  const coefficients = new Map(hall.units.map(({ apartmentId, coefficient }) => [apartmentId, coefficient]));
  const sumOf = (units: Iterable<string>): bigint => {
    let sum = 0n;
    for (const unit of units) sum += coefficients.get(unit) ?? 0n;
    return sum;
  };
  const present = book.present.get(hall.jointId) ?? new Set();
  const [registered, total] = [sumOf(present), sumOf(coefficients.keys())];
  same('registered units', shown.registered.apartments, present.size);
  same('registered coefficient', nanoOf(shown.registered.coefficient), registered);
  same('total coefficient', nanoOf(shown.total.coefficient), total);
  // More than half of the roll, and at least two owners: each unit has a different owner here.
  const isReached = 2n * registered > total && present.size >= 2;
  same('quorum', shown.quorum.reached, isReached);
  same('missing', nanoOf(shown.quorum.missing), 2n * registered > total ? 0n : total / 2n + 1n - registered);

  const tallies = new Map<string, string[]>();
  for (const { jointId, conceptId, apartmentId, answerId, receipt } of book.votes) {
    if (jointId !== hall.jointId || receipt === null) continue;
    const name = `${conceptId}/${answerId}`;
    tallies.set(name, [...(tallies.get(name) ?? []), apartmentId]);
  }
  for (const conceptId of hall.questions) {
    const concept = shown.concepts.find((one) => one.conceptId === conceptId);
    same(`question ${conceptId} open`, concept?.active === 1, book.open.get(hall.jointId) === conceptId);
    for (let answerId = 1; answerId <= DEFAULT_ANSWERS; answerId += 1) {
      const units = tallies.get(`${conceptId}/${answerId}`) ?? [];
      const answer = concept?.answers.find((one) => one.answerId === answerId);
      same(`votes of ${conceptId}/${answerId}`, answer?.apartments, units.length);
      same(`sum of ${conceptId}/${answerId}`, nanoOf(answer?.coefficient ?? -1), sumOf(units));
    }
  }
  return found;
}

/** Converts a decimal coefficient of the API to 10⁻⁹. */
const nanoOf = (n: number): bigint => BigInt(Math.round(n * NANO));
