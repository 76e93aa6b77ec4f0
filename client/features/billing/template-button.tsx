import { useMutation } from '@tanstack/react-query';
import type { chargesTemplate } from '../../../shared/billing/drafts.api.ts';
import type { paymentsTemplate } from '../../../shared/billing/payments.api.ts';
import { download, messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';

interface Props {
  template: typeof chargesTemplate | typeof paymentsTemplate;
  jointId: number;
}

/** Downloads the spreadsheet that is understood best, with the joint's units in it. */
export function TemplateButton({ template, jointId }: Props) {
  const fetching = useMutation({
    mutationFn: () => download(template, { params: { jointId } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button variant="quiet" onPress={() => fetching.mutate()} isPending={fetching.isPending}>
      Descargar plantilla
    </Button>
  );
}
