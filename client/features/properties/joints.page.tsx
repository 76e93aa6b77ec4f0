import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { JointSummary } from '../../../shared/properties/joints.api.ts';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { count, formatCoefficientExact } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { Button, Page } from '../../ui/page.tsx';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { type Column, RowLink, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { jointsQuery, useCreateJoint } from './joints.queries.ts';

const columns: Column<JointSummary>[] = [
  { header: 'Copropiedad', cell: (joint) => joint.jointName },
  {
    header: 'Sectores',
    cell: (joint) =>
      joint.sectors.length > 0 ? joint.sectors.map((sector) => sector.sectorName).join(', ') : '—',
  },
  { header: 'Inmuebles', cell: (joint) => count(joint.apartments), align: 'end' },
  {
    header: 'Suma de coeficientes',
    cell: (joint) => formatCoefficientExact(joint.coefficient),
    align: 'end',
  },
  {
    header: 'Acciones',
    cell: (joint) => <RowLink act="Abrir" of={joint.jointName} to={`/Joints/${joint.jointId}`} />,
  },
];

/** Page '/Joints': lists the joints and creates new ones. */
export default function JointsPage() {
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Copropiedades"
      intro="Cada copropiedad tiene su tabla de inmuebles con propietario y coeficiente."
      actions={<Button onPress={() => setCreating(true)}>Crear copropiedad</Button>}
    >
      <QueryView query={jointsQuery} page>
        {(data) =>
          data.length === 0 ? (
            <EmptyState message="Todavía no hay copropiedades. Cree la primera y cargue su tabla de coeficientes.">
              <Button onPress={() => setCreating(true)}>Crear copropiedad</Button>
            </EmptyState>
          ) : (
            <Table
              label="Copropiedades"
              columns={columns}
              rows={data}
              rowKey={(joint) => joint.jointId}
              empty="Todavía no hay copropiedades."
            />
          )
        }
      </QueryView>
      <NewJointDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

/** Dialog to create a joint. Opens the new joint afterwards, to load its units. */
function NewJointDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Crear copropiedad" isOpen={isOpen} onClose={onClose}>
      <NewJointForm onClose={onClose} />
    </Dialog>
  );
}

function NewJointForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const choose = useChosenJoint((state) => state.choose);
  const create = useCreateJoint();
  const form = useForm({
    initial: { name: '', usesAssemblies: true, usesBilling: false, sectors: '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'Digite el nombre.' : null }),
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
            choose(joint.jointId);
            void navigate(`/Joints/${joint.jointId}`);
          },
        },
      );
    },
  });

  return (
    <Form form={form} saving={create} act="Crear" onCancel={onClose}>
      <TextField
        label="Nombre de la copropiedad"
        {...form.checked('name')}
        maxLength={200}
        autoFocus
        isRequired
      />
      <Checkbox {...form.checkbox('usesAssemblies')}>Realiza asambleas</Checkbox>
      <Checkbox {...form.checkbox('usesBilling')}>Usa facturación</Checkbox>
      <TextField
        label="Sectores (opcional)"
        {...form.field('sectors')}
        multiline
        description="Un sector por línea. Cada uno tiene sus propios inmuebles, preguntas y quórum, dentro de la misma asamblea."
      />
    </Form>
  );
}
