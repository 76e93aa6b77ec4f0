import { Link, useLocation, useNavigate } from 'react-router-dom';
import { DISPLAY_CODE_DIGITS, openDisplay } from '../../shared/accounts/displays.api.ts';
import { defined } from '../../shared/defined.ts';
import { call } from '../lib/api.ts';
import { startSession } from '../lib/session.store.ts';
import { displayUser } from '../lib/session-display.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { AttemptForm } from '../ui/form.tsx';
import { Notice, Page } from '../ui/page.tsx';
import type { CameFrom } from './guard.tsx';

const ENDED =
  'El enlace de esta pantalla ya no es válido. Pida uno nuevo, o un código, a quien opera la asamblea.';

const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/**
 * Page '/Quorum' for a visitor without a session: a six-digit code from an operator opens the wall screen.
 * `hasEnded`: true after an earlier display link ended.
 */
export default function DisplayCode({ hasEnded }: { hasEnded: boolean }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { attempt, isBusy, run } = useAttempt();
  const form = useForm({
    initial: { code: '' },
    faultsOf: ({ code }) => ({
      code: digitsOf(code).length === DISPLAY_CODE_DIGITS ? null : 'Digite los seis números del código.',
    }),
    isBusy,
    onSubmit: ({ code }) =>
      void run(async () => {
        const named = Number(new URLSearchParams(search).get('jointId'));
        const body = { code: digitsOf(code), ...defined({ jointId: named > 0 ? named : undefined }) };
        const { jwt, jointId } = await call(openDisplay, { body });
        // The address holds the joint for a reload, but never the token.
        navigate(`${pathname}?jointId=${jointId}`, { replace: true });
        startSession(jwt, displayUser);
      }),
  });

  const state: CameFrom = { from: pathname + search };
  return (
    <Page
      title="Quorum"
      intro="Para mostrar aquí el quórum y las votaciones de una asamblea, escriba el código que le da quien la opera."
      width="narrow"
    >
      {hasEnded && <Notice kind="warning">{ENDED}</Notice>}
      <AttemptForm form={form} attempt={attempt} act="Mostrar la asamblea">
        <TextField
          label="Código de la pantalla"
          {...form.checked('code')}
          inputMode="numeric"
          isRequired
          autoFocus
          description="Son seis números y sirven durante diez minutos."
        />
      </AttemptForm>
      <p>
        <Link to="/LogIn" state={state}>
          Ingresar con usuario y contraseña
        </Link>
      </p>
    </Page>
  );
}
