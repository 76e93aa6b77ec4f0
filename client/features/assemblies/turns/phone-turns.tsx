import { isProposalsPoint } from '../../../../shared/assemblies/law/agenda.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { OwnProposals } from './own-proposals.tsx';
import { OwnTurn } from './own-turn.tsx';

/**
 * Part of a phone's page of the evening: turn to speak during the assembly, and proposals before the opening and
 * during the point of proposals.
 * @param held registered units of the person
 */
export default function PhoneTurns({
  joint,
  held,
}: {
  joint: LiveJoint;
  held: readonly { apartmentId: string }[];
}) {
  const { assembly, jointId } = joint;
  if (assembly === null || assembly.closedAt !== null) return null;
  const isOpen = assembly.openedAt !== null;
  const isTaking = !isOpen || isProposalsPoint(assembly.point?.text ?? '');
  return (
    <>
      {isOpen && <OwnTurn jointId={jointId} assembly={assembly} held={held} />}
      {(isTaking || assembly.proposals !== undefined) && <OwnProposals joint={joint} isTaking={isTaking} />}
    </>
  );
}
