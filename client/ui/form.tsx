import type { FormEventHandler, ReactNode, Ref } from 'react';
import { messageOf } from '../lib/api.ts';
import type { Attempt } from '../lib/use-attempt.ts';
import { Button, Card, Notice, Stack } from './page.tsx';

interface Submitted {
  form: { submit: FormEventHandler<HTMLFormElement> };
  /** What its button says. */
  act: string;
  children: ReactNode;
}

interface FormProps extends Submitted {
  /** What the form sends, as its mutation tells it. */
  saving: { error: unknown; isPending: boolean };
  /** A form in a window can be left. */
  onCancel?: () => void;
  /** A lesser form within a page: its button stands at the start. */
  isMinor?: boolean;
  /** What it is called where the page has several. */
  label?: string;
  ref?: Ref<HTMLFormElement>;
}

/** A form: its fields, why it was refused, and its buttons. */
export function Form({ form, act, children, saving, onCancel, isMinor = false, label, ref }: FormProps) {
  const { error, isPending } = saving;
  return (
    <form ref={ref} onSubmit={form.submit} noValidate aria-label={label}>
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

/** A page's only form, whose attempts are limited: its fields, why the last one failed, and the button. */
export function AttemptForm({ form, attempt, act, children }: Submitted & { attempt: Attempt }) {
  const { isPending, fault, seconds } = attempt;
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
