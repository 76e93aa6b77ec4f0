import { useMutation } from '@tanstack/react-query';
import { type Draft, discardDraft, getDraftFile } from '../../../../shared/billing/drafts.api.ts';
import { call, download, messageOf } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Stack } from '../../../ui/page.tsx';
import { QueryView, type ViewedQuery } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { monthTitle } from '../billing-words.ts';
import { Deadline } from '../months/deadline.tsx';
import { billingTexts } from '../texts.ts';
import styles from './sheets.module.css';

interface Props {
  title: string;
  query: ViewedQuery<readonly Draft[]>;
  empty: string;
}

/** How far a spreadsheet is, as whoever sent it needs to know. */
const states: Readonly<Record<Draft['state'], string>> = {
  received: 'Recibida',
  prepared: 'En preparación',
  issued: 'Emitida',
  discarded: 'Descartada',
};

function stateOf({ state, year, month }: Draft): string {
  return year === null || month === null ? states[state] : `${states[state]}: ${monthTitle(year, month)}`;
}

/** Spreadsheets that were sent, with what became of each. */
export function SentSheets({ title, query, empty }: Props) {
  return (
    <QueryView query={query} failed={billingTexts.notLoaded}>
      {(data) => (
        <section className={styles.sheets}>
          <h3>{title}</h3>
          <Table
            label={title}
            columns={[
              {
                id: 'file',
                header: 'Planilla',
                cell: ({ fileName }) => <span className={styles.name}>{fileName}</span>,
              },
              { id: 'joint', header: 'Copropiedad', cell: ({ jointName }) => jointName },
              { id: 'received', header: 'Enviada', cell: ({ receivedAt }) => dateTime(receivedAt) },
              { id: 'state', header: 'Estado', cell: stateOf },
              { id: 'deadline', header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
              { id: 'acts', header: 'Acciones', cell: (draft) => <Acts draft={draft} /> },
            ]}
            rows={data}
            rowKey={({ draftId }) => draftId}
            empty={empty}
            pageSize={10}
          />
        </section>
      )}
    </QueryView>
  );
}

function Acts({ draft }: { draft: Draft }) {
  const refresh = useRefreshBilling();
  const { jointId, draftId, fileName } = draft;
  const params = { jointId, draftId };
  const onError = (error: unknown) => void toast.error(messageOf(error));
  const fetching = useMutation({
    networkMode: 'always',
    mutationFn: () => download(getDraftFile, { params }),
    onSuccess: saveFile,
    onError,
  });
  const discarding = useMutation({
    networkMode: 'always',
    mutationFn: () => call(discardDraft, { params }),
    onSuccess: () => {
      toast.success('La planilla fue descartada.');
      return refresh();
    },
    onError,
  });
  const discard = async () => {
    const title = `¿Está seguro de descartar la planilla «${fileName}»?`;
    if (await confirm({ title, danger: true })) discarding.mutate();
  };
  return (
    <Stack row>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Descargar ${fileName}`}
        isPending={fetching.isPending}
        onPress={() => fetching.mutate()}
      >
        Descargar
      </Button>
      {draft.state === 'received' && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Descartar ${fileName}`}
          isPending={discarding.isPending}
          onPress={() => void discard()}
        >
          Descartar
        </Button>
      )}
    </Stack>
  );
}
