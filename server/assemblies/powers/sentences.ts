import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { powerEndNames, powerStateNames } from '../../../shared/assemblies/powers/words.ts';
import { fromNumber, sumNano, toNumber } from '../../../shared/coefficient.ts';
import { count } from '../../../shared/format.ts';

/** Units registered with powers: number, and coefficient as in the table. */
export function representedBy(powers: readonly Power[]): { apartments: number; coefficient: number } {
  const registered = powers.flatMap(({ units }) => units.filter(({ isRegistered }) => isRegistered));
  const sum = sumNano(registered.map(({ coefficient }) => fromNumber(coefficient)));
  return { apartments: registered.length, coefficient: toNumber(sum) };
}

/** 'Usado', 'Rechazado: sin firma', 'Terminado: llegó el propietario'; names the units if not all ended. */
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
 * Person who checked a power: the decider. Null for a power noted and accepted by a registration at the door in a
 * single act.
 */
export const checkerOf = ({ decidedBy, origin, enteredAt, decidedAt }: Power): string | null =>
  origin === 'door' && decidedAt === enteredAt ? null : decidedBy;

/** 'Ana Ruiz (3), Luis Gil (1)': checkers of the accepted powers. */
export function checkersWords(powers: readonly Power[]): string {
  const byName = new Map<string, number>();
  for (const power of powers) {
    const checker = checkerOf(power);
    if (checker === null || power.state === 'rejected') continue;
    byName.set(checker, (byName.get(checker) ?? 0) + 1);
  }
  return [...byName].map(([name, number]) => `${name} (${count(number)})`).join(', ');
}

/** '3 poderes'. */
export const powersCounted = (number: number): string =>
  number === 1 ? 'un poder' : `${count(number)} poderes`;
