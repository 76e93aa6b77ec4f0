import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import type { Capacity } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { failureText, hasCode } from '../../../lib/api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { ReleasedNotice } from '../live/released-notice.tsx';
import { useRoomCode } from './room-code-field.tsx';
import { useRegister } from './use-register.ts';

interface Props {
  jointId: number;
  joint: LiveJoint;
  free: readonly OwnApartment[];
}

/** Form fields for the attendee of a company. Downloaded on demand: most phones never need the select. */
const CompanyAttendee = lazyPart(async () => (await import('./company-attendee.tsx')).CompanyAttendee);

/** Loads the words in company names (S.A.S. and similar) at the first press, to keep the voting page small. */
const loadCompanyNames = patientCode(() => import('../../../../shared/properties/company-names.ts'));

/**
 * Button 'Registrar Asistencia' on an owner's page: registers the owner's units from home or with the room code,
 * while registration is open.
 * @param free unregistered units of the owner
 */
export function LaunchRegister({ jointId, joint, free }: Props) {
  const apartmentIds = free.map((unit) => unit.apartmentId);
  const [isCompany, setIsCompany] = useState<boolean>();
  const [name, setName] = useState('');
  const [capacity, setCapacity] = useState<Capacity>('legalRepresentative');
  const room = useRoomCode(joint.assembly);
  const registering = useRegister(jointId, async (error, body) => {
    if (hasCode(error, 'powerStands') && !body.endPower) {
      const title = 'Usted dio un poder. ¿Lo termina para asistir usted mismo?';
      if (await confirm({ title, danger: true })) registering.mutate({ ...body, endPower: true });
    } else toast.error(failureText(error, assemblyTexts.registerFailed));
  });

  const isActive = joint.concepts.some((one) => one.conceptId === ATTENDANCE && one.active === 1);
  /** Registers the units. If a company owns a unit, the first press shows the fields for the attendee. */
  const pressing = useMutation({
    mutationFn: async () => {
      const { namesCompany } = await loadCompanyNames();
      const asksAttendee = free.some(({ owner }) => namesCompany(owner));
      setIsCompany(asksAttendee);
      if (asksAttendee && !isCompany) return;
      const named = name.trim() === '' ? {} : { attendee: { name: name.trim() } };
      registering.mutate({ apartmentIds, ...room.body, ...(asksAttendee ? { capacity, ...named } : {}) });
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.registerFailed)),
  });

  const names = apartmentIds.join(', ');
  if (!isActive) {
    return (
      <Stack>
        <ReleasedNotice units={free} />
        <Notice kind="warning" title={assemblyTexts.registrationInactive}>
          <p>Sin registrar: {names}.</p>
        </Notice>
      </Stack>
    );
  }
  return (
    <Stack>
      <ReleasedNotice units={free} />
      <p>Sin registrar: {names}.</p>
      {isCompany && (
        <CompanyAttendee name={name} onName={setName} capacity={capacity} onCapacity={setCapacity} />
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
