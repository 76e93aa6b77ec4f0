import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
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
  const [name, setName] = useState('');
  const [usesAssemblies, setUsesAssemblies] = useState(true);
  const [usesBilling, setUsesBilling] = useState(false);
  const [sectors, setSectors] = useState('');
  const [isTried, setTried] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const jointName = name.trim();
    if (jointName === '') focusFirstFault(event.currentTarget);
    if (jointName === '' || create.isPending) return;
    const sectorNames = sectors
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    create.mutate(
      { jointName, usesAssemblies, usesBilling, sectors: sectorNames.map((sectorName) => ({ sectorName })) },
      {
        onSuccess: (joint) => {
          toast.success('La copropiedad fue creada. Cargue ahora su tabla de inmuebles.');
          void navigate(`/Joints/${joint.jointId}`);
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label="Nombre de la copropiedad"
          value={name}
          onChange={setName}
          maxLength={200}
          autoComplete="off"
          autoFocus
          isRequired
          error={isTried && name.trim() === '' ? 'Digite el nombre.' : null}
        />
        <Checkbox isSelected={usesAssemblies} onChange={setUsesAssemblies}>
          Realiza asambleas
        </Checkbox>
        <Checkbox isSelected={usesBilling} onChange={setUsesBilling}>
          Usa facturación
        </Checkbox>
        <TextField
          label="Sectores (opcional)"
          value={sectors}
          onChange={setSectors}
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
