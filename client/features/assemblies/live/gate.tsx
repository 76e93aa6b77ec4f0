import type { ReactNode } from 'react';
import { forbidden, jointNotFound } from '../../../../shared/said-errors.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { assemblyTexts } from '../common/texts.ts';

/**
 * True until the first live data of a joint (or an error) arrive. Pages wait, because late data would move the
 * content.
 */
export const isOnItsWay = ({ status, joint, fault }: LiveEntry): boolean =>
  status === 'connecting' && joint === null && fault === null;

/**
 * Frame of assembly pages: shows a loading sign until the live data of the joint arrive, then the content, or else
 * the error.
 * @param live live state of the joint
 * @param children renders the content, once the state is known
 */
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

/** Spanish text for an error code of the WebSocket connection. Codes unknown to this version get a general text. */
function faultText(code: string): string {
  if (code === 'forbidden') return forbidden[1];
  return code === 'jointNotFound' ? jointNotFound[1] : assemblyTexts.noInformation;
}
