import { removeRegistrations } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, deleteConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { conceptLabel } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import styles from './panel-actions.module.css';
import type { Toggling } from './use-toggle.ts';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  /** False while no event will tell of what was done. */
  isLive: boolean;
  onDeleted: () => void;
}

/** The specification's three acts on a concept. The figures move by the live feed, not by the answers here. */
export function PanelActions({ joint, concept, toggling, isLive, onDeleted }: Props) {
  const { jointId } = joint;
  const { conceptId } = concept;
  const label = conceptLabel(concept);
  const isAttendance = conceptId === ATTENDANCE;
  const settled = () => {
    if (!isLive) refreshJoint(jointId);
  };

  const resetting = useAct({
    mutationFn: () => call(removeRegistrations, { params: { conceptId, jointId } }),
    onSuccess: () => toast.success(assemblyTexts.reset),
    onError: (error) => toast.error(failureText(error, assemblyTexts.resetFailed)),
    onSettled: settled,
  });
  const deleting = useAct({
    mutationFn: () => call(deleteConcept, { body: { conceptId, jointId } }),
    onSuccess: () => {
      toast.success(assemblyTexts.deleted);
      onDeleted();
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.deleteFailed)),
    onSettled: settled,
  });
  const isToggling = toggling.pending !== null;
  const isBusy = isToggling || resetting.isPending || deleting.isPending;

  const reset = async () => {
    const isSure = await confirm({
      title: '¿Está seguro de reiniciar el conteo?',
      body: <What label={label} effect={annulled(joint, concept)} />,
      danger: true,
    });
    if (isSure) resetting.mutate(undefined);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: '¿Está seguro de eliminar el concepto?',
      body: <What label={label} effect={annulled(joint, concept)} />,
      danger: true,
    });
    if (isSure) deleting.mutate(undefined);
  };

  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        size="small"
        onPress={() => void toggling.toggle(concept, concept.active === 1 ? 0 : 1)}
        isPending={isToggling}
        isDisabled={isBusy && !isToggling}
      >
        Activar/Desactivar
      </Button>
      <Button
        variant="secondary"
        size="small"
        onPress={reset}
        isPending={resetting.isPending}
        isDisabled={isBusy && !resetting.isPending}
      >
        Reiniciar
      </Button>
      <Button
        variant="danger"
        size="small"
        onPress={remove}
        isPending={deleting.isPending}
        isDisabled={isAttendance || (isBusy && !deleting.isPending)}
      >
        Eliminar
      </Button>
    </div>
  );
}

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
