import type { ReactNode } from 'react';
import { type ErrorCode, errors } from '../../shared/errors.ts';
import { refreshJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import type { LiveEntry } from '../lib/live-store.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { texts } from './texts.ts';

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

function faultText(code: string): string {
  return code in errors ? errors[code as ErrorCode][1] : texts.noInformation;
}
