import { useState } from 'react';
import { type AssemblyChanges, changeAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import { useRefreshAssemblies } from './assemblies.queries.ts';
import { type AssemblyDraft, changesBetween, draftFaults, refusedFields } from './assemblies-draft.ts';
import { AssemblyFields } from './assemblies-fields.tsx';

interface Props {
  jointId: number;
  known: AssemblyDraft;
  isClosed: boolean;
  onDone: () => void;
}

/** Changes what is known of the current assembly. What failed to be saved stays as it was typed. */
export function EditAssembly({ jointId, known, isClosed, onDone }: Props) {
  // As it was when the writing began: what is the same as then is not sent.
  const [before] = useState(known);
  const refresh = useRefreshAssemblies(jointId);
  const saving = useAct({
    mutationFn: (body: AssemblyChanges) => call(changeAssembly, { params: { jointId }, body }),
    onSuccess: () => {
      toast.success('Los datos de la asamblea han sido actualizados.');
      onDone();
    },
    onSettled: refresh,
  });
  const form = useForm({
    initial: known,
    faultsOf: draftFaults,
    isBusy: saving.isPending,
    onSubmit: (draft) => {
      const changes = changesBetween(before, draft);
      if (Object.keys(changes).length === 0) onDone();
      else saving.mutate(changes);
    },
  });

  return (
    <Card title="Datos de la asamblea">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <AssemblyFields
            draft={form.values}
            faults={form.isTried ? { ...refusedFields(saving.error), ...form.shown } : {}}
            onChange={form.set}
            isClosed={isClosed}
          />
          {saving.isError && (
            <Notice kind="error">
              <p>{failureText(saving.error, assemblyTexts.assemblyFailed)} Lo que escribió sigue aquí.</p>
            </Notice>
          )}
          <Stack row>
            <Button type="submit" isPending={saving.isPending}>
              Guardar
            </Button>
            <Button variant="secondary" onPress={onDone}>
              Cancelar
            </Button>
          </Stack>
        </Stack>
      </form>
    </Card>
  );
}
