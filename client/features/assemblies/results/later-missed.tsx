import type { ComponentProps } from 'react';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { isMissed, MISSED_FOR_NOTICE } from './missed.ts';

/** Time in milliseconds to spread the downloads of two hundred phones after a question closes. */
const DOWNLOAD_SPREAD_MS = 3_000;

const MissedVotes = lazyPart(async () => {
  await new Promise((later) => setTimeout(later, Math.random() * DOWNLOAD_SPREAD_MS));
  return (await import('./missed-votes.tsx')).default;
});

/** Notice about two missed questions. The code is downloaded for persons without a vote on two questions. */
export function LaterMissed(props: ComponentProps<typeof MissedVotes>) {
  if (props.held.length === 0 || props.standings.filter(isMissed).length < MISSED_FOR_NOTICE) return null;
  return <MissedVotes {...props} />;
}
