import { useMutation } from '@tanstack/react-query';
import { changeAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { agendaItems, agendaLabel } from '../../../../shared/assemblies/law/agenda.ts';
import { defined } from '../../../../shared/defined.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CurrentPoint } from '../agenda/current-point.tsx';
import { failureText } from '../common/failure.ts';

const AGENDA_FAILED = 'No se puede cambiar el punto del orden del día en este momento. Intente nuevamente.';

interface Props {
  joint: LiveJoint;
  isLive: boolean;
  /** True if the next point is the next step of the meeting. False while a question waits. */
  isNext: boolean;
}

/**
 * Agenda on the operator's panel with the current point, and a large button for the next point.
 * @param isLive false while the live connection is down: the component then refetches after a change
 * @param isNext true if the next point is the next step of the meeting: the button is then filled
 */
export function PanelAgenda({ joint, isLive, isNext }: Props) {
  const { jointId, assembly } = joint;
  const items = agendaItems(assembly?.agenda);
  const moving = useMutation({
    mutationFn: (point: number) => {
      const body = { point, ...defined({ assemblyId: assembly?.assemblyId }) };
      return call(changeAssembly, { params: { jointId }, body });
    },
    onError: (error) => toast.error(failureText(error, AGENDA_FAILED)),
    onSettled: () => {
      if (!isLive) refreshJoint(jointId);
    },
  });
  if (assembly === null || assembly.closedAt !== null || items.length === 0) return null;
  const at = items.findIndex(({ number }) => number === assembly.point?.number);
  const next = items[at + 1];
  return (
    <Card title="Orden del día">
      <Stack>
        {assembly.point === null ? (
          <p className="soft">Ningún punto abierto.</p>
        ) : (
          <CurrentPoint assembly={assembly} />
        )}
        {next && (
          <Button
            size="large"
            variant={isNext ? 'primary' : 'secondary'}
            isPending={moving.isPending}
            onPress={() => moving.mutate(next.number)}
          >
            Abrir punto {next.number}
          </Button>
        )}
        {next && <p className="soft anywhere">{agendaLabel(next)}</p>}
        <Select
          label="Ir a otro punto"
          items={items.map((item) => ({ id: item.number, label: agendaLabel(item) }))}
          value={assembly.point?.number ?? null}
          onChange={(number) => moving.mutate(number)}
          placeholder="Seleccione un punto"
          isDisabled={moving.isPending}
        />
      </Stack>
    </Card>
  );
}
