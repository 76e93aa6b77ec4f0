import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { defaultAnswers, type Rule } from '../../../../shared/assemblies/concepts.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

export const MAX_ANSWERS = 20;

/** A question that is being written. */
export interface Draft {
  question: string;
  count: number;
  /** As many as there may be: those beyond the count are kept in case it grows again. */
  answers: readonly string[];
  rule: Rule;
  /** Number of the answer that has to reach the majority. */
  approving: number;
  /** Of an election: the number of the blank answer, 0 where none is; left out, the one that is called so. */
  blank?: number;
  /** The point of the agenda that it belongs to. */
  agendaItem: number | null;
}

const blankDraft: Draft = {
  question: '',
  count: defaultAnswers.length,
  answers: Array.from({ length: MAX_ANSWERS }, (_, at) => defaultAnswers[at] ?? ''),
  rule: 'simple',
  approving: 1,
  agendaItem: null,
};

interface Drafts {
  byJoint: Readonly<Record<number, Draft>>;
}

/** What was typed for each joint: it outlives a look at the panel, a lost network and a reload. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ byJoint: {} }), {
    name: 'scaf.drafts',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => {
  useDrafts.setState({ byJoint: {} });
  // Setting it has written it; nothing of a person stays in the storage.
  useDrafts.persist.clearStorage();
});

/** The joint's draft and how to change it. */
export function useDraft(jointId: number): [Draft, (draft: Draft) => void] {
  const draft = useDrafts((state) => state.byJoint[jointId] ?? blankDraft);
  return [draft, (next) => keep(jointId, next)];
}

/** Begins anew, unless something else was typed since what was sent. */
export function dropDraft(jointId: number, sent: Draft): void {
  if (useDrafts.getState().byJoint[jointId] === sent) keep(jointId, blankDraft);
}

function keep(jointId: number, draft: Draft): void {
  useDrafts.setState(({ byJoint }) => ({ byJoint: { ...byJoint, [jointId]: draft } }));
}
