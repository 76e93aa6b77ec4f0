import { useQuery } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import type { Concept } from '../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { call } from '../lib/api.ts';
import { Notice } from '../ui/notice.tsx';
import { recordsKey } from './record-keys.ts';
import { standingOn } from './voting-history.ts';

/** Says that one's vote is in already: an empty ballot looks as if it had been lost. */
export function VotedNotice({ concept, held }: { concept: Concept; held: readonly AssemblyApartment[] }) {
  const { jointId, conceptId, answers } = concept;
  const { data: votes } = useQuery({
    queryKey: recordsKey(jointId, conceptId),
    queryFn: ({ signal }) => call(listRecords, { params: { conceptId, jointId }, signal }),
    staleTime: 0,
  });
  if (!votes || votes.length === 0) return null;
  return (
    <Notice kind="success" title="Usted ya votó esta pregunta.">
      <p>{standingOn(answers, held, votes).words}</p>
    </Notice>
  );
}
