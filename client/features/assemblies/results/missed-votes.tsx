import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../../../shared/assemblies/votes.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { keepInTab, readFromTab } from '../../../lib/tab-storage.ts';
import { Button, Notice } from '../../../ui/page.tsx';
import { recordsKey } from '../common/record-keys.ts';
import type { QuestionStanding } from '../live/use-standings.ts';
import { missedPair } from './missed-run.ts';

const KEY = 'scaf.missed';

/** Store of the read notices, by joint and pair of questions. Stored in the tab, for a reload. */
const useRead = create<{ pairs: readonly string[] }>(() => ({ pairs: readFromTab<string[]>(KEY) ?? [] }));
useRead.subscribe(({ pairs }) => keepInTab(KEY, pairs));
onSessionEnd(() => useRead.setState({ pairs: [] }));

interface Props {
  jointId: number;
  /** Units that the person may vote for. */
  held: readonly AssemblyApartment[];
  standings: readonly QuestionStanding[];
  /** Class of the frame around the notice. */
  className?: string | undefined;
  /** True for a notice beside an open question: without a button, since the vote ends the notice. */
  isBesideQuestion?: boolean;
}

/**
 * Notice to a registered person without a vote on the last two questions (specification, section 17, rule 13): once for
 * each pair of questions, and gone after a vote. Renders no element for other people.
 */
export default function MissedVotes({ jointId, held, standings, className, isBesideQuestion }: Props) {
  const { data: registrations = [] } = useQuery({
    ...queryOf([...recordsKey(jointId, ATTENDANCE), held.map((unit) => unit.apartmentId)], listRecords, {
      params: { conceptId: ATTENDANCE, jointId },
    }),
    staleTime: 60_000,
  });
  const { pairs } = useRead();
  const pair = missedPair(held, standings, registrations);
  const key = `${jointId} ${pair}`;
  if (pair === null || pairs.includes(key)) return null;
  return (
    <div className={className}>
      <Notice title="Usted no votó las dos últimas preguntas.">
        <p>
          {isBesideQuestion ? 'Puede votar esta.' : 'La próxima pregunta aparecerá aquí.'} Si algo le impide
          votar, avise a la mesa.
        </p>
      </Notice>
      {!isBesideQuestion && (
        <Button variant="secondary" wide onPress={() => useRead.setState({ pairs: [...pairs, key] })}>
          Entendido
        </Button>
      )}
    </div>
  );
}
