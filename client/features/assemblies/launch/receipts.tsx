import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { AnswerOf } from '../../../../shared/api.ts';
import { unitHistory } from '../../../../shared/assemblies/votes.api.ts';
import { wayWords } from '../../../../shared/assemblies/words.ts';
import { dateTime } from '../../../lib/format.ts';
import { useLiveStore } from '../../../lib/live/store.ts';
import { freshOf } from '../../../lib/query.ts';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { conceptName, deletedWords } from '../common/question-messages.ts';
import { recordsKey } from '../common/record-keys.ts';
import { assemblyTexts } from '../common/texts.ts';
import { CheckVoteLink } from '../results/check-vote-link.tsx';
import styles from './receipts.module.css';

type UnitRecord = AnswerOf<typeof unitHistory>[number];

interface Props {
  jointId: number;
  held: readonly AssemblyApartment[];
  /** HTML heading level of the question names. */
  heading?: 'h3' | 'h4';
  /** True to show the receipts at once, after the end of the assembly. */
  isUnfolded?: boolean;
}

/**
 * List of the receipts of all votes of the person's units, on the waiting page of an owner or card. Loaded when the
 * person unfolds the list, because each unit takes a request.
 * @param isUnfolded true to show the receipts at once, after the end of the assembly
 */
export function LaunchReceipts({ isUnfolded = false, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isUnfolded) return <Receipts {...props} />;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.fold}>Ver mis respuestas y comprobantes</summary>
      {isOpen && <Receipts {...props} />}
    </details>
  );
}

function Receipts({ jointId, held, heading: Heading = 'h4' }: Omit<Props, 'isUnfolded'>) {
  const joint = useLiveStore(({ joints }) => joints[jointId]?.joint);
  const isCounted = (id: number) =>
    [...(joint?.concepts ?? []), ...(joint?.deleted ?? [])].some(
      ({ conceptId, seal }) => conceptId === id && seal,
    );
  const histories = useQueries({
    queries: held.map(({ apartmentId }) => ({
      // Below the key of the joint's records: a new vote invalidates both.
      ...freshOf([...recordsKey(jointId), 'unit', apartmentId], unitHistory, {
        params: { jointId, apartmentId },
      }),
    })),
  });
  if (histories.some((history) => history.isError && !history.data)) {
    const again = () => {
      for (const history of histories) if (history.isError) void history.refetch();
    };
    return <ErrorState message={assemblyTexts.noInformation} onRetry={again} />;
  }
  if (histories.some((history) => history.isPending)) return <Loading />;
  const votes = held.flatMap((unit, at) =>
    (histories[at]?.data ?? [])
      .filter((row) => row.voteId !== null)
      .map((row) => ({ ...row, apartmentId: unit.apartmentId })),
  );
  const questions = [...new Set(votes.map((vote) => vote.conceptId))].sort((a, b) => b - a);
  const deletionOf = (id: number) => votes.find(({ conceptId }) => conceptId === id)?.deleted;
  return questions.map((conceptId) => (
    <div key={conceptId} className="stack-3">
      <Heading>{conceptName(conceptId)}</Heading>
      <Deleted deleted={deletionOf(conceptId)} />
      <ul className="stack-2 plain" aria-label={`Comprobantes de ${conceptName(conceptId)}`}>
        {votes
          .filter((vote) => vote.conceptId === conceptId)
          .map((vote) => (
            <li key={vote.apartmentId} className={`between ${styles.slip}`}>
              <span>
                {vote.apartmentId}: {vote.answerDescription}
                {vote.way && <span className="soft"> · {wayWords[vote.way]}</span>}
              </span>
              <span className={styles.receipt}>{vote.receipt}</span>
              {vote.receipt !== null && isCounted(conceptId) && (
                <CheckVoteLink
                  jointId={jointId}
                  receipt={vote.receipt}
                  of={`${vote.apartmentId}, ${conceptName(conceptId)}`}
                />
              )}
            </li>
          ))}
      </ul>
    </div>
  ));
}

/** Note about a question deleted after its votes were counted. */
function Deleted({ deleted }: { deleted: UnitRecord['deleted'] }) {
  if (deleted === undefined) return null;
  return (
    <p className="soft">
      La pregunta se eliminó el {dateTime(deleted.at)}. {deletedWords(deleted)}
    </p>
  );
}
