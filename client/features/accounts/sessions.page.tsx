import { ME } from '../../../shared/accounts/users.api.ts';
import { Page } from '../../ui/page.tsx';
import { SessionList } from './session-list.tsx';

/** Page '/Sessions': lists the open sessions of the signed-in user, with a button to end each. */
export default function SessionsPage() {
  return (
    <Page
      title="Mis sesiones"
      intro="Los equipos en los que su usuario tiene la sesión abierta. Cierre las que no reconozca y cambie su contraseña."
    >
      <SessionList userId={ME} />
    </Page>
  );
}
