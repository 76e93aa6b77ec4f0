import type { LeftUnit } from '../../../../../shared/assemblies/attendance.api.ts';
import { CODE_ID, maskedCode } from '../../../../../shared/assemblies/code.ts';
import type { Departure } from '../../../../../shared/assemblies/codes.api.ts';
import { conceptName } from '../../../../../shared/assemblies/concept-names.ts';
import { time } from '../../../../lib/format.ts';
import type { ScanEntry, ScanState, UnitName } from '../kept/scan.ts';

/** Spanish word for each state of a registration at the desk, for the list of scans. */
export const stateWords: Readonly<Record<ScanState, string>> = {
  pending: 'Por enviar',
  sending: 'Enviando',
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
  undone: 'Deshecho',
};

/** Returns a unit with its owner: '101 - Ana', or the id alone without an owner. */
export const unitWords = ({ apartmentId, owner }: UnitName): string =>
  owner ? `${apartmentId} - ${owner}` : apartmentId;

/**
 * Returns the units of a registration as text for the desk's list: '101 - Ana'. Until the units are known: the masked code
 * of the card or badge.
 */
export function unitsWords({ apartments, code }: Pick<ScanEntry, 'apartments' | 'code'>): string {
  return apartments.map(unitWords).join(', ') || (CODE_ID.test(code) ? 'Código QR' : maskedCode(code));
}

/**
 * Writes the units of an owner left out of a registration of all units of the owner, by reason: '305 no: tiene
 * poder para Vera Vecina.' Empty without units.
 * @param left units of the owner without registration, with the reasons
 */
export function leftOutWords(left: readonly LeftUnit[] = []): string {
  const byReason = new Map<string, string[]>();
  for (const unit of left) {
    const reason = reasonWords(unit);
    byReason.set(reason, [...(byReason.get(reason) ?? []), unit.apartmentId]);
  }
  return [...byReason].map(([reason, ids]) => `${ids.join(', ')} no: ${reason}.`).join(' ');
}

function reasonWords({ why, person }: LeftUnit): string {
  if (why === 'power') return `tiene poder para ${person ?? 'otra persona'}`;
  if (why === 'unsure') return 'puede ser de otra persona, verifique el documento';
  if (why === 'departed') return 'salió después de esta lectura';
  return person === null ? 'ya estaba registrado' : `ya estaba registrado a nombre de ${person}`;
}

/**
 * Returns a Spanish text for each unit of a refused registration, registered before: '101 - Ana, desde las 18:05,
 * con este mismo código'.
 */
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

/**
 * Words for the code of the earlier registration: 'con este mismo código', 'con otro código'. Empty for a user id and for
 * old entries without a code.
 */
function holderWords(holder: string | null | undefined, code: string): string {
  if (holder === code) return 'con este mismo código';
  return holder && CODE_ID.test(holder) ? 'con otro código' : '';
}

/**
 * Returns a Spanish text about the earlier registration of a unit: 'desde las 18:05, a nombre de Ana'. Leaves out
 * unknown parts.
 */
export function heldWords({ at, attendee }: { at: string | null; attendee: string | null }): string {
  return [at && `desde las ${time(at)}`, attendee && `a nombre de ${attendee}`].filter(Boolean).join(', ');
}

/**
 * Writes a departure for the coloured band of the desk: units, and annulled votes: 'Salió 109. Se anuló su voto en
 * VOTACIÓN 1.'
 * @param departure ids of the freed units, and annulled votes
 */
export function departureWords({ apartments, annulled }: Departure): string {
  const left = `${apartments.length === 1 ? 'Salió' : 'Salieron'} ${apartments.join(', ')}.`;
  const questions = [...new Set(annulled.map(({ conceptId }) => conceptId))].sort((a, b) => a - b);
  return [left, ...questions.map((conceptId) => annulmentWords({ apartments, annulled }, conceptId))].join(
    ' ',
  );
}

/** Sentence about the annulled votes on questions of one number: joint and sectors number their questions apart. */
function annulmentWords({ apartments, annulled }: Departure, conceptId: number): string {
  const votes = annulled.filter((vote) => vote.conceptId === conceptId);
  const units = [...new Set(votes.map(({ apartmentId }) => apartmentId))];
  const joints = new Set(votes.map(({ jointId }) => jointId)).size;
  const question = conceptName(conceptId);
  if (joints > 1) {
    const whose = units.length < apartments.length ? `los votos de ${units.join(', ')}` : 'sus votos';
    return `Se anularon ${whose} en ${joints} votaciones llamadas ${question}.`;
  }
  if (units.length < apartments.length)
    return units.length === 1
      ? `Se anuló el voto de ${units[0]} en ${question}.`
      : `Se anularon los votos de ${units.join(', ')} en ${question}.`;
  return units.length === 1 ? `Se anuló su voto en ${question}.` : `Se anularon sus votos en ${question}.`;
}
