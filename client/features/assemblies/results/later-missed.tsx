import { type ComponentProps, lazy, Suspense } from 'react';
import { patientCode } from '../../../lib/patient-code.ts';
import { isMissed, MISSED_FOR_NOTICE } from './missed.ts';

/** Time in milliseconds to spread the downloads of two hundred phones after a question closes. */
const DOWNLOAD_SPREAD_MS = 3_000;

const load = () => import('./missed-votes.tsx');
const MissedVotes = lazy(
  patientCode(async () => {
    await new Promise((later) => setTimeout(later, Math.random() * DOWNLOAD_SPREAD_MS));
    return load();
  }),
);

/** Notice about two missed questions. The code is downloaded for persons without a vote on two questions. */
export function LaterMissed(props: ComponentProps<typeof MissedVotes>) {
  if (props.held.length === 0 || props.standings.filter(isMissed).length < MISSED_FOR_NOTICE) return null;
  return (
    <Suspense fallback={null}>
      <MissedVotes {...props} />
    </Suspense>
  );
}
