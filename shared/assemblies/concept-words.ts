import { bareText } from '../bare-text.ts';
import {
  coefficient,
  coefficientBeside,
  count,
  exactTime,
  percentBeside,
  time,
  units,
  votes,
} from '../format.ts';
import { conceptName } from './concept-names.ts';
import { ATTENDANCE } from './concepts.api.ts';
import type { ElectionOutcome } from './elections/outcome.ts';
import { notedLines } from './elections/words.ts';
import { isOfRoll, lineOf, type Majority, needsRoom, type Rule } from './law/majority.ts';
import type { LiveConcept, Outcome, QuestionInterval, Snapshot } from './live.ts';
import { lineWords, percentSign, perWhom, ruleNames } from './rule-words.ts';

/** Returns name and text of a concept in a line, for lists: 'VOTACIÓN 3' with the question's text. */
export function conceptLabel(concept: { conceptId: number; conceptDescription: string }): string {
  const name = conceptName(concept.conceptId);
  return concept.conceptId === ATTENDANCE ? name : `${name} - ${concept.conceptDescription}`;
}

const SHORT_TEXT = 80;

/**
 * Returns the label of `conceptLabel`, cut after 80 characters with '…', for lists and dialogs with the full text
 * elsewhere.
 */
export function shortLabel(concept: { conceptId: number; conceptDescription: string }): string {
  const label = conceptLabel(concept);
  return label.length > SHORT_TEXT ? `${label.slice(0, SHORT_TEXT).trimEnd()}…` : label;
}

/**
 * True for a question opened and closed, with a result. False for attendance, and for open or never
 * opened questions.
 */
export const isClosed = ({ conceptId, active, outcome }: LiveConcept): boolean =>
  conceptId !== ATTENDANCE && active === 0 && outcome !== null && outcome.status !== 'open';

/**
 * Returns the last closed question in the order of the list, for a screen between two questions. The order is by
 * number, not by time. Null without a closed question.
 */
export const lastClosed = (concepts: readonly LiveConcept[]): LiveConcept | null =>
  concepts.findLast(isClosed) ?? null;

/**
 * Returns the Spanish name of a question's rule for screens and reports: 'Mayoría calificada', 'Un voto por
 * inmueble'.
 */
export const ruleName = ({ rule, votePer }: Majority & { rule: Rule }): string =>
  rule === 'perUnit' && votePer === 'owner' ? 'Un voto por propietario' : ruleNames[rule];

/**
 * Returns a Spanish sentence about owners with different answers for several units, in a question with a single
 * vote for each owner: the vote of the owner counts for no answer. Null if every owner's votes agree.
 */
export function dividedWords({ divided }: Pick<LiveConcept, 'divided'>): string | null {
  if (divided === undefined) return null;
  return divided === 1
    ? 'Un propietario votó distinto con sus inmuebles: su voto no cuenta para ninguna respuesta.'
    : `${count(divided)} propietarios votaron distinto con sus inmuebles: sus votos no cuentan para ninguna respuesta.`;
}

/** Spanish title and sentence about a state (for example the quorum), for a screen. `isGood` selects the colour. */
export interface Words {
  /** Short heading. */
  title: string;
  /** Sentence below the heading. */
  detail: string;
  /** True for a good state, shown in green; false for other colours. */
  isGood: boolean;
}

/** Spanish words for the result of a question, for screens and reports. */
export interface OutcomeWords extends Words {
  /** Share of the deciding answer: '61,98 %'. Empty without a decision. */
  figure: string;
  /** Sentence about the threshold that the answer had to pass. Empty without a decision. */
  line: string;
  /**
   * For an election: comparison of the winner's votes with half of the represented coefficient, for layouts with
   * room for the title alone. Empty for other questions.
   */
  half: string;
  /** For an election: sentence about a blank vote with more votes than every other answer. Else empty; also in `detail`. */
  blank: string;
}

const NO_FIGURES = { half: '', figure: '', line: '', blank: '' };

/**
 * Describes the quorum in Spanish: title ('Hay quórum' or 'No hay quórum'), and detail with the requirement, the
 * represented coefficient and the missing part.
 */
