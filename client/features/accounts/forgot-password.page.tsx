import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { forgotPassword } from '../../../shared/accounts/auth.api.ts';
import { getPublicSettings } from '../../../shared/platform.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { useWait } from '../../lib/use-wait.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** '/ForgotPassword': asks for a link by mail. What it says never tells whether there is such a user. */
export default function ForgotPasswordPage() {
  const user = useSession((state) => state.user);
  // The footer's question, asked once for both.
  const { data: settings } = useQuery({
    queryKey: ['public-settings'],
    queryFn: ({ signal }) => call(getPublicSettings, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
        <Wish onSent={() => setSent(true)} />
      )}
      <p>
        <Link to="/LogIn">Volver a Iniciar sesión</Link>
      </p>
    </Page>
  );
}

function Wish({ onSent }: { onSent: () => void }) {
  const [who, setWho] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const isMissing = who.trim() === '';
    if (isMissing) focusFirstFault(event.currentTarget);
    if (isMissing || isPending || wait.seconds > 0) return;
    setPending(true);
    setFault(null);
    try {
      await call(forgotPassword, { body: { who: who.trim() } });
      onSent();
    } catch (error) {
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
            label="Nombre de Usuario o correo"
            name="username"
            value={who}
            onChange={setWho}
            autoComplete="username"
            autoCapitalize="none"
            isRequired
            autoFocus
            maxLength={200}
            error={isTried && who.trim() === '' ? 'Digite su nombre de usuario o su correo.' : null}
          />
          {fault && <Notice kind="error">{fault}</Notice>}
          <Button type="submit" size="large" wide isPending={isPending} isDisabled={wait.seconds > 0}>
            {wait.seconds > 0 ? `Espere ${wait.seconds} s` : 'Enviar enlace'}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
