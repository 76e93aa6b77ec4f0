import type { chargesTemplate } from '../../../shared/billing/drafts.api.ts';
import type { paymentsTemplate } from '../../../shared/billing/payments.api.ts';
import { download } from '../../lib/api.ts';
import { useDownload } from '../../reports/use-download.ts';
import { Button } from '../../ui/page.tsx';

interface Props {
  template: typeof chargesTemplate | typeof paymentsTemplate;
  jointId: number;
}

/**
 * Button to download the recommended empty spreadsheet for charges or payments, with the units of the joint
 * filled in.
 * @param template endpoint of the template: charges or payments
 */
export function TemplateButton({ template, jointId }: Props) {
  const fetching = useDownload(() => download(template, { params: { jointId } }));
  return (
    <Button variant="quiet" onPress={() => fetching.mutate()} isPending={fetching.isPending}>
      Descargar plantilla
    </Button>
  );
}
