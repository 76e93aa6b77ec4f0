import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { NextStep } from '../../../../shared/assemblies/course/next-step.ts';
import { listPresence, type Presence } from '../../../../shared/assemblies/presence.api.ts';
import {
  assemblyKindNames,
  assemblyName,
  callNames,
  modeNames,
} from '../../../../shared/assemblies/words.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { coefficient, count, exactTime, units } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useGathered } from '../../../lib/use-gathered.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Button, Card, Page } from '../../../ui/page.tsx';
import { EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { conceptName, shortLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AfterCard } from '../follow-up/card.tsx';
import { JointLiveLine } from '../live/assembly-over.tsx';
import { FamilyNow } from '../live/family.tsx';
import { LiveGate } from '../live/gate.tsx';
import { JointPicker } from '../properties/joint-picker.tsx';
import { PanelProposals } from '../turns/panel-proposals.tsx';
import { PanelTurns } from '../turns/panel-turns.tsx';
import { useDwellings } from '../units/use-dwellings.ts';
import { WallAnnouncer } from '../wall/announcer.tsx';
import { gaugeOf } from '../wall/figures.ts';
import { WallGrowth } from '../wall/growth.tsx';
import { PanelActions } from './actions.tsx';
import styles from './assembly-panel.module.css';
import panelCheckStyles from './check.module.css';
import { PanelCheck } from './check.tsx';
import { PanelColleagues } from './colleagues.tsx';
import { PanelEnd } from './end.tsx';
import { PanelJoining } from './joining.tsx';
import { PanelDock } from './next/dock.tsx';
import { stepTitle } from './next/step-words.ts';
import { useNextStep } from './next/use-next-step.ts';
import { NoQuorumWarning } from './questions/opening.tsx';
import { type Chosen, useChosenConcept } from './questions/use-chosen-concept.ts';
import { useToggle } from './questions/use-toggle.ts';
import { assemblyNotice, questionState, quorumNeed, turnout } from './questions/words.ts';
import { PanelAgenda } from './rail/agenda.tsx';
import { useAgendaPoint } from './rail/use-agenda-point.ts';
import { ReopenDialog } from './reopen-dialog.tsx';
import { PanelStage } from './stage.tsx';
import { PanelVoters } from './voters.tsx';

/** Page of the operator to run an assembly: current state, and actions on each question. */
export default function AssemblyPanelPage() {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const scope = { scope: '/AssemblyPanel', updateViaCache: 'none' } as const;
    navigator.serviceWorker.register('/panel-sw.js', scope).catch(() => undefined);
  }, []);
  return (
    <Page title="Panel Asambleas" width="full">
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
        <div className={`stack-4 ${styles.main}`}>
          <JointLiveLine live={live} />
        </div>
      )}
      <LiveGate jointId={jointId} live={live}>
        {/* Another assembly reuses the numbers of questions, so the selection is reset. */}
        {(joint) => <Running key={joint.assembly?.assemblyId ?? 0} joint={joint} live={live} />}
      </LiveGate>
    </div>
  );
}

