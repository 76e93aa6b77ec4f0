import { type FormEvent, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';
import { signUpFirstUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { isPasswordShort, PASSWORD_RULE } from './password.ts';

/**
 * '/FirstUser#token': makes the first platform user with the link that the server printed. The token is in
 * the hash, which no server or proxy sees, and leaves the address bar at once.
 */
export default function FirstUserPage() {
  const user = useSession((state) => state.user);
  const [token] = useState(() => window.location.hash.slice(1));
  const [fields, setFields] = useState({ name: '', username: '', password: '', repeated: '' });
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
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

  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const faults = {
    name: fields.name.trim() === '' ? 'Digite su nombre.' : null,
    username: /^\S+$/.test(fields.username.trim()) ? null : 'Digite un nombre de usuario, sin espacios.',
    password: isPasswordShort(fields.password) ? PASSWORD_RULE : null,
    repeated: fields.repeated === fields.password ? null : 'Las dos contraseñas no coinciden.',
  };
  const show = (name: keyof typeof faults) => (isTried ? faults[name] : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const hasFaults = Object.values(faults).some(Boolean);
    if (hasFaults) focusFirstFault(event.currentTarget);
    if (isPending || hasFaults) return;
    setPending(true);
    setFault(null);
    try {
      await signUpFirstUser({
        token,
        name: fields.name.trim(),
        username: fields.username.trim(),
        password: fields.password,
      });
    } catch (error) {
      setFault(messageOf(error));
      setPending(false);
    }
  };

  return (
    <Page
      title="Primer usuario"
      intro="Cree el primer usuario de la plataforma. Con él podrá crear las copropiedades y los demás usuarios."
      width="narrow"
    >
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextField
              label="Nombre"
              value={fields.name}
              onChange={set('name')}
              autoComplete="name"
              isRequired
              error={show('name')}
            />
            <TextField
              label="Nombre de Usuario"
              value={fields.username}
              onChange={set('username')}
              autoComplete="username"
              autoCapitalize="none"
              isRequired
              error={show('username')}
            />
            <TextField
              label="Contraseña"
              type="password"
              value={fields.password}
              onChange={set('password')}
              autoComplete="new-password"
              isRequired
              description={PASSWORD_RULE}
              error={show('password')}
            />
            <TextField
              label="Repita la contraseña"
              type="password"
              value={fields.repeated}
              onChange={set('repeated')}
              autoComplete="new-password"
              isRequired
              error={show('repeated')}
            />
            {fault && <Notice kind="error">{fault}</Notice>}
            <Button type="submit" size="large" wide isPending={isPending}>
              Crear usuario
            </Button>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
