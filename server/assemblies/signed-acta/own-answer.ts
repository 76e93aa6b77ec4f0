import type { LiveConcept } from '../../../shared/assemblies/live.ts';

/** Returns the chosen answers of a vote in words: 'Sí', or 'ANA RUIZ, LUIS PAZ' for a vote with several names. */
export function answerWords(
  answers: LiveConcept['answers'],
  { answer_id, choices }: { answer_id: number; choices: string | null },
): string {
  const ids = choices === null ? [answer_id] : choices.split(',').map(Number);
  return ids
    .map((id) => answers.find(({ answerId }) => answerId === id)?.answerDescription ?? String(id))
    .join(', ');
}
