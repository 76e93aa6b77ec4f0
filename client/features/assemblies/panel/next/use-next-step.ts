import { useQuery } from '@tanstack/react-query';
import { getLawDates } from '../../../../../shared/assemblies/assemblies.api.ts';
import { type NextStep, nextStep } from '../../../../../shared/assemblies/course/next-step.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { freshOf } from '../../../../lib/query.ts';
import { serverTime } from '../../../../lib/server-clock.ts';
import { useJointFamily } from '../../properties/use-assembly-joints.ts';

/** Hook: returns the next step of the meeting for the operator's panel, from the live data. */
export function useNextStep(joint: LiveJoint): NextStep {
  const { jointId, assembly, quorum } = joint;
  const [parent] = useJointFamily(jointId);
  const isSector = parent !== undefined && parent.id !== jointId;
  // Only a first call without a quorum may become a second call.
  const { data: dates } = useQuery({
    ...freshOf(['lawdates', jointId], getLawDates, { params: { jointId } }),
    enabled: !isSector && assembly?.call === 1 && assembly.closedAt === null && !quorum.reached,
  });
  const secondCallAt = dates?.secondCallAt ?? null;
  const isSecondCallDue = secondCallAt !== null && serverTime() >= Date.parse(secondCallAt);
  return nextStep({ guide: null, isEarly: false, evening: { ...joint, isSecondCallDue, isSector } });
}
