import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { register } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { call } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/kept-key.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { ownUnitsKey } from '../own-units.ts';
import { assemblyTexts } from '../texts.ts';

interface Props {
  jointId: number;
  joint: LiveJoint;
  free: readonly AssemblyApartment[];
}

/** 'Registrar Asistencia' of the units that nobody answers for yet, while registration is active. */
export function LaunchRegister({ jointId, joint, free }: Props) {
  const client = useQueryClient();
  const keys = useRef(new KeptKey());
  const apartmentIds = free.map((unit) => unit.apartmentId);
  const registering = useMutation({
    mutationFn: (ids: string[]) =>
      call(register, {
        params: { jointId },
        body: { apartmentIds: ids },
        idempotencyKey: keys.current.for({ jointId, ids }),
      }),
    onSuccess: () => {
      keys.current.done();
      toast.success(assemblyTexts.registered);
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.registerFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: ownUnitsKey }),
  });

  const isActive = joint.concepts.some((one) => one.conceptId === ATTENDANCE && one.active === 1);
  const names = apartmentIds.join(', ');
  if (!isActive) {
    return (
      <Notice kind="warning" title={assemblyTexts.registrationInactive}>
        <p>Sin registrar: {names}.</p>
      </Notice>
    );
  }
  return (
    <Stack>
      <p>Sin registrar: {names}.</p>
      <Button
        onPress={() => registering.mutate(apartmentIds)}
        isPending={registering.isPending}
        size="large"
        wide
      >
        Registrar Asistencia
      </Button>
    </Stack>
  );
}
