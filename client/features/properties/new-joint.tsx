import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { useCreateJoint } from './joints.queries.ts';

/** Asks for a new joint; once it is made, opens it, since its table of units comes next. */
export function NewJointDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Crear copropiedad" isOpen={isOpen} onClose={onClose}>
      <NewJointForm onClose={onClose} />
    </Dialog>
  );
}

function NewJointForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateJoint();
  const form = useForm({
    initial: { name: '', usesAssemblies: true, usesBilling: false, sectors: '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'Digite el nombre.' : null }),
    isBusy: create.isPending,
    onSubmit: ({ name, usesAssemblies, usesBilling, sectors }) => {
      const sectorNames = sectors.split('\n').map((line) => line.trim());
      create.mutate(
        {
          jointName: name.trim(),
          usesAssemblies,
          usesBilling,
          sectors: sectorNames.filter((line) => line !== '').map((sectorName) => ({ sectorName })),
        },
        {
          onSuccess: (joint) => {
            toast.success('La copropiedad fue creada. Cargue ahora su tabla de inmuebles.');
            void navigate(`/Joints/${joint.jointId}`);
          },
        },
      );
    },
  });

  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <TextField
          label="Nombre de la copropiedad"
          {...form.checked('name')}
          maxLength={200}
          autoComplete="off"
          autoFocus
          isRequired
        />
        <Checkbox
          isSelected={form.values.usesAssemblies}
          onChange={(usesAssemblies) => form.set({ usesAssemblies })}
        >
          Realiza asambleas
        </Checkbox>
        <Checkbox isSelected={form.values.usesBilling} onChange={(usesBilling) => form.set({ usesBilling })}>
          Usa facturación
        </Checkbox>
        <TextField
          label="Sectores (opcional)"
          {...form.text('sectors')}
          multiline
          description="Un sector por línea. Cada uno tiene sus propios inmuebles, preguntas y quorum, dentro de la misma asamblea."
        />
        {create.error && <Notice kind="error">{messageOf(create.error)}</Notice>}
        <Stack row end>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isPending={create.isPending}>
            Crear
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
