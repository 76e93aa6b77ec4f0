import { useParams } from 'react-router-dom';
import { useLiveJoints } from '../../../lib/live/live.ts';
import { Page } from '../../../ui/page.tsx';
import { bothOf, EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { endOf } from '../live/assembly-over.tsx';
import { ReleasedNotice } from '../live/released-notice.tsx';
import { type Meeting, ZoomLink } from '../live/zoom-link.tsx';
import { useLostUnits, useOwnUnits } from '../properties/own-units.ts';
import { useAssemblyJoints } from '../properties/use-assembly-joints.ts';
import { groupUnits } from '../units/groups.ts';
import { LaunchJoint } from './joint.tsx';

/**
 * Launch page: a signed-in owner's page of the evening, with units, link to the video meeting, link to vote, and
 * past votes.
 */
export default function LaunchPage() {
  const own = useOwnUnits();
  const lost = useLostUnits().data ?? [];
  const joints = useAssemblyJoints();
  const meeting = useMeetingOfAddress();
  const groups = groupUnits(own.data ?? [], joints.data ?? []);
  // The address does not name the joint of the meeting: shown until all assemblies end.
  const lives = useLiveJoints(
    groups.map(({ jointId }) => jointId),
    { pollMs: LAUNCH_POLL_MS },
  );
  const isOver = lives.length > 0 && lives.every(({ joint }) => endOf(joint) !== null);

  return (
    <Page title="Asamblea">
      <QueryView query={bothOf(own, joints)} page failed={assemblyTexts.noInformation}>
        {() => (
          <>
            {meeting && !isOver && (
              <div>
                <ZoomLink meeting={meeting} />
              </div>
            )}
            {!isOver && <ReleasedNotice units={lost} />}
            {groups.length === 0 ? (
              <EmptyState message={assemblyTexts.noOwnUnits} />
            ) : (
              groups.map((group) => (
                <LaunchJoint key={group.jointId} group={group} hasMeeting={meeting !== null} />
              ))
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Video meeting in the address of an invitation link. Null without a meeting. */
function useMeetingOfAddress(): Meeting | null {
  const { zoomId, zoomPassword } = useParams();
  return zoomId ? { zoomId, zoomPassword: zoomPassword ?? '' } : null;
}
