import { useEffect } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type Concept, defaultAnswers } from '../../../../shared/assemblies/concepts.api.ts';
import type { TopicId } from '../../../../shared/assemblies/course/topics.ts';
import type { Matter } from '../../../../shared/assemblies/law/kinds.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import { defined } from '../../../../shared/defined.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { type TypedThreshold, typedOf } from '../../properties/index.ts';
import { draftOfElection, type ElectionDraft } from './draft.ts';

/** Maximum number of answers in the form for a question. */
export const MAX_ANSWERS = 20;

/** Question as typed by the operator in the form, not yet created on the server. */
export interface QuestionDraft {
  /** Text of the question. */
  question: string;
  /** Number of answers shown in the form. */
  count: number;
  /** Texts of the answers, always MAX_ANSWERS long. Texts beyond `count` stay for a later increase. */
  answers: readonly string[];
  /** Subject of every assembly chosen as template. Absent for another matter. */
  topic?: TopicId;
  /** Legal subject of the decision, to find the required majority. Absent until selected. */
  matter?: Matter;
  /** Majority rule that decides the question. */
  rule: Rule;
  /** Id of the answer that must reach the majority for approval. */
  approving: number;
  /**
   * Majority required by the by-laws, as typed: percentage of a base, and the base (represented coefficient or whole
   * roll).
   */
  threshold: TypedThreshold;
  /** Id of the blank vote in an election; 0 without a blank vote. Default: the answer named like the blank vote. */
  blank?: number;
  /** Number of the agenda point for the question. Null without a point. Default: the open point. */
  agendaItem?: number | null;
  /** True to hide the results until the closing. Default: as the majority rule requires. */
  hideResults?: boolean;
  /** Number of seats in an election. Default: 1. */
  seats?: number;
  /** Candidates or lists of an election with several seats. */
  election?: ElectionDraft;
  /** Cost of the decision as typed: pesos for the whole joint, and number of months. Absent without a cost. */
  cost?: { amount: string; months: number };
  /** Proposal of an owner that becomes the question, with the owner's name and the assembly. Absent for another question. */
  proposal?: { proposalId: number; author: string; assemblyId: number };
}

const blankDraft: QuestionDraft = {
  question: '',
  count: defaultAnswers.length,
  answers: Array.from({ length: MAX_ANSWERS }, (_, at) => defaultAnswers[at] ?? ''),
  rule: 'simple',
  approving: 1,
  threshold: { percent: '', base: 'represented' },
};

interface Drafts {
  byJoint: Readonly<Record<number, QuestionDraft>>;
}

/** Typed questions by joint, stored in the session: the text survives navigation, a lost network and a reload. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ byJoint: {} }), {
    name: 'scaf.drafts',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => useDrafts.setState({ byJoint: {} }));

/**
 * Hook: returns the question typed for a joint, and a setter. Starts with default answers; the text stays while the
 * operator visits other pages.
 * @param assemblyId current assembly; a proposal of another assembly leaves the draft
 */
export function useDraft(
  jointId: number,
  assemblyId?: number,
): [QuestionDraft, (draft: QuestionDraft) => void] {
  const draft = useDrafts((state) => state.byJoint[jointId] ?? blankDraft);
  useEffect(() => {
    const own = draftIn(draft, assemblyId);
    if (own !== draft) storeDraft(jointId, own);
  }, [jointId, draft, assemblyId]);
  return [draft, (next) => storeDraft(jointId, next)];
}

/** Returns a draft without a proposal of another assembly. @param assemblyId current assembly; undefined while unknown */
export function draftIn(draft: QuestionDraft, assemblyId: number | undefined): QuestionDraft {
  const { proposal, ...others } = draft;
  return proposal === undefined || assemblyId === undefined || proposal.assemblyId === assemblyId
    ? draft
    : others;
}

/** Replaces the typed question of a joint by a new one with the given fields, for the form. */
export const startDraft = (jointId: number, fields: Partial<QuestionDraft>): void =>
  storeDraft(jointId, { ...blankDraft, ...fields });

/**
 * Clears the typed question after the server created the question, unless the operator changed the text since.
 * @param sent draft as sent; a draft changed since then stays
 */
export function dropDraft(jointId: number, sent: QuestionDraft): void {
  if (useDrafts.getState().byJoint[jointId] === sent) storeDraft(jointId, blankDraft);
}

function storeDraft(jointId: number, draft: QuestionDraft): void {
  useDrafts.setState(({ byJoint }) => ({ byJoint: { ...byJoint, [jointId]: draft } }));
}

/**
 * Fills the form for a new question with a stored question, to ask the question again. Discards any text typed in the
 * form. Creates no question on the server.
 * @param only numbers of the answers to offer again, for a tie; default: all
 */
export function draftAgain(concept: Concept, only?: readonly number[]): void {
  storeDraft(concept.jointId, draftOfQuestion(concept, only));
}

/**
 * Converts a stored question to a draft with the same text, answers, rule and options. Leaves out the point of the
 * agenda: a closed question keeps the number of the agenda at the closing, and the agenda may have changed since.
 * @param only numbers of the answers to offer again, for a tie; default: all
 */
export function draftOfQuestion(concept: Concept, only?: readonly number[]): QuestionDraft {
  const { rule, threshold, matter, seats } = concept;
  const answers = concept.answers.filter(({ answerId }) => only?.includes(answerId) ?? true);
  const texts = answers.map(({ answerDescription }) => answerDescription);
  const election =
    rule !== 'election'
      ? {}
      : {
          blank: answers.findIndex(({ answerId }) => answerId === concept.blankAnswerId) + 1,
          ...(seats === undefined ? {} : { seats, election: draftOfElection({ ...concept, answers }) }),
        };
  return {
    ...blankDraft,
    question: concept.conceptDescription,
    ...(seats === undefined
      ? { count: texts.length, answers: blankDraft.answers.map((text, at) => texts[at] ?? text) }
      : {}),
    rule: rule ?? blankDraft.rule,
    approving: concept.approvingAnswerId ?? blankDraft.approving,
    ...defined({
      threshold: threshold === null ? undefined : typedOf(threshold),
      matter: matter ?? undefined,
    }),
    hideResults: concept.hideResults,
    ...election,
  };
}
