import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import type { Attempt } from '../lib/use-attempt.ts';
import { Button, Card, Notice, Stack } from './page.tsx';

interface FormEndProps {
  /** What the form sends, as its mutation tells it. */
  saving: { error: unknown; isPending: boolean };
  /** A form in a window can be left. */
  onCancel?: () => void;
  /** A lesser form within a page stands at the start. */
  isMinor?: boolean;
  children: string;
}

/** The end of a form: why it was refused, and its buttons. */
export function FormEnd({ saving: { error, isPending }, onCancel, isMinor = false, children }: FormEndProps) {
  return (
    <>
      {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
      <Stack row end={!isMinor}>
        {onCancel && (
          <Button variant="secondary" onPress={onCancel}>
            Cancelar
          </Button>
        )}
        <Button type="submit" variant={isMinor ? 'secondary' : 'primary'} isPending={isPending}>
          {children}
        </Button>
      </Stack>
    </>
  );
}

interface AttemptFormProps {
  form: { submit: React.FormEventHandler<HTMLFormElement> };
  attempt: Attempt;
  /** What its button says. */
  act: string;
  children: ReactNode;
}

/** A page's only form, whose attempts are limited: its fields, why the last one failed, and the button. */
export function AttemptForm({ form, attempt, act, children }: AttemptFormProps) {
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
