import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { apartmentKinds } from '../../../shared/properties/apartment-kinds.ts';
import type { Apartment } from '../../../shared/properties/apartments.api.ts';
import { changeJoint, type Joint } from '../../../shared/properties/joints.api.ts';
import { call, hasCode, messageOf } from '../../lib/api.ts';
import { formatCoefficientExact, units } from '../../lib/format.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { matches } from '../../ui/fields/search.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, ButtonLink, Card, Notice, Page, Stack } from '../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { apartmentsQuery, jointQuery } from './joints.queries.ts';
import { kindNames } from './kinds.ts';
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

/** Which services a joint uses; one that nothing was done with may go again. */
function JointServices({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const [usesAssemblies, setUsesAssemblies] = useState(joint.usesAssemblies);
  const [usesBilling, setUsesBilling] = useState(joint.usesBilling);
  const isSame = usesAssemblies === joint.usesAssemblies && usesBilling === joint.usesBilling;
  const saving = useMutation({
    mutationFn: () =>
      call(changeJoint, { params: { jointId: joint.jointId }, body: { usesAssemblies, usesBilling } }),
    onSuccess: async (answer) => {
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
      // The lists that every screen picks a joint from.
      await Promise.all(
        ['assembly-joints', 'billing-joints'].map((list) => client.invalidateQueries({ queryKey: [list] })),
      );
    },
    // What could not go stays chosen, as it is.
    onError: () => {
      setUsesAssemblies(joint.usesAssemblies);
      setUsesBilling(joint.usesBilling);
    },
  });
  return (
    <Card
      title="Servicios"
      actions={
        joint.usesBilling && (
          <ButtonLink to={`/Billing?joint=${joint.jointId}`} variant="quiet">
            Ir a su facturación
          </ButtonLink>
        )
      }
    >
      <p>
        Un servicio se puede agregar en cualquier momento, y retirar mientras no se haya usado. Los sectores
        se reúnen con su copropiedad, y ella factura sus inmuebles.
      </p>
      <Stack row>
        <Checkbox isSelected={usesAssemblies} onChange={setUsesAssemblies}>
          Realiza asambleas
        </Checkbox>
        <Checkbox isSelected={usesBilling} onChange={setUsesBilling}>
          Usa facturación
        </Checkbox>
      </Stack>
      {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={isSame}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}

/** What the field shows, and 0 stands for, where the reglamento has no limit. */
const NONE = 0;

/** How many owners one person may represent by proxy; the desk is warned beyond it. */
function ProxyLimit({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const known = joint.proxyLimit ?? NONE;
  const [limit, setLimit] = useState(known);
  const saving = useMutation({
    mutationFn: () =>
      call(changeJoint, {
        params: { jointId: joint.jointId },
        body: { proxyLimit: limit === NONE ? null : limit },
      }),
    onSuccess: (answer) => {
      setLimit(answer.proxyLimit ?? NONE);
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Card title="Límite de poderes">
      <p>
        Propietarios que una misma persona puede representar por poder, según el reglamento. Vale para la
        copropiedad y sus sectores. La mesa de registro recibe un aviso cuando se supera; el registro se hace.
      </p>
      <NumberField
        label="Propietarios por persona"
        value={limit}
        onChange={setLimit}
        minValue={NONE}
        maxValue={1000}
        description="0: sin límite."
      />
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={limit === known}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}

/** Which kinds of units have one vote each where a question is decided per unit. */
function PerUnitKinds({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const headingId = useId();
  const known = joint.perUnitKinds;
  const [kinds, setKinds] = useState(known);
  const saving = useMutation({
    mutationFn: () =>
      call(changeJoint, { params: { jointId: joint.jointId }, body: { perUnitKinds: kinds } }),
    onSuccess: (answer) => {
      setKinds(answer.perUnitKinds);
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const isSame = kinds.length === known.length && kinds.every((kind) => known.includes(kind));
  return (
    <Card title="Un voto por inmueble">
      <p id={headingId}>
        Tipos de inmueble que tienen un voto cada uno en las preguntas sin contenido económico (sentencia
        C-522 de 2002). Vale para las preguntas que se creen desde ahora.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: its name is the sentence above, not a legend */}
      <div role="group" aria-labelledby={headingId}>
        <Stack row>
          {apartmentKinds.map((kind) => (
            <Checkbox
              key={kind}
              isSelected={kinds.includes(kind)}
              onChange={(isSelected) =>
                setKinds(apartmentKinds.filter((one) => (one === kind ? isSelected : kinds.includes(one))))
              }
            >
              {kindNames[kind]}
            </Checkbox>
          ))}
        </Stack>
      </div>
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={isSame || kinds.length === 0}
        >
          Guardar
        </Button>
        {kinds.length === 0 && <p role="status">Elija al menos un tipo.</p>}
      </Stack>
    </Card>
  );
}
