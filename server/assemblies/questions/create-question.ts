import type { NewConcept } from '../../../shared/assemblies/concepts.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import type { ByLawMajorities } from '../../../shared/assemblies/law/by-law-majorities.ts';
import { hasCost } from '../../../shared/assemblies/law/cost.ts';
import { millionthsOf, needsRoom, type Rule } from '../../../shared/assemblies/law/majority.ts';
import { isTheNeeded, type Need, needOf } from '../../../shared/assemblies/law/matters.ts';
import { questionWarnings } from '../../../shared/assemblies/law/warnings.ts';
import { defined } from '../../../shared/defined.ts';
import { fromPesos } from '../../../shared/money.ts';
import { BUDGET_MONTHS } from '../../../shared/shares.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureRoom } from '../../platform/limits/limits.ts';
import { type OneVoteEach, readMajorities, readOneVoteEach } from '../../properties/index.ts';
import { ensureBegun, requireWentOn, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import {
  insertQuestion,
  nextConceptId,
  type StoredConcept,
  type StoredCost,
  type StoredThreshold,
} from '../store/questions/concepts.repository.ts';
import { hasUnsurePersons } from '../store/roll/persons.repository.ts';
import { isOfOwners } from '../store/tally/tally.repository.ts';
import { noteQuestionOf } from '../turns/proposals.service.ts';
import { optionsOfQuestion } from './election-ballot.ts';
import { ballotInTrail } from './elections.service.ts';
import { closeOpenQuestion, conceptOf, meetingOf, noteOpening } from './steps.ts';

/**
 * Returns how a question counts equal votes, as facts for the audit entry: `perUnitKinds` are the kinds of units
 * with a vote each (vivienda, local …), and `votePer` is 'owner' if each owner has a single vote. For questions
 * under the rule of one vote each (`perUnit`).
 */
export const oneVoteInTrail = ({ perUnitKinds, votePer }: OneVoteEach) => ({
  perUnitKinds,
  ...defined({ votePer: votePer === 'owner' ? votePer : undefined }),
});

/**
 * Creates a question in the joint of the act, and opens the question for votes unless `active` is 0.
 * @throws Problem for options, a threshold or a rule that the assembly does not accept
 */
export async function createQuestion(act: UseCase, newQuestion: NewConcept): Promise<StoredConcept> {
  const { trx, assembly, at } = act;
  const decided = await decisionOf(act, newQuestion);
  const { rule, threshold, matter, clause, cost, approving, options } = decided;
  const active = newQuestion.active ?? 1;
  let early = {};
  if (active === 1) {
    act.wentOn = new Set(newQuestion.wentOn);
    early = await ensureBegun(act);
    await closeOpenQuestion(act, newQuestion.jointId);
  }
  const votes = await readOneVoteEach(trx, newQuestion.jointId);
  const conceptId = await nextConceptId(trx, assembly.assemblyId, newQuestion.jointId);
  const warnings = await warned(act, newQuestion, { ...decided, ofOwners: isOfOwners({ rule, ...votes }) });
  const question = {
    description: newQuestion.conceptDescription,
    active,
    rule,
    threshold,
    matter,
    clause,
    cost,
    approvingAnswerId: approving,
    agendaItem: newQuestion.agendaItem ?? null,
    outsideConfirmedBy: warnings.some((one) => one.kind === 'outsideAgenda' && one.asked) ? act.actor : null,
    hideResults: newQuestion.hideResults ?? false,
    ...votes,
    ...options,
    at,
  };
  const key = { assemblyId: assembly.assemblyId, jointId: newQuestion.jointId, conceptId };
  const where = { assembly_id: key.assemblyId, joint_id: key.jointId };
  await ensureRoom(trx, 'tooManyQuestions', { table: 'concept', where });
  await insertQuestion(trx, key, question);
  act.changed.concepts.add(newQuestion.jointId);
  await act.audit('conceptCreated', {
    jointId: newQuestion.jointId,
    conceptId,
    description: newQuestion.conceptDescription,
    active,
    ...early,
    rule,
    ...defined({
      threshold: threshold ?? undefined,
      matter: matter ?? undefined,
      clause: clause ?? undefined,
      centavos: cost === null ? undefined : { cost: cost.amount },
      instalments: cost?.months,
    }),
    ...defined({ warnings: warnings.length === 0 ? undefined : warnings }),
    ...(rule === 'perUnit' ? oneVoteInTrail(votes) : {}),
    approvingAnswerId: approving,
    ...ballotInTrail(options),
    ...defined({
      agendaItem: newQuestion.agendaItem ?? undefined,
      hideResults: newQuestion.hideResults === true ? true : undefined,
    }),
    ...(active === 1 ? (await noteOpening(act, conceptId, null)).presence : {}),
  });
  if (newQuestion.proposalId !== undefined) await noteQuestionOf(act, newQuestion.proposalId, key);
  return conceptOf(act, conceptId);
}

/** Decides the majority and the options of a new question. Throws before any row is written. */
async function decisionOf(act: UseCase, newQuestion: NewConcept) {
  const matter = newQuestion.matter ?? null;
  const byLaws = await byLawsOf(act, newQuestion);
  const needed = matter === null ? null : needOf(matter, byLaws);
  const rule = newQuestion.rule ?? needed?.rule ?? 'simple';
  const approving = newQuestion.approvingAnswerId ?? 1;
  if (needsRoom(rule) && act.assembly.mode === 'virtual') throw new Problem('ruleNotOffered');
  const options = optionsOfQuestion(rule, newQuestion);
  if (approving > options.answers.length) throw new Problem('approvingAnswerUnknown');
  const percentAsked =
    newQuestion.threshold ?? (newQuestion.rule === undefined ? needed?.threshold : undefined);
  const threshold = thresholdOf(rule, percentAsked);
  const majority = {
    rule,
    ...defined({
      threshold: rule === 'threshold' && percentAsked !== undefined ? percentAsked : undefined,
    }),
  };
  const clause = (needed !== null && isTheNeeded(majority, needed) && needed.clause) || null;
  await checkAgendaItem(act, newQuestion.agendaItem);
  const cost = costOf(newQuestion);
  return { rule, threshold, majority, byLaws, matter, clause, cost, approving, options };
}

/** Returns the cost of a new question in centavos. @throws Problem costNotOffered */
function costOf({ matter, cost }: NewConcept): StoredCost | null {
  if (cost === undefined) return null;
  const amount = fromPesos(cost.amount);
  const isYear = matter !== 'budget' || cost.months === BUDGET_MONTHS;
  if (amount === null || !hasCost(matter) || !isYear) throw new Problem('costNotOffered');
  return { amount, months: cost.months };
}

/**
 * Returns the warnings about a new question, as confirmed by the person.
 * @throws Problem unless confirmed: outsideAgenda for a point outside the sent notice; identitiesUnsure if each owner has
 * one vote and some owners are perhaps one person
 */
async function warned(
  { trx, assembly }: UseCase,
  newQuestion: NewConcept,
  { majority, byLaws, ofOwners }: { majority: Need; byLaws: ByLawMajorities; ofOwners: boolean },
) {
  const { conceptDescription: question, matter = null, agendaItem = null, wentOn = [], seats } = newQuestion;
  const checked = { question, matter, ...majority, agendaItem, seats };
  const warnings = questionWarnings(checked, await meetingOf({ trx, assembly }), byLaws);
  // The screen asks before the request only about a question without a point.
  if (agendaItem !== null && warnings.some((one) => one.kind === 'outsideAgenda'))
    requireWentOn({ wentOn: new Set(wentOn) }, 'outsideAgenda');
  if (ofOwners && (await hasUnsurePersons(trx, assembly.assemblyId, newQuestion.jointId))) {
    if (!wentOn.includes('identitiesUnsure')) throw new Problem('identitiesUnsure');
    warnings.push({ kind: 'identitiesUnsure' });
  }
  return warnings.map((one) => ({ ...one, asked: wentOn.includes(one.kind) }));
}

/**
 * Reads the majorities of the joint's by-laws. Empty for an election of several seats, decided by the method and
 * not by a majority.
 */
async function byLawsOf({ trx, assembly }: UseCase, { seats = 1 }: NewConcept): Promise<ByLawMajorities> {
  return seats > 1 ? {} : readMajorities(trx, assembly.rootId);
}

/**
 * Percentage of the by-laws for the rule `threshold`, as an exact number; null for other rules.
 * @throws Problem thresholdOutOfRange, also if the rule lacks the percentage
 */
function thresholdOf(rule: Rule, percentOf: NewConcept['threshold']): StoredThreshold | null {
  if (rule !== 'threshold') return null;
  const millionths = percentOf && millionthsOf(percentOf.percent);
  if (percentOf === undefined || millionths == null) throw new Problem('thresholdOutOfRange');
  return { millionths, base: percentOf.base };
}

/** Checks that the chosen point exists on the current agenda. Later changes of the agenda appear in the acta. */
async function checkAgendaItem({ trx, assembly }: UseCase, item: NewConcept['agendaItem']): Promise<void> {
  if (item == null) return;
  const { agenda } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  if (!agendaItems(agenda).some(({ number }) => number === item)) throw new Problem('agendaItemUnknown');
}
