import type { NextStep } from '../../../../../shared/assemblies/course/next-step.ts';
import { type AgendaItem, agendaItems, agendaLabel } from '../../../../../shared/assemblies/law/agenda.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import type { Assembly } from '../../../../../shared/properties/joints.api.ts';
import { conceptName } from '../../common/question-messages.ts';

const labels = {
  guide: 'Preparar la asamblea',
  wait: 'Preparar preguntas',
  open: 'Abrir la asamblea',
  panel: 'Ir al panel',
  register: 'Registrar asistencia',
  callAgain: 'Segunda convocatoria',
  end: 'Cerrar y descargar el acta',
  acta: 'Descargar el acta',
  none: '',
  prepare: '',
  verify: 'Verificar quórum',
  ask: 'Escribir la pregunta',
  repeat: 'Repetir entre los empatados',
} as const;

/**
 * Returns the Spanish label of the button for the next step.
 * @param shown question in the centre of the panel; a button about another question names the question
 */
export function stepLabel(step: NextStep, shown: LiveConcept | null): string {
  switch (step.act) {
    case 'point':
      return `Abrir punto ${step.point.number}`;
    case 'vote':
      return `Abrir ${conceptName(step.concept.conceptId)}`;
    case 'closeVote':
      return step.concept.conceptId === shown?.conceptId
        ? 'Cerrar votación'
        : `Cerrar ${conceptName(step.concept.conceptId)}`;
    case 'lot':
      return `Anotar el sorteo de ${conceptName(step.concept.conceptId)}`;
    default:
      return labels[step.act];
  }
}

/** Returns the point of the agenda after the current point: the first before any point. Null after the last point. */
export function pointAfter(assembly: Assembly | null): AgendaItem | null {
  const items = agendaItems(assembly?.agenda);
  return items[items.findIndex(({ number }) => number === assembly?.point?.number) + 1] ?? null;
}

/** Returns a Spanish line below the button: the effect of the step, or the step after. Null without a line. */
export function afterWords(step: NextStep, assembly: Assembly | null): string | null {
  const following = pointAfter(assembly);
  switch (step.act) {
    case 'verify':
      return 'La hora y la cifra quedan en el acta.';
    case 'point':
      return agendaLabel(step.point);
    case 'ask':
    case 'vote':
    case 'closeVote':
      return following === null ? null : `Después: punto ${agendaLabel(following)}`;
    case 'lot':
      return 'Haga el sorteo ante todos y anótelo.';
    case 'end':
      return 'Al cerrar se descarga el borrador del acta.';
    case 'none':
      return 'La copropiedad abre los puntos y cierra la asamblea.';
    default:
      return null;
  }
}

/** Returns the Spanish title of the panel's centre without a question. Null for the words of the assembly's state. */
export function stepTitle(step: NextStep, assembly: Assembly | null): string | null {
  const point = assembly?.point ?? null;
  switch (step.act) {
    case 'register':
      return 'Todavía no hay quórum.';
    case 'callAgain':
      return 'No hubo quórum en la primera convocatoria.';
    case 'verify':
      return 'Ya hay quórum.';
    case 'end':
      return 'Todo quedó decidido.';
    case 'repeat':
    case 'lot':
      return `Empate en ${conceptName(step.concept.conceptId)}`;
    case 'point':
    case 'ask':
    case 'vote':
      return point === null ? 'No hay votación activa' : agendaLabel({ ...point, details: [] });
    default:
      return null;
  }
}
