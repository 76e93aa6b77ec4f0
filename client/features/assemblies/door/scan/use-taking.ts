import { useCallback, useEffect, useRef } from 'react';
import type { JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import { useSession } from '../../../../lib/session.store.ts';
import { clearDoorForm, useDoorForm } from './door-form.store.ts';
import { useQueue } from './queue.ts';
import { type DoorFacts, isUnlisted, leaveNaming, leaveWaiting, takeScan } from './take-scan.ts';

/** Maximum time in milliseconds that a scan waits for the list of codes. */
const CODES_WAIT_MS = 1_500;

/**
 * Hook: returns the function to handle the text of each scan at the desk. A code missing in the loaded list makes
 * the function fetch the list first. Without network the scan is queued unchanged, and the server decides later.
 * @param fetchCodes fetches the list of codes; undefined without network
 */
export function useTaking(
  doorFacts: DoorFacts,
  fetchCodes: () => Promise<readonly JointCode[] | undefined>,
): (text: string) => void {
  const latest = useRef({ known: doorFacts, fetchCodes });
  useEffect(() => {
    latest.current = { known: doorFacts, fetchCodes };
  });
  return useCallback((text: string) => {
    const { known, fetchCodes } = latest.current;
    leaveNaming(text, known);
    leaveWaiting(text, known);
    const form = useDoorForm.getState();
    const isOnline = navigator.onLine && useQueue.getState().offlineSince === null;
    if (!isOnline || !isUnlisted(text, known, form)) {
      takeScan(text, known, form);
      return;
    }
    // The next scan must not use the fields entered for this scan.
    clearDoorForm();
    const userId = useSession.getState().user?.userId;
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, CODES_WAIT_MS));
    void Promise.race([fetchCodes(), patience]).then((codes = known.codes) => {
      if (userId === useSession.getState().user?.userId) takeScan(text, { ...known, codes }, form);
    });
  }, []);
}
