import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Apartment } from '../../../shared/properties/apartments.api.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { formatCoefficientExact, units } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { matches } from '../../ui/fields/search.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { JointServices } from './joint-services.tsx';
import { apartmentsQuery, jointQuery } from './joints.queries.ts';
import { kindNames } from './kinds.ts';
import { PerUnitKinds } from './per-unit-kinds.tsx';
import { ProxyLimit } from './proxy-limit.tsx';
import { UnitsImport } from './units-import.tsx';

/** '/Joints/:jointId': a joint's (or sector's) table of units, and the way to load it from a file. */
export default function JointPage() {
  const { jointId = '' } = useParams();
  const id = /^[1-9]\d{0,9}$/.test(jointId) ? Number(jointId) : null;
  return id === null ? <NoSuchJoint /> : <JointOf key={id} jointId={id} />;
}

function JointOf({ jointId }: { jointId: number }) {
  const joint = useQuery(jointQuery(jointId));
  const apartments = useQuery(apartmentsQuery(jointId));
  const error = joint.error ?? apartments.error;
  if (hasCode(error, 'jointNotFound', 'notFound')) return <NoSuchJoint />;
  if (error) {
    const retry = () => void Promise.all([joint.refetch(), apartments.refetch()]);
    return (
      <Page title="Copropiedad">
        <ErrorState message={messageOf(error)} onRetry={retry} />
      </Page>
    );
  }
  if (!joint.data || !apartments.data) {
    return (
      <Page title="Copropiedad">
        <Loading page />
      </Page>
    );
  }
  return (
    <Page
      title={joint.data.jointName}
      intro={`${units(joint.data.apartments)}, suma de coeficientes ${formatCoefficientExact(joint.data.coefficient)}.`}
      actions={
        <ButtonLink to="/Joints" variant="secondary">
          Todas las copropiedades
        </ButtonLink>
      }
    >
      <Sectors joint={joint.data} />
      <UnitsImport jointId={jointId} hasUnits={apartments.data.length > 0} />
      {joint.data.parentId === null && <JointServices joint={joint.data} />}
      <PerUnitKinds joint={joint.data} />
      <ProxyLimit joint={joint.data} />
      {apartments.data.length > 0 && <UnitsTable apartments={apartments.data} sum={joint.data.coefficient} />}
    </Page>
  );
}

function NoSuchJoint() {
  return (
    <Page title="Copropiedad">
      <EmptyState message="No se encontró la copropiedad.">
        <ButtonLink to="/Joints">Ver todas las copropiedades</ButtonLink>
      </EmptyState>
    </Page>
  );
}

function Sectors({ joint }: { joint: Joint }) {
  if (joint.sectors.length === 0) return null;
  return (
    <Card title="Sectores">
      <p>Cada sector tiene su propia tabla de inmuebles.</p>
      <Stack row>
        {joint.sectors.map((sector) => (
          <ButtonLink key={sector.sectorId} to={`/Joints/${sector.sectorId}`} variant="secondary">
            {sector.sectorName}
          </ButtonLink>
        ))}
      </Stack>
    </Card>
  );
}

const columns: Column<Apartment>[] = [
  { id: 'unit', header: 'Inmueble', cell: (unit) => unit.apartmentId },
  { id: 'owner', header: 'Propietario', cell: (unit) => unit.owner },
  { id: 'document', header: 'Documento', cell: (unit) => unit.ownerDocument ?? '—' },
  {
    id: 'kind',
    header: 'Tipo',
    cell: (unit) =>
      unit.mainApartmentId ? `${kindNames[unit.kind]} del ${unit.mainApartmentId}` : kindNames[unit.kind],
  },
  {
    id: 'coefficient',
    header: 'Coeficiente',
    cell: (unit) => formatCoefficientExact(unit.coefficient),
    align: 'end',
  },
];

function UnitsTable({ apartments, sum }: { apartments: readonly Apartment[]; sum: number }) {
  const [typed, setTyped] = useState('');
  const rows = useMemo(
    () =>
      apartments.filter((unit) =>
        matches(`${unit.apartmentId} ${unit.owner} ${unit.ownerDocument ?? ''}`, typed),
      ),
    [apartments, typed],
  );
  return (
    <Card title="Inmuebles">
      <TextField
        label="Buscar"
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder="Inmueble, propietario o documento"
        autoComplete="off"
      />
      <Table
        label="Inmuebles"
        columns={columns}
        rows={rows}
        rowKey={(unit) => unit.apartmentId}
        empty="Ningún inmueble coincide con la búsqueda."
        footer={typed === '' ? { unit: 'Total', coefficient: formatCoefficientExact(sum) } : undefined}
      />
    </Card>
  );
}
