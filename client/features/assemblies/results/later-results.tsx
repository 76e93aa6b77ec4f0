import { lazy, Suspense, useEffect } from 'react';
import { patientCode } from '../../../lib/patient-code.ts';

const load = () => import('./joint-results.tsx');
const JointResults = lazy(patientCode(load));

/** Once a ballot stands on the screen, the code of its result can come. */
const IDLE_MS = 5_000;

/** Fetches the code of results while nobody waits for it: at the closing two hundred phones would, all at once. */
export function useResultsReady(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Results on a page whose first load is a ballot. */
export function LaterResults(props: { jointId: number }) {
  return (
    <Suspense fallback={null}>
      <JointResults {...props} />
    </Suspense>
  );
}
