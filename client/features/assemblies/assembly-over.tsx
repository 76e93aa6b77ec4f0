import type { ReactNode } from 'react';
import { endedWords } from '../../../shared/assemblies/assembly-words.ts';
import type { LiveJoint } from '../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { LiveLine } from '../../ui/live-line.tsx';
import { Notice } from '../../ui/page.tsx';

/** When the joint's assembly ended, ISO 8601; null while it goes on, and while nothing is known of it. */
export function endOf(joint: Pick<LiveJoint, 'assembly'> | null): string | null {
  return joint?.assembly?.closedAt ?? null;
}

/** The assembly is over: said calmly, in the place of what would be refused now. */
export function AssemblyOver({ closedAt, children }: { closedAt: string; children?: ReactNode }) {
  return (
    <Notice title={endedWords(closedAt)}>
      <p>Ya no se puede registrar ni votar.</p>
      {children}
    </Notice>
  );
}

/** How fresh a joint's figures are, or that its assembly is over. */
export function JointLiveLine({ live }: { live: Pick<LiveEntry, 'status' | 'freshAt' | 'joint'> }) {
  return <LiveLine live={live} over={endOf(live.joint) === null ? undefined : 'Asamblea terminada'} />;
}
