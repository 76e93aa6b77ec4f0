import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AssemblyChanges, changeAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { assemblyName, assemblyState } from '../../../../shared/assemblies/words.ts';
import { instantInBogota } from '../../../../shared/days.ts';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { cx } from '../../../ui/cx.ts';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { activeQuestion, quorumWords, shortLabel, weightWords } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { JointLiveLine } from '../live/assembly-over.tsx';
import { FamilyNow } from '../live/family.tsx';
import { useRefreshAssemblies } from './assemblies.queries.ts';
import { useAssemblyCourse } from './assemblies-course.tsx';
import styles from './assemblies-current.module.css';
import { LawDatesList } from './assemblies-dates.tsx';
import { type AssemblyDraft, changesBetween, draftFaults, draftOf, seenIn } from './assemblies-draft.ts';
import { AssemblyFacts } from './assemblies-facts.tsx';
import { AssemblyForm } from './assemblies-fields.tsx';
import { LawNotes } from './assemblies-law.tsx';
import { askedIfLate } from './late-ordinary.tsx';
import { sendFacts } from './save-facts.tsx';

interface Props {
  joint: Joint;
  assembly: Assembly;
  live: LiveEntry;
  onOpenNext: () => void;
}

/**
 * Card on the operator's page about the current assembly: facts, dates, and buttons for the next steps.
 * @param onOpenNext called to show the form for the next assembly
 */
export function CurrentAssembly({ joint, assembly, live, onOpenNext }: Props) {
  const [isEditing, setEditing] = useState(false);
  const course = useAssemblyCourse(joint, assembly.assemblyId);
  const isClosed = assembly.closedAt !== null;
  const isOpen = assembly.openedAt !== null && !isClosed;
  if (isEditing) {
    return (
      <EditAssembly
        joint={joint}
        assemblyId={assembly.assemblyId}
        current={draftOf(assembly, joint.zoomMeeting)}
        isClosed={isClosed}
        onDone={() => setEditing(false)}
      />
    );
  }
  return (
    <Card
      title={assemblyName(assembly)}
      actions={
        <Button variant="secondary" size="small" onPress={() => setEditing(true)}>
          {isClosed ? 'Completar datos' : 'Editar datos'}
        </Button>
      }
    >
      <AssemblyStateLine assembly={assembly} />
      {!isClosed && <AssemblyNow live={live} />}
      {!isClosed && <FamilyNow jointId={joint.jointId} />}
      <Stack row>
        {assembly.openedAt === null && <Button onPress={onOpenNext}>Abrir asamblea</Button>}
        {isOpen && assembly.call === 1 && (
          <Button variant="secondary" onPress={course.callAgain} isPending={course.isPending}>
            Segunda convocatoria
          </Button>
        )}
        {!isClosed && (
          <Button
            variant={isOpen ? 'danger' : 'secondary'}
            onPress={() => void course.close()}
            isPending={course.isPending}
          >
            Cerrar asamblea
          </Button>
        )}
        {assembly.openedAt !== null && (
          <Button variant="secondary" onPress={onOpenNext}>
            Abrir otra asamblea
          </Button>
        )}
      </Stack>
      <AssemblyFacts assembly={assembly} meeting={joint.zoomMeeting} />
      <LawNotes assembly={assembly} />
      <LawDatesList jointId={joint.jointId} assembly={assembly} />
    </Card>
  );
}

function AssemblyStateLine({ assembly }: { assembly: Assembly }) {
  const isClosed = assembly.closedAt !== null;
  const isOpen = assembly.openedAt !== null && !isClosed;
  return (
    <p className={`wrap middle ${styles.states}`}>
      <span className={cx(styles.state, isOpen && styles.open, isClosed && styles.closed)}>
        {assemblyState(assembly)}
      </span>
      {assembly.call === 2 && <span className={cx(styles.state, styles.second)}>Segunda convocatoria</span>}
      {assembly.openedAt === null && (
        <span className="soft">
          Se abre con «Abrir asamblea», o por sí sola con el primer registro o la primera pregunta.
        </span>
      )}
    </p>
  );
}

function AssemblyNow({ live }: { live: LiveEntry }) {
  const { joint } = live;
  if (!joint) return null;
  const words = quorumWords(joint);
  const open = activeQuestion(joint.concepts);
  return (
    <div className="stack-1 tabular">
      <p>
        <strong className={words.isGood ? 'good' : styles.missing}>{words.title}.</strong> {words.detail}
      </p>
      {open && (
        <p>
          <strong>Votación abierta.</strong> {shortLabel(open)}:{' '}
          {open.voted.apartments === 0 ? 'todavía sin votos' : weightWords(open.voted)}.
        </p>
      )}
      <JointLiveLine live={live} />
    </div>
  );
}

interface EditAssemblyProps {
  joint: Joint;
  assemblyId: number;
  current: AssemblyDraft;
  isClosed: boolean;
  onDone: () => void;
}

/** Form to change the data of the current assembly. Typed text stays after an error. */
function EditAssembly({ joint, assemblyId, current, isClosed, onDone }: EditAssemblyProps) {
  const { jointId, byLaws } = joint;
  // Values at the start of editing: only changed fields are sent.
  const [before] = useState(current);
  const [edited] = useState(assemblyId);
  const refresh = useRefreshAssemblies(jointId);
  const saving = useMutation({
    mutationFn: ({ changes, late }: { changes: AssemblyChanges; late: 'lateOrdinary'[] }) =>
      sendFacts(
        ({ seen, wentOn }) =>
          call(changeAssembly, {
            params: { jointId },
            body: { assemblyId: edited, ...changes, seen, wentOn: [...late, ...wentOn] },
          }),
        changes,
        seenIn(before),
      ),
    onSuccess: (changed) => {
      if (changed === null) return;
      toast.success('Los datos de la asamblea han sido actualizados.');
      onDone();
    },
    onSettled: refresh,
  });
  const form = useForm({
    initial: current,
    faultsOf: draftFaults,
    isBusy: saving.isPending,
    onSubmit: (draft) => {
      const changes = changesBetween(before, draft);
      if (Object.keys(changes).length === 0) onDone();
      else void save(changes, draft);
    },
  });

  const save = async (changes: AssemblyChanges, { kind, day, hour }: AssemblyDraft) => {
    const isDated = changes.kind !== undefined || changes.scheduledAt !== undefined;
    const scheduledAt = isDated && day !== '' ? instantInBogota(day, hour) : null;
    const late = await askedIfLate({ kind, scheduledAt }, byLaws.budgetYearEnd);
    if (late !== null) saving.mutate({ changes, late });
  };

  return (
    <AssemblyForm
      title="Datos de la asamblea"
      form={form}
      sending={saving}
      failed={assemblyTexts.assemblyFailed}
      act="Guardar"
      onCancel={onDone}
      jointId={jointId}
      ended={isClosed ? before : undefined}
    />
  );
}
