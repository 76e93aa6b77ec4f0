import { type FormEvent, useCallback, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { DISPLAY_CODE_DIGITS, openDisplay } from '../../shared/accounts/displays.api.ts';
import { call, messageOf } from '../lib/api.ts';
import { startSession } from '../lib/session.store.ts';
import { displayUser } from '../lib/session-display.ts';
import { useWait } from '../lib/use-wait.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { focusFirstFault } from '../ui/fields/focus-fault.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import type { CameFrom } from './guard.tsx';

const ENDED =
  'El enlace de esta pantalla ya no es válido. Pida uno nuevo, o un código, a quien opera la asamblea.';

/** '/Quorum' on a screen that nobody is signed in on: six digits put the wall on it. */
export default function DisplayCode({ hasEnded }: { hasEnded: boolean }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));
  const code = typed.replace(/\D/g, '');
  const isShort = code.length !== DISPLAY_CODE_DIGITS;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isShort) focusFirstFault(event.currentTarget);
    if (isShort || isPending || wait.seconds > 0) return;
    setPending(true);
    setFault(null);
    try {
      const { jwt, jointId } = await call(openDisplay, { body: { code } });
      // The joint stands in the address, for a reload; the token does not.
      navigate(`${pathname}?jointId=${jointId}`, { replace: true });
      startSession(jwt, displayUser);
    } catch (error) {
      wait.begin(error);
      setFault(messageOf(error, 'No hay conexión con el servidor. Revise su internet e intente nuevamente.'));
      setPending(false);
    }
  };

  const state: CameFrom = { from: pathname + search };
  return (
    <Page
      title="Quorum"
      intro="Para mostrar aquí el quorum y las votaciones de una asamblea, escriba el código que le da quien la opera."
      width="narrow"
    >
      {hasEnded && <Notice kind="warning">{ENDED}</Notice>}
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextField
              label="Código de la pantalla"
              value={typed}
              onChange={setTyped}
              inputMode="numeric"
              autoComplete="off"
              isRequired
              autoFocus
              description="Son seis números y sirven durante diez minutos."
              error={isTried && isShort ? 'Digite los seis números del código.' : null}
            />
            {fault && <Notice kind="error">{fault}</Notice>}
            <Button type="submit" size="large" wide isPending={isPending} isDisabled={wait.seconds > 0}>
              {wait.seconds > 0 ? `Espere ${wait.seconds} s` : 'Mostrar la asamblea'}
            </Button>
          </Stack>
        </form>
      </Card>
      <p>
        <Link to="/LogIn" state={state}>
          Ingresar con usuario y contraseña
        </Link>
      </p>
    </Page>
  );
}
