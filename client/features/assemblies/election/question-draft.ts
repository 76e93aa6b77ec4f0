import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type Concept, defaultAnswers } from '../../../../shared/assemblies/concepts.api.ts';
import type { Matter } from '../../../../shared/assemblies/law/kinds.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { type TypedThreshold, typedOf } from '../../properties/index.ts';
import { draftOfElection, type ElectionDraft } from './election-draft.ts';

export const MAX_ANSWERS = 20;

/** A question that is being written. */
export interface QuestionDraft {
  question: string;
  count: number;
  /** As many as there may be: those beyond the count are kept in case it grows again. */
  answers: readonly string[];
  /** What it decides; left out until it is said. */
  matter?: Matter;
  rule: Rule;
  /** Number of the answer that has to reach the majority. */
  approving: number;
  /** Of the by-laws' majority. */
  threshold: TypedThreshold;
  /** Of an election: the number of the blank answer, 0 where none is; left out, the one that is called so. */
  blank?: number;
  /** The point of the agenda that it belongs to. */
  agendaItem: number | null;
  /** Left out: as its rule has it. */
  hideResults?: boolean;
  /** Of an election; left out: one. */
  seats?: number;
  /** What is voted where there are several. */
  election?: ElectionDraft;
}

const blankDraft: QuestionDraft = {
  question: '',
  count: defaultAnswers.length,
  answers: Array.from({ length: MAX_ANSWERS }, (_, at) => defaultAnswers[at] ?? ''),
  rule: 'simple',
  approving: 1,
  threshold: { percent: '', base: 'represented' },
  agendaItem: null,
};

interface Drafts {
  byJoint: Readonly<Record<number, QuestionDraft>>;
}

/** What was typed for each joint: it outlives a look at the panel, a lost network and a reload. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ byJoint: {} }), {
    name: 'scaf.drafts',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => useDrafts.setState({ byJoint: {} }));

/** The joint's draft and how to change it. */
export function useDraft(jointId: number): [QuestionDraft, (draft: QuestionDraft) => void] {
  const draft = useDrafts((state) => state.byJoint[jointId] ?? blankDraft);
  return [draft, (next) => keep(jointId, next)];
}

/** Begins anew, unless something else was typed since what was sent. */
export function dropDraft(jointId: number, sent: QuestionDraft): void {
  if (useDrafts.getState().byJoint[jointId] === sent) keep(jointId, blankDraft);
}

function keep(jointId: number, draft: QuestionDraft): void {
  useDrafts.setState(({ byJoint }) => ({ byJoint: { ...byJoint, [jointId]: draft } }));
}

/** Writes a stored question down again as the draft of its joint, in place of any other draft. */
export function draftAgain(concept: Concept): void {
  const { answers, rule, threshold, matter, seats } = concept;
  const texts = answers.map(({ answerDescription }) => answerDescription);
  const election =
    rule !== 'election'
      ? {}
      : {
          blank: concept.blankAnswerId ?? 0,
          ...(seats === undefined ? {} : { seats, election: draftOfElection(concept) }),
        };
  keep(concept.jointId, {
    ...blankDraft,
    question: concept.conceptDescription,
    ...(seats === undefined
      ? { count: texts.length, answers: blankDraft.answers.map((text, at) => texts[at] ?? text) }
      : {}),
    rule: rule ?? blankDraft.rule,
    approving: concept.approvingAnswerId ?? blankDraft.approving,
    ...(threshold === null ? {} : { threshold: typedOf(threshold) }),
    ...(matter === null ? {} : { matter }),
    agendaItem: concept.agendaItem,
    hideResults: concept.hideResults,
    ...election,
  });
}
