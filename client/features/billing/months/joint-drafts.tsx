import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../../../shared/billing/drafts.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { draftsQuery } from '../billing.queries.ts';
import { Deadline } from './deadline.tsx';
import { draftStateWords, monthLabel } from './month-words.ts';

/** The spreadsheets of a joint, whatever became of them. */
export function JointDrafts({ jointId, onOpen }: { jointId: number; onOpen: (draft: Draft) => void }) {
  const query = useQuery(draftsQuery(jointId));
  const columns: Column<Draft>[] = [
    {
      id: 'file',
      header: 'Archivo',
      cell: (draft) => <span className={styles.break}>{draft.fileName}</span>,
    },
    {
      id: 'received',
      header: 'Recibida',
      cell: (draft) => (
        <span>
          {dateTime(draft.receivedAt)}
          <span className={styles.soft}>de {draft.sentBy}</span>
        </span>
      ),
    },
    { id: 'state', header: 'Estado', cell: stateOf },
    { id: 'deadline', header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
    {
      id: 'open',
      header: 'Acciones',
      cell: (draft) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Abrir ${draft.fileName}, recibida el ${dateTime(draft.receivedAt)}`}
          onPress={() => onOpen(draft)}
        >
          Abrir
        </Button>
      ),
    },
  ];
  return (
    <Card title="Planillas">
      <QueryView query={query}>
        {(drafts) => (
          <Table
            label="Planillas"
            columns={columns}
            rows={drafts}
            rowKey={(draft) => draft.draftId}
            empty="Todavía no ha llegado ninguna planilla."
            pageSize={10}
          />
        )}
      </QueryView>
    </Card>
  );
}

function stateOf({ state, year, month }: Draft): string {
  const words = draftStateWords[state];
  return year === null || month === null ? words : `${words} (${monthLabel(year, month)})`;
}
