import { type ReactNode, useState } from 'react';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import styles from './assemblies.module.css';
import { activeQuestion, shortLabel } from './concept-words.ts';
import { JointPicker } from './joint-picker.tsx';
import { LiveGate } from './live-gate.tsx';
import { LiveLine } from './live-line.tsx';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { ConceptFigures } from './quorum-figures.tsx';
import { texts } from './texts.ts';

/** Live quorum and tallies of a joint, for a wall or for anybody who may see them. */
export default function QuorumPage() {
  return (
    <Page title="Quorum">
      <JointPicker withSectors>
        {(joint, picker) => <Quorum key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Quorum({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const [chosen, setChosen] = useState<number | null>(null);
  const concept = live.joint && shown(live.joint, chosen);
  return (
    <>
      <div className={styles.pickers}>
        {picker}
        {live.joint && live.joint.concepts.length > 0 && (
          <Select
            label="Concepto"
            items={live.joint.concepts.map((one) => ({ id: one.conceptId, label: shortLabel(one) }))}
            value={concept?.conceptId ?? null}
            onChange={setChosen}
            placeholder="Seleccione un concepto"
          />
        )}
      </div>
      <LiveLine live={live} />
      <LiveGate jointId={jointId} live={live}>
        {(joint) =>
          concept ? (
            <ConceptFigures joint={joint} concept={concept} />
          ) : (
            <EmptyState message={texts.noConcepts} />
          )
        }
      </LiveGate>
    </>
  );
}

/** What was picked; until something is, what is going on: the open question, else attendance. */
function shown(joint: LiveJoint, chosen: number | null) {
  return (
    joint.concepts.find((concept) => concept.conceptId === chosen) ??
    activeQuestion(joint.concepts) ??
    joint.concepts.find((concept) => concept.conceptId === ATTENDANCE) ??
    joint.concepts[0] ??
    null
  );
}
