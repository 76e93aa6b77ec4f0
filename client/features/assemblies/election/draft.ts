import type { Concept, NewAnswer } from '../../../../shared/assemblies/concepts.api.ts';
import { type ElectionMethod, MOST_NAMES } from '../../../../shared/assemblies/elections/election.ts';

/** Candidates of an election of several seats as typed in the form for a question. */
export interface ElectionDraft {
  method: ElectionMethod;
  /** Names of the candidates, a name per line. Used by the method `nominal`. */
  candidates: string;
  /** Lists of candidates. Used by the method `quotient`. */
  lists: readonly ListDraft[];
  /** True if the ballot offers a blank vote. */
  hasBlank: boolean;
}

/** List of candidates (plancha) as typed in the form for an election: title, and names. */
export interface ListDraft {
  /** Name of the list: 'Plancha 1'. */
  title: string;
  /** Names of the candidates, a name per line. */
  names: string;
}

/** Initial content of the form for the candidates of a new election: two lists without names, and a blank vote. */
export const emptyElection: ElectionDraft = {
  method: 'quotient',
  candidates: '',
  lists: [
    { title: 'Plancha 1', names: '' },
    { title: 'Plancha 2', names: '' },
  ],
  hasBlank: true,
};

/** Text of the blank vote, as an answer of an election. */
export const BLANK_VOTE = 'Voto en blanco';
/** Maximum number of answers of a question, including the blank vote. */
const MOST_ANSWERS = 20;

/**
 * Splits a pasted text of candidates into names, a line each: '1. Ana' gives 'Ana'. Removes list numbers, bullets
 * and extra spaces.
 */
export const namesIn = (text: string): string[] =>
  text
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^(?:\d{1,3}\s*[.)°ºª:-]+|[-*•·–—])\s*/, ''),
    )
    .filter((line) => line !== '');

/** Returns the Spanish error about the typed candidates of an election, for example a missing name. Null if valid. */
export function faultOf({ method, candidates, lists, hasBlank }: ElectionDraft): string | null {
  const most = MOST_ANSWERS - (hasBlank ? 1 : 0);
  if (method === 'nominal') {
    const names = namesIn(candidates);
    if (names.length === 0) return 'Escriba los candidatos, uno por línea.';
    return names.length > most ? `Caben hasta ${most} candidatos.` : null;
  }
  if (lists.length === 0) return 'Agregue al menos una plancha.';
  for (const { title, names } of lists) {
    const quantity = namesIn(names).length;
    const name = title.trim() || 'La plancha';
    if (title.trim() === '') return 'Escriba cómo se llama cada plancha.';
    if (quantity === 0) return `${name}: escriba sus nombres en orden, uno por línea.`;
    if (quantity > MOST_NAMES) return `${name}: caben hasta ${MOST_NAMES} nombres.`;
  }
  return null;
}

/**
 * Converts the typed candidates of an election to the fields of a request for a question: answers in order, method,
 * and id of the blank vote (null without a blank vote).
 */
export function optionsOfDraft({ method, candidates, lists, hasBlank }: ElectionDraft): {
  answers: NewAnswer[];
  method: ElectionMethod;
  blankAnswerId: number | null;
} {
  const electable: NewAnswer[] =
    method === 'nominal'
      ? namesIn(candidates).map((answerDescription) => ({ answerDescription }))
      : lists.map(({ title, names }) => ({
          answerDescription: title.replace(/\s+/g, ' ').trim(),
          names: namesIn(names),
        }));
  const answers = hasBlank ? [...electable, { answerDescription: BLANK_VOTE }] : electable;
  return { answers, method, blankAnswerId: hasBlank ? answers.length : null };
}

/**
 * Converts a stored election to the texts of the form, to edit the candidates: a name per line. With the method
 * `nominal` each answer is a candidate; with `quotient` each answer is a list.
 */
export function draftOfElection({ answers, method = 'nominal', blankAnswerId }: Concept): ElectionDraft {
  const electable = answers.filter(({ answerId }) => answerId !== blankAnswerId);
  return {
    ...emptyElection,
    method,
    hasBlank: blankAnswerId !== null,
    ...(method === 'nominal'
      ? { candidates: electable.map(({ answerDescription }) => answerDescription).join('\n') }
      : {
          lists: electable.map(({ answerDescription, names = [] }) => ({
            title: answerDescription,
            names: names.join('\n'),
          })),
        }),
  };
}
