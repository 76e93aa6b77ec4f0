import { useCallback, useEffect, useRef } from 'react';
import type { JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import { useSession } from '../../../../lib/session.store.ts';
import { clearDoorForm, useDoorForm } from './door-form.store.ts';
import { useQueue } from './scan-queue.ts';
import { isUnlisted, type Known, leaveNaming, leaveWaiting, takeScan } from './take-scan.ts';

/** A scan is not held up longer than this by a list that does not come. */
const PATIENCE_MS = 1_500;

/**
 * Takes scans with what is known. A code that is not on the list may have been issued since: the list is asked for
 * anew first, so that a card asks for its units. Without network the scan is kept as it is, and the server decides.
 */
export function useTaking(
  known: Known,
  fetchCodes: () => Promise<readonly JointCode[] | undefined>,
): (text: string) => void {
  const latest = useRef({ known, fetchCodes });
  useEffect(() => {
    latest.current = { known, fetchCodes };
  });
  return useCallback((text: string) => {
    const { known, fetchCodes } = latest.current;
    leaveNaming(text, known);
    leaveWaiting(text, known.jointId);
    const form = useDoorForm.getState();
    const isOnline = navigator.onLine && useQueue.getState().offlineSince === null;
    if (!isOnline || !isUnlisted(text, known, form)) {
      takeScan(text, known, form);
      return;
    }
    // The next scan must not take what was entered for this one.
    clearDoorForm();
    const userId = useSession.getState().user?.userId;
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    void Promise.race([fetchCodes(), patience]).then((codes = known.codes) => {
      if (userId === useSession.getState().user?.userId) takeScan(text, { ...known, codes }, form);
    });
  }, []);
}
