import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate } from 'react-router-dom';
import {
  type AssemblyApartment,
  listUserAssemblyApartments,
  listUserAssemblyJoints,
} from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { afterLine, afterQuery, assembliesQuery, dayOf, LaterResults } from '../features/assemblies/index.ts';
import {
  deadlineOf,
  OwedNowCard,
  OwnSheetsCard,
  useBillingJoints,
  waitingDraftsQuery,
} from '../features/billing/index.ts';
import { coefficient } from '../lib/format.ts';
import { queryOf } from '../lib/query.ts';
import { type SessionUser, useSession } from '../lib/session.store.ts';
import { DueLine } from '../ui/due-line.tsx';
import { Card, Page } from '../ui/page.tsx';
import { bothOf, EmptyState, Loading, QueryView, type ViewedQuery } from '../ui/query-view.tsx';
import { Table } from '../ui/table.tsx';
import { concernsOf } from './concerns.ts';
import styles from './user-home.module.css';

const withJoints: readonly Profile[] = [Profile.admin, Profile.owner, Profile.operator];

/** '/UserHome': the welcome, and what concerns the profile now. */
export default function UserHomePage() {
  const user = useSession((state) => state.user);
  // A code has no name to be greeted by: it is here to vote.
  if (user?.profileId === Profile.qr) return <Navigate to="/VoteQR" replace />;
  return user && <Welcome user={user} />;
}

function Welcome({ user }: { user: SessionUser }) {
  const concerns = concernsOf(user.profileId);
  return (
    <Page title={`Bienvenido a SCAF, ${user.name}.`}>
      {user.profileId === Profile.admin && (
        <Suspense fallback={<Loading />}>
          <OwnSheetsCard />
        </Suspense>
      )}
      {concerns.length > 0 && (
        <ul className={styles.cards}>
          {concerns.map((concern) => (
            <li key={concern.to}>
              <Link to={concern.to} className={`stack-2 card ${styles.card}`}>
                <span className={styles.cardTitle}>{concern.title}</span>
                <span className="faint">{concern.text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {user.profileId === Profile.full && <WaitingDraftLines />}
      <Suspense fallback={<Loading />}>{user.profileId === Profile.owner && <OwedNowCard />}</Suspense>
      {withJoints.includes(user.profileId) && <MyJoints user={user} />}
      <p>
        <Link to="/Password">Cambiar contraseña</Link> · <Link to="/Sessions">Mis sesiones</Link>
      </p>
    </Page>
  );
}

/** So many are told of; the rest is on their page. */
const SHOWN = 5;

/** Spreadsheets that wait for their bills, the nearest deadline first; nothing where none does. */
function WaitingDraftLines() {
  const { data } = useQuery({ ...waitingDraftsQuery, retry: false });
  if (data === undefined || data.length === 0) return null;
  const rest = data.length - SHOWN;
  return (
    <Card title="Planillas por entregar">
      <ul className="stack-4 plain">
        {data.slice(0, SHOWN).map((draft) => {
          const { text, isOverdue } = deadlineOf(draft, Date.now());
          return (
            <DueLine
              key={draft.draftId}
              title={`${draft.jointName}: ${draft.fileName}`}
              due={{ text: `${text}.`, state: isOverdue ? 'overdue' : 'due' }}
            />
          );
        })}
      </ul>
      <p>
        <Link to="/Billing">{rest > 0 ? `Ver todas (${data.length})` : 'Ir a Facturación'}</Link>
      </p>
    </Card>
  );
}

/** The joints the person is linked to and, for an owner, their units in each. */
function MyJoints({ user }: { user: SessionUser }) {
  const isOwner = user.profileId === Profile.owner;
  const params = { userId: user.userId };
  const joints = useQuery(queryOf(['my-joints', user.userId], listUserAssemblyJoints, { params }));
  const apartments = useQuery({
    ...queryOf(['my-apartments', user.userId], listUserAssemblyApartments, { params }),
    enabled: isOwner,
  });
  const billing = useBillingJoints();
  const both: ViewedQuery<unknown> = isOwner ? bothOf(joints, apartments) : joints;
  if (!joints.data || both.data === undefined) return <QueryView query={both}>{() => null}</QueryView>;
  if (joints.data.length === 0) {
    // Whoever has to do with their billing alone is told of that instead.
    if (billing.data === undefined || billing.data.length > 0) return null;
    return (
      <EmptyState message="No tiene conjuntos residenciales asociados. Comunicarse con el administrador de la plataforma." />
    );
  }
  return (
    <Card title={joints.data.length === 1 ? 'Su copropiedad' : 'Sus copropiedades'}>
      <ul className="stack-5 plain">
        {joints.data.map(({ joint }) => (
          <li key={joint.jointId} className={`stack-3 ${styles.joint}`}>
            <h3>{joint.jointName}</h3>
            {user.profileId === Profile.admin && <AfterLine jointId={joint.jointId} />}
            {isOwner &&
              [joint.jointId, ...joint.sectors.map(({ sectorId }) => sectorId)].map((jointId) => (
                <LaterResults key={jointId} jointId={jointId} />
              ))}
            {isOwner && (
              <OwnUnits
                name={joint.jointName}
                units={(apartments.data ?? []).filter((unit) => unit.jointId === joint.jointId)}
              />
            )}
            {isOwner &&
              joint.sectors.map(({ sectorId, sectorName }) => (
                <OwnSectorUnits
                  key={sectorId}
                  name={sectorName}
                  units={(apartments.data ?? []).filter((unit) => unit.jointId === sectorId)}
                />
              ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface OwnProps {
  name: string;
  units: readonly AssemblyApartment[];
}

/** What they count for in a sector, where they are of one. */
function OwnSectorUnits({ name, units }: OwnProps) {
  if (units.length === 0) return null;
  return (
    <>
      <h4>{name}</h4>
      <OwnUnits name={name} units={units} />
    </>
  );
}

function OwnUnits({ name, units }: OwnProps) {
  return (
    <Table
      label={`Sus inmuebles en ${name}`}
      columns={[
        { id: 'unit', header: 'Inmueble', cell: (unit) => unit.apartmentId },
        {
          id: 'coefficient',
          header: 'Coeficiente',
          cell: (unit) => coefficient(unit.coefficient),
          align: 'end',
        },
        {
          id: 'state',
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

/** What is due after the joint's last closed assembly; nothing where none was closed. */
function AfterLine({ jointId }: { jointId: number }) {
  const { data: assemblies } = useQuery({ ...assembliesQuery(jointId), retry: false });
  const closed = assemblies?.find(({ closedAt }) => closedAt !== null);
  const { data } = useQuery({
    ...afterQuery(jointId, closed?.assemblyId),
    enabled: closed !== undefined,
    retry: false,
  });
  return data ? <p>{afterLine(data, dayOf(Date.now()))}</p> : null;
}
