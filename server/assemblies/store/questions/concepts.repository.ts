import type { Selectable, Updateable } from 'kysely';
import { ATTENDANCE, type Concept } from '../../../../shared/assemblies/concepts.api.ts';
import {
  type Contest,
  type ElectionMethod,
  electableNames,
} from '../../../../shared/assemblies/elections/election.ts';
import type { Matter } from '../../../../shared/assemblies/law/kinds.ts';
import { percentOf, type Rule, type Threshold } from '../../../../shared/assemblies/law/majority.ts';
import { ZERO } from '../../../../shared/coefficient.ts';
import { defined } from '../../../../shared/defined.ts';
import type { ClosingBase } from '../../../../shared/evidence/closing-told.ts';
import { type Centavos, centavos, toPesos } from '../../../../shared/money.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import type { VotePer } from '../../../../shared/properties/vote-per.ts';
import { readActorNames } from '../../../accounts/index.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { finds } from '../../../platform/db/queries.ts';
import type { Flag, Millis, Tables } from '../../../platform/db/tables.ts';
import { readElectionNotes, type StoredNotes } from './election-notes.repository.ts';
import { readIntervals, type StoredInterval } from './intervals.repository.ts';

export type { ClosingBase };

/** Majority required by the joint's by-laws for a question, as stored: 'more than 60 %' is 600000. */
export interface StoredThreshold {
  /** Percentage to exceed, in millionths of the base: 600000 is 60 %. */
  millionths: number;
  /** Base of the percentage: all coefficients, or only the represented coefficients. */
  base: Threshold['base'];
}

/** Cost of a decision in centavos, in equal parts of a month each. */
export interface StoredCost {
  amount: Centavos;
  months: number;
}

/** Concept as stored: a question with the answers in order, or concept 1, the attendance. */
export interface StoredConcept {
  jointId: number;
  /** Number within the joint and assembly: 1 is the attendance, questions start at 2. */
  conceptId: number;
  /** Text of the question. */
  description: string;
  /** 1 while open. */
  active: Flag;
  /** Rule for the majority; null for the attendance. */
  rule: Rule | null;
  /** Threshold of the rule `threshold`, in millionths of the base; null for other rules. */
  threshold: StoredThreshold | null;
  /** Matter of the decision (as in the law's list of majorities); null if not given. */
  matter: Matter | null;
  /** Clause of the by-laws for the majority; null if the law sets the majority, or if not given. */
  clause: string | null;
  /** Cost of the decision for the whole joint; null without a cost. */
  cost: StoredCost | null;
  /** Number of the answer that approves the proposal ('Sí'); null if no answer approves. */
  approvingAnswerId: number | null;
  /** Number of the blank vote's answer; null without a blank vote. */
  blankAnswerId: number | null;
  /** Number of the point on the agenda, from 1; null without a point. */
  agendaItem: number | null;
  /** True if the answers stay hidden until the question closes. */
  hideResults: boolean;
  /** Closing time announced by a countdown; null without a countdown. */
  countdownTo: Millis | null;
  /** First opening, epoch ms; null before. */
  openedAt: Millis | null;
  closedAt: Millis | null;
  /** Time, author and reason of the deletion; null if not deleted. */
  deletion: StoredDeletion | null;
  /** Number of resets. Each reset annulled all votes of the question. */
  resets: number;
  /** Sums of represented units stored at the closing; null before the first closing, and in old rows. */
  base: ClosingBase | null;
  /**
   * Intervals from opening to closing, in order; in an election of several seats with the notes made after each
   * closing.
   */
  intervals: (StoredInterval & { notes?: StoredNotes })[];
  /** Kinds of units with one vote each; `votePer` says if the vote is of each owner or each unit. */
  perUnitKinds: readonly ApartmentKind[];
  /** Voter with one vote: each owner or each unit. */
  votePer: VotePer;
  /** Answers by number. */
  answers: StoredAnswer[];
  /** Election of several seats with the notes after the last closing; null for other questions. */
  contest: (Contest & Pick<StoredNotes, 'noted' | 'afterEnd' | 'own'>) | null;
}

interface StoredDeletion {
  at: Millis;
  /** Name of the author of the deletion, as of the time; null if not recorded. */
  by: string | null;
  reason: string | null;
}

/** Converts the deletion of a question (time, person, reason) to the form of the API: time as ISO 8601. */
export const deletionToApi = ({ at, by, reason }: StoredDeletion) => ({
  at: new Date(at).toISOString(),
  by,
  reason,
});

interface StoredAnswer {
  answerId: number;
  description: string;
  /** Names of the candidates on a list, in order. */
  names?: readonly string[];
}

