import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { chargesTemplate, type Draft, sendDraft } from '../../../../shared/billing/drafts.api.ts';
import { messageOf, upload } from '../../../lib/api.ts';
import { Card } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { JointOption } from '../../properties/index.ts';
import { draftsQuery, useRefreshBilling, waitingDraftsQuery } from '../billing.queries.ts';
import { useBillingJoints } from '../billing-joints.ts';
import { BillingJointPicker } from '../joint-picker.tsx';
import { deadlineOf, isWaiting } from '../months/month-words.ts';
import { TemplateButton } from '../template-button.tsx';
import { SentSheets } from './sent-sheets.tsx';

/** 'Enviar la planilla del mes': for one of the administrator's joints; nothing for who has none in billing. */
export default function OwnSheets() {
  const joints = useBillingJoints();
  if (joints.data?.length === 0) return null;
  return (
    <Card title="Enviar la planilla del mes">
      <BillingJointPicker>
        {(joint, picker) => <OfJoint key={joint.id} joint={joint} picker={picker} />}
      </BillingJointPicker>
      <Sent />
    </Card>
  );
}

function OfJoint({ joint, picker }: { joint: JointOption; picker: ReactNode }) {
  const refresh = useRefreshBilling();
  const [sent, setSent] = useState<Draft | null>(null);
  const params = { jointId: joint.id };
  const sending = useMutation({
    networkMode: 'always',
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
      <div>
        <TemplateButton template={chargesTemplate} jointId={joint.id} />
      </div>
      {sending.isPending && <Progress label="Enviando la planilla" valueLabel="" />}
      {sending.error && !sending.isPending && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      {sent && (
        <Notice kind="success" title={`Recibimos «${sent.fileName}».`}>
          <p>{deadlineOf(sent, Date.now()).text}.</p>
        </Notice>
      )}
      <FileDrop
        label="Arrastre aquí la planilla de cobros"
        description="Archivo Excel (.xlsx) o CSV con los cobros de cada inmueble. Las cuentas se entregan en los tres días siguientes."
        accept={['.xlsx', '.csv']}
        onFile={(file) => sending.mutate(file)}
        isDisabled={sending.isPending}
      />
      <Ended jointId={joint.id} />
    </>
  );
}

/** What waits, of all their joints, the nearest deadline first. */
function Sent() {
  const waiting = useQuery(waitingDraftsQuery);
  return <SentSheets title="Planillas en curso" query={waiting} empty="No hay planillas en curso." />;
}

/** What became of the others of the joint. */
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
