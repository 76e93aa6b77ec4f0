import { useQueryClient } from '@tanstack/react-query';
import {
  getNoticeFile,
  keepNoticeFile,
  listNoticeFiles,
  removeNoticeFile,
} from '../../../../shared/assemblies/signed-acta/notice-files.api.ts';
import type { ActaFile } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { call, download, upload } from '../../../lib/api.ts';
import { freshOf } from '../../../lib/query.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { useRequest } from '../../../ui/requests/use-request.ts';

/** Options for `useQuery`: documents of the notice to a joint's current assembly. */
export const noticeFilesQuery = (jointId: number) =>
  freshOf(['notice-files', jointId], listNoticeFiles, { params: { jointId } });

/** Hook: returns a mutation (`useMutation`) to save a document of the notice on the device. */
export function useSaveNoticeFile(jointId: number) {
  return useDownload(({ fileId }: ActaFile) => download(getNoticeFile, { params: { jointId, fileId } }));
}

/** Hook with mutations (`useMutation`) for operators: `keeping` uploads documents, `removing` takes a document away. */
export function useNoticeFiles(jointId: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['notice-files', jointId] });
  const keeping = useRequest(
    async (files: readonly File[]) => {
      for (const file of files) await upload(keepNoticeFile, { params: { jointId }, file });
    },
    { failed: true, onSettled },
  );
  const removing = useRequest((fileId: number) => call(removeNoticeFile, { params: { jointId, fileId } }), {
    failed: true,
    onSettled,
  });
  return { keeping, removing };
}
