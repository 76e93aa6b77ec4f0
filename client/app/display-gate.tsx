import { type ReactNode, useEffect, useRef } from 'react';
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
  const hasEnded = !user && !leaving && wasDisplay.current;
  useEffect(() => {
    if (!hasEnded) return;
    // A new link pasted into the same tab differs from the old one behind its '#' alone: nothing is loaded for it.
    const again = () => window.location.reload();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, [hasEnded]);
  if (!hasEnded) return children;
  return (
    <Page title="Quorum">
      <EmptyState message="El enlace de esta pantalla ya no es válido. Pida uno nuevo a quien opera la asamblea." />
    </Page>
  );
}