export function quorumWords({
  registered,
  quorum,
  assembly,
}: Pick<Snapshot, 'registered' | 'quorum' | 'assembly'>): Words {
  const represented = coefficientBeside(registered.coefficient, quorum.required);
  const here = `${represented} de coeficiente en ${units(registered.apartments)}`;
  // `required` is 0 in second call. The event with the 0 may arrive before the snapshot with `call`.
  if (assembly?.call === 2 || quorum.required === 0) {
    return quorum.reached
      ? {
          title: 'Hay quórum',
          detail: `Segunda convocatoria: basta con la presencia de dos propietarios. Están representados ${here}.`,
          isGood: true,
        }
      : {
          title: 'No hay quórum',
          detail: `Segunda convocatoria: se requieren al menos dos propietarios. ${
            registered.apartments === 0 ? 'Todavía no ha llegado nadie' : `Están representados ${here}`
          }.`,
          isGood: false,
        };
  }
  const needed = `Se requiere más de ${coefficientBeside(quorum.required, registered.coefficient)}`;
  if (registered.apartments === 0) {
    return { title: 'No hay quórum', detail: `${needed}; todavía no ha llegado nadie.`, isGood: false };
  }
  if (quorum.reached) {
    return { title: 'Hay quórum', detail: `${needed}; están representados ${here}.`, isGood: true };
  }
  const missing =
    registered.coefficient > quorum.required
      ? 'faltan más propietarios: se necesitan al menos dos'
      : `falta ${missingFigure({ registered, quorum })}`;
  return {
    title: 'No hay quórum',
    detail: `${needed}; están representados ${here}: ${missing}.`,
    isGood: false,
  };
}

/**
 * Returns a Spanish sentence about the missing part of the quorum: 'Faltan más de 3,1234 para el quórum.' With
 * enough coefficient but a single owner: 'Faltan más propietarios para el quórum.'
 */
export function missingWords({ registered, quorum }: Pick<Snapshot, 'registered' | 'quorum'>): string {
  if (quorum.required === 0 || registered.coefficient > quorum.required)
    return 'Faltan más propietarios para el quórum.';
  const missing = missingFigure({ registered, quorum });
  return missing.startsWith('más') ? `Faltan ${missing} para el quórum.` : `Falta ${missing} para el quórum.`;
}

/**
 * Formats the coefficient missing for the quorum in first call: 'más de 50,0000', because exactly half is not
 * enough. With exactly half present: the smallest missing coefficient.
 */
export function missingFigure({ registered, quorum }: Pick<Snapshot, 'registered' | 'quorum'>): string {
  const toHalf = quorum.required - registered.coefficient;
  return toHalf <= 0 ? coefficientBeside(quorum.missing, 0) : `más de ${coefficientBeside(toHalf, 0)}`;
}

/** Fields of a question that the words of the result need. */
type OutcomeParts = Pick<
  LiveConcept,
  'active' | 'rule' | 'threshold' | 'votePer' | 'outcome' | 'answers' | 'announced' | 'deleted'
>;

/**
 * Returns the Spanish words for the result of a question: title, share, and required majority. Null without a
 * result. For a qualified majority in a mixed assembly, the words name both the votes in the room and all votes.
 */
