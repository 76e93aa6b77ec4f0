import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AssemblyChanges, changeAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { modeNames } from '../../../../shared/assemblies/words.ts';
import { instantInBogota } from '../../../../shared/days.ts';
import { defined } from '../../../../shared/defined.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { assemblyJointQuery, useRefreshAssemblies } from '../meetings/assemblies.queries.ts';
import { assemblyModes, draftOf, meetingHint, textLimits } from '../meetings/assemblies-draft.ts';
import { askedIfLate } from '../meetings/late-ordinary.tsx';
import { sendFacts } from '../meetings/save-facts.tsx';
import styles from './prepare.module.css';
import { proposesAgenda, proposesRoomCode } from './steps.ts';

interface Props {
  jointId: number;
  assembly: Assembly;
  /** True if saving the form is the next step of the preparation: the button is then prominent. */
  isNext: boolean;
  onSaved: () => void;
}

/**
 * Form for mode, day, hour, place, video meeting and agenda of the assembly, the data in each invitation.
 * @param isNext true if this form is the next step of the preparation: the button is then prominent
 */
export function CallForm({ isNext, ...rest }: Props) {
  const { form, saving } = useCallForm(rest);
  const { mode } = form.values;
  const isVirtual = mode === 'virtual';
  return (
    <Form form={form} saving={saving} act="Guardar" label="Fecha, hora y lugar" isMinor={!isNext}>
      <RadioGroup
        label="Modalidad"
        items={assemblyModes.map((id) => ({ id, label: modeNames[id] }))}
        {...form.field('mode')}
        inline
      />
      <div className={styles.fields}>
        {/* Focuses the form if it is the next step. */}
        <TextField label="Fecha" type="date" autoFocus={isNext} {...form.checked('day')} />
        <TextField label="Hora" type="time" {...form.checked('hour')} />
        <TextField
          label={isVirtual ? 'Lugar (opcional)' : 'Lugar'}
          {...form.checked('place')}
          maxLength={textLimits.place}
        />
      </div>
      {mode !== 'inPerson' && (
        <div className={styles.fields}>
          <TextField
            label="Id de la reunión por video"
            {...form.field('zoomId')}
            description={meetingHint}
            maxLength={textLimits.zoomId}
          />
          <TextField
            label="Clave de la reunión por video"
            {...form.field('zoomPassword')}
            maxLength={textLimits.zoomPassword}
          />
        </div>
      )}
      <TextField
        label="Orden del día"
        description="Un punto por renglón. Va en las invitaciones y guía la asamblea."
        multiline
        {...form.field('agenda')}
        maxLength={textLimits.agenda}
      />
      {!isVirtual && (
        <Checkbox {...form.checkbox('room')}>
          Pedir el código del salón a quien se registra desde su celular
        </Checkbox>
      )}
    </Form>
  );
}

/** Hook: form for the call, with the request to save. */
function useCallForm({ jointId, assembly, onSaved }: Omit<Props, 'isNext'>) {
  const joint = useQuery(assemblyJointQuery(jointId));
  const saving = useSaving(jointId, assembly, onSaved);
  const form = useForm({
    initial: () => {
      const { mode, day, hour, place, zoomId, zoomPassword } = draftOf(
        assembly,
        joint.data?.zoomMeeting ?? null,
      );
      const [room, agenda] = [proposesRoomCode(assembly), proposesAgenda(assembly)];
      return { mode, day, hour, place, room, agenda, zoomId, zoomPassword };
    },
    faultsOf: ({ mode, day, hour, place }) => ({
      day: day === '' ? 'Escriba la fecha.' : null,
      hour: hour === '' ? 'Escriba la hora.' : null,
      place: place.trim() === '' && mode !== 'virtual' ? 'Escriba el lugar.' : null,
    }),
    onSubmit: (values) => void save(values),
  });
  const save = async ({ mode, day, hour, place, room, agenda, zoomId, zoomPassword }: typeof form.values) => {
    const scheduledAt = instantInBogota(day, hour);
    const called = { kind: assembly.kind, scheduledAt };
    const wentOn = joint.data ? await askedIfLate(called, joint.data.byLaws.budgetYearEnd) : [];
    if (wentOn !== null)
      saving.mutate({
        assemblyId: assembly.assemblyId,
        mode,
        scheduledAt,
        place: place.trim() || null,
        agenda: agenda.trim() || null,
        wentOn,
        ...(mode !== 'inPerson' && {
          zoomId: zoomId.trim() || null,
          zoomPassword: zoomPassword.trim() || null,
        }),
        ...defined({ roomCode: mode === 'virtual' ? undefined : room ? 'ask' : 'no' }),
      });
  };
  return { form, saving };
}

/** Facts of the form as stored in the assembly. */
const callIn = ({ mode, scheduledAt, place, roomCode, agenda }: Assembly) => ({
  mode,
  scheduledAt,
  place,
  roomCode,
  agenda,
});

/** Hook: saves the facts of the form, and asks before replacing facts of another person. */
function useSaving(jointId: number, assembly: Assembly, onSaved: () => void) {
  // Facts at the start of editing: a refreshed assembly would hide the change of another person.
  const [seen, setSeen] = useState(() => callIn(assembly));
  const refresh = useRefreshAssemblies(jointId);
  return useMutation({
    mutationFn: ({ wentOn: late, ...changes }: AssemblyChanges & { wentOn: 'lateOrdinary'[] }) =>
      sendFacts(
        ({ wentOn, ...sure }) =>
          call(changeAssembly, {
            params: { jointId },
            body: { ...changes, ...sure, wentOn: [...late, ...wentOn] },
          }),
        changes,
        seen,
      ),
    onSuccess: (saved) => {
      if (saved === null) return;
      setSeen(callIn(saved));
      onSaved();
    },
    onSettled: refresh,
  });
}
