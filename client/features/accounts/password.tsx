import { useEffect, useState } from 'react';
import { weakPassword } from '../../../shared/said-errors.ts';
import { capitalized } from '../../lib/format.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { useForm } from '../../ui/fields/use-form.ts';

/** The server's own sentence, so that the screen and the refusal say the same. */
export const PASSWORD_RULE = weakPassword[1];

/** What a form needs that sets a password: typed twice. */
interface NewPassword {
  password: string;
  repeated: string;
}

/** The server decides; this spares the person a round trip. */
export const isPasswordShort = (password: string): boolean => [...password].length < 10;

export const passwordFaults = ({ password, repeated }: NewPassword) => ({
  password: isPasswordShort(password) ? PASSWORD_RULE : null,
  repeated: repeated === password ? null : 'Las dos contraseñas no coinciden.',
});

interface Props {
  form: Pick<ReturnType<typeof useForm<NewPassword, keyof NewPassword>>, 'checked'>;
  /** What it is called: 'contraseña nueva'. */
  name: string;
  autoFocus?: boolean;
}

/** A new password, and the same once more. */
export function NewPasswordFields({ form, name, autoFocus }: Props) {
  const common = { type: 'password', autoComplete: 'new-password', isRequired: true };
  return (
    <>
      <TextField
        {...common}
        label={capitalized(name)}
        {...form.checked('password')}
        description={PASSWORD_RULE}
        autoFocus={autoFocus}
      />
      <TextField {...common} label={`Repita la ${name}`} {...form.checked('repeated')} />
    </>
  );
}

/** The token of a link. It is in the hash, which no server or proxy sees, and leaves the address bar at once. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
