import {
  capitalized,
  coefficient,
  count,
  counted,
  date,
  dateTime,
  exactTime,
  formatCoefficientExact,
} from '../../format.ts';
import type { ElectionOutcome } from './outcome.ts';

/**
 * Result of an election together with the texts of the answers: input of the functions for Spanish words about
 * elections.
 */
export interface ToldElection {
  election: ElectionOutcome;
  /** Answers of the question: number, text, and votes as coefficient in the table's units. */
  answers: readonly { answerId: number; answerDescription: string; coefficient: number }[];
}

const listFormat = new Intl.ListFormat('es', { type: 'conjunction' });

const seatsWords = (quantity: number): string => counted(quantity, 'puesto');

const answerText = ({ answers }: Pick<ToldElection, 'answers'>, answerId: number): string =>
  answers.find((answer) => answer.answerId === answerId)?.answerDescription ?? '';

const waysWords = {
  quotient: 'por cuociente',
  remainder: 'por residuo',
  votes: 'por votos',
  lot: 'por sorteo',
} as const;

/** Spanish name, explanation and legal source of each method of election. */
export const methodWords = {
  nominal: {
    name: 'Nominal',
    text: 'Cada papeleta lleva hasta tantos nombres como puestos. Los más votados ganan y los siguientes son suplentes, en orden.',
    source: 'Ley 675 de 2001, arts. 38 y 53, y el reglamento',
  },
  quotient: {
    name: 'Cuociente electoral',
    text: 'Los votos válidos, con los blancos, se dividen por los puestos. Cada plancha recibe un puesto por cada vez que el cuociente cabe en sus votos; los que quedan van a los residuos más altos, y un empate lo decide la suerte.',
    source: 'Código de Comercio, art. 197',
  },
} as const;

/** Filled seat of an election as a row of a table on screens and in reports, with Spanish words. */
export interface SeatRow {
  /** Number of the seat, from 1. */
  seat: number;
  /** Name of the elected person. */
  name: string;
  /** Name of the person's list. Empty if nominal. */
  list: string;
  /** Reason for the seat in Spanish: 'por cuociente'. For an alternate: the name of the person replaced. */
  how: string;
  /** Acceptance in Spanish: 'Aceptó', 'Aceptó desde su sesión' or 'Por aceptar'. */
  acceptance: string;
  /** Votes of the name as coefficient. Null for lists. */
  coefficient: number | null;
}

/** Returns the occupied seats as rows for screens and reports, in the order of assignment. */
export function seatRows(toldElection: ToldElection): SeatRow[] {
  const { election, answers } = toldElection;
  const isByLists = election.method === 'quotient';
  return election.elected.map(({ seat, answerId, name, by, isAlternate, insteadOf, ...answer }) => ({
    seat,
    name,
    list: isByLists ? answerText(toldElection, answerId) : '',
    how: isAlternate ? `suplente, en lugar de ${insteadOf ?? 'quien no aceptó'}` : waysWords[by],
    acceptance: acceptanceWords(answer),
    coefficient: isByLists
      ? null
      : (answers.find((answer) => answer.answerId === answerId)?.coefficient ?? null),
  }));
}

/** Returns the answer of an elected person in Spanish: 'Aceptó', 'Aceptó desde su sesión' or 'Por aceptar'. */
export const acceptanceWords = ({
  acceptance,
  ...answer
}: Pick<ElectionOutcome['elected'][number], 'acceptance' | 'ownAnswer' | 'afterEnd'>): string =>
  acceptance === 'accepted' ? `Aceptó${answerWords(answer)}` : 'Por aceptar';

/** Returns words about the way and the time of an answer: ' desde su sesión (anotado después del fin …)'. */
const answerWords = ({ ownAnswer, afterEnd }: { ownAnswer?: true; afterEnd?: true }): string =>
  `${ownAnswer ? ' desde su sesión' : ''}${afterEnd ? ` (anotado ${AFTER_END})` : ''}`;

/**
 * Returns the names of the elected, 'Ana, Beto y Carla'. Empty without an election of several seats, and while a lot is
 * missing.
 */
export const electedNames = (election: ElectionOutcome | undefined): string =>
  listFormat.format(election?.ties.length === 0 ? election.elected.map(({ name }) => name) : []);

/**
 * Returns the alternates of an election in order as a Spanish text: '1. Clara; 2. Beto', or by list: 'Plancha 1:
 * Clara, Beto'. Empty without alternates.
 */
export function alternatesWords(toldElection: ToldElection): string {
  const { alternates, method } = toldElection.election;
  if (method === 'nominal') return alternates.map(({ name }, i) => `${i + 1}. ${name}`).join('; ');
  const lists = [...new Set(alternates.map(({ answerId }) => answerId))];
  return lists
    .map((id) => {
      const names = alternates.filter(({ answerId }) => answerId === id).map(({ name }) => name);
      return `${answerText(toldElection, id)}: ${names.join(', ')}`;
    })
    .join('; ');
}

/** Formats a coefficient with four decimals, or exactly, with the rest of a billionth in parts of the seats. */
function figure(value: number, over: number, seats: number, isExact: boolean): string {
  if (!isExact) return coefficient(value);
  return `${formatCoefficientExact(value)}${over === 0 ? '' : ` y ${over}/${seats} de milmillonésima`}`;
}

