import type { ReactNode } from 'react';
import { forbidden, jointNotFound } from '../../../shared/said-errors.ts';
import { refreshJoint } from '../../lib/live/live.ts';
import type { LiveJoint } from '../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { ErrorState, Loading } from '../../ui/query-view.tsx';
import { assemblyTexts } from './texts.ts';

/** Nothing is known of a joint yet, and its first state is on its way: what is drawn now would jump when it comes. */
export const isOnItsWay = ({ status, joint, fault }: LiveEntry): boolean =>
  status === 'connecting' && joint === null && fault === null;

/** The nine squares until a joint's live state is here; why not, when it cannot be had. */
export function LiveGate({
  jointId,
  live,
  children,
}: {
  jointId: number;
  live: LiveEntry;
  children: (joint: LiveJoint) => ReactNode;
}) {
  if (live.fault !== null) {
    return <ErrorState message={faultText(live.fault)} onRetry={() => refreshJoint(jointId)} />;
  }
  return live.joint ? children(live.joint) : <Loading />;
}

/** The hub tells the code alone; it is one of these, unless the server is newer than this page. */
function faultText(code: string): string {
  if (code === 'forbidden') return forbidden[1];
  return code === 'jointNotFound' ? jointNotFound[1] : assemblyTexts.noInformation;
}
