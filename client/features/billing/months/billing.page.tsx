import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { chargesTemplate, type Draft, sendDraft } from '../../../../shared/billing/drafts.api.ts';
import { messageOf, upload } from '../../../lib/api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { Card } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { BillingNav } from '../billing-nav.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import { TemplateButton } from '../template-button.tsx';
import { billingTexts } from '../texts.ts';
import { DraftView } from './draft-view.tsx';
import { JointDrafts } from './joint-drafts.tsx';
import { JointMonths } from './joint-months.tsx';
import { MonthView } from './month-view.tsx';
import { WaitingDrafts } from './waiting-drafts.tsx';

/** What is opened, as the address has it. The joint stands in it too: of another one it is nothing. */
interface Opened {
  joint: number;
  draftId: number | null;
  month: { year: number; month: number } | null;
}

function openedIn(search: URLSearchParams): Opened | null {
  const joint = Number(search.get('joint'));
  const draftId = Number(search.get('draft'));
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(search.get('month') ?? '') ?? [];
  if (!(joint > 0)) return null;
  if (draftId > 0) return { joint, draftId, month: null };
  return month === undefined
    ? null
    : { joint, draftId: null, month: { year: Number(year), month: Number(month) } };
}

/** '/Billing': what waits over all joints, and the months of one from the spreadsheet to the issue. */
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
    <Page title="Facturación" intro="De la planilla del mes a las cuentas de cobro y su relación.">
      <BillingNav />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <OfJoint
              key={id}
              jointId={id}
              opened={opened?.joint === id ? opened : null}
              onDraft={openDraft}
              onMonth={({ year, month }) =>
                setSearch({ joint: String(id), month: `${year}-${String(month).padStart(2, '0')}` })
              }
              onBack={() => setSearch({})}
            />
          </>
        )}
      </BillingJointPicker>
      {(opened === null || opened.joint !== jointId) && <WaitingDrafts onOpen={openDraft} />}
    </Page>
  );
}

interface Props {
  jointId: number;
  opened: Opened | null;
  onDraft: (draft: Draft) => void;
  onMonth: (month: { year: number; month: number }) => void;
  onBack: () => void;
}

function OfJoint({ jointId, opened, onDraft, onMonth, onBack }: Props) {
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
      <SendDraft jointId={jointId} onSent={onDraft} />
      <JointMonths jointId={jointId} onOpen={onMonth} />
      <JointDrafts jointId={jointId} onOpen={onDraft} />
    </>
  );
}

/** Takes a month's spreadsheet, and leads to how it is read. */
function SendDraft({ jointId, onSent }: { jointId: number; onSent: (draft: Draft) => void }) {
  const refresh = useRefreshBilling();
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: (file: File) => upload(sendDraft, { params: { jointId }, file }),
    onSuccess: (draft) => {
      onSent(draft);
      return refresh();
    },
  });
  return (
    <Card
      title="Cargar la planilla de un mes"
      actions={<TemplateButton template={chargesTemplate} jointId={jointId} />}
    >
      {sending.isPending && <Progress label="Enviando el archivo" valueLabel="" />}
      {sending.error && !sending.isPending && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      <FileDrop
        label="Arrastre aquí la planilla de cobros"
        description="Archivo Excel (.xlsx) o CSV con los cobros de cada inmueble. Primero verá lo que contiene; nada se cobra hasta que usted emita el mes."
        accept={['.xlsx', '.csv']}
        onFile={(file) => sending.mutate(file)}
        isDisabled={sending.isPending}
      />
    </Card>
  );
}
