import { useState } from 'react';
import { removeRegistrations } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, deleteConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { sentence } from '../../../../shared/format.ts';
import { call } from '../../../lib/api.ts';
import { units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Button } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { conceptLabel, shortLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import styles from './actions.module.css';
import type { Chosen } from './questions/use-chosen-concept.ts';
import type { Toggling } from './questions/use-toggle.ts';

interface PanelActionsProps {
  joint: LiveJoint;
  chosen: Chosen;
  toggling: Toggling;
  /** False while the WebSocket connection is down: the component then refetches after a change. */
  isLive: boolean;
}

/**
 * Card with the select of the concept in the centre of the panel, and the acts of the specification on the concept:
 * open or close, restart the count, delete.
 * @param chosen question in the centre of the panel, from `useChosenConcept`
 */
export function PanelActions({ joint, chosen, toggling, isLive }: PanelActionsProps) {
  const { concept } = chosen;
  return (
    <section className="stack-3 shrinks" aria-label="Otras acciones">
      <div className={styles.select}>
        <Select
          label="Concepto"
          items={joint.concepts.map((one) => ({
            id: one.conceptId,
            label: one.active === 1 ? `${shortLabel(one)} (activo)` : shortLabel(one),
          }))}
          value={concept?.conceptId ?? null}
          onChange={chosen.choose}
          placeholder="Seleccione un concepto"
        />
      </div>
      {concept && joint.assembly?.closedAt == null && (
        <ActionsOnConcept
          // Remounted per concept, so that a press never ends on another concept's button.
          key={concept.conceptId}
          joint={joint}
          concept={concept}
          toggling={toggling}
          isLive={isLive}
          onDeleted={chosen.follow}
        />
      )}
    </section>
  );
}

interface ActionsOnConceptProps {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  /** False while the WebSocket connection is down: the component then refetches after a change. */
  isLive: boolean;
  onDeleted: () => void;
}

/**
 * Buttons for the three actions on a question (specification): open or close, restart the count, delete. Figures
 * change with the live data, not with the answer to the request.
 */
function ActionsOnConcept({ joint, concept, toggling, isLive, onDeleted }: ActionsOnConceptProps) {
  const { conceptId } = concept;
  const label = conceptLabel(concept);
  const isAttendance = conceptId === ATTENDANCE;
  const wasAnnounced = isAnnounced(concept);
  const annulsVotes = wasAnnounced || (!isAttendance && concept.voted.apartments > 0);
  const [reasoned, setReasoned] = useState<keyof typeof acts | null>(null);
  const { resetting, deleting } = useAnnulling({ joint, concept, isLive, onDeleted });
  const isToggling = toggling.pending !== null;
  const isBusy = isToggling || resetting.isPending || deleting.isPending;

  const acts = {
    reset: { title: '¿Está seguro de reiniciar el conteo?', yes: 'Reiniciar', act: resetting.mutate },
    remove: { title: '¿Está seguro de eliminar el concepto?', yes: 'Eliminar', act: deleting.mutate },
  };
  const body = <What label={label} effect={annulled(joint, concept)} />;
  const ask = async (name: keyof typeof acts) => {
    const { title, act } = acts[name];
    if (annulsVotes) setReasoned(name);
    else if (await confirm({ title, body, danger: true })) act({});
  };

  return (
    <>
      <div className={`wrap-3 ${styles.acts}`}>
        <Button
          variant="secondary"
          size="small"
          onPress={() => void toggling.toggle(concept, concept.active === 1 ? 0 : 1)}
          isPending={isToggling}
          isDisabled={isBusy && !isToggling}
        >
          Activar/Desactivar
        </Button>
        <RareActs
          isAttendance={isAttendance}
          isBusy={isBusy}
          resetting={resetting.isPending}
          deleting={deleting.isPending}
          onPress={(name) => void ask(name)}
        />
      </div>
      {reasoned && (
        <ReasonDialog
          {...acts[reasoned]}
          body={`${sentence(shortLabel(concept))} ${annulled(joint, concept)} ${wasAnnounced ? 'El resultado anunciado y el motivo quedan en los informes y en el acta.' : 'El motivo queda en la auditoría.'}`}
          onYes={(reason) => {
            acts[reasoned].act({ reason });
            setReasoned(null);
          }}
          onClose={() => setReasoned(null)}
        />
      )}
    </>
  );
}

/** Hook: mutations to restart the count of a question and to delete the question. */
function useAnnulling({ joint, concept, isLive, onDeleted }: Omit<ActionsOnConceptProps, 'toggling'>) {
  const { jointId } = joint;
  const { conceptId } = concept;
  const settled = () => {
    if (!isLive) refreshJoint(jointId);
  };
  const resetting = useRequest(
    (query: { reason?: string }) => call(removeRegistrations, { params: { conceptId, jointId }, query }),
    { done: assemblyTexts.reset, failed: assemblyTexts.resetFailed, onSettled: settled },
  );
  const deleting = useRequest(
    (why: { reason?: string }) => call(deleteConcept, { body: { conceptId, jointId, ...why } }),
    {
      done: assemblyTexts.deleted,
      next: [onDeleted],
      failed: assemblyTexts.deleteFailed,
      onSettled: settled,
    },
  );
  return { resetting, deleting };
}

interface RareActsProps {
  isAttendance: boolean;
  /** True while any request about the question runs. */
  isBusy: boolean;
  resetting: boolean;
  deleting: boolean;
  onPress: (act: 'reset' | 'remove') => void;
}

/** Closed menu with the acts that annul votes, away from the buttons in use all evening. */
function RareActs({ isAttendance, isBusy, resetting, deleting, onPress }: RareActsProps) {
  return (
    <details className={cx('more', styles.menu)}>
      <summary>Reiniciar o eliminar</summary>
      <div className={`wrap-3 ${styles.acts}`}>
        <Button
          variant="secondary"
          size="small"
          onPress={() => onPress('reset')}
          isPending={resetting}
          isDisabled={isBusy && !resetting}
        >
          Reiniciar
        </Button>
        <span className={styles.remove}>
          <Button
            variant="danger"
            size="small"
            onPress={() => onPress('remove')}
            isPending={deleting}
            isDisabled={isAttendance || (isBusy && !deleting)}
          >
            Eliminar
          </Button>
        </span>
      </div>
    </details>
  );
}

/** True if the question was closed before, so a result was announced. */
const isAnnounced = ({ conceptId, active, outcome, intervals = [] }: LiveConcept): boolean =>
  conceptId !== ATTENDANCE &&
  ((active === 0 && outcome !== null && outcome.status !== 'open') ||
    intervals.some(({ closedAt }) => closedAt !== null));

function What({ label, effect }: { label: string; effect: string }) {
  return (
    <>
      <p>{label}</p>
      <p>{effect}</p>
    </>
  );
}

function annulled(joint: LiveJoint, concept: LiveConcept): string {
  if (concept.conceptId === ATTENDANCE) {
    return joint.registered.apartments === 0
      ? 'No hay inmuebles registrados.'
      : `Se anulará el registro de ${units(joint.registered.apartments)}.`;
  }
  return concept.voted.apartments === 0
    ? 'No tiene votos.'
    : `Se anularán los votos de ${units(concept.voted.apartments)}.`;
}
