import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  chargesTemplate,
  type Draft,
  discardDraft,
  getDraftFile,
  sendDraft,
} from '../../../../shared/billing/drafts.api.ts';
import { call, download, messageOf, upload } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { FileDrop, SHEET_FILES } from '../../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView, type ViewedQuery } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { Table } from '../../../ui/table.tsx';
import type { JointOption } from '../../properties/index.ts';
import {
  draftsQuery,
  monthsQuery,
  useBillingJoints,
  useRefreshBilling,
  waitingDraftsQuery,
} from '../billing.queries.ts';
import { BillingJointPicker } from '../joint-picker.tsx';
import { Deadline } from '../months/deadline.tsx';
import { RepeatMonth } from '../months/repeat-month.tsx';
import { deadlineOf, isWaiting } from '../months/words.ts';
import { TemplateButton } from '../template-button.tsx';
import { billingTexts, monthTitle } from '../words.ts';

/**
 * Card on an administrator's home page to send the spreadsheet with a month's charges ('Enviar la planilla
 * del mes') to the staff. Hidden if no joint of the user uses billing.
 */
export function OwnSheets() {
  const joints = useBillingJoints();
  if (joints.data?.length === 0) return null;
  return (
    <div id="planilla">
      <Card title="Enviar la planilla del mes">
        <BillingJointPicker>
          {(joint, picker) => <JointSheets key={joint.id} joint={joint} picker={picker} />}
        </BillingJointPicker>
        <SentDrafts />
      </Card>
    </div>
  );
}

function JointSheets({ joint, picker }: { joint: JointOption; picker: ReactNode }) {
  const refresh = useRefreshBilling();
  const [sent, setSent] = useState<Draft | null>(null);
  const [isRepeating, setRepeating] = useState(false);
  const months = useQuery(monthsQuery(joint.id));
  const isIssued = months.data?.some(({ state }) => state === 'issued') ?? false;
  const params = { jointId: joint.id };
  const sending = useMutation({
    mutationFn: (file: File) => upload(sendDraft, { params, file }),
    onMutate: () => setSent(null),
    onSuccess: (draft) => {
      setSent(draft);
      return refresh();
    },
  });
  return (
    <>
      {picker}
      <Stack row>
        {isIssued && !isRepeating && (
          <Button variant="secondary" onPress={() => setRepeating(true)}>
            Repetir el mes anterior
          </Button>
        )}
        <TemplateButton fetch={() => download(chargesTemplate, { params: { jointId: joint.id } })} />
      </Stack>
      {isRepeating && (
        <RepeatMonth
          feesOf={null}
          jointId={joint.id}
          onDraft={(draft) => {
            setRepeating(false);
            setSent(draft);
          }}
          onBack={() => setRepeating(false)}
        />
      )}
      {sending.error && !sending.isPending && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      {sent && (
        <Notice kind="success" title={`Recibimos «${sent.fileName}».`}>
          <p>{deadlineOf(sent, Date.now()).text}.</p>
        </Notice>
      )}
      <FileDrop
        label="Arrastre aquí la planilla de cobros"
        description="Archivo Excel (.xlsx o .xls) o CSV con los cobros de cada inmueble. Las cuentas se entregan en los tres días siguientes."
        accept={SHEET_FILES}
        onFile={(file) => sending.mutate(file)}
        busy={sending.isPending ? 'Enviando la planilla' : null}
      />
      <Ended jointId={joint.id} />
    </>
  );
}

/** List of sent spreadsheets of all joints with bills not yet issued, nearest deadline first. */
function SentDrafts() {
  const waiting = useQuery(waitingDraftsQuery);
  return <SentSheets title="Planillas en curso" query={waiting} empty="No hay planillas en curso." />;
}

/** List of the joint's issued or discarded spreadsheets. */
function Ended({ jointId }: { jointId: number }) {
  const all = useQuery(draftsQuery(jointId));
  const ended = all.data?.filter((draft) => !isWaiting(draft)) ?? [];
  if (ended.length === 0) return null;
  return (
    <details>
      <summary>Planillas anteriores ({ended.length})</summary>
      <SentSheets title="Planillas anteriores" query={{ ...all, data: ended }} empty="" />
    </details>
  );
}

interface Props {
  title: string;
  query: ViewedQuery<readonly Draft[]>;
  empty: string;
}

/** State of a sent spreadsheet in words for the sender. */
const states: Readonly<Record<Draft['state'], string>> = {
  received: 'Recibida',
  prepared: 'En preparación',
  issued: 'Emitida',
  discarded: 'Descartada',
};

function stateOf({ state, year, month }: Draft): string {
  return year === null || month === null ? states[state] : `${states[state]}: ${monthTitle(year, month)}`;
}

/** List of sent spreadsheets with the state of each. */
function SentSheets({ title, query, empty }: Props) {
  return (
    <QueryView query={query} failed={billingTexts.notLoaded}>
      {(data) => (
        <section className="stack-3">
          <h3>{title}</h3>
          <Table
            label={title}
            columns={[
              {
                header: 'Planilla',
                cell: ({ fileName }) => <span className="anywhere">{fileName}</span>,
              },
              { header: 'Copropiedad', cell: ({ jointName }) => jointName },
              { header: 'Enviada', cell: ({ receivedAt }) => dateTime(receivedAt) },
              { header: 'Estado', cell: stateOf },
              { header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
              { header: 'Acciones', cell: (draft) => <DraftButtons draft={draft} /> },
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

function DraftButtons({ draft }: { draft: Draft }) {
  const refresh = useRefreshBilling();
  const { jointId, draftId, fileName } = draft;
  const params = { jointId, draftId };
  const fetching = useDownload(() => download(getDraftFile, { params }));
  const discarding = useRequest(() => call(discardDraft, { params, query: { seen: 'received' } }), {
    done: 'La planilla fue descartada.',
    next: [refresh],
    failed: true,
  });
  const discard = async () => {
    const title = `¿Está seguro de descartar la planilla «${fileName}»?`;
    if (await confirm({ title, danger: true })) discarding.mutate();
  };
  return (
    <Stack row>
      <RowButton
        act="Descargar"
        of={fileName}
        isPending={fetching.isPending}
        onPress={() => fetching.mutate()}
      />
      {draft.state === 'received' && (
        <RowButton
          act="Descartar"
          of={fileName}
          variant="quiet"
          isPending={discarding.isPending}
          onPress={() => void discard()}
        />
      )}
    </Stack>
  );
}
