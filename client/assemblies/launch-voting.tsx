import { useQueries } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../shared/assemblies/votes.api.ts';
import { call } from '../lib/api.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import styles from './assemblies.module.css';
import { activeQuestion, conceptName } from './concept-words.ts';
import { LAUNCH_POLL_MS } from './poll-times.ts';
import { recordsKey } from './record-keys.ts';
import { standingOn } from './voting-history.ts';

/** The way to the vote, lit while there is something to answer, and the history of what was answered. */
export function LaunchVoting({ joint, held }: { joint: LiveJoint; held: readonly AssemblyApartment[] }) {
  const { jointId } = joint;
  const questions = joint.concepts.filter((concept) => concept.conceptId !== ATTENDANCE);
  const open = activeQuestion(joint.concepts);

  // One call per question answers for all of a person's units, be they 27; one per unit would not.
  const records = useQueries({
    queries: questions.map((question) => ({
      // A question that closes, or whose count is reset, is asked once more; else a closed one hardly changes.
      queryKey: [
        ...recordsKey(jointId, question.conceptId),
        question.active,
        question.voted.apartments === 0,
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(listRecords, { params: { conceptId: question.conceptId, jointId }, signal }),
      staleTime: question.active === 1 ? 0 : LAUNCH_POLL_MS,
      refetchInterval: question.active === 1 ? LAUNCH_POLL_MS : (false as const),
    })),
  });
  const rows = questions.map((question, at) => {
    const votes = records[at]?.data;
    return { question, standing: votes ? standingOn(question.answers, held, votes) : null };
  });
  const now = rows.find((row) => row.question === open)?.standing;
  const isDone = now != null && now.voted > 0 && now.voted >= now.outOf;

  return (
    <Stack>
      <div role="status">
        {open ? (
          <>
            <h3>{conceptName(open.conceptId)}</h3>
            <p className={styles.question}>{open.conceptDescription}</p>
            {isDone && <p>Usted ya votó esta pregunta.</p>}
          </>
        ) : (
          <p className={styles.soft}>En este momento no hay una votación activa.</p>
        )}
      </div>
      <div>
        <ButtonLink to={`/Vote/${jointId}`} variant={open && !isDone ? 'primary' : 'secondary'} size="large">
          Votar
        </ButtonLink>
      </div>
      {rows.length > 0 && (
        <Table
          label="Historial de votaciones"
          columns={[
            { id: 'name', header: 'Votación', cell: ({ question }) => conceptName(question.conceptId) },
            {
              id: 'question',
              header: 'Pregunta',
              cell: ({ question }) => <span className={styles.cellText}>{question.conceptDescription}</span>,
            },
            { id: 'standing', header: 'Estado', cell: ({ standing }) => standing?.words ?? '' },
          ]}
          rows={[...rows].reverse()}
          rowKey={({ question }) => question.conceptId}
          empty=""
        />
      )}
    </Stack>
  );
}