export function outcomeWords(concept: OutcomeParts): OutcomeWords | null {
  const { outcome, announced, deleted } = concept;
  if (!outcome) return null;
  const { announced: _, deleted: __, ...rest } = concept;
  if (deleted !== undefined) {
    const words = outcomeWords(rest);
    return words && { ...words, title: `Eliminada. Se había anunciado: ${words.title}`, isGood: false };
  }
  if (announced !== undefined) {
    const words = outcomeWords(rest);
    return words && { ...words, detail: `${words.detail} ${announcedWords(rest, announced)}`.trim() };
  }
  if (concept.active === 1 || outcome.status === 'open') {
    return concept.active === 1
      ? {
          title: 'Votación abierta',
          detail: 'El resultado se conoce al cerrarla.',
          isGood: true,
          ...NO_FIGURES,
        }
      : null;
  }
  const deciding = concept.answers.find((one) => one.answerId === outcome.answerId);
  const answer = deciding?.answerDescription;
  const inRoom =
    deciding && needsRoom(concept.rule) && outcome.mode === 'mixed'
      ? `, con los votos dados en el salón (${coefficientBeside(deciding.inRoom, deciding.coefficient)})${deciding.inRoom === deciding.coefficient ? '' : `; con todos los votos suma ${coefficientBeside(deciding.coefficient, deciding.inRoom)}`}`
      : '';
  const figure = percentBeside(outcome.share, lineOf(concept));
  const part = `${figure} ${baseWords(concept, outcome.base)}${inRoom}`;
  if (outcome.status === 'indicative') {
    const answerText = answer ? `«${answer}»: ${part}. ` : '';
    return {
      ...inDoubt(outcome, { title: 'Votación indicativa', isGood: false }),
      detail: `${outcome.unverified ? `${UNVERIFIED} ` : ''}${answerText}${UNDECIDABLE}`,
      ...NO_FIGURES,
      figure: answer ? figure : '',
    };
  }
  if (outcome.election) {
    const title = inDoubt(outcome, seatsTitle(outcome.status, outcome.election));
    return { ...title, detail: outcome.unverified ? UNVERIFIED : '', ...NO_FIGURES };
  }
  const elected = outcome.status === 'elected' ? electedWords(outcome) : { half: '', more: '' };
  const detail = answer ? `«${answer}»: ${part}.${elected.more}` : '';
  const blank = outcome.status === 'elected' || outcome.status === 'tied' ? blankLeadWords(concept) : '';
  const outcomeText =
    outcome.status === 'noVotes'
      ? ''
      : isAllBlank(concept)
        ? 'Todos los votos son en blanco.'
        : `${outcome.status === 'tied' ? tiedWords(concept) : detail} ${blank}`.trim();
  return {
    ...inDoubt(outcome, closed(concept.rule, outcome, answer)),
    detail: outcome.unverified ? `${UNVERIFIED} ${outcomeText}`.trim() : outcomeText,
    ...NO_FIGURES,
    half: elected.half,
    blank,
    ...(deciding && isDecision(outcome)
      ? { figure, line: lineWords(concept, outcome, inRoom ? deciding.inRoom : deciding.coefficient) }
      : {}),
  };
}

/** Returns the sentences below a verdict shown with share and half: the required majority, else the detail. */
export const belowVerdict = ({ line, blank, detail }: OutcomeWords): string =>
  line === '' ? detail : `${line} ${blank}`.trim();

/** Sentence added to the result of a matter of Ley 675, art. 46, in a virtual assembly. */
const UNDECIDABLE = 'No puede decidirse aquí (art. 46).';

/** Sentence added to the result of a closing with more counted votes than represented units. */
const UNVERIFIED =
  'Los votos contados no caben en lo representado: revise la bitácora antes de usar el resultado.';

const inDoubt = (
  { unverified }: Outcome,
  words: Pick<Words, 'title' | 'isGood'>,
): Pick<Words, 'title' | 'isGood'> =>
  unverified ? { title: `${words.title} (por verificar)`, isGood: false } : words;

/**
 * Returns the title of the result of an election of several seats by votes and lots. elections/words.ts adds the
 * people and the declines.
 */
function seatsTitle(
  status: Outcome['status'],
  { seats, elected, given = elected.length, lots }: ElectionOutcome,
): Pick<Words, 'title' | 'isGood'> {
  if (status === 'tied') return { title: 'Empate: falta el sorteo', isGood: false };
  if (given === 0) return { title: 'Nadie fue elegido', isGood: false };
  const isFull = given === seats;
  const lot = lots.length > 0 ? ', con sorteo' : '';
  return { title: `${isFull ? seats : `${given} de ${seats}`} puestos elegidos${lot}`, isGood: isFull };
}

const isDecision = ({ status }: Outcome): boolean =>
  status === 'approved' || status === 'rejected' || status === 'elected';

/**
 * Returns the words for the winner of an election: more than half of the represented coefficient or not (Ley 675,
 * art. 45). Empty for old closings without `passesHalf`.
 */
function electedWords({ passesHalf }: Outcome) {
  if (passesHalf === null) return { half: '', more: '' };
  return passesHalf
    ? { half: 'Pasa de la mitad', more: ' Pasa de la mitad de lo representado.' }
    : {
        half: 'No pasa de la mitad',
        more: ' No pasa de la mitad de lo representado (art. 45): vale solo si el reglamento lo prevé.',
      };
}

/** Returns the sentence about a blank vote of an election with more votes than every other answer. Else empty. */
function blankLeadWords({ answers, outcome }: Pick<LiveConcept, 'answers' | 'outcome'>): string {
  const blank = answers.find(({ answerId }) => answerId === outcome?.blankAnswerId);
  const isLeading = blank && answers.every((one) => one === blank || one.coefficient < blank.coefficient);
  return isLeading ? `«${blank.answerDescription}» reunió más: ${coefficient(blank.coefficient)}.` : '';
}

