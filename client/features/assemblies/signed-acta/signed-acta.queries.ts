import { useQueryClient } from '@tanstack/react-query';
import {
  type ActaFile,
  getActaFile,
  keepActaFile,
  listSignedActas,
  publishSignedActa,
} from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { call, download, upload } from '../../../lib/api.ts';
import { freshOf } from '../../../lib/query.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { useRequest } from '../../../ui/requests/use-request.ts';

/** Options for `useQuery`: signed actas of a joint's assemblies, newest assembly first. */
export const signedActasQuery = (jointId: number) =>
  freshOf(['signed-actas', jointId], listSignedActas, { params: { jointId } });

/**
 * Hook: returns a mutation (`useMutation`) to download a file of a signed acta and to save the file on the device.
 */
export function useSaveActaFile(jointId: number) {
  return useDownload(({ fileId }: ActaFile) => download(getActaFile, { params: { jointId, fileId } }));
}

/**
 * Hook with mutations (`useMutation`) for the signed acta (minutes) of an assembly: `keeping` uploads files one by
 * one, `publishing` publishes the uploaded files.
 */
export function useSignedActa(jointId: number, assemblyId: number) {
  const client = useQueryClient();
  const where = { params: { jointId }, query: { assemblyId } };
  const onSettled = () => client.invalidateQueries({ queryKey: ['signed-actas', jointId] });
  const keeping = useRequest(
    async (files: readonly File[]) => {
      for (const file of files) await upload(keepActaFile, { ...where, file });
    },
    { failed: true, onSettled },
  );
  const publishing = useRequest(
    (body: { fileIds: number[]; place: string; reason?: string }) =>
      call(publishSignedActa, { ...where, body }),
    {
      done: 'El acta firmada está publicada. El aviso a los propietarios está en cola.',
      failed: true,
      onSettled,
    },
  );
  return { keeping, publishing };
}
