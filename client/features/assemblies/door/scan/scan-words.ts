import { groupedCode, normalizeCode } from '../../../../../shared/assemblies/code.ts';
import { time } from '../../../../lib/format.ts';
import type { ScanEntry, ScanState, UnitName } from '../kept/scan.ts';

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

/** '101 - Ana, desde las 18:05, con este mismo código': each unit that was registered before, and for whom. */
export const conflictWords = ({ conflicts, code }: Pick<ScanEntry, 'conflicts' | 'code'>): string[] =>
  conflicts.map((unit) =>
    [
      unitWords({ apartmentId: unit.apartmentId, owner: unit.owner ?? '' }),
      heldWords(unit),
      unit.attendee === null && holderWords(unit.userId, code),
    ]
      .filter(Boolean)
      .join(', '),
  );

/** A user's number says nothing to anybody; entries from before carry no holder. */
function holderWords(holder: string | null | undefined, code: string): string {
  if (holder === code) return 'con este mismo código';
  return holder && normalizeCode(holder) !== null ? `con el código ${groupedCode(holder)}` : '';
}

/** 'desde las 18:05, a nombre de Ana': what is known of who holds a unit. */
export function heldWords({ at, attendee }: { at: string | null; attendee: string | null }): string {
  return [at && `desde las ${time(at)}`, attendee && `a nombre de ${attendee}`].filter(Boolean).join(', ');
}
