import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { chargesTemplate, type Draft, sendDraft } from '../../../../shared/billing/drafts.api.ts';
import type { BillingMonth } from '../../../../shared/billing/months.api.ts';
import { monthOf } from '../../../../shared/days.ts';
import { download, messageOf, upload } from '../../../lib/api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { FileDrop, SHEET_FILES } from '../../../ui/fields/file-drop.tsx';
import { Button, ButtonLink, Card, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { draftsQuery, monthsQuery, useRefreshBilling, waitingDraftsQuery } from '../billing.queries.ts';
import { BillingScreen } from '../screen.tsx';
import { TemplateButton } from '../template-button.tsx';
import { amountText, dayWords } from '../words.ts';
import { Deadline } from './deadline.tsx';
import { DraftView } from './draft-view.tsx';
import { IssuedMonth } from './issued-month.tsx';
import { PreparedMonth } from './prepared-month.tsx';
import { RepeatMonth } from './repeat-month.tsx';
import { draftStateWords, leftBehind, monthLabel, monthStateWords } from './words.ts';

/**
 * Spreadsheet or month opened on the billing page, read from the address. Ignored if the address names another
 * joint.
 */
interface Opened {
  joint: number;
  draftId: number | null;
  month: { year: number; month: number } | null;
  /** True if the form to repeat the charges of the last month is open. */
  isRepeating: boolean;
}

function openedIn(search: URLSearchParams): Opened | null {
  const joint = Number(search.get('joint'));
  const draftId = Number(search.get('draft'));
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(search.get('month') ?? '') ?? [];
  if (!(joint > 0)) return null;
  if (draftId > 0) return { joint, draftId, month: null, isRepeating: false };
  if (search.get('repeat') === '1') return { joint, draftId: null, month: null, isRepeating: true };
  return month === undefined
    ? null
    : { joint, draftId: null, month: { year: Number(year), month: Number(month) }, isRepeating: false };
}

/**
 * Page '/Billing': list of uploaded spreadsheets of all joints still to be issued, and for a chosen joint the
 * months from spreadsheet to issued bills.
 */
export default function BillingPage() {
  const [search, setSearch] = useSearchParams();
  const jointId = useChosenJoint((state) => state.jointId);
  const choose = useChosenJoint((state) => state.choose);
  const openDraft = (draft: Draft) => {
    choose(draft.jointId);
    setSearch({ joint: String(draft.jointId), draft: String(draft.draftId) });
  };
  const opened = openedIn(search);
  return (
    <BillingScreen
      title="Facturación"
      intro="De la planilla del mes a las cuentas de cobro y su relación."
      after={(opened === null || opened.joint !== jointId) && <WaitingDrafts onOpen={openDraft} />}
    >
      {(id) => (
        <JointBilling
          jointId={id}
          opened={opened?.joint === id ? opened : null}
          onDraft={openDraft}
          onMonth={({ year, month }) => setSearch({ joint: String(id), month: monthOf(year, month) })}
          onRepeat={() => setSearch({ joint: String(id), repeat: '1' })}
          onBack={() => setSearch({})}
        />
      )}
    </BillingScreen>
  );
}

interface Props {
  jointId: number;
  opened: Opened | null;
  onDraft: (draft: Draft) => void;
  onMonth: (month: { year: number; month: number }) => void;
  onRepeat: () => void;
  onBack: () => void;
}

function JointBilling({ jointId, opened, onDraft, onMonth, onRepeat, onBack }: Props) {
  if (opened?.isRepeating)
    return <RepeatMonth jointId={jointId} feesOf={null} onDraft={onDraft} onBack={onBack} />;
  if (opened?.draftId) {
    const { draftId } = opened;
    return <DraftView key={draftId} jointId={jointId} draftId={draftId} onMonth={onMonth} onBack={onBack} />;
  }
  if (opened?.month) {
    const { year, month } = opened.month;
    return (
      <MonthView
        key={`${year} ${month}`}
        jointId={jointId}
        year={year}
        month={month}
        onMonth={onMonth}
        onBack={onBack}
      />
    );
  }
  return (
    <>
      <SendDraft jointId={jointId} onSent={onDraft} onRepeat={onRepeat} />
      <JointMonths jointId={jointId} onOpen={onMonth} />
      <JointDrafts jointId={jointId} onOpen={onDraft} />
    </>
  );
}

/** Card to upload a month spreadsheet. Opens the reading of the file afterwards. */
function SendDraft({
  jointId,
  onSent,
  onRepeat,
}: {
  jointId: number;
  onSent: (draft: Draft) => void;
  onRepeat: () => void;
}) {
  const refresh = useRefreshBilling();
  const months = useQuery(monthsQuery(jointId));
  const isIssued = months.data?.some(({ state }) => state === 'issued') ?? false;
  const sending = useMutation({
    mutationFn: (file: File) => upload(sendDraft, { params: { jointId }, file }),
    onSuccess: (draft) => {
      onSent(draft);
      return refresh();
    },
  });
  return (
    <Card
      title="Cargar la planilla de un mes"
      actions={
        <Stack row>
          {isIssued && (
            <Button variant="secondary" onPress={onRepeat}>
              Repetir el mes
            </Button>
          )}
          <ButtonLink to="/Billing/Fees" variant="secondary">
            Cobrar sin planilla
          </ButtonLink>
          <TemplateButton fetch={() => download(chargesTemplate, { params: { jointId } })} />
        </Stack>
      }
    >
      {sending.error && !sending.isPending && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      <FileDrop
        label="Arrastre aquí la planilla de cobros"
        description="Archivo Excel (.xlsx o .xls) o CSV con los cobros de cada inmueble. Primero verá lo que contiene; nada se cobra hasta que usted emita el mes."
        accept={SHEET_FILES}
        onFile={(file) => sending.mutate(file)}
        busy={sending.isPending ? 'Enviando el archivo' : null}
      />
    </Card>
  );
}

/** Table column with a button that opens the row. `nameOf`: accessible name of the row. */
function openColumn<Row>(nameOf: (row: Row) => string, onOpen: (row: Row) => void): Column<Row> {
  return {
    header: 'Acciones',
    cell: (row) => <RowButton act="Abrir" of={nameOf(row)} onPress={() => onOpen(row)} />,
  };
}

const fileOf = (draft: Draft) => <span className="anywhere">{draft.fileName}</span>;

/** Table of the spreadsheets of all joints with bills not yet issued, nearest deadline first. */
function WaitingDrafts({ onOpen }: { onOpen: (draft: Draft) => void }) {
  const columns: Column<Draft>[] = [
    { header: 'Copropiedad', cell: (draft) => draft.jointName },
    { header: 'Planilla', cell: fileOf },
    { header: 'Estado', cell: (draft) => draftStateWords[draft.state] },
    { header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
    openColumn((draft) => `${draft.fileName} de ${draft.jointName}`, onOpen),
  ];
  return (
    <Card title="Planillas por entregar">
      <p>De todas las copropiedades. Las cuentas se entregan en los tres días siguientes a su llegada.</p>
      <QueryTable
        query={waitingDraftsQuery}
        label="Planillas por entregar"
        columns={columns}
        rowKey={(draft) => draft.draftId}
        empty="Ninguna planilla espera."
        pageSize={10}
      />
    </Card>
  );
}

function JointMonths({ jointId, onOpen }: { jointId: number; onOpen: (month: BillingMonth) => void }) {
  const columns: Column<BillingMonth>[] = [
    { header: 'Mes', cell: ({ year, month }) => monthLabel(year, month) },
    { header: 'Estado', cell: ({ state }) => monthStateWords[state] },
    { header: 'Emisión', cell: ({ issueDate }) => (issueDate ? dayWords(issueDate) : '—') },
    { header: 'Cuentas', cell: billsOf, align: 'end' },
    {
      header: 'Total',
      cell: ({ bills }) => (bills ? amountText(bills.total) : '—'),
      align: 'end',
    },
    openColumn((month) => monthLabel(month.year, month.month), onOpen),
  ];
  return (
    <Card title="Meses">
      <QueryTable
        query={monthsQuery(jointId)}
        label="Meses"
        columns={columns}
        rowKey={({ year, month }) => `${year}-${month}`}
        empty="Todavía no hay meses. Cargue la planilla del primero, o cóbrelo sin planilla."
        pageSize={12}
      />
    </Card>
  );
}

function billsOf({ bills }: BillingMonth): string {
  if (bills === null) return '—';
  return bills.annulled === 0
    ? count(bills.quantity)
    : `${count(bills.quantity)} (anuladas: ${bills.annulled})`;
}

/** Table of the uploaded month spreadsheets of a joint, in any state. */
function JointDrafts({ jointId, onOpen }: { jointId: number; onOpen: (draft: Draft) => void }) {
  const columns: Column<Draft>[] = [
    { header: 'Archivo', cell: fileOf },
    {
      header: 'Recibida',
      cell: (draft) => (
        <span>
          {dateTime(draft.receivedAt)}
          <span className="soft block regular">de {draft.sentBy}</span>
        </span>
      ),
    },
    { header: 'Estado', cell: stateOf },
    { header: 'Plazo', cell: (draft) => <Deadline draft={draft} /> },
    openColumn((draft) => `${draft.fileName}, recibida el ${dateTime(draft.receivedAt)}`, onOpen),
  ];
  return (
    <Card title="Planillas">
      <QueryTable
        query={draftsQuery(jointId)}
        label="Planillas"
        columns={columns}
        rowKey={(draft) => draft.draftId}
        empty="Todavía no ha llegado ninguna planilla."
        pageSize={10}
      />
    </Card>
  );
}

function stateOf({ state, year, month }: Draft): string {
  const words = draftStateWords[state];
  return year === null || month === null ? words : `${words} (${monthLabel(year, month)})`;
}

interface MonthViewProps {
  jointId: number;
  year: number;
  month: number;
  onMonth: (month: { year: number; month: number }) => void;
  onBack: () => void;
}

function MonthView({ jointId, year, month, onMonth, onBack }: MonthViewProps) {
  const query = useQuery(monthsQuery(jointId));
  useFocusKept(query.data);
  return (
    <QueryView query={query}>
      {(months) => {
        const shownMonth = months.find((one) => one.year === year && one.month === month);
        const back = (
          <Button variant="quiet" onPress={onBack}>
            Volver a los meses
          </Button>
        );
        if (shownMonth === undefined) {
          return <EmptyState message={`${monthLabel(year, month)} no ha sido cargado.`}>{back}</EmptyState>;
        }
        return shownMonth.state === 'issued' ? (
          <IssuedMonth jointId={jointId} month={shownMonth} back={back} />
        ) : (
          <PreparedMonth
            jointId={jointId}
            month={shownMonth}
            left={leftBehind(months, shownMonth)}
            back={back}
            onMonth={onMonth}
            onBack={onBack}
          />
        );
      }}
    </QueryView>
  );
}
