import type { ReactNode } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { AfterCard } from '../after/after-card.tsx';
import { FamilyNow } from '../family-now.tsx';
import { JointLiveLine } from '../joint-live-line.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { LiveGate } from '../live-gate.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import { useChosenConcept } from '../use-chosen-concept.ts';
import { WallAnnouncer } from '../wall/wall-announcer.tsx';
import styles from './assembly-panel.module.css';
import { PanelCheck } from './panel-check.tsx';
import { PanelConcepts } from './panel-concepts.tsx';
import { PanelGrowth } from './panel-growth.tsx';
import { PanelNow } from './panel-now.tsx';
import { PanelPresence } from './panel-presence.tsx';
import { PanelStage } from './panel-stage.tsx';
import { PanelStatus } from './panel-status.tsx';
import { PanelVoters } from './panel-voters.tsx';
import { stateOf } from './panel-words.ts';
import { useToggle } from './use-toggle.ts';

/** Where an assembly is run: what is going on in one look, and the acts on each concept. */
export default function AssemblyPanelPage() {
  return (
    <Page title="Panel Asambleas">
      <JointPicker withSectors>
        {(joint, picker) => <Panel key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Panel({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  return (
    <div className={styles.panel}>
      <div className={styles.picker}>{picker}</div>
      {live.joint === null && (
        <div className={styles.main}>
          <JointLiveLine live={live} />
        </div>
      )}
      <LiveGate jointId={jointId} live={live}>
        {/* Another assembly has other questions under the same numbers: what was chosen is void. */}
        {(joint) => <Running key={joint.assembly?.assemblyId ?? 0} joint={joint} live={live} />}
      </LiveGate>
    </div>
  );
}

function Running({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const { jointId, concepts } = joint;
  const isLive = live.status === 'live';
  const choose = useChosenJoint((state) => state.choose);
  const chosen = useChosenConcept(concepts, joint.assembly?.closedAt != null);
  const toggling = useToggle(jointId, isLive);
  const { concept } = chosen;
  useDwellings(jointId, live, concept?.rule === 'perUnit' && stateOf(concept) !== 'closed');
  return (
    <>
      <div className={styles.main}>
        <WallAnnouncer joint={joint} />
        <PanelStatus joint={joint} live={live} />
        {concepts.length === 0 ? (
          <EmptyState message={assemblyTexts.noConcepts} />
        ) : (
          <PanelNow joint={joint} chosen={chosen} toggling={toggling} />
        )}
        {concept && (
          <PanelStage
            // A press that began on one concept's button never ends on another's.
            key={concept.conceptId}
            joint={joint}
            concept={concept}
            toggling={toggling}
            isLive={isLive}
            onDeleted={chosen.follow}
          />
        )}
      </div>
      <div className={styles.side}>
        <FamilyNow jointId={jointId} onChoose={choose} />
        {concepts.length > 0 && <PanelConcepts joint={joint} chosen={chosen} toggling={toggling} />}
      </div>
      <div className={styles.more}>
        {joint.assembly?.closedAt != null && (
          <AfterCard jointId={jointId} assemblyId={joint.assembly.assemblyId} />
        )}
        {concept && concept.conceptId !== ATTENDANCE && stateOf(concept) !== 'prepared' && (
          <PanelVoters key={concept.conceptId} concept={concept} live={live} jointId={jointId} />
        )}
        {joint.assembly?.openedAt != null && <PanelGrowth joint={joint} />}
        {(joint.check !== null || mayCheck(joint)) && <PanelCheck joint={joint} live={live} />}
        {hasHome(joint) && <PanelPresence joint={joint} />}
      </div>
    </>
  );
}

/** Nobody takes part from home in an assembly that is held in person. */
function hasHome({ assembly }: LiveJoint): boolean {
  return assembly !== null && assembly.mode !== 'inPerson';
}

function mayCheck(joint: LiveJoint): boolean {
  return hasHome(joint) && joint.assembly?.closedAt === null;
}
