import { useEffect, useRef, useState } from 'react';
import { printBadges, printCards, printVotingBadges } from '../../../../shared/assemblies/paper.api.ts';
import { ApiError, download, hasCode, messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { usePaperChoice } from './paper-choice.store.ts';

/**
 * Request timeout in milliseconds for a document with thousands of codes. The user sees the progress and can
 * cancel.
 */
const TIMEOUT_MS = 180_000;

interface Which {
  lot?: string;
  apartmentId?: string;
}
/**
 * Document to print with the codes of a joint: QR cards (of a print job `lot`, else all), badges, or voting badges
 * of badges or cards.
 */
export type Wanted =
  | { what: 'cards'; lot?: string }
  | ({ what: 'badges' } & Which)
  | ({ what: 'votingBadges'; of: 'badges' | 'cards' } & Which);

/**
 * State of the print of badges and cards on the operator's page, with functions to print a document and to cancel.
 */
export interface Printing {
  /** True while the server makes a document. */
  isBusy: boolean;
  /** Error text of the last document. Null after success. */
  failure: string | null;
  /** Requests the document and saves the file. Resolves at the end, also after a failure. */
  print: (wanted: Wanted) => Promise<void>;
  /** Stops the running request. */
  cancel: () => void;
}

/** Number of files needed after the server refused a document as too large. Throws any other error again. */
function fileCount(refusal: unknown): number {
  if (!hasCode(refusal, 'documentTooLarge') || !(refusal instanceof ApiError)) throw refusal;
  const { count, most } = Object(refusal.details);
  return Math.ceil(Number(count) / Number(most));
}

/**
 * Hook: returns functions to request a PDF with badges, cards or voting badges from the server, and to save the
 * file. A single document at a time.
 */
export function usePrint(jointId: number): Printing {
  const paper = usePaperChoice((state) => state.paper);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page cancels the request.
  useEffect(() => () => running.current?.abort(), []);

  const print = async (wanted: Wanted) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setFailure(null);
    try {
      const options = { params: { jointId }, signal: controller.signal, timeoutMs: TIMEOUT_MS };
      const { what, ...which } = wanted;
      const query = { paper, ...which };
      const save = async (part?: number) => {
        const printOptions = { ...options, query: part === undefined ? query : { ...query, part } };
        saveFile(
          what === 'cards'
            ? await download(printCards, printOptions)
            : what === 'badges'
              ? await download(printBadges, printOptions)
              : await download(printVotingBadges, printOptions),
        );
      };
      const parts = await save().then(() => 0, fileCount);
      for (let part = 1; part <= parts; part += 1) await save(part);
      toast.success(parts === 0 ? 'El archivo está listo.' : `Los ${parts} archivos están listos.`);
    } catch (error) {
      if (controller.signal.aborted) return;
      setFailure(hasCode(error, 'noPapers') ? messageOf(error) : assemblyTexts.reportFailed);
    } finally {
      running.current = null;
      setBusy(false);
    }
  };
  return { isBusy, failure, print, cancel: () => running.current?.abort() };
}
