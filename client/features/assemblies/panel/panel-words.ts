import { endedWords } from '../../../../shared/assemblies/assembly-words.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../../../shared/assemblies/live.ts';
import { coefficientBeside, count, units } from '../../../lib/format.ts';
import { missingFigure, outcomeWords } from '../concept-words.ts';
import { isPrepared } from '../wall/wall-words.ts';

type Standing = Pick<Snapshot, 'registered' | 'quorum' | 'assembly'>;

/** What the quorum takes and what is missing, beside figures that already say what is there. */
export function quorumNeed({ registered, quorum, assembly }: Standing): string {
  // In second call nothing is required; an event can say so before a snapshot tells of the call.
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

/** Why nothing, or not everything, can be done in the assembly; null while it goes on. */
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

export type ConceptState = 'active' | 'prepared' | 'closed';

/** Where a concept is in its course. */
export function stateOf(concept: LiveConcept): ConceptState {
  if (concept.active === 1) return 'active';
  return concept.conceptId !== ATTENDANCE && isPrepared(concept) ? 'prepared' : 'closed';
}

/** The prepared question that comes after another one, or the first that is left; null where none is. */
export function nextQuestion(
  concepts: readonly LiveConcept[],
  after: LiveConcept | null,
): LiveConcept | null {
  const prepared = concepts.filter((one) => one !== after && stateOf(one) === 'prepared');
  return prepared.find(({ conceptId }) => conceptId > (after?.conceptId ?? 0)) ?? prepared[0] ?? null;
}

/** Where a concept is in its course, in a word; a closed question's is what became of it. */
export function stateWord(concept: LiveConcept): string {
  const state = stateOf(concept);
  if (concept.conceptId === ATTENDANCE) return state === 'active' ? 'Activo' : 'Inactivo';
  if (state === 'active') return 'Activa';
  if (state === 'prepared') return 'Preparada';
  const words = outcomeWords(concept);
  const half = words?.half ? ` (${words.half.toLowerCase()})` : '';
  return words ? `Cerrada: ${words.title}${half}` : 'Cerrada';
}

/** How many have voted of those registered: '64 de 115 inmuebles registrados'. */
export function turnout(voted: number, registered: number): string {
  return `${count(voted)} de ${units(registered)} ${registered === 1 ? 'registrado' : 'registrados'}`;
}
