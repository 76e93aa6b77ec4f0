import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
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
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Button, ButtonLink, Card, Page } from '../../../ui/page.tsx';
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
import { useDwellings } from '../units/use-dwellings.ts';
import { WallAnnouncer } from '../wall/announcer.tsx';
import { gaugeOf } from '../wall/figures.ts';
import { WallGrowth } from '../wall/growth.tsx';
import { PanelAgenda } from './agenda.tsx';
import styles from './assembly-panel.module.css';
import panelCheckStyles from './check.module.css';
import { PanelCheck } from './check.tsx';
import { PanelConcepts } from './concepts.tsx';
import { PanelEnd } from './end.tsx';
import { PanelJoining } from './joining.tsx';
import { NoQuorumWarning } from './opening.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { PanelStage } from './stage.tsx';
import { type Chosen, useChosenConcept } from './use-chosen-concept.ts';
import { type Toggling, useToggle } from './use-toggle.ts';
import { PanelVoters } from './voters.tsx';
import { assemblyNotice, isQuestionNext, nextQuestion, questionState, quorumNeed, turnout } from './words.ts';

/** Page of the operator to run an assembly: current state, and actions on each question. */
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
  const { jointId, concepts } = joint;
  const isLive = live.status === 'live';
  const choose = useChosenJoint((state) => state.choose);
  const chosen = useChosenConcept(concepts, joint.assembly?.closedAt != null);
  const toggling = useToggle(jointId, isLive);
  const { concept } = chosen;
  // A question stands above the status: the operator reads its result aloud.
  const isAsked = concept !== null && concept.conceptId !== ATTENDANCE;
  useDwellings(jointId, live, concept?.rule === 'perUnit' && questionState(concept) !== 'closed');
  return (
    <>
      <div className={`stack-4 ${styles.main}`}>
        <WallAnnouncer joint={joint} />
        <ReopenDialog toggling={toggling} jointId={jointId} />
        {joint.check !== null && <PanelCheck joint={joint} live={live} />}
        {!isAsked && <PanelStatus joint={joint} live={live} />}
        {concepts.length === 0 ? (
          <EmptyState message={assemblyTexts.noConcepts} />
        ) : (
          <PanelNow joint={joint} chosen={chosen} toggling={toggling} />
        )}
        {concept && (
          <PanelStage
            // Remounted per concept, so that a press never ends on another concept's button.
            key={concept.conceptId}
            joint={joint}
            concept={concept}
            toggling={toggling}
            isLive={isLive}
            onDeleted={chosen.follow}
          />
        )}
        {isAsked && <PanelStatus joint={joint} live={live} />}
      </div>
      <div className={`stack-4 ${styles.side}`}>
        <FamilyNow jointId={jointId} onChoose={choose} />
        <PanelAgenda joint={joint} isLive={isLive} isNext={!isQuestionNext(concepts, concept)} />
        {concepts.length > 0 && <PanelConcepts joint={joint} chosen={chosen} toggling={toggling} />}
        {joint.assembly?.closedAt === null && <PanelJoining joint={joint} live={live} />}
        <PanelEnd live={joint} />
      </div>
      <div className={`stack-4 ${styles.more}`}>
        {joint.assembly?.closedAt != null && (
          <AfterCard jointId={jointId} assemblyId={joint.assembly.assemblyId} />
        )}
        {concept &&
          concept.conceptId !== ATTENDANCE &&
          questionState(concept) !== 'prepared' &&
          !concept.hidden && (
            <PanelVoters key={concept.conceptId} concept={concept} live={live} jointId={jointId} />
          )}
        {joint.assembly?.openedAt != null && <PanelGrowth joint={joint} />}
        {joint.check === null && mayCheck(joint) && <PanelCheck joint={joint} live={live} />}
        {hasHome(joint) && <PanelPresence joint={joint} />}
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

interface Props {
  joint: LiveJoint;
  chosen: Chosen;
  toggling: Toggling;
}

/** Notice about the open question if another question is selected, or about no open question. */
function PanelNow({ joint, chosen, toggling }: Props) {
  const { active, concept, isNews } = chosen;
  if (active !== null) {
    if (concept === active) return null;
    const name = conceptName(active.conceptId);
    return (
      <div className={styles.now}>
        <div className={styles.words}>
          <p className="bold" role="status">
            {isNews ? `Se activó ${name}` : `Está activa ${name}`}
          </p>
          <p className="soft">{shortLabel(active)}</p>
          <p className="soft">Han votado {turnout(active.voted.apartments, joint.registered.apartments)}.</p>
        </div>
        <Button onPress={chosen.follow}>Ver {name}</Button>
      </div>
    );
  }
  // A question in the center already shows the next step.
  if (joint.assembly?.closedAt != null || (concept !== null && concept.conceptId !== ATTENDANCE)) return null;
  const next = nextQuestion(joint.concepts, null);
  return (
    <section className={styles.none} aria-label="Sin votación activa">
      <p className="bold">No hay votación activa</p>
      {next ? (
        <>
          <NoQuorumWarning joint={joint} />
          <p className="soft">{shortLabel(next)}</p>
          <div>
            <Button
              size="large"
              isPending={toggling.pending === next.conceptId}
              isDisabled={toggling.pending !== null && toggling.pending !== next.conceptId}
              onPress={() => void toggling.toggle(next, 1)}
            >
              Abrir {conceptName(next.conceptId)}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <ButtonLink to="/GenerateQuestion" variant="secondary">
            Generar Pregunta
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function PanelStatus({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const { assembly, registered, total, quorum } = joint;
  const gauge = gaugeOf(joint);
  const notice = assemblyNotice(assembly);
  const need = quorumNeed(joint);
  return (
    <section className={`stack-2 card ${styles.status}`} aria-label="En este momento">
      <div className={`between ${styles.head}`}>
        <div className={styles.names}>
          <h2 className="large anywhere">{assembly ? assemblyName(assembly) : 'Sin asamblea actual'}</h2>
          {assembly && (
            <p className="soft">
              {assemblyKindNames[assembly.kind]} · {modeNames[assembly.mode]} · {callNames[assembly.call]}{' '}
              convocatoria
            </p>
          )}
        </div>
        <JointLiveLine live={live} />
      </div>
      {notice && (
        <div className={cx(styles.notice, notice.isOver && styles.over)}>
          <p className="bold">{notice.title}</p>
          <p>{notice.detail}</p>
        </div>
      )}
      <div className={`between ${styles.figures}`}>
        <p>
          <strong className={styles.figure}>{coefficient(registered.coefficient)}</strong> de{' '}
          {coefficient(total.coefficient)} de coeficiente
        </p>
        <p className="strong tabular">
          {count(registered.apartments)} de {units(total.apartments)}
        </p>
      </div>
      <div className={styles.meter}>
        <Meter
          label="Quórum"
          share={gauge.share}
          threshold={gauge.threshold}
          valueText={`${coefficient(registered.coefficient)} de ${coefficient(total.coefficient)}. ${need}`}
          isGood={quorum.reached}
        />
      </div>
      {!notice?.isOver && (
        <p className={cx(styles.quorum, quorum.reached ? styles.good : styles.missing)}>
          <strong>{quorum.reached ? 'Hay quórum' : 'No hay quórum'}</strong> <span>{need}</span>
        </p>
      )}
    </section>
  );
}

/** Units connected from home at each opening and closing of a question (Ley 675, art. 42). Loaded when unfolded. */
function PanelPresence({ joint }: { joint: LiveJoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={panelCheckStyles.presence} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={panelCheckStyles.summary}>Quiénes estaban conectados</summary>
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
              { id: 'moment', header: 'Momento', cell: momentOf },
              { id: 'at', header: 'Hora', cell: (one) => exactTime(one.at) },
              { id: 'units', header: 'Conectados', cell: Connected, align: 'end' },
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
      <p className={panelCheckStyles.ids}>{apartments.join(', ')}</p>
    </details>
  );
}
