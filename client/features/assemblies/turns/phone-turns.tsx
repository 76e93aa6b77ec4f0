import { isProposalsPoint } from '../../../../shared/assemblies/law/agenda.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { OwnProposals } from './own-proposals.tsx';
import { OwnTurn } from './own-turn.tsx';

/**
 * Part of a phone's page of the evening: turn to speak during the assembly, and proposals before the opening and
 * during the point of proposals.
 * @param canAsk true for a person with a registered unit
 */
export default function PhoneTurns({ joint, canAsk }: { joint: LiveJoint; canAsk: boolean }) {
  const { assembly, jointId } = joint;
  if (assembly === null || assembly.closedAt !== null) return null;
  const isOpen = assembly.openedAt !== null;
  const isProposing =
    !isOpen || assembly.proposals !== undefined || isProposalsPoint(assembly.point?.text ?? '');
  return (
    <>
      {isOpen && <OwnTurn jointId={jointId} turns={assembly.turns} canAsk={canAsk} />}
      {isProposing && <OwnProposals joint={joint} />}
    </>
  );
}
