import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { clearNotice, useSession } from '../../lib/session.store.ts';
import { signIn } from '../../lib/session.ts';
import { useWait } from '../../lib/use-wait.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** '/LogIn': user name and password, then back to where the person wanted to go, or to the welcome page. */
export default function LoginPage() {
  const user = useSession((state) => state.user);
  // Read once: it is taken down as soon as the page is left.
  const [notice] = useState(() => useSession.getState().notice);
  const { state } = useLocation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));
  useEffect(() => clearNotice, []);

  if (user) return <Navigate to={cameFrom(state)} replace />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const isMissing = username.trim() === '' || password === '';
    if (isMissing) focusFirstFault(event.currentTarget);
    if (isMissing || isPending || wait.seconds > 0) return;
    setPending(true);
    setFault(null);
    try {
      await signIn(username.trim(), password);
    } catch (error) {
      wait.begin(error);
      setFault(messageOf(error, 'No hay conexión con el servidor. Revise su internet e intente nuevamente.'));
      setPending(false);
    }
  };

  return (
    <Page title="Iniciar sesión" width="narrow">
      {notice && <Notice>{notice}</Notice>}
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextField
              label="Nombre de Usuario"
              name="username"
              value={username}
              onChange={setUsername}
              autoComplete="username"
              autoCapitalize="none"
              isRequired
              autoFocus
              error={isTried && username.trim() === '' ? 'Digite su nombre de usuario.' : null}
            />
            <TextField
              label="Contraseña"
              name="password"
              type="password"
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              isRequired
              error={isTried && password === '' ? 'Digite su contraseña.' : null}
            />
            {fault && <Notice kind="error">{fault}</Notice>}
            <Button type="submit" size="large" wide isPending={isPending} isDisabled={wait.seconds > 0}>
              {wait.seconds > 0 ? `Espere ${wait.seconds} s` : 'Aceptar'}
            </Button>
          </Stack>
        </form>
      </Card>
      <p>
        <Link to="/ForgotPassword">Olvidé mi contraseña</Link>
      </p>
    </Page>
  );
}

/** The place the guard sent from; only an address of ours. */
function cameFrom(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/UserHome';
}
