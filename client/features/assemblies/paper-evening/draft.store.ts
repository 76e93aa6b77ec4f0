import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { PaperEvening } from '../../../../shared/assemblies/paper-evening/typing.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

/** Sum of the sheet of sums, as typed. */
export interface TypedSum {
  apartments: string;
  coefficient: string;
}

/** Question of the paper, as typed. */
export interface QuestionPaper {
  /** Hour of the count. */
  hour: string;
  /** A vote per line. */
  votes: string;
  /** Sums by number of the answer. */
  sums: Readonly<Record<number, TypedSum>>;
}

/** Request to store an evening, with the idempotency key. */
export interface SentEvening {
  body: PaperEvening;
  key: string;
}

/** Evening on paper, as typed. */
export interface PaperDraft {
  /** Day of the evening, YYYY-MM-DD; empty: the day of the assembly. */
  day: string;
  /** A person of the list of attendance per line. */
  arrivals: string;
  presence: TypedSum & { hour: string };
  questions: Readonly<Record<number, QuestionPaper>>;
  /** Explanation of different sums. */
  reason: string;
  /** Request without an answer yet: only the same request with the same key counts once. Null after an answer. */
  sent: SentEvening | null;
}

export const blankSum: TypedSum = { apartments: '', coefficient: '' };
export const blankPaper: QuestionPaper = { hour: '', votes: '', sums: {} };
const blankEvening: PaperDraft = {
  day: '',
  arrivals: '',
  presence: { ...blankSum, hour: '' },
  questions: {},
  reason: '',
  sent: null,
};

/** Typed evenings by joint, stored in the session: the text survives navigation, a lost network and a reload. */
const useEvenings = create<{ byJoint: Readonly<Record<number, PaperDraft>> }>()(
  persist(() => ({ byJoint: {} }), {
    name: 'scaf.paper-evening',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => useEvenings.setState({ byJoint: {} }));

/** Hook: returns the evening typed for a joint, and a function to change some fields. `null` clears the evening. */
export function usePaperDraft(jointId: number): [PaperDraft, (change: Partial<PaperDraft> | null) => void] {
  const draft = useEvenings((state) => state.byJoint[jointId]);
  const change = (fields: Partial<PaperDraft> | null) =>
    useEvenings.setState(({ byJoint }) => ({
      byJoint: {
        ...byJoint,
        [jointId]: { ...blankEvening, ...(fields && { ...byJoint[jointId], ...fields }) },
      },
    }));
  return [{ ...blankEvening, ...draft }, change];
}
