import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { hasCode } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { resetPassword } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { NewPasswordFields, passwordFaults, useLinkToken } from './password.tsx';

/** Page '/NewPassword#token': replaces a forgotten password with the mailed link. */
export default function NewPasswordPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const user = useSession((state) => state.user);

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
        <PasswordForm token={token} onDone={() => setDone(true)} onRefused={() => setRefused(true)} />
      )}
      {(isRefused || token === '') && (
        <p>
          <Link to="/ForgotPassword">Solicitar otro enlace</Link>
        </p>
      )}
    </Page>
  );
}

function PasswordForm({
  token,
  onDone,
  onRefused,
}: {
  token: string;
  onDone: () => void;
  onRefused: () => void;
}) {
  const { attempt, isBusy, run } = useAttempt();
  const form = useForm({
    initial: { password: '', repeated: '' },
    faultsOf: passwordFaults,
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
      <NewPasswordFields form={form} name="contraseña nueva" autoFocus />
    </AttemptForm>
  );
}
