import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { forgotPassword } from '../../../shared/accounts/auth.api.ts';
import { call } from '../../lib/api.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useSession } from '../../lib/session.store.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';

/** Page '/ForgotPassword': requests a link by mail. The answer never reveals if the user exists. */
export default function ForgotPasswordPage() {
  const user = useSession((state) => state.user);
  // Shares the query of the footer.
  const { data: settings } = usePublicSettings();
  const [isSent, setSent] = useState(false);
  if (user) return <Navigate to="/Password" replace />;
  return (
    <Page title="Olvidé mi contraseña" width="narrow">
      {settings?.sendsMail === false ? (
        <Notice kind="warning" title="Aquí no se envían correos.">
          <p>Pida a la administración de su copropiedad que le asigne una contraseña nueva.</p>
        </Notice>
      ) : isSent ? (
        <Notice kind="success" title="Revise su correo.">
          <p>
            Si los datos corresponden a un usuario con correo, le enviamos un enlace para elegir una
            contraseña nueva. Sirve una sola vez, durante 30 minutos.
          </p>
          <p>
            Si no llega en unos minutos, mire en el correo no deseado o pida ayuda a la administración de su
            copropiedad.
          </p>
        </Notice>
      ) : (
        <RequestForm onSent={() => setSent(true)} />
      )}
      <p>
        <Link to="/LogIn">Volver a Iniciar sesión</Link>
      </p>
    </Page>
  );
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const { attempt, isBusy, run } = useAttempt();
  const form = useForm({
    initial: { who: '' },
    faultsOf: ({ who }) => ({
      who: who.trim() === '' ? 'Digite su nombre de usuario o su correo.' : null,
    }),
    isBusy,
    onSubmit: ({ who }) =>
      void run(async () => {
        await call(forgotPassword, { body: { who: who.trim() } });
        onSent();
      }),
  });

  return (
    <AttemptForm form={form} attempt={attempt} act="Enviar enlace">
      <TextField
        label="Nombre de Usuario o correo"
        name="username"
        {...form.checked('who')}
        autoComplete="username"
        autoCapitalize="none"
        isRequired
        autoFocus
        maxLength={200}
      />
    </AttemptForm>
  );
}
