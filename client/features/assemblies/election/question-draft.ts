import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type Concept, defaultAnswers } from '../../../../shared/assemblies/concepts.api.ts';
import type { Matter } from '../../../../shared/assemblies/law/kinds.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import { defined } from '../../../../shared/defined.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { type TypedThreshold, typedOf } from '../../properties/index.ts';
import { draftOfElection, type ElectionDraft } from './draft.ts';

export const MAX_ANSWERS = 20;

/** Question as typed in the form, before creation. */
export interface QuestionDraft {
  question: string;
  count: number;
  /** Always MAX_ANSWERS texts. Texts beyond `count` are kept for a later increase. */
  answers: readonly string[];
  /** Subject of the decision. Absent until chosen. */
  matter?: Matter;
  rule: Rule;
  /** Id of the answer that must reach the majority. */
  approving: number;
  /** Majority of the by-laws. */
  threshold: TypedThreshold;
  /** For an election: id of the blank vote, 0 without a blank vote. Default: the answer named like the blank vote. */
  blank?: number;
  /** Point of the agenda. */
  agendaItem: number | null;
  /** Default: as the rule requires. */
  hideResults?: boolean;
  /** For an election. Default: 1. */
  seats?: number;
  /** Candidates or lists of an election with several seats. */
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

/** Drafts by joint, stored in the session: a draft survives navigation, a lost network and a reload. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ byJoint: {} }), {
    name: 'scaf.drafts',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => useDrafts.setState({ byJoint: {} }));

/** Returns the draft of a joint and a setter. */
export function useDraft(jointId: number): [QuestionDraft, (draft: QuestionDraft) => void] {
  const draft = useDrafts((state) => state.byJoint[jointId] ?? blankDraft);
  return [draft, (next) => keep(jointId, next)];
}

/** Clears a sent draft, unless the draft changed after sending. */
export function dropDraft(jointId: number, sent: QuestionDraft): void {
  if (useDrafts.getState().byJoint[jointId] === sent) keep(jointId, blankDraft);
}

function keep(jointId: number, draft: QuestionDraft): void {
  useDrafts.setState(({ byJoint }) => ({ byJoint: { ...byJoint, [jointId]: draft } }));
}

/** Turns a stored question into the draft of its joint. Replaces any other draft. */
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
    ...defined({
      threshold: threshold === null ? undefined : typedOf(threshold),
      matter: matter ?? undefined,
    }),
    agendaItem: concept.agendaItem,
    hideResults: concept.hideResults,
    ...election,
  });
}
