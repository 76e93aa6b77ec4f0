import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { type Capacity, register } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/kept-key.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../common/failure.ts';
import { assemblyTexts } from '../common/texts.ts';
import { ownUnitsKey } from '../properties/own-units.ts';
import { useRoomCode } from './room-code-field.tsx';

interface Props {
  jointId: number;
  joint: LiveJoint;
  free: readonly AssemblyApartment[];
}

/** Form fields for the attendee of a company. Downloaded on demand: most phones never need the select. */
const CompanyAttendee = lazy(
  patientCode(async () => ({ default: (await import('./company-attendee.tsx')).CompanyAttendee })),
);

/** Loads the words in company names (S.A.S. and similar) at the first press, to keep the voting page small. */
const loadCompanyNames = patientCode(() => import('../../../../shared/properties/company-names.ts'));

/** Button 'Registrar Asistencia' for the owner's unregistered units, while registration is open. */
export function LaunchRegister({ jointId, joint, free }: Props) {
  const client = useQueryClient();
  const keys = useRef(new KeptKey());
  const apartmentIds = free.map((unit) => unit.apartmentId);
  const [isCompany, setIsCompany] = useState<boolean>();
  const [name, setName] = useState('');
  const [capacity, setCapacity] = useState<Capacity>('legalRepresentative');
  const room = useRoomCode(joint.assembly);
  const registering = useMutation({
    mutationFn: ({ ids, endPower }: { ids: string[]; endPower?: true }) => {
      const named = name.trim() === '' ? {} : { attendee: { name: name.trim() } };
      const body = {
        apartmentIds: ids,
        endPower,
        ...room.body,
        ...(isCompany ? { capacity, ...named } : {}),
      };
      return call(register, {
        params: { jointId },
        body,
        idempotencyKey: keys.current.for({ jointId, body }),
      });
    },
    onSuccess: () => {
      keys.current.done();
      toast.success(assemblyTexts.registered);
    },
    onError: async (error, { ids, endPower }) => {
      if (hasCode(error, 'powerStands') && !endPower) {
        const title = 'Usted dio un poder. ¿Lo termina para asistir usted mismo?';
        if (await confirm({ title, danger: true })) registering.mutate({ ids, endPower: true });
      } else toast.error(failureText(error, assemblyTexts.registerFailed));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownUnitsKey }),
  });

  const isActive = joint.concepts.some((one) => one.conceptId === ATTENDANCE && one.active === 1);
  /** Registers the units. If a company owns a unit, the first press shows the fields for the attendee. */
  const pressing = useMutation({
    mutationFn: async () => {
      const { namesCompany } = await loadCompanyNames();
      const asksAttendee = free.some(({ owner }) => namesCompany(owner));
      setIsCompany(asksAttendee);
      if (!asksAttendee || isCompany) registering.mutate({ ids: apartmentIds });
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.registerFailed)),
  });

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
      {isCompany && (
        <Suspense fallback={null}>
          <CompanyAttendee name={name} onName={setName} capacity={capacity} onCapacity={setCapacity} />
        </Suspense>
      )}
      {room.field}
      <Button
        onPress={() => pressing.mutate()}
        isDisabled={room.isMissing}
        isPending={pressing.isPending || registering.isPending}
        size="large"
        wide
      >
        Registrar Asistencia
      </Button>
    </Stack>
  );
}
