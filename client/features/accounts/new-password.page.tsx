import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { hasCode } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { resetPassword } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form-end.tsx';
import { Notice, Page } from '../../ui/page.tsx';
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
  const { attempt, isBusy, run } = useAttempt();
  const form = useForm({
    initial: { password: '', repeated: '' },
    faultsOf: ({ password, repeated }) => ({
      password: isPasswordShort(password) ? PASSWORD_RULE : null,
      repeated: repeated === password ? null : 'Las dos contraseñas no coinciden.',
    }),
    isBusy,
    onSubmit: ({ password }) =>
      void run(async () => {
        try {
          await resetPassword({ token, password });
          onDone();
        } catch (error) {
          if (!hasCode(error, 'resetLinkInvalid')) throw error;
          onRefused();
        }
      }),
  });

  return (
    <AttemptForm form={form} attempt={attempt} act="Guardar e ingresar">
      <TextField
        label="Contraseña nueva"
        type="password"
        {...form.checked('password')}
        autoComplete="new-password"
        isRequired
        autoFocus
        description={PASSWORD_RULE}
      />
      <TextField
        label="Repita la contraseña nueva"
        type="password"
        {...form.checked('repeated')}
        autoComplete="new-password"
        isRequired
      />
    </AttemptForm>
  );
}
