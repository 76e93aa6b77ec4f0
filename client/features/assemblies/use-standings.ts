import { useQueries } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../shared/accounts/users.api.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import { listRecords, type RecordItem } from '../../../shared/assemblies/votes.api.ts';
import { call } from '../../lib/api.ts';
import type { LiveJoint } from '../../lib/live/live-merge.ts';
import { LAUNCH_POLL_MS } from './poll-times.ts';
import { recordsKey } from './record-keys.ts';
import { standingOn, type UnitStanding } from './voting-history.ts';

/** A question with what became of the person's units on it; null until that is known. */
export interface QuestionStanding {
  question: LiveConcept;
  standing: UnitStanding | null;
  /** The votes of the person's units; null until they are known. */
  votes: readonly RecordItem[] | null;
}

/** Where a person's units stand on every question of a joint, in the order they were asked. */
export function useStandings(
  joint: LiveJoint | null,
  held: readonly AssemblyApartment[],
): QuestionStanding[] {
  const jointId = joint?.jointId ?? 0;
  // One that is prepared was never asked: nobody has failed to answer it.
  const questions = (joint?.concepts ?? []).filter(
    (concept) =>
      concept.conceptId !== ATTENDANCE && (concept.active === 1 || concept.outcome?.status !== 'open'),
  );
  // One call per question answers for all of a person's units, be they 27; one per unit would not.
  const records = useQueries({
    queries: questions.map((question) => ({
      // A question whose count is reset is asked once more; else a closed one hardly changes.
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
