import { type FormEvent, useState } from 'react';
import { openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import type { Assembly } from '../../shared/properties/joints.api.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { confirm } from '../ui/dialog.tsx';
import { Stack } from '../ui/page.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import { assemblyName, kindNames, modeNames } from './assembly-words.ts';
import { failureText } from './failure.ts';
import { useAct } from './use-act.ts';

interface Props {
  jointId: number;
  current: Assembly | null;
  onOpened: () => void;
}

interface Draft {
  kind: Assembly['kind'];
  mode: Assembly['mode'];
  title: string;
  zoomId: string;
  zoomPassword: string;
}

const blank: Draft = { kind: 'ordinary', mode: 'inPerson', title: '', zoomId: '', zoomPassword: '' };

/** Opens an assembly. The joint's table is copied as its roll, and the one before is archived. */
export function NewAssemblyForm({ jointId, current, onOpened }: Props) {
  const [draft, setDraft] = useState(blank);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const hasMeeting = draft.mode !== 'inPerson';

  const opening = useAct({
    mutationFn: ({ kind, mode, title, zoomId, zoomPassword }: Draft) =>
      call(openAssembly, {
        params: { jointId },
        body: {
          kind,
          mode,
          title: title.trim() || null,
          zoomId: hasMeeting ? zoomId.trim() || null : null,
          zoomPassword: hasMeeting ? zoomPassword.trim() || null : null,
        },
      }),
    onSuccess: () => {
      toast.success('La asamblea ha sido abierta.');
      setDraft(blank);
    },
    onError: (error) =>
      toast.error(failureText(error, 'No se puede abrir la asamblea en este momento. Intente nuevamente.')),
    onSettled: onOpened,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (opening.isPending) return;
    const isSure = await confirm({
      title: '¿Está seguro de abrir una nueva asamblea?',
      body: (
        <>
          <p>
            {draft.title.trim() || `Asamblea ${kindNames[draft.kind].toLowerCase()}`},{' '}
            {modeNames[draft.mode].toLowerCase()}.
          </p>
          {current && (
            <p>
              La asamblea actual, «{assemblyName(current)}», se archiva
              {current.closedAt === null && ' y ya no se podrá registrar ni votar en ella'}.
            </p>
          )}
        </>
      ),
      danger: current !== null && current.openedAt !== null && current.closedAt === null,
    });
    if (isSure) opening.mutate(draft);
  };

  return (
    <Card title="Abrir una asamblea">
      <form onSubmit={submit} noValidate>
        <Stack>
          <div className={styles.pickers}>
            <RadioGroup
              label="Clase"
              items={(['ordinary', 'extraordinary'] as const).map((id) => ({ id, label: kindNames[id] }))}
              value={draft.kind}
              onChange={(kind) => change({ kind })}
              inline
            />
            <RadioGroup
              label="Modalidad"
              items={(['inPerson', 'virtual', 'mixed'] as const).map((id) => ({ id, label: modeNames[id] }))}
              value={draft.mode}
              onChange={(mode) => change({ mode })}
              inline
            />
          </div>
          <TextField
            label="Título"
            value={draft.title}
            onChange={(title) => change({ title })}
            maxLength={300}
            autoComplete="off"
          />
          {hasMeeting && (
            <div className={styles.pickers}>
              <TextField
                label="Id de la reunión de Zoom"
                value={draft.zoomId}
                onChange={(zoomId) => change({ zoomId })}
                maxLength={100}
                autoComplete="off"
              />
              <TextField
                label="Clave de la reunión de Zoom"
                value={draft.zoomPassword}
                onChange={(zoomPassword) => change({ zoomPassword })}
                maxLength={100}
                autoComplete="off"
              />
            </div>
          )}
          <div>
            <Button type="submit" isPending={opening.isPending}>
              Abrir asamblea
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
