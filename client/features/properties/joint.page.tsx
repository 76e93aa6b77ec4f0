import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { MOST_TURN_MINUTES } from '../../../shared/assemblies/turns/live-turns.ts';
import { Profile } from '../../../shared/profiles.ts';
import { apartmentKindNames, apartmentKinds } from '../../../shared/properties/apartment-kinds.ts';
import type { Apartment } from '../../../shared/properties/apartments.api.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import { type VotePer, votePers } from '../../../shared/properties/vote-per.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { formatCoefficientExact, units } from '../../lib/format.ts';
import { useSession } from '../../lib/session.store.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { useSearch } from '../../ui/fields/search.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, ButtonLink, Card, Notice, Page, Stack } from '../../ui/page.tsx';
import { bothOf, EmptyState, QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ByLawMajoritiesCard } from './by-law-majorities.tsx';
import { ByLawsCard } from './by-laws.tsx';
import { Save, useChangeJoint } from './joint-change.tsx';
import { JointFaceCard } from './joint-face.tsx';
import { apartmentsQuery, jointQuery } from './joints.queries.ts';
import { Contact } from './owner-contact.tsx';
import { PowerRulesCard } from './power-rules.tsx';
import { unitText } from './unit-text.ts';
import { UnitsImport } from './units-import.tsx';

/** Page '/Joints/:jointId': units of a joint or sector, the import of a units file, and the settings. */
export default function JointPage() {
  const { jointId = '' } = useParams();
  const id = /^[1-9]\d{0,9}$/.test(jointId) ? Number(jointId) : null;
  return id === null ? <NoSuchJoint /> : <JointOf key={id} jointId={id} />;
}

function JointOf({ jointId }: { jointId: number }) {
  const joint = useQuery(jointQuery(jointId));
  const apartments = useQuery(apartmentsQuery(jointId));
  const navigate = useNavigate();
  const choose = useChosenJoint((state) => state.choose);
  const isStaff = useSession((state) => state.user?.profileId) === Profile.full;
  const both = bothOf(joint, apartments);
  if (hasCode(both.error, 'jointNotFound', 'notFound')) return <NoSuchJoint />;
  if (!joint.data || !apartments.data) {
    return (
      <Page title="Copropiedad">
        <QueryView query={both} page>
          {() => null}
        </QueryView>
      </Page>
    );
  }
  const { parentId, sectors, usesAssemblies } = joint.data;
  const meets = parentId === null && usesAssemblies;
  const prepare = (imported?: { apartments: number; sum: number }) => {
    choose(jointId);
    void navigate('/Assemblies/Prepare', { state: imported && { imported } });
  };
  // With sectors, the units of each sector must be loaded too.
  const isFirstStep = meets && sectors.length === 0 && apartments.data.length === 0;
  return (
    <Page
      title={joint.data.jointName}
      intro={`${units(joint.data.apartments)}, suma de coeficientes ${formatCoefficientExact(joint.data.coefficient)}.`}
      actions={
        <Stack row>
          {meets && apartments.data.length > 0 && (
            <Button onPress={() => prepare()}>Preparar la asamblea</Button>
          )}
          {isStaff && (
            <ButtonLink to="/Joints" variant="secondary">
              Todas las copropiedades
            </ButtonLink>
          )}
        </Stack>
      }
    >
      <Sectors joint={joint.data} />
      {apartments.data.length === 0 && (
        <Notice kind="info">
          <p>
            Antes de cargar los primeros inmuebles, la copropiedad acepta el contrato de transmisión de datos
            con quien opera este servidor (Ley 1581 de 2012):{' '}
            <Link to={`/DataRegister/${parentId ?? jointId}`}>leerlo y aceptarlo</Link>.
          </p>
        </Notice>
      )}
      <UnitsImport
        jointId={jointId}
        hasUnits={apartments.data.length > 0}
        onStored={isFirstStep ? ({ rows, sum }) => prepare({ apartments: rows.length, sum }) : undefined}
      />
      {isStaff ? <JointSettings joint={joint.data} /> : meets && <PowerRulesCard joint={joint.data} />}
      {apartments.data.length > 0 && <UnitsTable apartments={apartments.data} sum={joint.data.coefficient} />}
    </Page>
  );
}

