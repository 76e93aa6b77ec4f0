import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { entryOf, useLiveStore } from '../../../../lib/live/store.ts';
import { confirm } from '../../../../ui/confirm.tsx';
import { Notice } from '../../../../ui/page.tsx';
import { activeQuestion, conceptLabel, weightWords } from '../../common/question-messages.ts';
import { turnout } from './words.ts';

/**
 * Warning for the operator before a question opens: votes without a quorum may be invalid. Does not prevent the
 * opening.
 */
export function NoQuorumWarning({ joint }: { joint: LiveJoint }) {
  if (joint.quorum.reached) return null;
  return (
    <Notice kind="warning" title="No hay quórum">
      <p>Lo que se vote sin quórum puede no ser válido.</p>
    </Notice>
  );
}

/**
 * Asks the operator for confirmation if opening a question would close another open question, and shows name and
 * votes of the other question. Asks again if yet another question opened meanwhile. Resolves to true if the
 * question may open.
 */
export async function mayOpen(jointId: number, conceptId: number | null): Promise<boolean> {
  let agreed: number | null = null;
  for (;;) {
    const other = activeQuestion(entryOf(jointId).joint?.concepts ?? []);
    if (!other || other.conceptId === conceptId || other.conceptId === agreed) return true;
    const isSure = await confirm({
      title: 'Hay otra votación activa. ¿Desea cerrarla y abrir esta?',
      body: (
        <LiveTurnout jointId={jointId} concept={other}>
          {(now) =>
            now.voted.apartments === 0
              ? 'Todavía no tiene votos.'
              : `Lleva ${weightWords(now.voted)}. Sus votos se conservan.`
          }
        </LiveTurnout>
      ),
    });
    if (!isSure) return false;
    agreed = other.conceptId;
  }
}

/**
 * Asks the operator for confirmation before a question closes while votes are missing or without quorum, and shows the
 * turnout. Resolves to true if confirmed. With all votes cast the closing cuts no vote off, and has 'Deshacer'.
 */
export async function mayClose(jointId: number, concept: LiveConcept): Promise<boolean> {
  const { joint } = entryOf(jointId);
  const now = joint?.concepts.find(({ conceptId }) => conceptId === concept.conceptId);
  const isComplete = now?.voted.apartments === joint?.registered.apartments;
  if (isComplete && joint?.quorum.reached) return true;
  return confirm({
    title: '¿Está seguro de cerrar la votación?',
    body: (
      <LiveTurnout jointId={jointId} concept={concept}>
        {(now, joint) => `Han votado ${turnout(now.voted.apartments, joint.registered.apartments)}.`}
      </LiveTurnout>
    ),
  });
}

interface StandingProps {
  jointId: number;
  concept: LiveConcept;
  children: (now: LiveConcept, joint: LiveJoint) => string;
}

/** Part of a dialog with the live turnout of an open question, since votes keep arriving. */
function LiveTurnout({ jointId, concept, children }: StandingProps) {
  const joint = useLiveStore((state) => state.joints[jointId]?.joint ?? null);
  const now = joint?.concepts.find((one) => one.conceptId === concept.conceptId) ?? concept;
  return (
    <>
      <p>{conceptLabel(now)}</p>
      {joint && <p>{children(now, joint)}</p>}
      {joint?.quorum.reached === false && <p>En este momento no hay quórum.</p>}
    </>
  );
}
