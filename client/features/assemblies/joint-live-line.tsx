import type { LiveEntry } from '../../lib/live/live-store.ts';
import { LiveLine } from '../../ui/live-line.tsx';
import { endOf } from './assembly-over.tsx';

/** How fresh a joint's figures are, or that its assembly is over. */
export function JointLiveLine({ live }: { live: Pick<LiveEntry, 'status' | 'freshAt' | 'joint'> }) {
  return <LiveLine live={live} over={endOf(live.joint) === null ? undefined : 'Asamblea terminada'} />;
}
