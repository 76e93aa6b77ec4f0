import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { dropEntryLink } from './link.ts';

interface Props {
  /** Name of the user signed in now. */
  name: string;
  /** Text about the purpose of the new sign-in. */
  children: ReactNode;
  yes: string;
  onYes: () => void;
}

/**
 * Dialog shown before a sign-in link or code replaces the session of another user in this tab.
 * @param name name of the user signed in now
 * @param yes label of the button to replace the session
 */
export function SessionQuestion({ name, children, yes, onYes }: Props) {
  const navigate = useNavigate();
  const stay = () => {
    dropEntryLink();
    void navigate('/UserHome', { replace: true });
  };
  return (
    <Stack>
      <Notice kind="warning" title={`En este navegador está abierta la sesión de ${name}.`}>
        {children}
      </Notice>
      <Button size="large" wide onPress={onYes}>
        {yes}
      </Button>
      <Button size="large" wide variant="secondary" onPress={stay}>
        Seguir como {name}
      </Button>
    </Stack>
  );
}
