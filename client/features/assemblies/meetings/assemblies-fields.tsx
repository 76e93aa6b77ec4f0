import type { ReactNode } from 'react';
import { assemblyKinds } from '../../../../shared/assemblies/law/kinds.ts';
import { assemblyKindNames, callNames, modeNames, modeNotes } from '../../../../shared/assemblies/words.ts';
import { failureText } from '../../../lib/api.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { useForm } from '../../../ui/fields/use-form.ts';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import {
  type AssemblyDraft,
  assemblyModes,
  type DraftFaults,
  meetingHint,
  refusedFields,
  textLimits,
} from './assemblies-draft.ts';
import styles from './assemblies-fields.module.css';
import { ConvenerFields, type ConvenerProps, type DraftField } from './convener-fields.tsx';

interface FieldsProps {
  title: string;
  form: ReturnType<typeof useForm<AssemblyDraft, keyof DraftFaults>>;
  sending: { error: Error | null; isPending: boolean };
  /** Error message after a failed request. */
  failed: string;
  act: string;
  onCancel: (() => void) | null;
  jointId: number;
  /** Stored data of an ended assembly: only empty fields may be filled in. Absent for other assemblies. */
  ended?: AssemblyDraft | undefined;
  /** True for a new assembly: the form also asks for first or second call. */
  isNew?: boolean;
  /** Content above the fields. */
  children?: ReactNode;
}

/**
 * Form for the data of an assembly. Typed text stays after an error.
 * @param form values and errors, from `useForm`
 * @param sending error and state of the request
 * @param failed error message after a failed request
 * @param act label of the submit button
 * @param onCancel adds a button to cancel; null: no button
 * @param children content above the fields
 */
export function AssemblyForm({ title, form, sending, failed, act, onCancel, children, ...of }: FieldsProps) {
  const { error, isPending } = sending;
  const faults: DraftFaults = form.isTried ? { ...refusedFields(error), ...form.shown } : {};
  const field: DraftField = (name) => ({ ...form.field(name), error: Reflect.get(faults, name) ?? null });
  return (
    <Card title={title}>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          {children}
          <AssemblyFields draft={form.values} field={field} {...of} />
          {error && (
            <Notice kind="error">
              <p>{failureText(error, failed)} Lo que escribió sigue aquí.</p>
            </Notice>
          )}
          <Stack row>
            <Button type="submit" isPending={isPending}>
              {act}
            </Button>
            {onCancel && (
              <Button variant="secondary" onPress={onCancel}>
                Cancelar
              </Button>
            )}
          </Stack>
        </Stack>
      </form>
    </Card>
  );
}

interface Props extends ConvenerProps {
  ended?: AssemblyDraft | undefined;
  isNew?: boolean;
}

/**
 * Form fields for first or second call of a new assembly. For a second call also the time of the first call without
 * quorum (Ley 675, art. 41).
 */
function CallFields({ draft, field }: Omit<ConvenerProps, 'jointId'>) {
  const calls = [1, 2] as const;
  return (
    <>
      <RadioGroup
        label="Convocatoria"
        items={calls.map((id) => ({ id: String(id), label: callNames[id] }))}
        value={String(draft.call)}
        onChange={(id) => field('call').onChange(id === '2' ? 2 : 1)}
        inline
      />
      {draft.call === 2 && (
        <>
          <TextField label="Día de la primera convocatoria, sin quórum" type="date" {...field('firstDay')} />
          <TextField label="Hora de la primera convocatoria" type="time" {...field('firstHour')} />
        </>
      )}
    </>
  );
}

function AssemblyFields(props: Props) {
  const { draft, field, ended, isNew = false } = props;
  if (ended) return <EmptyFields {...props} ended={ended} />;
  const text = textField(field);
  const law = modeNotes[draft.mode].map((note) => `${note.text} (${note.source})`).join(' ');
  const hasMeeting = draft.mode !== 'inPerson' || draft.zoomId !== '' || draft.zoomPassword !== '';
  return (
    <div className={styles.fields}>
      <RadioGroup
        label="Clase"
        items={assemblyKinds.map((id) => ({ id, label: assemblyKindNames[id] }))}
        {...field('kind')}
        inline
      />
      {isNew && <CallFields draft={draft} field={field} />}
      <RadioGroup
        label="Modalidad"
        items={assemblyModes.map((id) => ({ id, label: modeNames[id] }))}
        {...field('mode')}
        description={law || undefined}
        inline
      />
      <div className={styles.whole}>
        <TextField {...text('title', 'Título')} />
      </div>
      <TextField label="Fecha" type="date" {...field('day')} />
      <TextField label="Hora" type="time" {...field('hour')} />
      {(draft.mode !== 'virtual' || draft.place !== '') && (
        <div className={styles.whole}>
          <TextField {...text('place', 'Lugar')} />
        </div>
      )}
      <div className={styles.whole}>
        <TextField {...text('agenda', 'Orden del día')} description="Un punto en cada renglón." multiline />
      </div>
      <div className={styles.whole}>
        <TextField
          {...text('notice', 'Forma de citación')}
          description="Cómo y cuándo se citó: por ejemplo, correo electrónico y cartelera, 15 días antes."
        />
      </div>
      <ConvenerFields {...props} />
      <TextField {...text('president', 'Presidente')} />
      <TextField {...text('secretary', 'Secretario')} />
      {hasMeeting && (
        <>
          <TextField {...text('zoomId', 'Id de la reunión por video')} description={meetingHint} />
          <TextField {...text('zoomPassword', 'Clave de la reunión por video')} />
        </>
      )}
      <div className={styles.whole}>
        <TextField {...text('recordingUrl', 'Enlace de la grabación')} inputMode="url" />
      </div>
    </div>
  );
}

const textField = (field: DraftField) => (name: keyof typeof textLimits, label: string) => ({
  label,
  ...field(name),
  maxLength: textLimits[name],
});

/** Form fields of an ended assembly: fields still empty, and the address of the recording. */
function EmptyFields(props: Props & { ended: AssemblyDraft }) {
  const { field, ended } = props;
  const text = textField(field);
  const labels = {
    title: 'Título',
    place: 'Lugar',
    agenda: 'Orden del día',
    notice: 'Forma de citación',
    president: 'Presidente',
    secretary: 'Secretario',
  };
  const empty = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => ended[name].trim() === '');
  return (
    <div className={styles.fields}>
      <p className={`soft ${styles.whole}`}>
        La asamblea terminó: aquí se completa lo que quedó vacío. Lo que ya está escrito se aclara en
        «Aclaraciones».
      </p>
      {empty.map((name) => (
        <div key={name} className={styles.whole}>
          <TextField {...text(name, labels[name])} multiline={name === 'agenda'} />
        </div>
      ))}
      {(ended.convener === '' || (ended.convener === 'owners' && ended.conveningUnits.length === 0)) && (
        <ConvenerFields {...props} />
      )}
      <div className={styles.whole}>
        <TextField {...text('recordingUrl', 'Enlace de la grabación')} inputMode="url" />
      </div>
    </div>
  );
}
