import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { SessionList } from '../features/accounts/index.ts';
import { ButtonLink, Card, Page } from '../ui/page.tsx';
import { EmptyState, QueryView } from '../ui/query-view.tsx';
import { UserForm } from './form.tsx';
import { usersQuery } from './users.queries.ts';

/** Page '/Users/:userId': form to change a user; with 'new' as id, to create a user. */
export default function UserPage() {
  const { userId } = useParams();
  return userId === 'new' ? <NewUser /> : <KnownUser userId={userId} />;
}

function NewUser() {
  const navigate = useNavigate();
  return (
    <Page title="Crear usuario" width="narrow">
      <UserForm user={null} onDone={() => void navigate('/Users')} />
    </Page>
  );
}

function KnownUser({ userId }: { userId: string | undefined }) {
  const navigate = useNavigate();
  const query = useQuery(usersQuery);
  const user = query.data?.find((one) => one.userId === userId);
  return (
    <Page title={user ? `Editar usuario ${user.username}` : 'Editar usuario'} width="narrow">
      <QueryView query={query} page>
        {() =>
          user ? (
            <>
              <UserForm key={user.userId} user={user} onDone={() => void navigate('/Users')} />
              <Card title="Sesiones abiertas">
                <SessionList userId={user.userId} />
              </Card>
            </>
          ) : (
            <EmptyState message="No se encontró el usuario.">
              <ButtonLink to="/Users">Ver todos los usuarios</ButtonLink>
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  );
}
