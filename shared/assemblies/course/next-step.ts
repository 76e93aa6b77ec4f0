import { ATTENDANCE } from '../concepts.api.ts';
import { type AgendaItem, agendaItems } from '../law/agenda.ts';
import type { LiveConcept, Snapshot } from '../live.ts';
import { type TopicId, topicOf, topics } from './topics.ts';

/** Step of the guide before the opening. The last step is the opening. */
export interface GuideStep {
  id: string;
  isDone: boolean;
  /** True if the assembly can be held without the step. */
  isOptional: boolean;
}

/** State of a running assembly, for the next step. */
export interface Evening extends Pick<Snapshot, 'assembly' | 'concepts' | 'quorum' | 'registered' | 'total'> {
  /** True from the moment of the second call on (Ley 675, art. 41). */
  isSecondCallDue: boolean;
  /** True for a sector: the joint itself moves the agenda and ends the assembly. */
  isSector: boolean;
}

/** State from the empty joint to the acta. The guide knows the steps before the opening, the panel the evening. */
export interface Course {
  /** Steps of the guide in order. Null on the panel. */
  guide: readonly GuideStep[] | null;
  /** True before the day of the call: the opening waits. */
  isEarly: boolean;
  /** Null in the guide. */
  evening: Evening | null;
}

/**
 * Next step of an assembly. `guide`: go on in the guide. `prepare`: a step of the guide. `wait`: the day of the call
 * has not come. `panel`: go on at the panel. `register`: owners are missing for the quorum. `ask`: write the question
 * of the point. `repeat`: ask again among the tied. `lot`: note the lot of an election. `acta`: after the end.
 * `none`: the joint itself goes on, for a sector.
 */
export type NextStep =
  | { act: 'guide' | 'wait' | 'open' | 'panel' | 'register' | 'callAgain' | 'end' | 'acta' | 'none' }
  | { act: 'prepare'; id: string }
  | { act: 'verify' | 'point'; point: AgendaItem }
  | { act: 'ask'; topic: TopicId | null }
  | { act: 'vote' | 'closeVote' | 'repeat' | 'lot'; concept: LiveConcept };

/**
 * Returns the single next step from an empty joint to the acta, the only full button of guide and panel
 * (specification, section 17, rule 2). The server accepts each returned step.
 */
export function nextStep({ guide, isEarly, evening }: Course): NextStep {
  if (guide !== null && guide.at(-1)?.isDone !== true) {
    const undone = guide.slice(0, -1).find(({ isDone, isOptional }) => !isDone && !isOptional);
    if (undone !== undefined) return { act: 'prepare', id: undone.id };
    return { act: isEarly ? 'wait' : 'open' };
  }
  if (evening === null) return { act: 'panel' };
  const { assembly, concepts } = evening;
  if (assembly === null) return { act: 'guide' };
  if (assembly.closedAt !== null) return { act: 'acta' };
  const questions = concepts.filter(({ conceptId }) => conceptId !== ATTENDANCE);
  const open = questions.find(({ active }) => active === 1);
  if (open !== undefined) return { act: 'closeVote', concept: open };
  if (assembly.openedAt === null) return { act: 'guide' };
  const next = decisionStep(questions) ?? pointStep(evening, questions);
  return needsQuorum(next) && !evening.quorum.reached ? quorumStep(evening, questions) : next;
}

/** Steps possible without a quorum. */
const needsQuorum = ({ act }: NextStep): boolean => !['lot', 'end', 'none'].includes(act);

/** Step after a closing with a tie: the lot of an election of several seats, else another question. */
function decisionStep(questions: readonly LiveConcept[]): NextStep | null {
  const lot = questions.find(({ outcome }) => (outcome?.election?.ties.length ?? 0) > 0);
  if (lot !== undefined) return { act: 'lot', concept: lot };
  const [last] = questions
    .filter(({ closing }) => closing !== undefined)
    .sort((a, b) => (b.closing?.at ?? '').localeCompare(a.closing?.at ?? '') || b.conceptId - a.conceptId);
  const isRepeated = questions.some(
    (one) => last !== undefined && one.conceptId > last.conceptId && isReady(one),
  );
  return last?.outcome?.status === 'tied' && last.method === undefined && !isRepeated
    ? { act: 'repeat', concept: last }
    : null;
}

/** True for a question that was never opened. */
const isReady = ({ outcome, active }: LiveConcept): boolean => active === 0 && outcome?.status === 'open';

/** Step by the agenda: prepared questions of the current point, the question of the point, the next point, the end. */
function pointStep(
  { assembly, isSector }: Pick<Evening, 'assembly' | 'isSector'>,
  questions: readonly LiveConcept[],
): NextStep {
  const items = isSector ? [] : agendaItems(assembly?.agenda);
  const at = items.findIndex(({ number }) => number === assembly?.point?.number);
  const [point, following] = [items[at], items[at + 1]];
  const placeOf = ({ agendaItem }: LiveConcept) => {
    const place = items.findIndex(({ number }) => number === agendaItem);
    return place < 0 ? items.length : place;
  };
  const ready = questions.filter(isReady);
  const due = ready.find((one) => following === undefined || placeOf(one) <= at);
  if (due !== undefined) return { act: 'vote', concept: due };
  const topic = point === undefined ? null : topicOf(point.text);
  const isAsked = questions.some(({ agendaItem }) => agendaItem === point?.number);
  if (topic !== null && topics[topic].isVoted && !isAsked) return { act: 'ask', topic };
  if (following !== undefined) {
    // With people at home the check of their presence has the name.
    const isCheck = assembly?.mode === 'inPerson' && topicOf(following.text) === 'quorum';
    return { act: isCheck ? 'verify' : 'point', point: following };
  }
  if (isSector) return { act: 'none' };
  return items.length === 0 && questions.length === 0 ? { act: 'ask', topic: null } : { act: 'end' };
}

/**
 * Step without a quorum: owners register while units are missing, or the second call from its moment on. Nobody left
 * to come: the end.
 */
function quorumStep(evening: Evening, questions: readonly LiveConcept[]): NextStep {
  const { assembly, registered, total, isSecondCallDue, isSector } = evening;
  const isDecided = questions.some(
    ({ closing, outcome }) => closing !== undefined && outcome?.status !== 'noQuorum',
  );
  if (assembly?.call === 1 && isSecondCallDue && !isSector && !isDecided) return { act: 'callAgain' };
  if (registered.apartments < total.apartments) return { act: 'register' };
  return { act: isSector ? 'none' : 'end' };
}
