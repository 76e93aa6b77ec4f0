import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { clearNotice, useSession } from '../../lib/session.store.ts';
import { signIn } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';

/** Page '/LogIn': user name and password, then back to the requested page or to the welcome page. */
export default function LoginPage() {
  const user = useSession((state) => state.user);
  // Read once: the notice is cleared on leaving the page.
  const [notice] = useState(() => useSession.getState().notice);
  const { state } = useLocation();
  const { attempt, isBusy, run } = useAttempt();
  const form = useForm({
    initial: { username: '', password: '' },
    faultsOf: ({ username, password }) => ({
      username: username.trim() === '' ? 'Digite su nombre de usuario.' : null,
      password: password === '' ? 'Digite su contraseña.' : null,
    }),
    isBusy,
    onSubmit: ({ username, password }) => void run(() => signIn(username.trim(), password)),
  });
  useEffect(() => clearNotice, []);

  if (user) return <Navigate to={cameFrom(state)} replace />;

  return (
    <Page title="Iniciar sesión" width="narrow">
      {notice && <Notice>{notice}</Notice>}
      <AttemptForm form={form} attempt={attempt} act="Aceptar">
        <TextField
          label="Nombre de Usuario"
          name="username"
          {...form.checked('username')}
          autoComplete="username"
          autoCapitalize="none"
          isRequired
          autoFocus
        />
        <TextField
          label="Contraseña"
          name="password"
          type="password"
          {...form.checked('password')}
          autoComplete="current-password"
          isRequired
        />
      </AttemptForm>
      <p>
        <Link to="/ForgotPassword">Olvidé mi contraseña</Link>
      </p>
      <p>
        <Link to="/PoliticaDeDatos">Política de tratamiento de datos</Link>
      </p>
    </Page>
  );
}

/** Address to open after sign-in: the page that the route guard refused before. Accepts only paths of this site. */
function cameFrom(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/UserHome';
}
