import { useMutation } from '@tanstack/react-query';
import { type Download, messageOf } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { toast } from '../ui/toast.tsx';

/** Mutation that downloads and saves a file. Shows an error as a short message (toast). */
export const useDownload = <Input = void>(fetchFile: (input: Input) => Promise<Download>) =>
  useMutation({
    mutationFn: fetchFile,
    onSuccess: saveFile,
    onError: (error) => toast.error(messageOf(error)),
  });
