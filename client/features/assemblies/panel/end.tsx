import { useQuery } from '@tanstack/react-query';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { Button, Stack } from '../../../ui/page.tsx';
import { assemblyJointQuery } from '../meetings/assemblies.queries.ts';
import { useAssemblyCourse } from '../meetings/assemblies-course.tsx';

/**
 * Closed menu on the operator's panel to start the second call and to end the assembly early. Renders no element before the
 * opening, after the end, and for a sector: the joint itself ends the assembly.
 */
export function PanelEnd({ live }: { live: LiveJoint }) {
  const { data: joint } = useQuery(assemblyJointQuery(live.jointId));
  const { assembly, quorum } = live;
  const isRunning = assembly !== null && assembly.openedAt !== null && assembly.closedAt === null;
  if (!isRunning || joint === undefined) return null;
  return <EndActs joint={joint} assembly={assembly} hasQuorum={quorum.reached} />;
}

function EndActs({ joint, assembly, hasQuorum }: { joint: Joint; assembly: Assembly; hasQuorum: boolean }) {
  const course = useAssemblyCourse(joint, assembly.assemblyId);
  return (
    <details className="more">
      <summary>Segunda convocatoria y cierre</summary>
      <Stack row>
        {assembly.call === 1 && !hasQuorum && (
          <Button variant="secondary" onPress={course.callAgain} isPending={course.isPending}>
            Segunda convocatoria
          </Button>
        )}
        <Button variant="secondary" onPress={() => void course.close()} isPending={course.isPending}>
          Cerrar asamblea
        </Button>
      </Stack>
    </details>
  );
}