/**
 * True while the answers of a question with hidden results are hidden: until the question closes, also after a
 * reopening.
 */
export function areResultsHidden({
  hideResults,
  active,
}: Pick<StoredConcept, 'hideResults' | 'active'>): boolean {
  return hideResults && active === 1;
}

/**
 * True while staff see the units with a vote on a question, but not the answers and receipts (specification,
 * section 5, rule 28a): a list of answers by name before the closing invites pressure.
 */
export const areAnswersMasked = ({
  conceptId,
  active,
}: Pick<StoredConcept, 'conceptId' | 'active'>): boolean => active === 1 && conceptId !== ATTENDANCE;

interface ConceptFilter {
  assemblyId: number;
  jointId: number;
  conceptId?: number;
  /** Read only the open question. */
  openQuestion?: true;
  /** Read deleted questions too. */
  withDeleted?: true;
}

/**
 * True if reports must show a question: a question that was not deleted, or a deleted question with a result
 * announced before.
 */
export const isTold = ({ deletion, intervals }: Pick<StoredConcept, 'deletion' | 'intervals'>): boolean =>
  deletion === null || intervals.some(({ result }) => result !== null);

/**
 * Reads the concepts (attendance and questions) of a joint (co-owned property) in an assembly, ordered by
 * number.
 */
export async function readConcepts(db: Db, filter: ConceptFilter): Promise<StoredConcept[]> {
  let concepts = db
    .selectFrom('concept')
    .selectAll()
    .where('assembly_id', '=', filter.assemblyId)
    .where('joint_id', '=', filter.jointId)
    .orderBy('concept_id');
  let answers = db
    .selectFrom('answer')
    .select(['concept_id', 'answer_id', 'description', 'names'])
    .where('assembly_id', '=', filter.assemblyId)
    .where('joint_id', '=', filter.jointId)
    .orderBy('concept_id')
    .orderBy('answer_id');
  if (filter.conceptId !== undefined) {
    concepts = concepts.where('concept_id', '=', filter.conceptId);
    answers = answers.where('concept_id', '=', filter.conceptId);
  }
  if (filter.withDeleted !== true) concepts = concepts.where('deleted_at', 'is', null);
  if (filter.openQuestion === true) concepts = concepts.where('active', '=', 1).where('concept_id', '>', 1);
  const rows = await concepts.execute();
  if (rows.length === 0) return [];
  const answerRows = await answers.execute();
  const deletionOf = await readDeletions(db, rows);
  const intervals = await readIntervals(db, filter);
  const notes = rows.some(({ seats }) => seats !== null) ? await readElectionNotes(db, filter) : null;
  return rows.map((row) => {
    const theirs = intervals.get(row.concept_id) ?? [];
    const answers = answerRows
      .filter((answer) => answer.concept_id === row.concept_id)
      .map(({ answer_id, description, names }) => ({
        answerId: answer_id,
        description,
        ...defined({ names: names === null ? undefined : JSON.parse(names) }),
      }));
    return {
      jointId: row.joint_id,
      conceptId: row.concept_id,
      description: row.description,
      active: row.active,
      rule: row.rule,
      threshold:
        row.threshold === null || row.threshold_base === null
          ? null
          : { millionths: row.threshold, base: row.threshold_base },
      matter: row.matter,
      clause: row.clause,
      cost:
        row.cost_amount === null || row.cost_months === null
          ? null
          : { amount: centavos(Number(row.cost_amount)), months: row.cost_months },
      approvingAnswerId: row.approving_answer_id,
      blankAnswerId: row.blank_answer_id,
      agendaItem: row.agenda_item,
      hideResults: row.hide_results === 1,
      countdownTo: row.countdown_to,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      deletion: deletionOf(row),
      resets: row.resets,
      base:
        row.base_coefficient === null
          ? null
          : {
              apartments: row.base_apartments ?? 0,
              coefficient: row.base_coefficient,
              dwellings: row.base_dwellings ?? 0,
              owners: row.base_owners ?? 0,
              call: row.base_call ?? 1,
              total: row.base_total ?? ZERO,
              mode: row.base_mode ?? 'inPerson',
              isBlankApart: row.base_blank_apart === 1,
            },
      intervals:
        row.seats === null || notes === null
          ? theirs
          : theirs.map((one) => ({
              ...one,
              notes: notes({ conceptId: row.concept_id, interval: one.number }),
            })),
      perUnitKinds: JSON.parse(row.per_unit_kinds),
      votePer: row.vote_per,
      answers: answers,
      contest:
        row.seats === null || row.method === null || notes === null
          ? null
          : {
              seats: row.seats,
              method: row.method,
              names: electableNames(answers, row.blank_answer_id),
              ...notes({ conceptId: row.concept_id, interval: theirs.length }),
            },
    };
  });
}

