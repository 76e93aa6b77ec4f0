import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { entryOf, useLiveStore } from '../../../lib/live/live-store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Notice } from '../../../ui/page.tsx';
import { activeQuestion, conceptLabel, weightWords } from '../concept-words.ts';
import { turnout } from './panel-words.ts';

/** Says that there is no quorum to whoever is about to open a question. Voting does not wait for it. */
export function NoQuorumWarning({ joint }: { joint: LiveJoint }) {
  if (joint.quorum.reached) return null;
  return (
    <Notice kind="warning" title="No hay quórum">
      <p>Lo que se vote sin quórum puede no ser válido.</p>
    </Notice>
  );
}

/**
 * Before a question opens while another is open: asks, naming that one and its votes, since it will be closed.
 * When yet another was opened while the person thought, that one is asked about too. True when nothing stands
 * in the way, or the answer was yes.
 */
export async function mayOpen(jointId: number, conceptId: number | null): Promise<boolean> {
  let agreed: number | null = null;
  for (;;) {
    const other = activeQuestion(entryOf(jointId).joint?.concepts ?? []);
    if (!other || other.conceptId === conceptId || other.conceptId === agreed) return true;
    const isSure = await confirm({
      title: 'Hay otra votación activa. ¿Desea cerrarla y abrir esta?',
      body: (
        <Standing jointId={jointId} concept={other}>
          {(now) =>
            now.voted.apartments === 0
              ? 'Todavía no tiene votos.'
              : `Lleva ${weightWords(now.voted)}. Sus votos se conservan.`
          }
        </Standing>
      ),
    });
    if (!isSure) return false;
    agreed = other.conceptId;
  }
}

/** Asks before a question is closed, saying how many have voted. */
export function mayClose(jointId: number, concept: LiveConcept): Promise<boolean> {
  return confirm({
    title: '¿Está seguro de cerrar la votación?',
    body: (
      <Standing jointId={jointId} concept={concept}>
        {(now, joint) => `Han votado ${turnout(now.voted.apartments, joint.registered.apartments)}.`}
      </Standing>
    ),
  });
}

interface StandingProps {
  jointId: number;
  concept: LiveConcept;
  children: (now: LiveConcept, joint: LiveJoint) => string;
}

/** How an open question stands, while the dialog waits: votes go on coming. */
function Standing({ jointId, concept, children }: StandingProps) {
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
