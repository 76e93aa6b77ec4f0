import { type ReactNode, useRef } from 'react';
import { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/**
 * Around what a display link opens. When the link ends, nobody is there to sign in: the screen says what to do
 * instead of showing a form.
 */
export function DisplayGate({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user);
  const leaving = useSession((state) => state.leaving);
  const wasDisplay = useRef(false);
  if (user) wasDisplay.current = user.profileId === Profile.display;
  if (user || leaving || !wasDisplay.current) return children;
  return (
    <Page title="Quorum">
      <EmptyState message="El enlace de esta pantalla ya no es válido. Pida uno nuevo a quien opera la asamblea." />
    </Page>
  );
}
