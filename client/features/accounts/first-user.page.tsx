import { Navigate } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { signUpFirstUser } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { NewPasswordFields, passwordFaults, useLinkToken } from './password.tsx';

/** Page '/FirstUser#token': creates the first platform user with the link printed by the server. */
export default function FirstUserPage() {
  const user = useSession((state) => state.user);
  const token = useLinkToken();
  const { attempt, isBusy, run } = useAttempt(messageOf);
  const form = useForm({
    initial: { name: '', username: '', password: '', repeated: '' },
    faultsOf: ({ name, username, ...typed }) => ({
      name: name.trim() === '' ? 'Digite su nombre.' : null,
      username: /^\S+$/.test(username.trim()) ? null : 'Digite un nombre de usuario, sin espacios.',
      ...passwordFaults(typed),
    }),
    isBusy,
    onSubmit: ({ name, username, password }) =>
      void run(() => signUpFirstUser({ token, name: name.trim(), username: username.trim(), password })),
  });

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
        <NewPasswordFields form={form} name="contraseña" />
      </AttemptForm>
    </Page>
  );
}
