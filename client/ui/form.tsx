import type { FormEventHandler, ReactNode, Ref } from 'react';
import { messageOf } from '../lib/api.ts';
import type { Attempt } from '../lib/use-attempt.ts';
import { Button, Card, Notice, Stack } from './page.tsx';

interface Submitted {
  form: { submit: FormEventHandler<HTMLFormElement> };
  /** Label of the submit button. */
  act: string;
  children: ReactNode;
}

interface FormProps extends Submitted {
  /** Error and pending state of the request that sends the form. */
  saving: { error: unknown; isPending: boolean };
  /** Adds a cancel button; for a form in a dialog. */
  onCancel?: () => void;
  /** True for a minor form within a page: the button stands at the start of the line. */
  isMinor?: boolean;
  /** Accessible name of the form, for a page with several forms. */
  label?: string;
  ref?: Ref<HTMLFormElement>;
}

/**
 * Form with fields (`children`), the error of a refused request, and buttons.
 * @param form submit handler, from `useForm`
 * @param act label of the submit button: 'Guardar'
 * @param saving error and pending state of the request; another submit is ignored while pending
 * @param onCancel adds a button to cancel
 * @param isMinor true for a minor form within a page: the button stands at the start of the line
 */
export function Form({ form, act, children, saving, onCancel, isMinor = false, label, ref }: FormProps) {
  const { error, isPending } = saving;
  return (
    <form
      ref={ref}
      onSubmit={(event) => (isPending ? event.preventDefault() : form.submit(event))}
      noValidate
      aria-label={label}
    >
      <Stack>
        {children}
        {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
        <Stack row end={!isMinor}>
          {onCancel && (
            <Button variant="secondary" onPress={onCancel}>
              Cancelar
            </Button>
          )}
          <Button type="submit" variant={isMinor ? 'secondary' : 'primary'} isPending={isPending}>
            {act}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

/**
 * Form with a limited number of tries, for example a sign-in: fields, error of the last try, and button.
 * @param form submit handler, from `useForm`
 * @param attempt state of the last try, from `useAttempt`
 * @param act label of the submit button: 'Ingresar'
 */
export function AttemptForm({ form, attempt, act, children }: Submitted & { attempt: Partial<Attempt> }) {
  const { isPending, fault, seconds = 0 } = attempt;
  return (
    <Card>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          {children}
          {fault && <Notice kind="error">{fault}</Notice>}
          <Button type="submit" size="large" wide isPending={isPending} isDisabled={seconds > 0}>
            {seconds > 0 ? `Espere ${seconds} s` : act}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