function Running({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const { jointId, concepts, assembly } = joint;
  const isLive = live.status === 'live';
  const choose = useChosenJoint((state) => state.choose);
  const chosen = useChosenConcept(concepts, assembly?.closedAt != null);
  const toggling = useToggle(jointId, isLive);
  const moving = useAgendaPoint(joint, isLive);
  const step = useNextStep(joint);
  const { concept } = chosen;
  const isAsked = concept !== null && concept.conceptId !== ATTENDANCE;
  useDwellings(jointId, live, concept?.rule === 'perUnit' && questionState(concept) !== 'closed');
  return (
    <>
      <div className={`between ${styles.names}`}>
        <h2 className="strong anywhere">{assembly ? assemblyName(assembly) : 'Sin asamblea actual'}</h2>
        {assembly && (
          <p className="soft">
            {assemblyKindNames[assembly.kind]} · {modeNames[assembly.mode]} · {callNames[assembly.call]}{' '}
            convocatoria
          </p>
        )}
        <JointLiveLine live={live} />
      </div>
      <PanelQuorum joint={joint} />
      <div className={`stack-4 ${styles.main}`}>
        <WallAnnouncer joint={joint} />
        <ReopenDialog toggling={toggling} jointId={jointId} />
        {joint.check !== null && <PanelCheck joint={joint} live={live} />}
        {concepts.length === 0 && <EmptyState message={assemblyTexts.noConcepts} />}
        <PanelNews joint={joint} chosen={chosen} />
        {(!isAsked || assembly?.closedAt != null) && <PanelMoment joint={joint} step={step} />}
        {concept && (
          <PanelStage
            // Remounted per concept, so that a press never ends on another concept's button.
            key={concept.conceptId}
            joint={joint}
            concept={concept}
            toggling={toggling}
            isLive={isLive}
            isLotNext={step.act === 'lot' && step.concept === concept}
          />
        )}
        <PanelDock joint={joint} step={step} chosen={chosen} toggling={toggling} moving={moving} />
        {assembly?.closedAt != null && <AfterCard jointId={jointId} assemblyId={assembly.assemblyId} />}
      </div>
      <div className={`stack-4 ${styles.agenda}`}>
        <FamilyNow jointId={jointId} onChoose={choose} />
        <PanelAgenda joint={joint} chosen={chosen} toggling={toggling} moving={moving} />
      </div>
      <div className={`stack-4 ${styles.side}`}>
        {isAsked && questionState(concept) !== 'prepared' && !concept.hidden && (
          <PanelVoters key={concept.conceptId} concept={concept} live={live} jointId={jointId} />
        )}
        {assembly?.openedAt != null && assembly.closedAt === null && <PanelTurns joint={joint} />}
        {assembly?.proposals !== undefined && <PanelProposals joint={joint} />}
        {assembly?.closedAt === null && <PanelJoining joint={joint} live={live} />}
        {joint.check === null && mayCheck(joint) && <PanelCheck joint={joint} live={live} />}
        {assembly?.openedAt != null && <PanelGrowth joint={joint} />}
        {hasHome(joint) && <PanelPresence joint={joint} />}
        <PanelActions joint={joint} chosen={chosen} toggling={toggling} isLive={isLive} />
        <PanelEnd live={joint} />
        {assembly?.closedAt == null && <PanelColleagues jointId={jointId} />}
      </div>
    </>
  );
}

/** True if people can attend from home. False for an assembly in person only. */
function hasHome({ assembly }: LiveJoint): boolean {
  return assembly !== null && assembly.mode !== 'inPerson';
}

function mayCheck(joint: LiveJoint): boolean {
  return hasHome(joint) && joint.assembly?.closedAt === null;
}

/** Chart of the represented coefficient over time, with marks for the questions, as on the wall screen. */
function PanelGrowth({ joint }: { joint: LiveJoint }) {
  return (
    <Card>
      <div className={styles.frame}>
        <WallGrowth joint={joint} />
      </div>
    </Card>
  );
}

/** Notice about the open question while another question is shown. */
function PanelNews({ joint, chosen }: { joint: LiveJoint; chosen: Chosen }) {
  const { active, concept, isNews } = chosen;
  if (active === null || concept === active) return null;
  const name = conceptName(active.conceptId);
  return (
    <div className={`wrap-3 between middle ${styles.now}`}>
      <div className={`anywhere ${styles.words}`}>
        <p className="bold" role="status">
          {isNews ? `Se activó ${name}` : `Está activa ${name}`}
        </p>
        <p className="soft">{shortLabel(active)}</p>
        <p className="soft">Han votado {turnout(active.voted.apartments, joint.registered.apartments)}.</p>
      </div>
      <Button variant="secondary" onPress={chosen.follow}>
        Ver {name}
      </Button>
    </div>
  );
}

/** Centre of the panel without a question: the moment of the meeting in large letters. */
function PanelMoment({ joint, step }: { joint: LiveJoint; step: NextStep }) {
  const { assembly, quorum } = joint;
  const notice = assemblyNotice(assembly);
  const title = notice?.title ?? stepTitle(step, assembly);
  if (title === null) return null;
  return (
    <section className="stack-2" aria-label="Momento de la asamblea">
      <p className={`anywhere ${styles.moment}`}>{title}</p>
      {notice && <p>{notice.detail}</p>}
      {step.act === 'vote' && <p className="anywhere">{shortLabel(step.concept)}</p>}
      {step.act === 'ask' && <p>Falta la pregunta de este punto.</p>}
      {notice === null && !quorum.reached && step.act !== 'register' && <NoQuorumWarning joint={joint} />}
    </section>
  );
}

/** Fixed top line of the panel: registered coefficient and units, and the quorum. */
function PanelQuorum({ joint }: { joint: LiveJoint }) {
  const { assembly, registered, total, quorum } = joint;
  const gauge = gaugeOf(joint);
  const isOver = assembly?.closedAt != null;
  const need = quorumNeed(joint);
  return (
    <section className={`wrap middle shrinks ${styles.top}`} aria-label="En este momento">
      <p className={styles.sum}>
        <strong className={styles.figure}>{coefficient(registered.coefficient)}</strong> de{' '}
        {coefficient(total.coefficient)} de coeficiente
      </p>
      <div className={`shrinks ${styles.meter}`}>
        <Meter
          label="Quórum"
          share={gauge.share}
          threshold={gauge.threshold}
          valueText={`${coefficient(registered.coefficient)} de ${coefficient(total.coefficient)}. ${need}`}
          isGood={quorum.reached}
        />
      </div>
      <div className={styles.state}>
        {!isOver && (
          <p className={quorum.reached ? 'good bold' : 'warned'}>
            {quorum.reached ? 'Hay quórum' : 'No hay quórum'}
          </p>
        )}
        <p className="soft tabular">
          {count(registered.apartments)} de {units(total.apartments)}
        </p>
      </div>
      {!isOver && !quorum.reached && <p className={`soft ${styles.need}`}>{need}</p>}
    </section>
  );
}

/** Units connected from home at each opening and closing of a question (Ley 675, art. 42). Loaded when unfolded. */
function PanelPresence({ joint }: { joint: LiveJoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`strong ${panelCheckStyles.summary}`}>Quiénes estaban conectados</summary>
      {isOpen && (
        <div className={`stack-3 ${panelCheckStyles.inside}`}>
          <PresenceList joint={joint} />
        </div>
      )}
    </details>
  );
}

