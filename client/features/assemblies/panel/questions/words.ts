import { ATTENDANCE } from '../../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../../../../shared/assemblies/live.ts';
import type { Released } from '../../../../../shared/assemblies/presence.api.ts';
import { endedWords } from '../../../../../shared/assemblies/words.ts';
import { coefficient, coefficientBeside, count, units, votes } from '../../../../lib/format.ts';
import { missingFigure, outcomeWords } from '../../common/question-messages.ts';
import { isPrepared } from '../../wall/words.ts';

type AssemblyState = Pick<Snapshot, 'registered' | 'quorum' | 'assembly'>;

/**
 * Returns a Spanish sentence with the coefficient required for the quorum and the missing part: 'Se requiere más de
 * 50,0000: falta más de 3,1234.'
 */
export function quorumNeed({ registered, quorum, assembly }: AssemblyState): string {
  // `required` is 0 in second call. The event with the 0 may arrive before the snapshot with `call`.
  if (assembly?.call === 2 || quorum.required === 0) {
    return quorum.reached
      ? 'Segunda convocatoria: basta con dos propietarios.'
      : 'Segunda convocatoria: se necesitan al menos dos propietarios.';
  }
  const needed = `Se requiere más de ${coefficientBeside(quorum.required, registered.coefficient)}`;
  if (quorum.reached) return `${needed}.`;
  if (registered.coefficient > quorum.required) return `${needed} y al menos dos propietarios: falta otro.`;
  return `${needed}: falta ${missingFigure({ registered, quorum })}.`;
}

/**
 * Returns Spanish title and detail of the notice on the operator's panel before the opening and after the end of an
 * assembly. `isOver`: true after the end. Null while the assembly goes on, and without an assembly.
 */
export function assemblyNotice(
  assembly: Snapshot['assembly'],
): { isOver: boolean; title: string; detail: string } | null {
  if (assembly === null) return null;
  if (assembly.closedAt !== null) {
    return {
      isOver: true,
      title: endedWords(assembly.closedAt),
      detail: 'Ya no se puede registrar ni votar. Sus resultados quedan para consulta.',
    };
  }
  if (assembly.openedAt === null) {
    return {
      isOver: false,
      title: 'La asamblea no se ha abierto.',
      detail: 'Se abre con el primer registro, con la primera votación o desde Asambleas.',
    };
  }
  return null;
}

/** State of a question on the operator's panel: open for votes, not opened yet, or closed. */
export type ConceptState = 'active' | 'prepared' | 'closed';

/**
 * Returns the state of a question for the operator's panel: open for votes (`active`), never opened (`prepared`),
 * or closed.
 */
export function questionState(concept: LiveConcept): ConceptState {
  if (concept.active === 1) return 'active';
  return concept.conceptId !== ATTENDANCE && isPrepared(concept) ? 'prepared' : 'closed';
}

/**
 * Returns the prepared question to open next: the first with a higher number than `after`, else the first prepared
 * question; null without a prepared question.
 * @param after question before the wanted question; null: the first prepared question
 */
export function nextQuestion(
  concepts: readonly LiveConcept[],
  after: LiveConcept | null,
): LiveConcept | null {
  const prepared = concepts.filter((one) => one !== after && questionState(one) === 'prepared');
  return prepared.find(({ conceptId }) => conceptId > (after?.conceptId ?? 0)) ?? prepared[0] ?? null;
}

/**
 * Returns the Spanish word for the state of a question: 'Activa', 'Preparada', or 'Cerrada: ' with the result.
 */
export function stateWord(concept: LiveConcept): string {
  const state = questionState(concept);
  if (concept.conceptId === ATTENDANCE) return state === 'active' ? 'Activo' : 'Inactivo';
  if (state === 'active') return 'Activa';
  if (state === 'prepared') return 'Preparada';
  const words = outcomeWords(concept);
  const half = words?.half ? ` (${words.half.toLowerCase()})` : '';
  return words ? `Cerrada: ${words.title}${half}` : 'Cerrada';
}

/**
 * Writes the turnout of a question in units, for the operator: '64 de 115 inmuebles registrados'.
 * @param voted number of units with a vote
 * @param registered number of registered units
 */
export function turnout(voted: number, registered: number): string {
  return `${count(voted)} de ${units(registered)} ${registered === 1 ? 'registrado' : 'registrados'}`;
}

/**
 * Returns a Spanish sentence for the operator about the votes annulled when units of a quorum check are freed: 'Se
 * anula 1 voto de la votación abierta.'
 * @param annulled number of votes
 */
export const releaseVotesWords = (annulled: number): string =>
  annulled === 1
    ? 'Se anula 1 voto de la votación abierta.'
    : `Se anulan ${votes(annulled)} de la votación abierta.`;

/**
 * Returns a Spanish sentence for the operator about the units left registered when units of a quorum check are
 * freed: 'Quedan 12 inmuebles, 34,5678: sigue habiendo quórum.'
 * @param after registered units and coefficient, and true if the quorum remains
 */
export const releaseLeftWords = ({ registered, quorum }: NonNullable<Released['after']>): string =>
  `${registered.apartments === 1 ? 'Queda' : 'Quedan'} ${units(registered.apartments)}, ${coefficient(registered.coefficient)}: ${quorum ? 'sigue habiendo quórum' : 'se pierde el quórum'}.`;

/**
 * Returns a Spanish sentence for the operator after unconfirmed units of a quorum check were freed: numbers of
 * freed units and of units left registered.
 * @param released number of released units
 * @param stayed number of units with a presence confirmed meanwhile
 */
export function releasedWords(released: number, stayed: number): string {
  const freed = `${released === 1 ? 'Se liberó' : 'Se liberaron'} ${units(released)}.`;
  if (stayed === 0) return freed;
  const stayedText =
    stayed === 1
      ? '1 inmueble confirmó mientras tanto y sigue registrado.'
      : `${units(stayed)} confirmaron mientras tanto y siguen registrados.`;
  return released === 0 ? stayedText : `${freed} ${stayedText}`;
}

/**
 * Returns a Spanish text about votes counted after a reopening although the owner of the unit may have
 * changed.
 * @param unsure ids of the units, at least one
 */
export const unsureOwnersWords = (unsure: readonly string[]): string =>
  `Después de votar se corrigió el dueño de ${new Intl.ListFormat('es').format(unsure)} y queda la duda de si es otra persona. ${unsure.length === 1 ? 'Su voto sigue' : 'Sus votos siguen'} contando. Si es otra persona, reverse el voto con un motivo: el inmueble vota de nuevo.`;

/**
 * Returns a Spanish sentence about the earlier votes after a reopening.
 * @param setAside number of votes not counted any more; 0: all earlier votes still count
 */
export const setAsideWords = (setAside: number): string =>
  setAside === 0
    ? 'Todos los votos de antes siguen contando.'
    : `${setAside === 1 ? 'Se aparta 1 voto' : `Se apartan ${votes(setAside)}`} de inmuebles que ya no están representados, que pesan distinto o, con un voto por propietario, que cambiaron de dueño. ${setAside === 1 ? 'Queda' : 'Quedan'} en el registro del cierre anterior; si un inmueble regresa, vota de nuevo.`;
