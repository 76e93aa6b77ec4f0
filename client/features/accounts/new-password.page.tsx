import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { hasCode, messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { resetPassword } from '../../lib/session.ts';
import { useWait } from '../../lib/use-wait.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { isPasswordShort, PASSWORD_RULE } from './password.ts';

/**
 * '/NewPassword#token': replaces a forgotten password with the link that was mailed. The token is in the hash, which
 * no server or proxy sees, and leaves the address bar at once.
 */
export default function NewPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const user = useSession((state) => state.user);
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);

  if (isDone && user) return <Navigate to="/UserHome" replace />;
  return (
    <Page
      title="Contraseña nueva"
      intro="Al guardarla se cierran todas las sesiones que tenga abiertas."
      width="narrow"
    >
      {isRefused ? (
        <Notice kind="error" title="El enlace ya se usó, venció o no es válido.">
          <p>Solicite otro y ábralo antes de 30 minutos.</p>
        </Notice>
      ) : token === '' ? (
        <Notice kind="warning">
          Abra el enlace completo que recibió por correo. Si ya lo abrió y recargó la página, ábralo de nuevo.
        </Notice>
      ) : (
        <Choice token={token} onDone={() => setDone(true)} onRefused={() => setRefused(true)} />
      )}
      {(isRefused || token === '') && (
        <p>
          <Link to="/ForgotPassword">Solicitar otro enlace</Link>
        </p>
      )}
    </Page>
  );
}

function Choice({ token, onDone, onRefused }: { token: string; onDone: () => void; onRefused: () => void }) {
  const [fields, setFields] = useState({ password: '', repeated: '' });
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));

  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const faults = {
    password: isPasswordShort(fields.password) ? PASSWORD_RULE : null,
    repeated: fields.repeated === fields.password ? null : 'Las dos contraseñas no coinciden.',
  };
  const show = (name: keyof typeof faults) => (isTried ? faults[name] : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const hasFaults = Object.values(faults).some(Boolean);
    if (hasFaults) focusFirstFault(event.currentTarget);
    if (isPending || hasFaults || wait.seconds > 0) return;
    setPending(true);
    setFault(null);
    try {
      await resetPassword({ token, password: fields.password });
      onDone();
    } catch (error) {
      if (hasCode(error, 'resetLinkInvalid')) return onRefused();
      wait.begin(error);
      setFault(messageOf(error, 'No hay conexión con el servidor. Revise su internet e intente nuevamente.'));
      setPending(false);
    }
  };

  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label="Contraseña nueva"
            type="password"
            value={fields.password}
            onChange={set('password')}
            autoComplete="new-password"
            isRequired
            autoFocus
            description={PASSWORD_RULE}
            error={show('password')}
          />
          <TextField
            label="Repita la contraseña nueva"
            type="password"
            value={fields.repeated}
            onChange={set('repeated')}
            autoComplete="new-password"
            isRequired
            error={show('repeated')}
          />
          {fault && <Notice kind="error">{fault}</Notice>}
          <Button type="submit" size="large" wide isPending={isPending} isDisabled={wait.seconds > 0}>
            {wait.seconds > 0 ? `Espere ${wait.seconds} s` : 'Guardar e ingresar'}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
