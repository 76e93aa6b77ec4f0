import {
  addPowerPage,
  getPowerPage,
  MAX_POWER_PAGES,
  type Power,
  type PowerPage,
} from '../../../../shared/assemblies/powers/powers.api.ts';
import { download, upload } from '../../../lib/api.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { RowButton, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { useRefreshPowers } from './powers.queries.ts';
import { unitsText } from './texts.ts';

/** List of the scanned pages of a power of attorney, with buttons for the operator to view pages and to add pages. */
export function PowerPages({ jointId, power }: { jointId: number; power: Power }) {
  const { powerId, pages } = power;
  const refresh = useRefreshPowers();
  const adding = useRequest((file: File) => upload(addPowerPage, { params: { jointId, powerId }, file }), {
    next: refresh,
    failed: true,
  });
  const looking = useDownload(({ pageId }: PowerPage) =>
    download(getPowerPage, { params: { jointId, powerId, pageId } }),
  );
  const of = `el poder de ${unitsText(power)}`;
  return (
    <Stack row>
      {pages.map((page, i) => (
        <RowButton key={page.pageId} act={`Ver hoja ${i + 1}`} of={of} onPress={() => looking.mutate(page)} />
      ))}
      {pages.length < MAX_POWER_PAGES && (
        <FileButton
          label="Agregar hoja"
          name={`Agregar hoja ${of}`}
          size="small"
          accept={['.pdf', '.jpg', '.jpeg', '.png']}
          isPending={adding.isPending}
          onFiles={([file]) => file && adding.mutate(file)}
        />
      )}
    </Stack>
  );
}
