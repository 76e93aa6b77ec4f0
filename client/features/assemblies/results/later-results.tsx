import { lazy, Suspense, useEffect } from 'react';
import { patientCode } from '../../../lib/patient-code.ts';

const load = () => import('./joint-results.tsx');
const JointResults = lazy(patientCode(load));

/** Fetches the code of results at the first touch, while nobody waits for it: at the closing two hundred phones would. */
export function useResultsReady(): void {
  useEffect(() => {
    const fetchCode = () => void load().catch(() => undefined);
    document.addEventListener('pointerdown', fetchCode, { once: true });
    return () => document.removeEventListener('pointerdown', fetchCode);
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
