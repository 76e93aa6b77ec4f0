import type { Download } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { useRequest } from '../ui/requests/use-request.ts';

/** Mutation that downloads and saves a file. Shows an error as a short message (toast). */
export const useDownload = <Input = void>(fetchFile: (input: Input) => Promise<Download>) =>
  useRequest(fetchFile, { next: saveFile, failed: true });
