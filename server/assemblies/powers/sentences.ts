import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { powerEndNames, powerStateNames } from '../../../shared/assemblies/powers/words.ts';
import { fromNumber, sumNano, toNumber } from '../../../shared/coefficient.ts';
import { count } from '../../../shared/format.ts';

/**
 * Counts the units registered now by power of attorney, and sums the coefficients as in the table (2.5 for 2,5 %).
 */
export function representedBy(powers: readonly Power[]): { apartments: number; coefficient: number } {
  const registered = powers.flatMap(({ units }) => units.filter(({ isRegistered }) => isRegistered));
  const sum = sumNano(registered.map(({ coefficient }) => fromNumber(coefficient)));
  return { apartments: registered.length, coefficient: toNumber(sum) };
}

/**
 * State of a power of attorney in Spanish, for reports: 'Usado', 'Rechazado: sin firma', 'Terminado: llegó el
 * propietario'. Names the units if only some of the units ended.
 */
export function powerStateWords({ state, reason, units }: Power): string {
  const name = powerStateNames[state];
  if (state === 'rejected') return reason === null ? name : `${name}: ${reason}`;
  const ended = units.flatMap(({ apartmentId, end }) => {
    if (end === null) return [];
    const why = end.reason === null ? '' : ` (${end.reason})`;
    return [{ apartmentId, words: `${powerEndNames[end.how]}${why}` }];
  });
  const [first] = ended;
  if (first === undefined) return name;
  const alike = ended.length === units.length && ended.every(({ words }) => words === first.words);
  const stateText = alike
    ? first.words
    : ended.map(({ apartmentId, words }) => `${apartmentId}, ${words}`).join('; ');
  return `${name}: ${stateText}`;
}

/**
 * Returns the name of the person that checked a power of attorney. Null without a separate check: a registration at
 * the door, or the owner's signature on the phone, entered and accepted the power at once.
 */
export const checkerOf = ({ decidedBy, origin, enteredAt, decidedAt }: Power): string | null =>
  (origin === 'door' || origin === 'phone') && decidedAt === enteredAt ? null : decidedBy;

/**
 * Names the checkers of powers of attorney, each with the number of accepted powers, for the acta: 'Ana Ruiz (3),
 * Luis Gil (1)'.
 */
export function checkersWords(powers: readonly Power[]): string {
  const byName = new Map<string, number>();
  for (const power of powers) {
    const checker = checkerOf(power);
    if (checker === null || power.state === 'rejected') continue;
    byName.set(checker, (byName.get(checker) ?? 0) + 1);
  }
  return [...byName].map(([name, number]) => `${name} (${count(number)})`).join(', ');
}

/** Writes a number of powers of attorney in Spanish: 'un poder', '3 poderes'. */
export const powersCounted = (number: number): string =>
  number === 1 ? 'un poder' : `${count(number)} poderes`;
