import type { ReactNode } from 'react';
import { endedWords } from '../../../../shared/assemblies/words.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { LiveLine } from '../../../ui/live-line.tsx';
import { Notice } from '../../../ui/page.tsx';

/**
 * Returns the time when the joint's assembly ended, ISO 8601. Null while the assembly goes on, and before the live
 * data arrive.
 */
export function endOf(joint: Pick<LiveJoint, 'assembly'> | null): string | null {
  return joint?.assembly?.closedAt ?? null;
}

/** Notice of the end of the assembly, shown on pages instead of buttons refused by the server. */
export function AssemblyOver({ closedAt, children }: { closedAt: string; children?: ReactNode }) {
  return (
    <Notice title={endedWords(closedAt)}>
      <p>Ya no se puede registrar ni votar.</p>
      {children}
    </Notice>
  );
}

/** Line on assembly pages with the age of the live figures, or with the end of the assembly. */
export function JointLiveLine({ live }: { live: Pick<LiveEntry, 'status' | 'freshAt' | 'joint'> }) {
  return <LiveLine live={live} over={endOf(live.joint) === null ? undefined : 'Asamblea terminada'} />;
}
