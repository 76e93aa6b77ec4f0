import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewAssembly, openAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { ATTENDANCE, toggleConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { assemblyName, assemblyState } from '../../../../shared/assemblies/words.ts';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { counted, formatCoefficientExact, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Notice } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { activeQuestion } from '../common/question-messages.ts';
import { useRefreshAssemblies } from './assemblies.queries.ts';
import { OpenQuestion, useStanding } from './assemblies-course.tsx';
import { type AssemblyDraft, blankDraft, bodyOf, draftFaults, draftOf, seenIn } from './assemblies-draft.ts';
import { AssemblyForm } from './assemblies-fields.tsx';
import { askedIfLate } from './late-ordinary.tsx';
import { sendFacts } from './save-facts.tsx';

const OPENING_FAILED = 'No se puede abrir la asamblea en este momento. Intente nuevamente.';

interface Props {
  joint: Joint;
  current: Assembly | null;
  live: LiveEntry;
  onDone: () => void;
}

/**
 * Form to open an assembly. Copies the joint's table of units as the assembly's roll (list of units), and archives
 * the former assembly. A prepared assembly keeps its questions and sent links, and accepts registrations at once.
 * @param current current assembly; null for the first assembly of the joint
 * @param onDone called after the opening, and to go back
 */
export function NewAssemblyForm({ joint, current, live, onDone }: Props) {
  const isPrepared = current !== null && current.openedAt === null;
  // Starts with the data of the prepared assembly.
  const [before] = useState(() => (isPrepared ? draftOf(current, joint.zoomMeeting) : blankDraft));
  const opening = useOpening({ joint, isPrepared, before, onDone });
  const form = useForm({
    initial: before,
    faultsOf: draftFaults,
    isBusy: opening.isPending,
    onSubmit: (draft) => void open(draft),
  });
  const open = async (draft: AssemblyDraft) => {
    const newAssembly = { ...bodyOf(draft), ...meantBy(current) };
    const { kind } = draft;
    const late = await askedIfLate(
      { kind, scheduledAt: newAssembly.scheduledAt },
      joint.byLaws.budgetYearEnd,
    );
    if (late !== null && (await archivingConfirmed({ joint, current, live })))
      opening.mutate({ newAssembly, late });
  };

  return (
    <AssemblyForm
      title="Abrir asamblea"
      jointId={joint.jointId}
      form={form}
      sending={opening}
      failed={OPENING_FAILED}
      act="Abrir asamblea"
      onCancel={current && onDone}
      isNew
    >
      <p>
        El censo se copia de la tabla de inmuebles: {units(joint.apartments)}, suma de coeficientes{' '}
        {formatCoefficientExact(joint.coefficient)}. Los cambios posteriores de la tabla no lo tocan.
        {isPrepared &&
          ' Sus preguntas, invitaciones y códigos siguen, y se activa el registro de asistencia.'}
      </p>
      {current && current.openedAt !== null && (
        <Notice title="La asamblea actual se archiva">
          <Archived assembly={current} jointId={joint.jointId} />
        </Notice>
      )}
    </AssemblyForm>
  );
}

/** Asks for confirmation if the new assembly would end a running assembly. */
const archivingConfirmed = async ({
  joint,
  current,
  live,
}: Pick<Props, 'joint' | 'current' | 'live'>): Promise<boolean> =>
  !current ||
  !isUnderWay(current, live.joint) ||
  (await confirm({
    title: '¿Está seguro de abrir una nueva asamblea?',
    body: (
      <>
        <p>La que está en curso se archiva y ya no se podrá registrar ni votar en ella.</p>
        <Archived assembly={current} jointId={joint.jointId} />
        <OpenQuestion jointId={joint.jointId} isSectorial={joint.isSectorial} />
      </>
    ),
    danger: true,
  }));

/** Hook: opens the assembly, and asks before replacing facts of another person. */
function useOpening({
  joint,
  isPrepared,
  before,
  onDone,
}: Pick<Props, 'joint' | 'onDone'> & { isPrepared: boolean; before: AssemblyDraft }) {
  const refresh = useRefreshAssemblies(joint.jointId);
  return useMutation({
    mutationFn: async ({ newAssembly, late }: { newAssembly: NewAssembly; late: 'lateOrdinary'[] }) => {
      const { jointId } = joint;
      const opened = await sendFacts(
        ({ seen, wentOn }) =>
          call(openAssembly, {
            params: { jointId },
            body: { ...newAssembly, seen, wentOn: [...late, ...wentOn] },
          }),
        newAssembly,
        seenIn(before),
      );
      if (opened !== null && isPrepared)
        await call(toggleConcept, { body: { conceptId: ATTENDANCE, jointId, active: 1 } });
      return opened;
    },
    onSuccess: (opened) => {
      if (opened === null) return;
      toast.success('La asamblea ha sido abierta.');
      onDone();
    },
    onSettled: refresh,
  });
}

/** Names the shown assembly, so that the server refuses to archive an assembly opened meanwhile. */
function meantBy(current: Assembly | null): Pick<NewAssembly, 'opens' | 'archives'> {
  if (current === null) return {};
  return current.openedAt === null ? { opens: current.assemblyId } : { archives: current.assemblyId };
}

/** True if the assembly has registered units or an open vote. */
function isUnderWay(assembly: Assembly, live: LiveJoint | null): boolean {
  if (assembly.closedAt !== null) return false;
  // Without live state, assume a running assembly and ask.
  if (live === null) return assembly.openedAt !== null;
  return live.registered.apartments > 0 || activeQuestion(live.concepts) !== null;
}

function Archived({ assembly, jointId }: { assembly: Assembly; jointId: number }) {
  const live = useStanding(jointId);
  const questions = live ? live.concepts.filter((one) => one.conceptId !== ATTENDANCE).length : 0;
  return (
    <p>
      <strong>{assemblyName(assembly)}.</strong> {assemblyState(assembly)}
      {live && `, con ${units(live.registered.apartments)} registrados y ${counted(questions, 'pregunta')}`}.
      Se conserva completa en «Asambleas anteriores».
    </p>
  );
}
