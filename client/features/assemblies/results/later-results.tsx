import { lazy, Suspense, useEffect } from 'react';
import { patientCode } from '../../../lib/patient-code.ts';

const load = () => import('./joint-results.tsx');
const JointResults = lazy(patientCode(load));

/** Loads the code of results at the first touch. At a closing, two hundred phones would load the code at once. */
export function useResultsReady(): void {
  useEffect(() => {
    const fetchCode = () => void load().catch(() => undefined);
    document.addEventListener('pointerdown', fetchCode, { once: true });
    return () => document.removeEventListener('pointerdown', fetchCode);
  }, []);
}

/** Results on a page that first loads the voting form. */
export function LaterResults(props: { jointId: number }) {
  return (
    <Suspense fallback={null}>
      <JointResults {...props} />
    </Suspense>
  );
}