/**
 * Writes the calculation of an election by lists in Spanish: a line for the quotient (valid votes by seats), then a
 * line per list.
 * @param isExact with all decimals, for the acta and for checks
 */
export function sumLines(toldElection: ToldElection, isExact = false): string[] {
  const { election } = toldElection;
  const { quotient, lists, seats, valid } = election;
  if (quotient === null) return [];
  // If four decimals do not separate the remainders, writes all decimals.
  const short = lists.map(({ remainder }) => coefficient(remainder));
  const isWhole =
    isExact || new Set(short).size < new Set(lists.map((one) => `${one.remainder}/${one.over}`)).size;
  const say = (value: number, over: number) => figure(value, over, seats, isWhole);
  return [
    `Votos válidos ${say(valid, 0)} ÷ ${seatsWords(seats)} = cuociente ${say(quotient.value, quotient.over)}.`,
    ...lists.map((list) => {
      const by = [
        list.seats > 0 ? `${count(list.seats)} por cuociente` : '',
        list.byRemainder > 0 ? `${count(list.byRemainder)} por residuo` : '',
      ].filter(Boolean);
      const won = list.seats + list.byRemainder;
      const short =
        list.whole > list.seats
          ? ` (el cuociente cabe ${count(list.whole)} veces y la plancha no tiene más nombres)`
          : '';
      return `${answerText(toldElection, list.answerId)}: votos ${say(list.votes, 0)}, residuo ${say(list.remainder, list.over)}; ${
        won === 0 ? 'ningún puesto' : `${seatsWords(won)}: ${by.join(' y ')}`
      }${short}.`;
    }),
  ];
}

const AFTER_END = 'después del fin de la asamblea';

/** Returns the sentences about the lots of a closing: drawn order and person. */
function lotLines(toldElection: ToldElection): string[] {
  return toldElection.election.lots.map(({ order, how, at, by, afterEnd }) => {
    const names = listFormat.format(order.map((id) => answerText(toldElection, id)));
    const when = afterEnd ? `${AFTER_END}, el ${dateTime(at)}` : `a las ${exactTime(at)}`;
    return `Sorteo anotado ${when}${by === null ? '' : ` por ${by}`}, en este orden: ${names}. ${capitalized(how.replace(/[.]$/, ''))}.`;
  });
}

function declinedLines({ election: { declined } }: ToldElection): string[] {
  if (declined.length === 0) return [];
  const names = listFormat.format(declined.map(({ name, ...answer }) => `${name}${answerWords(answer)}`));
  return [`No ${declined.length === 1 ? 'aceptó' : 'aceptaron'}: ${names}.`];
}

/** Returns the sentence about the term of the elected, if the law sets the term. */
const termLines = ({ elected, termUntil }: ElectionOutcome): string[] =>
  termUntil === undefined || elected.length === 0
    ? []
    : [
        `Período: un año, hasta el ${date(`${termUntil}T12:00:00Z`)} (Ley 675 de 2001, art. 58, parágrafo 1).`,
      ];

/**
 * Returns the Spanish sentences about lots drawn and offices declined after an earlier closing, with the resulting
 * seats. Empty without lots and declines.
 */
export function notedLines(toldElection: ToldElection): string[] {
  const seats = seatRows(toldElection).map(({ name, how }) => `${name}, ${how}`);
  const people = seats.length === 0 ? 'nadie quedó en los puestos' : `quedaron ${seats.join('; ')}`;
  return [...lotLines(toldElection), ...declinedLines(toldElection), `Con eso ${people}.`];
}

/**
 * Returns the remarks about an election, a sentence each: missing or drawn lots, declines, vacant seats, and legal
 * remarks.
 */
export function electionNotes(toldElection: ToldElection): string[] {
  const { election, answers } = toldElection;
  const names = (ids: readonly number[]) => listFormat.format(ids.map((id) => answerText(toldElection, id)));
  const halves = election.elected.filter(({ passesHalf }) => passesHalf === false).map(({ name }) => name);
  // A leading blank vote is first.
  const [, best = 0] = answers.map((answer) => answer.coefficient).sort((a, b) => b - a);
  return [
    ...election.ties.map(({ answerIds, seats }) =>
      seats > 0
        ? `Empatan ${names(answerIds)} por ${seatsWords(seats)}: lo decide la suerte, ante todos.`
        : `Empatan ${names(answerIds)}: la suerte decide el orden de los suplentes.`,
    ),
    ...lotLines(toldElection),
    ...declinedLines(toldElection),
    ...termLines(election),
    ...(election.vacant === 0
      ? []
      : [
          `${election.vacant === 1 ? 'Queda 1 puesto' : `Quedan ${count(election.vacant)} puestos`} sin proveer.`,
        ]),
    ...(election.blankLeads
      ? [
          `El voto en blanco reunió más que ${election.method === 'nominal' ? 'cualquier candidato' : 'cualquier plancha'}${best > 0 ? `: el más votado tiene ${coefficient(best)}` : ''}.`,
        ]
      : []),
    ...(halves.length === 0
      ? []
      : [
          `No ${halves.length === 1 ? 'pasa' : 'pasan'} de la mitad de lo representado (art. 45), lo que vale solo si el reglamento lo prevé: ${listFormat.format(halves)}.`,
        ]),
  ];
}