/**
 * Reads the names of the authors of deletions.
 * @returns function from a row to the deletion; null if not deleted
 */
async function readDeletions(
  db: Db,
  rows: readonly DeletedColumns[],
): Promise<(row: DeletedColumns) => StoredDeletion | null> {
  const authors = rows.flatMap(({ deleted_by: by }) => by ?? []);
  const names = authors.length === 0 ? null : await readActorNames(db, authors);
  return ({ deleted_at: at, deleted_by: by, deleted_reason: reason }) =>
    at === null ? null : { at, by: by === null ? null : (names?.actor(by, at) ?? null), reason };
}

type DeletedColumns = Pick<Selectable<Tables['concept']>, 'deleted_at' | 'deleted_by' | 'deleted_reason'>;

/** Reads the open question of each joint or sector; joints without an open question are missing. */
export function readOpenQuestions(
  db: Db,
  assemblyId: number,
  jointIds: readonly number[],
): Promise<{ jointId: number; conceptId: number }[]> {
  return db
    .selectFrom('concept')
    .select(['joint_id as jointId', 'concept_id as conceptId'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', 'in', jointIds)
    .where('concept_id', '>', ATTENDANCE)
    .where('active', '=', 1)
    .execute();
}

/** Returns the number of a joint's next question. Never reuses the number of a deleted question. */
export async function nextConceptId(trx: Db, assemblyId: number, jointId: number): Promise<number> {
  const { last } = await trx
    .selectFrom('concept')
    .select((eb) => eb.fn.max('concept_id').as('last'))
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

interface ConceptKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/**
 * Answers that a question offers to voters, in order; for an election of several seats also the number of seats and
 * the method.
 */
export interface AnswerOptions {
  /** Answers in order, numbered from 1; `names` are the candidates of a list. */
  answers: readonly { description: string; names?: readonly string[] }[];
  /** Number of the blank vote's answer; null without a blank vote. */
  blankAnswerId: number | null;
  /** Number of seats; null for a single winner (`method` is then null too). */
  seats: number | null;
  /** Rule to share out the seats among the lists. */
  method: ElectionMethod | null;
}

/** Question to store, with the answers. The rules are checked. */
type NewQuestion = AnswerOptions & {
  rule: Rule;
  approvingAnswerId: number;
  cost?: StoredCost | null;
  /** Person that confirmed a point outside the sent notice; null without. */
  outsideConfirmedBy?: string | null;
  at: Millis;
} & Pick<
    StoredConcept,
    | ('description' | 'active' | 'threshold' | 'matter' | 'clause')
    | ('agendaItem' | 'hideResults' | 'perUnitKinds' | 'votePer')
  >;

/** Stores a new question with the answers, numbered 1 to n in order. The caller has checked all rules. */
export async function insertQuestion(
  trx: Db,
  { assemblyId, jointId, conceptId }: ConceptKey,
  question: NewQuestion,
): Promise<void> {
  const key = { assembly_id: assemblyId, joint_id: jointId, concept_id: conceptId };
  await trx
    .insertInto('concept')
    .values({
      ...key,
      description: question.description,
      active: question.active,
      rule: question.rule,
      threshold: question.threshold?.millionths ?? null,
      threshold_base: question.threshold?.base ?? null,
      matter: question.matter,
      clause: question.clause,
      cost_amount: question.cost?.amount ?? null,
      cost_months: question.cost?.months ?? null,
      approving_answer_id: question.approvingAnswerId,
      blank_answer_id: question.blankAnswerId,
      agenda_item: question.agendaItem,
      outside_confirmed_by: question.outsideConfirmedBy ?? null,
      hide_results: question.hideResults ? 1 : 0,
      created_at: question.at,
      opened_at: question.active === 1 ? question.at : null,
      per_unit_kinds: JSON.stringify(question.perUnitKinds),
      vote_per: question.votePer,
      seats: question.seats,
      method: question.method,
    })
    .execute();
  await insertAnswers(trx, key, question.answers);
}

/** True if a person confirmed, when creating a question, that the point is outside the sent notice. */
export const hasConfirmedOutside = (
  trx: Db,
  { assemblyId, jointId, conceptId }: ConceptKey,
  actor: string,
): Promise<boolean> =>
  finds(
    trx
      .selectFrom('concept')
      .select('concept_id')
      .where('assembly_id', '=', assemblyId)
      .where('joint_id', '=', jointId)
      .where('concept_id', '=', conceptId)
      .where('outside_confirmed_by', '=', actor),
  );

/** Replaces candidates or lists of an election before the first opening: answers, seats and method. */
export async function replaceOptions(
  trx: Db,
  question: ConceptKey,
  { answers, blankAnswerId, seats, method }: AnswerOptions,
): Promise<void> {
  const { assemblyId, jointId, conceptId } = question;
  await trx
    .deleteFrom('answer')
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .execute();
  await updateConcept(trx, question, { blank_answer_id: blankAnswerId, seats, method });
  await insertAnswers(trx, { assembly_id: assemblyId, joint_id: jointId, concept_id: conceptId }, answers);
}

async function insertAnswers(
  trx: Db,
  key: { assembly_id: number; joint_id: number; concept_id: number },
  answers: AnswerOptions['answers'],
): Promise<void> {
  await trx
    .insertInto('answer')
    .values(
      answers.map(({ description, names }, i) => ({
        ...key,
        answer_id: i + 1,
        description,
        names: names === undefined ? null : JSON.stringify(names),
      })),
    )
    .execute();
}

/** Changes columns of a stored concept: a question, or concept 1 (attendance). */
export async function updateConcept(
  trx: Db,
  key: ConceptKey,
  fields: Updateable<Tables['concept']>,
): Promise<void> {
  await oneConcept(trx, key).set(fields).execute();
}

/** Makes a question the open question. Keeps the time of the first opening. */
export async function markOpened(trx: Db, key: ConceptKey, at: Millis): Promise<void> {
  await oneConcept(trx, key)
    .set((eb) => ({ active: 1 as const, opened_at: eb.fn.coalesce('opened_at', eb.val(at)) }))
    .execute();
}

/**
 * Adds 1 to the number of resets of a question, so that a reader of the data can tell a reset from lost
 * votes.
 */
export async function countReset(trx: Db, key: ConceptKey): Promise<void> {
  await oneConcept(trx, key)
    .set((eb) => ({ resets: eb('resets', '+', 1) }))
    .execute();
}

const oneConcept = (trx: Db, { assemblyId, jointId, conceptId }: ConceptKey) =>
  trx
    .updateTable('concept')
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId);

/**
 * Returns the by-laws' majority of a question in per cent of a base, for the API; null unless the rule is
 * `threshold`.
 */
export const thresholdToApi = ({ threshold }: Pick<StoredConcept, 'threshold'>): Threshold | null =>
  threshold && { percent: percentOf(threshold.millionths), base: threshold.base };

/**
 * Returns the clause of the by-laws that sets a question's majority, for the API; an empty object if the law sets
 * the majority.
 */
export const clauseToApi = ({ clause }: Pick<StoredConcept, 'clause'>): Pick<Concept, 'clause'> =>
  clause === null ? {} : { clause };

/** Returns the cost of a decision for the API, in pesos; an empty object without a cost. */
export const costToApi = ({ cost, matter }: Pick<StoredConcept, 'cost' | 'matter'>): Pick<Concept, 'cost'> =>
  cost === null
    ? {}
    : { cost: { amount: toPesos(cost.amount), months: cost.months, isBudget: matter === 'budget' } };

/**
 * Returns `votePer` ('owner': one vote for each owner) for the API; an empty object if votes do not count by owner.
 * Used for the attendance and for questions under the rule of one vote each.
 */
export const votePerToApi = ({
  votePer,
  rule,
}: Pick<StoredConcept, 'votePer' | 'rule'>): Pick<Concept, 'votePer'> =>
  votePer === 'owner' && (rule === 'perUnit' || rule === null) ? { votePer } : {};

/** Converts a stored concept (question or attendance) to the form of the API (specification, section 3). */
export function conceptToApi(concept: StoredConcept): Concept {
  const { jointId, conceptId } = concept;
  return {
    conceptId,
    jointId,
    conceptDescription: concept.description,
    active: concept.active,
    rule: concept.rule,
    threshold: thresholdToApi(concept),
    ...votePerToApi(concept),
    matter: concept.matter,
    ...clauseToApi(concept),
    ...costToApi(concept),
    approvingAnswerId: concept.approvingAnswerId,
    blankAnswerId: concept.blankAnswerId,
    agendaItem: concept.agendaItem,
    hideResults: concept.hideResults,
    ...seatsToApi(concept),
    answers: concept.answers.map(({ answerId, description, names }) => ({
      answerId,
      jointId,
      conceptId,
      answerDescription: description,
      ...defined({ names: names === undefined ? undefined : [...names] }),
    })),
  };
}

/**
 * Returns number of seats and method of an election for the API; an empty object for a question with a single
 * winner.
 */
export const seatsToApi = ({ contest }: Pick<StoredConcept, 'contest'>): Pick<Concept, 'seats' | 'method'> =>
  contest === null ? {} : { seats: contest.seats, method: contest.method };
