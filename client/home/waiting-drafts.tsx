import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { deadlineOf, waitingDraftsQuery } from '../features/billing/index.ts';
import { Card } from '../ui/card.tsx';
import { DueLine } from '../ui/due-line.tsx';
import styles from './user-home.module.css';

/** So many are told of; the rest is on their page. */
const SHOWN = 5;

/** Spreadsheets that wait for their bills, the nearest deadline first; nothing where none does. */
export function WaitingDraftLines() {
  const { data } = useQuery({ ...waitingDraftsQuery, retry: false });
  if (data === undefined || data.length === 0) return null;
  const rest = data.length - SHOWN;
  return (
    <Card title="Planillas por entregar">
      <ul className={styles.lines}>
        {data.slice(0, SHOWN).map((draft) => {
          const { text, isOverdue } = deadlineOf(draft, Date.now());
          return (
            <DueLine
              key={draft.draftId}
              title={`${draft.jointName}: ${draft.fileName}`}
              due={{ text: `${text}.`, state: isOverdue ? 'overdue' : 'due' }}
            />
          );
        })}
      </ul>
      <p>
        <Link to="/Billing">{rest > 0 ? `Ver todas (${data.length})` : 'Ir a Facturación'}</Link>
      </p>
    </Card>
  );
}
