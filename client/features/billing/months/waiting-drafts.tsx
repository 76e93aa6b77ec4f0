import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../../../shared/billing/drafts.api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { waitingDraftsQuery } from '../billing.queries.ts';
import { Deadline } from './deadline.tsx';
import { draftStateWords } from './month-words.ts';

/** Spreadsheets of every joint that still wait for their bills, the nearest deadline first. */
export function WaitingDrafts({ onOpen }: { onOpen: (draft: Draft) => void }) {
  const query = useQuery(waitingDraftsQuery);
  const columns: Column<Draft>[] = [
    { id: 'joint', header: 'Copropiedad', cell: (draft) => draft.jointName },
    {
      id: 'file',
      header: 'Planilla',
      cell: (draft) => <span className={styles.break}>{draft.fileName}</span>,
    },
    { id: 'state', header: 'Estado', cell: (draft) => draftStateWords[draft.state] },
    { id: 'deadline', header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
    {
      id: 'open',
      header: 'Acciones',
      cell: (draft) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Abrir ${draft.fileName} de ${draft.jointName}`}
          onPress={() => onOpen(draft)}
        >
          Abrir
        </Button>
      ),
    },
  ];
  return (
    <Card title="Planillas por entregar">
      <p>De todas las copropiedades. Las cuentas se entregan en los tres días siguientes a su llegada.</p>
      <QueryView query={query}>
        {(drafts) => (
          <Table
            label="Planillas por entregar"
            columns={columns}
            rows={drafts}
            rowKey={(draft) => draft.draftId}
            empty="Ninguna planilla espera."
            pageSize={10}
          />
        )}
      </QueryView>
    </Card>
  );
}
