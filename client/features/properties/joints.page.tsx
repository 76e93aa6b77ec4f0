import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JointSummary } from '../../../shared/properties/joints.api.ts';
import { count, formatCoefficientExact } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { jointsQuery } from './joints.queries.ts';
import { NewJointDialog } from './new-joint.tsx';

const columns: Column<JointSummary>[] = [
  { id: 'name', header: 'Copropiedad', cell: (joint) => joint.jointName },
  {
    id: 'sectors',
    header: 'Sectores',
    cell: (joint) =>
      joint.sectors.length > 0 ? joint.sectors.map((sector) => sector.sectorName).join(', ') : '—',
  },
  { id: 'units', header: 'Inmuebles', cell: (joint) => count(joint.apartments), align: 'end' },
  {
    id: 'sum',
    header: 'Suma de coeficientes',
    cell: (joint) => formatCoefficientExact(joint.coefficient),
    align: 'end',
  },
  {
    id: 'open',
    header: 'Acciones',
    cell: (joint) => (
      <ButtonLink
        to={`/Joints/${joint.jointId}`}
        variant="secondary"
        size="small"
        label={`Abrir ${joint.jointName}`}
      >
        Abrir
      </ButtonLink>
    ),
  },
];

/** '/Joints': every joint, and the way to a new one. */
export default function JointsPage() {
  const query = useQuery(jointsQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Copropiedades"
      intro="Cada copropiedad tiene su tabla de inmuebles con propietario y coeficiente."
      actions={<Button onPress={() => setCreating(true)}>Crear copropiedad</Button>}
    >
      <QueryView query={query} page>
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
