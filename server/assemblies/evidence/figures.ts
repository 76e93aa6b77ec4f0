import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { ActaFacts, DeletedQuestion } from '../minutes/acta-facts.ts';

/** Converts a decimal coefficient of the API to an integer in 10⁻⁹. */
const nanoOf = (coefficient: number): number => Math.round(coefficient * 1e9);

/**
 * Returns the figures of an acta as data for programs (file `cifras.json` of the expediente, docs/why/evidence.md):
 * units present, votes and results. Verifiers compute the same figures again from the acts. Coefficients are
 * integers of 10⁻⁹.
 * @param jointIds the joint and its sectors, in the order of the acta's parts
 */
export const figuresOf = (facts: ActaFacts, jointIds: readonly number[]) => ({
  scaf: 'cifras/1',
  copropiedad: facts.jointName,
  partes: [facts.main, ...facts.sectors].map(({ attendance, questions, deleted }, i) => ({
    copropiedad: jointIds[i] ?? 0,
    presentes: attendance.present.map(({ apartmentId }) => apartmentId),
    votaciones: questions
      .filter(({ question }) => question.closedAt !== null)
      .map(({ question, result, votes }) => ({
        ...closedFigures(question, result),
        votos: votes.map(({ apartmentId, answerId, coefficient }) => [apartmentId, answerId, coefficient]),
      })),
    // Result announced by the last closing. The deletion annulled the votes.
    eliminadas: deleted.flatMap((question) =>
      question.closings.slice(-1).map((result) => closedFigures(question, result)),
    ),
  })),
});

const closedFigures = (
  question: Pick<DeletedQuestion, 'conceptId' | 'description' | 'agendaItem' | 'matter'>,
  result: Pick<LiveConcept, 'rule' | 'answers' | 'outcome'>,
) => ({
  pregunta: question.conceptId,
  texto: question.description,
  regla: result.rule,
  punto: question.agendaItem,
  asunto: question.matter,
  estado: result.outcome?.status ?? null,
  respuestas: result.answers.map((one) => [
    ...[one.answerId, one.answerDescription, one.apartments, nanoOf(one.coefficient)],
  ]),
});
