import type { LiveConcept } from '../../shared/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { activeQuestion, conceptLabel, quorumWords, weightWords } from './concept-words.ts';

/** Says that there is no quorum to whoever is about to open a question. Voting does not wait for it. */
export function NoQuorumWarning({ joint, isBrief }: { joint: LiveJoint; isBrief?: boolean }) {
  if (joint.quorum.reached) return null;
  const words = quorumWords(joint);
  return (
    <Notice kind="warning" title={words.title}>
      {!isBrief && <p>{words.detail}</p>}
      <p>Lo que se vote sin quórum puede no ser válido.</p>
    </Notice>
  );
}

/**
 * Before a question opens while another is open: asks, naming that one and its votes, since it will be
 * closed. True when nothing stands in the way, or the answer was yes.
 */
export async function mayOpen(joint: LiveJoint | null, conceptId: number | null): Promise<boolean> {
  const other = joint && activeQuestion(joint.concepts);
  if (!joint || !other || other.conceptId === conceptId) return true;
  return confirm({
    title: 'Hay otra votación activa. ¿Desea cerrarla y abrir esta?',
    body: <OpenNow concept={other} hasQuorum={joint.quorum.reached} />,
  });
}

function OpenNow({ concept, hasQuorum }: { concept: LiveConcept; hasQuorum: boolean }) {
  return (
    <>
      <p>{conceptLabel(concept)}</p>
      <p>
        {concept.voted.apartments === 0
          ? 'Todavía no tiene votos.'
          : `Lleva ${weightWords(concept.voted)}. Sus votos se conservan.`}
      </p>
      {!hasQuorum && <p>En este momento no hay quórum.</p>}
    </>
  );
}
