/** How the blank vote is called in an election, as `plain` writes it. */
const BLANK = ['blanco', 'en blanco', 'voto en blanco'];

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * The number of the answer that is the blank vote unless the question says otherwise: the first one that is
 * called 'Blanco', 'En blanco' or 'Voto en blanco', case and accents forgiven (specification, section 5).
 * @param answers the texts in their order, numbered from 1
 * @returns null where none is
 */
export function blankAnswerAmong(answers: readonly string[]): number | null {
  const at = answers.findIndex((answer) => BLANK.includes(plain(answer)));
  return at === -1 ? null : at + 1;
}
