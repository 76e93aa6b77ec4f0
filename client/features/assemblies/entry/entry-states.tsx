import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { dropEntryLink } from './entry-link.ts';

/** The network is away: said calmly, since nobody needs to do anything. */
export function NoNetwork() {
  return (
    <Notice kind="warning" title="Sin conexión.">
      <p>Esta página sigue intentando por sí sola; no necesita hacer nada.</p>
      <p>Revise que su teléfono esté conectado a la red.</p>
    </Notice>
  );
}

interface Props {
  /** Who is signed in here already. */
  name: string;
  /** What it is asked for. */
  children: ReactNode;
  yes: string;
  onYes: () => void;
}

/** Somebody else is signed in in this tab: said, and asked, before the one takes the other's place. */
export function SomebodyElse({ name, children, yes, onYes }: Props) {
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