function PresenceList({ joint: { jointId, concepts } }: { joint: LiveJoint }) {
  const query = useQuery(freshOf(['presence', jointId], listPresence, { params: { jointId } }));
  const { refetch } = query;
  useGathered(concepts.map(({ conceptId, active }) => `${conceptId}:${active}`).join(), () => void refetch());
  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {(data) => (
        <>
          <p className="soft">
            Inmuebles registrados desde casa con conexión en la apertura y el cierre de cada votación (Ley 675
            de 2001, art. 42).
          </p>
          <Table
            label="Quiénes estaban conectados"
            columns={[
              { header: 'Momento', cell: momentOf },
              { header: 'Hora', cell: (one) => exactTime(one.at) },
              { header: 'Conectados', cell: Connected, align: 'end' },
            ]}
            rows={data}
            rowKey={(one) => `${one.conceptId} ${one.moment} ${one.at}`}
            empty="Todavía no se ha abierto ninguna votación."
          />
        </>
      )}
    </QueryView>
  );
}

function momentOf({ moment, conceptId }: Presence): string {
  return `${moment === 'opened' ? 'Apertura' : 'Cierre'} de ${conceptName(conceptId)}`;
}

function Connected({ apartments }: Presence) {
  if (apartments.length === 0) return 'Ninguno';
  return (
    <details>
      <summary className={panelCheckStyles.more}>{units(apartments.length)}</summary>
      <p className={`soft breaks ${panelCheckStyles.ids}`}>{apartments.join(', ')}</p>
    </details>
  );
}
