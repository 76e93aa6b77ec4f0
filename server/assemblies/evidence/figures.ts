import type { ActaFacts } from '../minutes/acta-facts.ts';

/** Converts a decimal coefficient of the wire to an integer in 10⁻⁹. */
const nanoOf = (coefficient: number): number => Math.round(coefficient * 1e9);

/**
 * Figures of an acta for programs (`cifras.json`, docs/why/evidence.md), from the facts of the acta. The verifiers
 * compute the figures again from the acts. Coefficients in 10⁻⁹.
 * @param jointIds the joint and its sectors, in the order of the acta's parts
 */
export const figuresOf = (facts: ActaFacts, jointIds: readonly number[]) => ({
  scaf: 'cifras/1',
  copropiedad: facts.jointName,
  partes: [facts.main, ...facts.sectors].map(({ attendance, questions }, i) => ({
    copropiedad: jointIds[i] ?? 0,
    presentes: attendance.present.map(({ apartmentId }) => apartmentId),
    votaciones: questions
      .filter(({ question }) => question.closedAt !== null)
      .map(({ question, result, votes }) => ({
        pregunta: question.conceptId,
        texto: question.description,
        regla: result.rule,
        punto: question.agendaItem,
        asunto: question.matter,
        estado: result.outcome?.status ?? null,
        respuestas: result.answers.map((one) => [
          ...[one.answerId, one.answerDescription, one.apartments, nanoOf(one.coefficient)],
        ]),
        votos: votes.map(({ apartmentId, answerId, coefficient }) => [apartmentId, answerId, coefficient]),
      })),
  })),
});
