import type { Power } from '../../../../shared/assemblies/powers/powers.api.ts';
import { powerEndNames, powerStateNames } from '../../../../shared/assemblies/powers/words.ts';
import { dateTime } from '../../../lib/format.ts';

/** Returns name and document number of a person in a line: 'Marta Ruiz · 52.123.456'. */
export const personText = ({ name, document }: Power['holder']): string =>
  document ? `${name} · ${document}` : name;

/** Returns the ids of the units of a power of attorney as text: '103, 104'. */
export const unitsText = ({ units }: Power): string => units.map(({ apartmentId }) => apartmentId).join(', ');

/** Returns the words of a power of attorney for the search field: people, identity documents and units. */
export const powerText = (power: Power): string =>
  [personText(power.granter), personText(power.holder), unitsText(power)].join(' ');

/** Filters of the operator's list of powers of attorney, with the Spanish name of each. */
export const powerFilters = {
  all: 'Todos',
  pending: 'Por revisar',
  standing: 'Vigentes',
  warned: 'Con advertencia',
  over: 'Rechazados y terminados',
} as const;
/** Filter of the list of powers of attorney: a key of `powerFilters`. */
export type PowerFilter = keyof typeof powerFilters;

/** True if a power of attorney belongs to a filter of the list. `standing` ('Vigentes'): accepted or used. */
export function isShown({ state, warnings }: Power, filter: PowerFilter): boolean {
  if (filter === 'pending') return state === 'pending';
  if (filter === 'standing') return state === 'accepted' || state === 'used';
  if (filter === 'warned') return warnings.length > 0;
  return filter === 'all' || state === 'rejected' || state === 'revoked';
}

/**
 * Writes the state of a power of attorney as Spanish sentences for the operator's list: state with person and time,
 * reason, and units with an earlier end of the power.
 */
export function powerLines(power: Power): string[] {
  const { state, decidedBy, decidedAt, reason, units } = power;
  const ended = units.filter(({ end }) => end !== null);
  const decided =
    decidedAt === null || state === 'revoked' ? '' : ` por ${decidedBy ?? ''}, ${dateTime(decidedAt)}`;
  const lines = [`${powerStateNames[state]}${decided}`];
  if (state === 'rejected' && reason) lines.push(reason);
  for (const { apartmentId, end } of ended) {
    if (end === null) continue;
    const why = end.reason ? ` (${end.reason})` : '';
    lines.push(`${apartmentId}: ${powerEndNames[end.how]}, ${dateTime(end.at)}${why}`);
  }
  return lines;
}