/** Settings of a joint, for platform staff. */
function JointSettings({ joint }: { joint: Joint }) {
  const hasRules = joint.parentId === null && joint.usesAssemblies;
  return (
    <>
      {joint.parentId === null && <JointServices joint={joint} />}
      {joint.parentId === null && <JointFaceCard joint={joint} />}
      {joint.parentId === null && <HelpPhone joint={joint} />}
      <details className="more">
        <summary>Votaciones, poderes y reglamento</summary>
        <div className="stack-5">
          <OneVoteEach joint={joint} />
          {hasRules && <PowerRulesCard joint={joint} />}
          {joint.usesAssemblies && <FiscalAuditor joint={joint} />}
          {hasRules && <TurnMinutes joint={joint} />}
          {hasRules && <ByLawsCard joint={joint} />}
          {hasRules && <ByLawMajoritiesCard joint={joint} />}
        </div>
      </details>
      {joint.parentId === null && <PersonalDataCard jointId={joint.jointId} />}
    </>
  );
}

function PersonalDataCard({ jointId }: { jointId: number }) {
  return (
    <Card
      title="Datos personales"
      actions={
        <Stack row>
          <ButtonLink to={`/PersonalData/${jointId}`} variant="secondary">
            Buscar una persona
          </ButtonLink>
          <ButtonLink to={`/DataRegister/${jointId}`} variant="secondary">
            Registro y política
          </ButtonLink>
        </Stack>
      }
    >
      <p>
        Cuando una persona pide conocer o suprimir sus datos (Ley 1581 de 2012): lo guardado, su copia en un
        archivo y la supresión. El registro tiene la política, las autorizaciones, y las consultas y reclamos
        con su plazo.
      </p>
    </Card>
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

/** Columns of the units of a joint. `sum` is the sum of all coefficients, in units of 1e-9. */
const unitColumns = (sum: number): Column<Apartment>[] => [
  { header: 'Inmueble', cell: (unit) => unit.apartmentId, total: 'Total' },
  { header: 'Propietario', cell: (unit) => unit.owner },
  { header: 'Documento', cell: (unit) => unit.ownerDocument ?? '—' },
  { header: 'Contacto', cell: (unit) => <Contact {...unit} /> },
  {
    header: 'Tipo',
    cell: (unit) =>
      unit.mainApartmentId
        ? `${apartmentKindNames[unit.kind]} del ${unit.mainApartmentId}`
        : apartmentKindNames[unit.kind],
  },
  {
    header: 'Coeficiente',
    cell: (unit) => formatCoefficientExact(unit.coefficient),
    align: 'end',
    total: formatCoefficientExact(sum),
  },
];

function UnitsTable({ apartments, sum }: { apartments: readonly Apartment[]; sum: number }) {
  const { field, search, found } = useSearch(apartments, unitText);
  return (
    <Card title="Inmuebles">
      <TextField label="Buscar" {...field} placeholder="Inmueble, propietario, documento o contacto" />
      <Table
        label="Inmuebles"
        columns={unitColumns(sum)}
        rows={found}
        rowKey={(unit) => unit.apartmentId}
        empty="Ningún inmueble coincide con la búsqueda."
        hidesTotals={search !== ''}
      />
    </Card>
  );
}

/** Settings card: services that a joint uses (assemblies, billing). A service can be removed while unused. */
function JointServices({ joint }: { joint: Joint }) {
  const [usesAssemblies, setUsesAssemblies] = useState(joint.usesAssemblies);
  const [usesBilling, setUsesBilling] = useState(joint.usesBilling);
  const isSame = usesAssemblies === joint.usesAssemblies && usesBilling === joint.usesBilling;
  const saving = useChangeJoint(joint);
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
        <Save
          saving={saving}
          change={{ usesAssemblies, usesBilling }}
          isDisabled={isSame}
          // A refused change resets the checkboxes to the stored services.
          onError={() => {
            setUsesAssemblies(joint.usesAssemblies);
            setUsesBilling(joint.usesBilling);
          }}
        />
      </Stack>
    </Card>
  );
}

/**
 * Settings card: the revisor fiscal, the auditor to attest in the acta that remote communications were simultaneous
 * or successive (Ley 675, art. 42).
 */
function FiscalAuditor({ joint }: { joint: Joint }) {
  const stored = joint.fiscalAuditor ?? '';
  const [name, setName] = useState(stored);
  const saving = useChangeJoint(joint);
  return (
    <Card title="Revisor fiscal">
      <p>
        Si la copropiedad lo tiene: el acta de una asamblea mixta o virtual trae su constancia y su firma (Ley
        675 de 2001, art. 42).
      </p>
      <TextField label="Nombre del revisor fiscal" value={name} onChange={setName} maxLength={200} />
      <Stack row>
        <Save
          saving={saving}
          change={{ fiscalAuditor: name.trim() === '' ? null : name.trim() }}
          isDisabled={name.trim() === stored}
        />
      </Stack>
    </Card>
  );
}

/** Settings card: phone for questions of owners, on screens, mails and letters. */
function HelpPhone({ joint }: { joint: Joint }) {
  const stored = joint.helpPhone ?? '';
  const [phone, setPhone] = useState(stored);
  const saving = useChangeJoint(joint);
  return (
    <Card title="Ayuda a los propietarios">
      <p>
        Sale con «¿Necesita ayuda?» en las pantallas, los correos y las cartas de los propietarios. Sin él
        sale el teléfono de soporte de SCAF.
      </p>
      <TextField
        label="Teléfono de la administración"
        type="tel"
        value={phone}
        onChange={setPhone}
        maxLength={40}
      />
      {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
      <Stack row>
        <Save
          saving={saving}
          change={{ helpPhone: phone.trim() === '' ? null : phone.trim() }}
          isDisabled={phone.trim() === stored}
          onError={() => undefined}
        />
      </Stack>
    </Card>
  );
}

/** Settings card: minutes of a turn to speak in the assemblies of the joint. */
function TurnMinutes({ joint }: { joint: Joint }) {
  const [minutes, setMinutes] = useState(joint.turnMinutes);
  const saving = useChangeJoint(joint);
  return (
    <Card title="Uso de la palabra">
      <NumberField
        label="Minutos de cada turno para hablar"
        value={minutes}
        onChange={setMinutes}
        minValue={1}
        maxValue={MOST_TURN_MINUTES}
      />
      <Stack row>
        <Save saving={saving} change={{ turnMinutes: minutes }} isDisabled={minutes === joint.turnMinutes} />
      </Stack>
    </Card>
  );
}

const votePerWords: Record<VotePer, { label: string; detail: string }> = {
  unit: {
    label: 'Una vivienda, un voto',
    detail: 'Cada inmueble de los tipos de abajo tiene un voto. Es lo usual.',
  },
  owner: {
    label: 'Un propietario, un voto',
    detail:
      'Así lo dice también la sentencia (concepto CTCP 2022-0313): quien tiene nueve inmuebles tiene un voto. Un propietario se reconoce por su documento o, si falta, por su nombre. Si vota distinto con sus inmuebles, su voto no cuenta para ninguna respuesta.',
  },
};

/**
 * Settings card: votes in questions without economic content. Each unit of the chosen kinds has one vote, or each
 * owner of units of these kinds.
 */
function OneVoteEach({ joint }: { joint: Joint }) {
  const headingId = useId();
  const stored = joint.perUnitKinds;
  const [kinds, setKinds] = useState(stored);
  const [votePer, setVotePer] = useState(joint.votePer);
  const saving = useChangeJoint(joint);
  const isSame =
    votePer === joint.votePer &&
    kinds.length === stored.length &&
    kinds.every((kind) => stored.includes(kind));
  return (
    <Card title="Preguntas sin contenido económico">
      <p>
        En ellas no cuenta el coeficiente (sentencia C-522 de 2002). Lo que elija aquí vale para las preguntas
        que se creen desde ahora.
      </p>
      <RadioGroup
        label="¿Quién tiene un voto?"
        items={votePers.map((id) => ({ id, ...votePerWords[id] }))}
        value={votePer}
        onChange={setVotePer}
      />
      <p id={headingId}>Tipos de inmueble que cuentan:</p>
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
              {apartmentKindNames[kind]}
            </Checkbox>
          ))}
        </Stack>
      </div>
      <Stack row>
        <Save
          saving={saving}
          change={{ perUnitKinds: kinds, votePer }}
          isDisabled={isSame || kinds.length === 0}
        />
        {kinds.length === 0 && <p role="status">Elija al menos un tipo.</p>}
      </Stack>
    </Card>
  );
}