/** True if every vote of an election is blank, so that no answer won. */
function isAllBlank({ rule, outcome }: Pick<LiveConcept, 'rule' | 'outcome'>): boolean {
  return rule === 'election' && outcome?.status === 'rejected';
}

/** Returns the words for the base of the share, by rule. */
function baseWords(
  concept: Pick<LiveConcept, 'rule' | 'threshold' | 'votePer'>,
  base: Outcome['base'],
): string {
  if (concept.rule === 'perUnit') return `de ${votes(base.apartments)} representados${perWhom(concept)}`;
  if (isOfRoll(concept)) return `de ${coefficient(base.coefficient)}, el total de la copropiedad`;
  return `de ${coefficient(base.coefficient)} representados`;
}

function closed(
  rule: LiveConcept['rule'],
  outcome: Outcome,
  answer: string | undefined,
): Pick<Words, 'title' | 'isGood'> {
  switch (outcome.status) {
    case 'approved':
      return { title: 'Aprobada', isGood: true };
    case 'rejected':
      return { title: rule === 'election' ? 'Nadie fue elegido' : 'No aprobada', isGood: false };
    case 'elected':
      return { title: answer ? `Elegida: ${answer}` : 'Elegida', isGood: outcome.passesHalf !== false };
    case 'tied':
      return { title: 'Empate', isGood: false };
    case 'noQuorum':
      return { title: 'Sin quórum', isGood: false };
    default:
      return { title: 'Sin votos', isGood: false };
  }
}

/** Result of a question as a simple Spanish sentence for everybody, and the exact share beside the sentence. */
export interface VerdictWords {
  /**
   * 'Sí ganó: 7 de cada 10; bastaba más de la mitad', 'Sí 66,86 %: no alcanzó el 70 %'. Other results than approved
   * and rejected: the title, 'Elegida: Ana', 'Empate'.
   */
  sentence: string;
  /** Exact share and base: '70,30 % de lo representado'. Empty without a deciding answer. */
  beside: string;
}

/**
 * Returns the result of a question as a simple sentence ('Sí ganó: 7 de cada 10; bastaba más de la mitad'), for
 * wall, phones and mails. Null without a result. The rounded share never crosses the required majority, and '10 de
 * cada 10' only means 100 %.
 */
export function verdictWords(concept: OutcomeParts): VerdictWords | null {
  const words = outcomeWords(concept);
  if (words === null) return null;
  const { outcome, deleted, answers } = concept;
  const answer = answers.find(({ answerId }) => answerId === outcome?.answerId)?.answerDescription;
  const beside = words.figure && `${words.figure} ${shareOf(concept)}`;
  const isPlain = deleted === undefined && !outcome?.unverified && concept.rule !== 'election';
  if (!outcome || answer === undefined || !isPlain || !words.figure) {
    return { sentence: words.title, beside };
  }
  const who = sameText(answer) === 'si' ? 'Sí' : `«${answer}»`;
  if (outcome.status === 'rejected') {
    return { sentence: `${who} ${words.figure}: ${missedWords(concept)}`, beside };
  }
  const part = partWords(outcome.share, lineOf(concept));
  return {
    sentence: `${who} ganó: ${part ?? words.figure}; ${passedWords(concept)}`,
    beside,
  };
}

/**
 * Returns a winning share (0 to 1) as 'N de cada 10', else 'N de cada 100'. Null if both round to the line or to the
 * whole.
 */
function partWords(share: number, line: number): string | null {
  for (const of of [10, 100]) {
    const part = Math.round(share * of);
    if (part / of === share || (part / of > line && part < of)) return `${part} de cada ${of}`;
  }
  return null;
}

function passedWords({ rule, threshold }: OutcomeParts): string {
  if (rule === 'qualified') return 'bastaba el 70 %';
  if (rule === 'unanimous') return 'se requería todo';
  return threshold === undefined ? 'bastaba más de la mitad' : `bastaba más del ${percentSign(threshold)}`;
}

function missedWords({ rule, threshold }: OutcomeParts): string {
  if (rule === 'qualified') return 'no alcanzó el 70 %';
  if (rule === 'unanimous') return 'no alcanzó el 100 %';
  return threshold === undefined ? 'no pasó de la mitad' : `no pasó del ${percentSign(threshold)}`;
}

