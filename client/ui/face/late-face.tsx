import { lazy, Suspense } from 'react';
import { useLiveStore } from '../../lib/live/store.ts';
import { patientCode } from '../../lib/patient-code.ts';

const faceCode = patientCode(() => import('./joint-face.tsx'));
const Band = lazy(() => faceCode().then(({ JointBand }) => ({ default: JointBand })));
const LateImage = lazy(() => faceCode().then(({ Crest }) => ({ default: Crest })));

/** Hook: true after the first live data of a joint, so the answers of a ballot come before the joint's face. */
const useIsFollowing = (): boolean =>
  useLiveStore(({ joints }) => Object.values(joints).some(({ joint }) => joint !== null));

/** Band in the joint's colour, loaded after the answers (joint-face.tsx). */
export function LateBand() {
  return useIsFollowing() ? (
    <Suspense fallback={null}>
      <Band />
    </Suspense>
  ) : null;
}

/** Crest of the joint, loaded after the answers (joint-face.tsx). */
export function LateCrest({ className }: { className?: string }) {
  return useIsFollowing() ? (
    <Suspense fallback={null}>
      <LateImage className={className} />
    </Suspense>
  ) : null;
}
