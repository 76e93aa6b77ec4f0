import { useMutation, useQuery } from '@tanstack/react-query';
import { type Draft, discardDraft, getDraftFile } from '../../../../shared/billing/drafts.api.ts';
import { call, download, messageOf } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { EmptyState, Loading, QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { draftsQuery, monthsQuery, useRefreshBilling } from '../billing.queries.ts';
import { Deadline } from './deadline.tsx';
import { DraftReading } from './draft-reading.tsx';
import { draftStateWords, likelyMonth, monthLabel } from './words.ts';

interface Props {
  jointId: number;
  draftId: number;
  onMonth: (month: { year: number; month: number }) => void;
  onBack: () => void;
}

/**
 * Part of the page '/Billing' for an uploaded month's spreadsheet, with the possible actions: reading as a
 * month, download, or discarding.
 * @param onMonth opens a month made from the spreadsheet
 * @param onBack returns to the list
 */
export function DraftView({ jointId, draftId, onMonth, onBack }: Props) {
  const months = useQuery(monthsQuery(jointId));
  return (
    <QueryView query={draftsQuery(jointId)}>
      {(all) => {
        const draft = all.find((one) => one.draftId === draftId);
        if (draft === undefined) {
          return (
            <EmptyState message="No se encontró la planilla.">
              <Button variant="secondary" onPress={onBack}>
                Ver los meses
              </Button>
            </EmptyState>
          );
        }
        return (
          <>
            <DraftCard draft={draft} onMonth={onMonth} onBack={onBack} />
            {draft.state === 'received' &&
              // The months only improve the proposed month. Without them the proposal is the current month.
              (months.isPending ? (
                <Loading />
              ) : (
                <DraftReading
                  draft={draft}
                  first={likelyMonth(months.data ?? [], Date.now(), draft.fileName)}
                  onMonth={onMonth}
                />
              ))}
          </>
        );
      }}
    </QueryView>
  );
}

function DraftCard({ draft, onMonth, onBack }: { draft: Draft } & Pick<Props, 'onMonth' | 'onBack'>) {
  const { jointId, draftId, fileName, state, year, month } = draft;
  const params = { jointId, draftId };
  const refresh = useRefreshBilling();
  const fetching = useDownload(() => download(getDraftFile, { params }));
  const discarding = useMutation({
    mutationFn: () =>
      call(discardDraft, { params, query: { seen: state === 'prepared' ? 'prepared' : 'received' } }),
    onError: () => void refresh(),
    onSuccess: async () => {
      toast.success('La planilla fue descartada.');
      onBack();
      await refresh();
    },
  });
  const chosenMonth = year === null || month === null ? null : { year, month };
  const discard = async () => {
    const body =
      state === 'prepared' && chosenMonth
        ? `Se descarta también ${monthLabel(chosenMonth.year, chosenMonth.month)}, que está cargado sin emitir. El archivo se conserva.`
        : 'El archivo se conserva como descartado; para usarlo después habrá que cargarlo de nuevo.';
    const isSure = await confirm({ title: `¿Descartar ${fileName}?`, body, yes: 'Descartar', danger: true });
    if (isSure) discarding.mutate();
  };
  return (
    <Card
      title={fileName}
      actions={
        <Button variant="quiet" onPress={onBack}>
          Volver a los meses
        </Button>
      }
    >
      <p>
        Recibida el {dateTime(draft.receivedAt)} de {draft.sentBy}. Estado: {draftStateWords[state]}
        {chosenMonth && ` (${monthLabel(chosenMonth.year, chosenMonth.month)})`}.
      </p>
      {(state === 'received' || state === 'prepared') && <Deadline draft={draft} />}
      {discarding.error && <Notice kind="error">{messageOf(discarding.error)}</Notice>}
      <Stack row>
        {chosenMonth && state !== 'discarded' && (
          <Button onPress={() => onMonth(chosenMonth)}>
            Ver {monthLabel(chosenMonth.year, chosenMonth.month)}
          </Button>
        )}
        <Button variant="secondary" onPress={() => fetching.mutate()} isPending={fetching.isPending}>
          Descargar el archivo
        </Button>
        {(state === 'received' || state === 'prepared') && (
          <Button variant="secondary" onPress={() => void discard()} isPending={discarding.isPending}>
            Descartar
          </Button>
        )}
      </Stack>
    </Card>
  );
}