function shareOf(concept: OutcomeParts): string {
  if (concept.rule === 'perUnit') return 'de los votos representados';
  if (!isOfRoll(concept)) return 'de lo representado';
  const isOfRoom = needsRoom(concept.rule) && concept.outcome?.mode === 'mixed';
  return `de toda la copropiedad${isOfRoom ? ', con los votos del salón' : ''}`;
}

/**
 * Returns title and share of a closed question's result in a line: 'Aprobada 61,98 %'. For an election also a word
 * about half of the coefficient. Empty without a result.
 */
export function verdictLine(question: OutcomeParts): string {
  const words = outcomeWords(question);
  if (!words) return '';
  return [words.title, words.figure, words.half && `(${words.half.toLowerCase()})`].filter(Boolean).join(' ');
}

/**
 * Returns the result announced by a closing of a question in a line: 'Aprobada 61,98 %'. 'Abierta' while the period
 * is open; other Spanish words if the result is hidden or was not stored.
 * @param interval period from an opening to the closing
 */
export function announcedLine(
  { rule, threshold, answers, hidden }: Pick<LiveConcept, 'rule' | 'threshold' | 'answers' | 'hidden'>,
  { closedAt, outcome }: QuestionInterval,
): string {
  if (closedAt === null) return 'Abierta';
  if (outcome !== null) return verdictLine({ active: 0, rule, threshold, answers, outcome });
  return hidden ? 'Oculto mientras la votación esté abierta' : 'No se conservó';
}

/**
 * Returns a sentence with the result announced by the last closing, for a question with a result changed later by a
 * lot or annulled votes.
 */
function announcedWords(concept: OutcomeParts, announced: NonNullable<LiveConcept['announced']>): string {
  const { voted, outcome } = announced;
  const cast = outcome?.election ? '' : `, con ${votes(voted.apartments)}`;
  return `Al cerrarla se anunció: ${verdictLine({ ...concept, ...announced })}${cast}.`;
}

/**
 * Returns the Spanish sentences about lots drawn and seats declined after an earlier closing of an election. Empty
 * for other questions.
 * @param concept question with the answers
 * @param interval period of the question, ended by the closing
 */
export const notedWords = (
  { answers }: Pick<LiveConcept, 'answers'>,
  { noted: election }: QuestionInterval,
): string[] => (election === undefined ? [] : notedLines({ election, answers }));

/** Returns a sentence with the number of votes excluded by a reopening, and the reason. */
const setAsideWords = (setAside: number): string =>
  `${setAside === 1 ? 'Se apartó 1 voto' : `Se apartaron ${votes(setAside)}`} de inmuebles que ya no estaban representados, que pesaban distinto o, con un voto por propietario, que cambiaron de dueño.`;

/** Returns a sentence with the number of votes kept by a reopening despite a doubt about the owner. */
const unsureOwnersWords = (unsure: number): string =>
  `${unsure === 1 ? 'Siguió contando 1 voto' : `Siguieron contando ${votes(unsure)}`} de inmuebles con una corrección del dueño que deja duda: se tomó por la misma persona.`;

/**
 * Returns a Spanish sentence about the reopening of a question, with person and reason: 'La reabrió Ana: error en
 * el texto.' If votes no longer count after the reopening, also the number of the votes.
 */
export const reopenedWords = ({
  openedBy,
  reason,
  setAside = 0,
  unsureOwners = 0,
}: QuestionInterval): string =>
  `${openedBy === null ? 'Se reabrió' : `La reabrió ${openedBy}`}: ${(reason ?? 'sin motivo anotado').replace(/[.]$/, '')}.${
    setAside === 0 ? '' : ` ${setAsideWords(setAside)}`
  }${unsureOwners === 0 ? '' : ` ${unsureOwnersWords(unsureOwners)}`}`;

/** Returns a Spanish sentence about the closing of a question: 'La cerró Yolanda Peña a las 23:19:05.' */
export const closingWords = ({ at, by }: NonNullable<LiveConcept['closing']>): string =>
  `${by === null ? 'Se cerró' : `La cerró ${by}`} a las ${exactTime(at)}.`;

/**
 * Returns a short Spanish sentence for a colleague after a closing by another person: 'Cerrada por Yolanda Peña,
 * 23:19.'
 */
