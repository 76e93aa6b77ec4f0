import type { Download } from '../../lib/api.ts';
import { useDownload } from '../../reports/use-download.ts';
import { Button } from '../../ui/page.tsx';

/**
 * Button to download a spreadsheet to fill in and upload, with the units of the joint.
 * @param fetch downloads the spreadsheet
 */
export function TemplateButton({ fetch }: { fetch: () => Promise<Download> }) {
  const fetching = useDownload(fetch);
  return (
    <Button variant="quiet" onPress={() => fetching.mutate()} isPending={fetching.isPending}>
      Descargar plantilla
    </Button>
  );
}
