import { useEffect, useState } from 'react';
import { weakPassword } from '../../../shared/said-errors.ts';
import { capitalized } from '../../lib/format.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { useForm } from '../../ui/fields/use-form.ts';

/**
 * Spanish sentence with the rule for passwords, shown beside the field of a new password. Equal to the error
 * message of the server.
 */
export const PASSWORD_RULE = weakPassword[1];

/** Form values of a new password, typed twice. */
interface NewPassword {
  password: string;
  repeated: string;
}

/** True if the password has fewer than 10 characters. Early check in the browser; the server decides. */
export const isPasswordShort = (password: string): boolean => [...password].length < 10;

/**
 * Returns the Spanish errors of the fields `password` and `repeated` (the repetition): too short, or different.
 * Null for a valid field.
 */
export const passwordFaults = ({ password, repeated }: NewPassword) => ({
  password: isPasswordShort(password) ? PASSWORD_RULE : null,
  repeated: repeated === password ? null : 'Las dos contraseñas no coinciden.',
});

interface Props {
  form: Pick<ReturnType<typeof useForm<NewPassword, keyof NewPassword>>, 'checked'>;
  /** Name of the password in the field labels: 'contraseña nueva'. */
  name: string;
  autoFocus?: boolean;
}

/**
 * Two password fields of the pages to set a password: the new password and a repetition.
 * @param form form with the fields `password` and `repeated`
 * @param name name of the password in the labels: 'contraseña nueva'
 */
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

/**
 * Hook: reads the one-time token behind '#' in the address of a link and removes the token from the address bar.
 * Servers and proxies never receive the part behind '#'.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
