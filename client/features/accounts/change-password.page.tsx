import { useNavigate } from 'react-router-dom';
import { changePassword } from '../../../shared/accounts/auth.api.ts';
import { call, hasCode, messageOf } from '../../lib/api.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AttemptForm } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { NewPasswordFields, passwordFaults } from './password.tsx';

/** Page '/Password': lets the signed-in user change the password. Asks for the current password. */
export default function ChangePasswordPage() {
  const navigate = useNavigate();
  const { attempt, isBusy, run } = useAttempt((error) =>
    // The default sentence speaks of user and password; here only the password can be wrong.
    hasCode(error, 'invalidCredentials') ? 'La contraseña actual no es correcta.' : messageOf(error),
  );
  const form = useForm({
    initial: { current: '', password: '', repeated: '' },
    faultsOf: ({ current, ...typed }) => ({
      current: current === '' ? 'Digite su contraseña actual.' : null,
      ...passwordFaults(typed),
    }),
    isBusy,
    onSubmit: ({ current, password }) =>
      void run(async () => {
        await call(changePassword, { body: { current, next: password } });
        toast.success('La contraseña ha sido cambiada.');
        navigate('/UserHome');
      }),
  });

  return (
    <Page
      title="Cambiar contraseña"
      intro="Al cambiarla se cierran las demás sesiones que tenga abiertas."
      width="narrow"
    >
      <AttemptForm form={form} attempt={attempt} act="Cambiar contraseña">
        <TextField
          label="Contraseña actual"
          type="password"
          {...form.checked('current')}
          autoComplete="current-password"
          isRequired
        />
        <NewPasswordFields form={form} name="contraseña nueva" />
      </AttemptForm>
    </Page>
  );
}
