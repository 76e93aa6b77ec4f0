import type { Attempt } from '../lib/use-attempt.ts';
import { Button, Notice } from './page.tsx';

/** The end of a form whose attempts are limited: why the last one failed, and the button. */
export function AttemptEnd({
  attempt: { isPending, fault, seconds },
  children,
}: {
  attempt: Attempt;
  children: string;
}) {
  return (
    <>
      {fault && <Notice kind="error">{fault}</Notice>}
      <Button type="submit" size="large" wide isPending={isPending} isDisabled={seconds > 0}>
        {seconds > 0 ? `Espere ${seconds} s` : children}
      </Button>
    </>
  );
}
