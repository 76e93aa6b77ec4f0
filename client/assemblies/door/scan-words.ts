import { time } from '../../lib/format.ts';
import type { ScanEntry, ScanState, UnitName } from './scan.ts';

/** The state in a word. */
export const stateWords: Readonly<Record<ScanState, string>> = {
  pending: 'Por enviar',
  sending: 'Enviando',
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
};

/** '101 - Ana', or the number alone where nobody is known. */
export const unitWords = ({ apartmentId, owner }: UnitName): string =>
  owner ? `${apartmentId} - ${owner}` : apartmentId;

/** Of which units an entry speaks; before a badge's are known, its code. */
export function unitsWords({ apartments, code }: Pick<ScanEntry, 'apartments' | 'code'>): string {
  return apartments.map(unitWords).join(', ') || code;
}

/** 'desde las 18:05, a nombre de Ana': what is known of who holds a unit. */
export function heldWords({ at, attendee }: { at: string | null; attendee: string | null }): string {
  return [at && `desde las ${time(at)}`, attendee && `a nombre de ${attendee}`].filter(Boolean).join(', ');
}
