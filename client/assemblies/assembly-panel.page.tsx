import { type ReactNode, useState } from 'react';
import { useLiveJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import type { LiveEntry } from '../lib/live-store.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import styles from './assemblies.module.css';
import { activeQuestion, conceptLabel, shortLabel, weightWords } from './concept-words.ts';
import { JointPicker } from './joint-picker.tsx';
import { LiveGate } from './live-gate.tsx';
import { LiveLine } from './live-line.tsx';
import { PanelActions } from './panel-actions.tsx';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { ConceptFigures, QuorumNotice } from './quorum-figures.tsx';
import { texts } from './texts.ts';

/** Where an assembly is run: what is going on, and the acts on each concept. */
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
    <>
      {picker}
      <LiveLine live={live} />
      <LiveGate jointId={jointId} live={live}>
        {(joint) => <Running joint={joint} live={live} />}
      </LiveGate>
    </>
  );
}

function Running({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  // Never picked by itself: what the buttons act on is what the person chose.
  const [chosen, setChosen] = useState<number | null>(null);
  const concept = joint.concepts.find((one) => one.conceptId === chosen) ?? null;
  if (joint.concepts.length === 0) return <EmptyState message={texts.noConcepts} />;
  return (
    <>
      <Now joint={joint} />
      <Select
        label="Concepto"
        items={joint.concepts.map((one) => ({
          id: one.conceptId,
          label: one.active === 1 ? `${shortLabel(one)} (activo)` : shortLabel(one),
        }))}
        value={concept?.conceptId ?? null}
        onChange={setChosen}
        placeholder="Seleccione un concepto"
      />
      {concept && (
        <>
          <PanelActions
            joint={joint}
            concept={concept}
            isLive={live.status === 'live'}
            onDeleted={() => setChosen(null)}
          />
          <ConceptFigures joint={joint} concept={concept} hasQuorum={false} />
        </>
      )}
    </>
  );
}

/** What is going on in one look: who is represented, and which question is open with how many votes. */
function Now({ joint }: { joint: LiveJoint }) {
  const open = activeQuestion(joint.concepts);
  const pending = Math.max(joint.registered.apartments - (open?.voted.apartments ?? 0), 0);
  return (
    <Card title="En este momento">
      <dl className={styles.facts}>
        <dt>Representados</dt>
        <dd>
          {weightWords(joint.registered)}, de {weightWords(joint.total)}
        </dd>
        <dt>Votación activa</dt>
        <dd>{open ? conceptLabel(open) : 'Ninguna'}</dd>
        {open && (
          <>
            <dt>Votos</dt>
            <dd>
              {weightWords(open.voted)}. Sin votar: {pending}.
            </dd>
          </>
        )}
      </dl>
      <QuorumNotice joint={joint} />
    </Card>
  );
}
