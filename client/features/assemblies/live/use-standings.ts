import { useQueries } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { listRecords, type RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { recordsKey } from '../common/record-keys.ts';
import { standingOn, type UnitStanding } from '../my-votes/voting-history.ts';

/**
 * Question of an assembly, open or closed, together with the votes of the signed-in person's units, for owners'
 * pages.
 */
export interface QuestionStanding {
  /** Text, answers and live figures of the question. */
  question: LiveConcept;
  /**
   * Summary of the votes: number of units with a vote and of units with the right to vote, and Spanish words. Null
   * until loaded.
   */
  standing: UnitStanding | null;
  /** Votes of the person's units on the question. Null until loaded. */
  votes: readonly RecordItem[] | null;
}

/**
 * Hook for owners' pages: returns the questions of a joint opened so far, each with the votes of the person's
 * units.
 * @param joint live state of the joint; null before the first state: returns no questions
 * @param held units of the signed-in person
 */
export function useStandings(
  joint: LiveJoint | null,
  held: readonly AssemblyApartment[],
): QuestionStanding[] {
  const jointId = joint?.jointId ?? 0;
  // Skips prepared questions, never asked before.
  const questions = (joint?.concepts ?? []).filter(
    (concept) =>
      concept.conceptId !== ATTENDANCE && (concept.active === 1 || concept.outcome?.status !== 'open'),
  );
  // A request per question covers all units of a person, even 27.
  const records = useQueries({
    queries: questions.map((question) => ({
      // The key changes after a reset of the count. Votes on closed questions hardly change otherwise.
      queryKey: [...recordsKey(jointId, question.conceptId), question.voted.apartments === 0],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(listRecords, { params: { conceptId: question.conceptId, jointId }, signal }),
      staleTime: question.active === 1 ? 0 : LAUNCH_POLL_MS,
      refetchInterval: question.active === 1 ? LAUNCH_POLL_MS : (false as const),
    })),
  });
  return questions.map((question, at) => {
    const votes = records[at]?.data ?? null;
    return { question, votes, standing: votes && standingOn(question.answers, held, votes) };
  });
}
