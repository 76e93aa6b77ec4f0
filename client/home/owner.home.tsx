import { useQuery } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  ActaLink,
  AssembliesToday,
  hasUrgentAssembly,
  LaterResults,
  OtherAssemblies,
  useAssembliesNow,
  useAssemblyJoints,
  useOwnUnits,
} from '../features/assemblies/index.ts';
import { OwedNow, ownDebtsQuery } from '../features/billing/index.ts';
import { coefficient } from '../lib/format.ts';
import { useHelpOf } from '../ui/face/help-joint.ts';
import { Card } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';
import { DataLinks } from './data-links.tsx';
import { NoJoints } from './my-joints.tsx';
import styles from './user-home.module.css';

/** Home of an owner: assembly of today, debt, results, units. */
export default function OwnerHome() {
  const assemblies = useAssembliesNow();
  const own = useOwnUnits();
  const debts = useQuery(ownDebtsQuery);
  const joints = useAssemblyJoints();
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.owner, own: own.data ?? [] };
  const accounts = debts.data?.accounts ?? [];
  const ownJoints = [...(joints.data ?? []).map(({ joint }) => joint), ...accounts];
  const helper = ownJoints[0];
  const isOnly = ownJoints.every(({ jointId }) => jointId === helper?.jointId);
  useHelpOf(helper?.jointId, isOnly ? null : helper?.jointName);
  const isQuiet = shown.assemblies.length === 0 && accounts.every(({ balance }) => balance <= 0);
  return (
    <AllRead queries={[assemblies, own, debts, joints]} isQuiet={isQuiet}>
      <AssembliesToday {...shown} />
      {debts.data && <OwedNow debts={debts.data} isMain={!hasUrgentAssembly(shown)} />}
      <OtherAssemblies {...shown} />
      <ConcernCards profile={Profile.owner} />
      {joints.data?.length === 0 && accounts.length === 0 && <NoJoints />}
      {joints.data?.map(({ joint: { jointId, jointName, sectors } }) => (
        <Card key={jointId} title={`Sus inmuebles en ${jointName}`}>
          <OwnUnits name={jointName} units={shown.own.filter((unit) => unit.jointId === jointId)} />
          {sectors.map(({ sectorId, sectorName }) => (
            <OwnSectorUnits
              key={sectorId}
              name={sectorName}
              units={shown.own.filter((unit) => unit.jointId === sectorId)}
            />
          ))}
          {[jointId, ...sectors.map(({ sectorId }) => sectorId)].map((id) => (
            <LaterResults key={id} jointId={id} />
          ))}
          <ActaLink jointId={jointId} />
        </Card>
      ))}
      <DataLinks to="/MyData" words="Sus datos, consultas y reclamos en" joints={ownJoints} />
    </AllRead>
  );
}

interface OwnProps {
  name: string;
  units: readonly AssemblyApartment[];
}

/** Units of the owner in a sector. Hidden if there are no units. */
function OwnSectorUnits({ name, units }: OwnProps) {
  if (units.length === 0) return null;
  return (
    <div className={`stack-3 ${styles.joint}`}>
      <h3>{name}</h3>
      <OwnUnits name={name} units={units} />
    </div>
  );
}

function OwnUnits({ name, units }: OwnProps) {
  return (
    <Table
      label={`Sus inmuebles en ${name}`}
      columns={[
        { header: 'Inmueble', cell: (unit) => unit.apartmentId },
        {
          header: 'Coeficiente',
          cell: (unit) => coefficient(unit.coefficient),
          align: 'end',
        },
        {
          header: 'Estado',
          cell: (unit) => (unit.userId === null ? 'Sin registrar' : 'Registrado'),
        },
      ]}
      rows={units}
      rowKey={(unit) => unit.apartmentId}
      empty="No tiene inmuebles asignados. Comunicarse con el administrador de la plataforma."
      pageSize={10}
    />
  );
}
