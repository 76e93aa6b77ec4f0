import { useEffect, useRef } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { endOf } from '../assembly-over.tsx';
import { conceptName } from '../concept-words.ts';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { useStandings } from '../use-standings.ts';
import { useVotingOf } from '../vote/use-vote.ts';

/** What a phone knows of the votes given on it in a joint or sector. */
export interface KeptVotes {
  jointId: number;
  /** Of the place, where the code votes in several. */
  name: string;
  /** When the assembly ended, if that was heard before the session ended with it. */
  closedAt: string | null;
  questions: readonly { conceptId: number; name: string; question: string; words: string }[];
  /** As they came with each vote. */
  receipts: readonly { conceptId: number; apartmentId: string; receipt: string }[];
}

interface Props {
  jointId: number;
  name: string;
  held: readonly AssemblyApartment[];
  onKnow: (votes: KeptVotes) => void;
}

/** Nothing to see: tells what is known, since all of it ends with the session, and the session with the assembly. */
export function KeepVotes({ jointId, name, held, onKnow }: Props) {
  const { joint } = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const standings = useStandings(joint, held);
  const voting = useVotingOf(jointId);
  const receipts = useRef<KeptVotes['receipts']>([]);
  useEffect(() => {
    if (voting.phase === 'finished') {
      const { conceptId } = voting.choice;
      const fresh = voting.results.flatMap((result) =>
        result.kind === 'voted' && result.receipt !== null
          ? [{ conceptId, apartmentId: result.apartmentId, receipt: result.receipt }]
          : [],
      );
      const isFresh = (old: { conceptId: number; apartmentId: string }) =>
        fresh.some((one) => one.conceptId === old.conceptId && one.apartmentId === old.apartmentId);
      receipts.current = [...receipts.current.filter((old) => !isFresh(old)), ...fresh];
    }
    onKnow({
      jointId,
      name,
      closedAt: endOf(joint),
      questions: standings.flatMap(({ question, standing }) =>
        standing === null || standing.voted === 0
          ? []
          : [
              {
                conceptId: question.conceptId,
                name: conceptName(question.conceptId),
                question: question.conceptDescription,
                words: standing.words,
              },
            ],
      ),
      receipts: receipts.current,
    });
  }, [jointId, name, joint, standings, voting, onKnow]);
  return null;
}
