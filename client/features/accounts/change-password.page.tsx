import { type FormEvent, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changePassword } from '../../../shared/accounts/auth.api.ts';
import { call, hasCode, messageOf } from '../../lib/api.ts';
import { useWait } from '../../lib/use-wait.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { isPasswordShort, PASSWORD_RULE } from './password.ts';

/** '/Password': one's own password, changed by whoever knows the present one. */
export default function ChangePasswordPage() {
  const navigate = useNavigate();
  const [fields, setFields] = useState({ current: '', next: '', repeated: '' });
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));

  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const faults = {
    current: fields.current === '' ? 'Digite su contraseña actual.' : null,
    next: isPasswordShort(fields.next) ? PASSWORD_RULE : null,
    repeated: fields.repeated === fields.next ? null : 'Las dos contraseñas no coinciden.',
  };
  const show = (name: keyof typeof faults) => (isTried ? faults[name] : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const hasFaults = Object.values(faults).some(Boolean);
    if (hasFaults) focusFirstFault(event.currentTarget);
    if (isPending || hasFaults || wait.seconds > 0) return;
    setPending(true);
    setFault(null);
    try {
      await call(changePassword, { body: { current: fields.current, next: fields.next } });
      toast.success('La contraseña ha sido cambiada.');
      navigate('/UserHome');
    } catch (error) {
      // The refusal's own sentence speaks of user and password; here only one of them can be wrong.
      wait.begin(error);
      const wrong = hasCode(error, 'invalidCredentials');
      setFault(wrong ? 'La contraseña actual no es correcta.' : messageOf(error));
      setPending(false);
    }
  };

  return (
    <Page
      title="Cambiar contraseña"
      intro="Al cambiarla se cierran las demás sesiones que tenga abiertas."
      width="narrow"
    >
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextField
              label="Contraseña actual"
              type="password"
              value={fields.current}
              onChange={set('current')}
              autoComplete="current-password"
              isRequired
              error={show('current')}
            />
            <TextField
              label="Contraseña nueva"
              type="password"
              value={fields.next}
              onChange={set('next')}
              autoComplete="new-password"
              isRequired
              description={PASSWORD_RULE}
              error={show('next')}
            />
            <TextField
              label="Repita la contraseña nueva"
              type="password"
              value={fields.repeated}
              onChange={set('repeated')}
              autoComplete="new-password"
              isRequired
              error={show('repeated')}
            />
            {fault && <Notice kind="error">{fault}</Notice>}
            <Button type="submit" size="large" wide isPending={isPending} isDisabled={wait.seconds > 0}>
              {wait.seconds > 0 ? `Espere ${wait.seconds} s` : 'Cambiar contraseña'}
            </Button>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
