import { removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, deleteConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../shared/live.ts';
import { call } from '../lib/api.ts';
import { units } from '../lib/format.ts';
import { refreshJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Stack } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { conceptLabel } from './concept-words.ts';
import { failureText } from './failure.ts';
import { mayOpen, NoQuorumWarning } from './opening.tsx';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
  /** False while no event will tell of what was done. */
  isLive: boolean;
  onDeleted: () => void;
}

/** What can be done with a concept. The figures beside it move by the live feed, not by the answers here. */
export function PanelActions({ joint, concept, isLive, onDeleted }: Props) {
  const { jointId } = joint;
  const { conceptId } = concept;
  const label = conceptLabel(concept);
  const isAttendance = conceptId === ATTENDANCE;
  const settled = () => {
    if (!isLive) refreshJoint(jointId);
  };

  const toggling = useAct({
    mutationFn: (active: 0 | 1) => call(toggleConcept, { body: { conceptId, jointId, active } }),
    onSuccess: (answer) => toast.success(answer.active === 1 ? texts.activated : texts.deactivated),
    onError: (error) => toast.error(failureText(error, texts.toggleFailed)),
    onSettled: settled,
  });
  const resetting = useAct({
    mutationFn: () => call(removeRegistrations, { params: { conceptId, jointId } }),
    onSuccess: () => toast.success(texts.reset),
    onError: (error) => toast.error(failureText(error, texts.resetFailed)),
    onSettled: settled,
  });
  const deleting = useAct({
    mutationFn: () => call(deleteConcept, { body: { conceptId, jointId } }),
    onSuccess: () => {
      toast.success(texts.deleted);
      onDeleted();
    },
    onError: (error) => toast.error(failureText(error, texts.deleteFailed)),
    onSettled: settled,
  });
  const isBusy = toggling.isPending || resetting.isPending || deleting.isPending;

  const toggle = async () => {
    // What the person saw is what is asked for: another desk's toggle meanwhile is not undone by this one.
    const active = concept.active === 1 ? 0 : 1;
    if (active === 1 && !isAttendance && !(await mayOpen(joint, conceptId))) return;
    toggling.mutate(active);
  };
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
    <Stack>
      {!isAttendance && concept.active === 0 && <NoQuorumWarning joint={joint} isBrief />}
      <p>
        Estado: <strong>{concept.active === 1 ? 'Activo' : 'Inactivo'}</strong>
      </p>
      <Stack row>
        <Button onPress={toggle} isPending={toggling.isPending} isDisabled={isBusy && !toggling.isPending}>
          Activar/Desactivar
        </Button>
        <Button
          variant="secondary"
          onPress={reset}
          isPending={resetting.isPending}
          isDisabled={isBusy && !resetting.isPending}
        >
          Reiniciar
        </Button>
        <Button
          variant="danger"
          onPress={remove}
          isPending={deleting.isPending}
          isDisabled={isAttendance || (isBusy && !deleting.isPending)}
        >
          Eliminar
        </Button>
      </Stack>
    </Stack>
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
