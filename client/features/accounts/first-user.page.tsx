import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { signUpFirstUser } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form-end.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { isPasswordShort, PASSWORD_RULE } from './password.ts';

/**
 * '/FirstUser#token': makes the first platform user with the link that the server printed. The token is in
 * the hash, which no server or proxy sees, and leaves the address bar at once.
 */
export default function FirstUserPage() {
  const user = useSession((state) => state.user);
  const [token] = useState(() => window.location.hash.slice(1));
  const { attempt, isBusy, run } = useAttempt(messageOf);
  const form = useForm({
    initial: { name: '', username: '', password: '', repeated: '' },
    faultsOf: ({ name, username, password, repeated }) => ({
      name: name.trim() === '' ? 'Digite su nombre.' : null,
      username: /^\S+$/.test(username.trim()) ? null : 'Digite un nombre de usuario, sin espacios.',
      password: isPasswordShort(password) ? PASSWORD_RULE : null,
      repeated: repeated === password ? null : 'Las dos contraseñas no coinciden.',
    }),
    isBusy,
    onSubmit: ({ name, username, password }) =>
      void run(() => signUpFirstUser({ token, name: name.trim(), username: username.trim(), password })),
  });
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);

  if (user) return <Navigate to="/UserHome" replace />;
  if (token === '') {
    return (
      <Page title="Primer usuario" width="narrow">
        <Notice kind="warning">
          Abra el enlace completo que el servidor mostró al iniciar por primera vez. Si ya lo abrió y recargó
          la página, ábralo de nuevo.
        </Notice>
      </Page>
    );
  }

  return (
    <Page
      title="Primer usuario"
      intro="Cree el primer usuario de la plataforma. Con él podrá crear las copropiedades y los demás usuarios."
      width="narrow"
    >
      <AttemptForm form={form} attempt={attempt} act="Crear usuario">
        <TextField label="Nombre" {...form.checked('name')} autoComplete="name" isRequired />
        <TextField
          label="Nombre de Usuario"
          {...form.checked('username')}
          autoComplete="username"
          autoCapitalize="none"
          isRequired
        />
        <TextField
          label="Contraseña"
          type="password"
          {...form.checked('password')}
          autoComplete="new-password"
          isRequired
          description={PASSWORD_RULE}
        />
        <TextField
          label="Repita la contraseña"
          type="password"
          {...form.checked('repeated')}
          autoComplete="new-password"
          isRequired
        />
      </AttemptForm>
    </Page>
  );
}