export const closedWords = ({ at, by }: NonNullable<LiveConcept['closing']>): string =>
  `Cerrada${by === null ? '' : ` por ${by}`}, ${time(at)}.`;

/**
 * Returns a Spanish sentence about a deleted question: 'La eliminó Ana: estaba repetida.' Without a reason: 'sin
 * motivo anotado'.
 */
export const deletedWords = ({ by, reason }: NonNullable<LiveConcept['deleted']>): string =>
  `${by === null ? 'Se eliminó' : `La eliminó ${by}`}: ${(reason ?? 'sin motivo anotado').replace(/[.]$/, '')}.`;

/**
 * Returns a Spanish sentence about the votes cast after a reopening, so after a result was already announced:
 * 'Después del resultado anunciado llegaron 3 votos.'
 */
export function lateWords({ votes: late }: QuestionInterval): string {
  if (late === null) return 'No se conservó cuántos votos llegaron después.';
  if (late === 0) return 'Después no llegaron votos.';
  return `Después del resultado anunciado ${late === 1 ? 'llegó' : 'llegaron'} ${votes(late)}.`;
}

/**
 * Returns a Spanish line for each reopening, in order: announced result of the earlier closing, person and reason
 * of the reopening, and number of later votes. Empty without a reopening.
 */
export function reopeningLines(
  concept: Pick<LiveConcept, 'rule' | 'threshold' | 'answers' | 'hidden' | 'intervals'>,
): string[] {
  return (concept.intervals ?? []).flatMap((before, i, all) => {
    const again = all[i + 1];
    if (again === undefined || before.closedAt === null) return [];
    const closing = `Cerrada a las ${exactTime(before.closedAt)}: ${announcedLine(concept, before)}.`;
    return [[closing, ...notedWords(concept, before), reopenedWords(again), lateWords(again)].join(' ')];
  });
}

/** Spanish sentence shown on screens instead of results while a question with hidden results is open. */
export const HIDDEN = 'Los resultados se conocen al cerrar la votación.';

/** Spanish label on screens beside the answer with the most votes so far, in an open question. */
export const LEADS = 'Va adelante';

/** Formats a number of units with the coefficient: '12 inmuebles, 34,5678 de coeficiente'. */
export function weightWords(weight: { apartments: number; coefficient: number }): string {
  return `${units(weight.apartments)}, ${coefficient(weight.coefficient)} de coeficiente`;
}

const listFormat = new Intl.ListFormat('es', { type: 'conjunction' });

/** Returns a Spanish sentence with the answers tied for the most votes: 'Ana y Beto: 16,2000 cada respuesta.' */
function tiedWords(question: Pick<LiveConcept, 'answers' | 'outcome'>): string {
  const tied = tiedAnswers(question);
  const names = tied.map(({ answerDescription }) => answerDescription);
  return `${listFormat.format(names)}: ${coefficient(tied[0]?.coefficient ?? 0)} cada respuesta.`;
}

/** Returns the answers with the most votes of a question, without the blank vote. Empty without votes. */
export function tiedAnswers({
  answers,
  outcome,
}: Pick<LiveConcept, 'answers' | 'outcome'>): LiveConcept['answers'] {
  const candidates = answers.filter(({ answerId }) => answerId !== outcome?.blankAnswerId);
  const most = Math.max(0, ...candidates.map((answer) => answer.coefficient));
  return candidates.filter((answer) => answer.coefficient === most && most > 0);
}

/** Names of the blank vote, normalized by `sameText`, to find the blank answer of an election. */
const BLANK_VOTES = ['blanco', 'en blanco', 'voto en blanco'];

/**
 * Converts a text for comparison: lower case, without accents, single spaces. Two answers with equal converted
 * texts count as equal.
 */
export const sameText = (text: string): string => bareText(text).replace(/\s+/g, ' ').trim();

/**
 * Finds the blank answer of an election: the first answer with the text 'Blanco', 'En blanco' or 'Voto en blanco',
 * ignoring case and accents (specification, section 5).
 * @param answers texts in order, numbered from 1
 * @returns number of the answer; null without a blank answer
 */
export function blankAnswerAmong(answers: readonly string[]): number | null {
  const at = answers.findIndex((answer) => BLANK_VOTES.includes(sameText(answer)));
  return at === -1 ? null : at + 1;
}
