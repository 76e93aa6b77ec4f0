import { useMutation } from '@tanstack/react-query';
import { chargesTemplate, type Draft, sendDraft } from '../../../../shared/billing/drafts.api.ts';
import { messageOf, upload } from '../../../lib/api.ts';
import { Card } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { TemplateButton } from '../template-button.tsx';

/** Takes a month's spreadsheet, and leads to how it is read. */
export function SendDraft({ jointId, onSent }: { jointId: number; onSent: (draft: Draft) => void }) {
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
