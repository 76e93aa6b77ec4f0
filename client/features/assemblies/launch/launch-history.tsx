import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Table } from '../../../ui/table.tsx';
import { conceptName } from '../concept-words.ts';
import type { QuestionStanding } from '../use-standings.ts';
import styles from './launch.module.css';
import { LaunchReceipts } from './launch-receipts.tsx';

interface Props {
  joint: LiveJoint;
  held: readonly AssemblyApartment[];
  standings: readonly QuestionStanding[];
  /** The sector whose questions these are. */
  place?: string;
}

/** What was asked and whether one voted, newest first, with the receipts of one's votes. */
export function LaunchHistory({ joint, held, standings, place }: Props) {
  if (standings.length === 0) return null;
  const of = place === undefined ? '' : ` de ${place}`;
  const hasVoted = standings.some(({ standing }) => standing !== null && standing.voted > 0);
  return (
    <section className={`stack-3 ${styles.block}`} aria-label={`Votaciones${of}`}>
      <h3>Historial de votaciones</h3>
      <Table
        label={`Historial de votaciones${of}`}
        columns={[
          { id: 'name', header: 'Votación', cell: ({ question }) => conceptName(question.conceptId) },
          {
            id: 'question',
            header: 'Pregunta',
            cell: ({ question }) => <span className="anywhere">{question.conceptDescription}</span>,
          },
          {
            id: 'standing',
            header: 'Estado',
            cell: ({ standing }) => <span className="anywhere">{standing?.words ?? ''}</span>,
          },
        ]}
        rows={[...standings].reverse()}
        rowKey={({ question }) => question.conceptId}
        empty=""
      />
      {hasVoted && <LaunchReceipts jointId={joint.jointId} held={held} />}
    </section>
  );
}
