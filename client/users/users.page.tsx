import { useQuery } from '@tanstack/react-query';
import type { UserRecord } from '../../shared/accounts/users.api.ts';
import { type Profile, profileNames } from '../../shared/profiles.ts';
import { counted } from '../lib/format.ts';
import { useSearch } from '../ui/fields/search.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { ButtonLink, Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { type Column, RowLink, Table } from '../ui/table.tsx';
import { usersQuery } from './users.queries.ts';

/** Page '/Users': all users, and a button for a new user. */
export default function UsersPage() {
  return (
    <Page
      title="Usuarios"
      intro="Quién entra a la plataforma, con qué perfil, y de qué copropiedades e inmuebles."
      actions={<ButtonLink to="/Users/new">Crear usuario</ButtonLink>}
    >
      <UserList />
    </Page>
  );
}

const columns: Column<UserRecord>[] = [
  { header: 'Usuario', cell: (user) => user.username },
  { header: 'Nombre', cell: (user) => user.name },
  { header: 'Perfil', cell: (user) => profileNames[user.profileId as Profile] },
  { header: 'Acceso a', cell: linksOf },
  { header: 'Estado', cell: (user) => (user.disabled ? 'Inactivo' : 'Activo') },
  {
    header: 'Acciones',
    cell: (user) => <RowLink act="Editar" of={user.username} to={`/Users/${user.userId}`} />,
  },
];

const NO_USERS: readonly UserRecord[] = [];

const userText = ({ username, name, email }: UserRecord) => `${username} ${name} ${email ?? ''}`;

function UserList() {
  const query = useQuery(usersQuery);
  const { field, found } = useSearch(query.data ?? NO_USERS, userText);
  return (
    <QueryView query={query} page empty="Todavía no hay usuarios.">
      {() => (
        <>
          <TextField label="Buscar" {...field} placeholder="Nombre, usuario o correo" />
          <Table
            label="Usuarios"
            columns={columns}
            rows={found}
            rowKey={(user) => user.userId}
            empty="Ningún usuario coincide con la búsqueda."
          />
        </>
      )}
    </QueryView>
  );
}

function linksOf(user: UserRecord): string {
  const joints = new Set([...user.assemblyJoints, ...user.billingJoints]).size;
  const units = new Set(
    [...user.assemblyApartments, ...user.billingApartments].map(
      (unit) => `${unit.jointId}/${unit.apartmentId}`,
    ),
  ).size;
  const parts = [
    joints > 0 && counted(joints, 'copropiedad', 'copropiedades'),
    units > 0 && counted(units, 'inmueble'),
    user.events.length > 0 && counted(user.events.length, 'evento'),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : '—';
}
