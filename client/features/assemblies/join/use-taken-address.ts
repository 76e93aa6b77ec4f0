import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { dropEntryLink, takeEntryLink } from './link.ts';

let shown = 0;

/**
 * Hook for pages opened by a sign-in link (card, badge or invitation): removes the secrets from the address bar
 * after a link inside the application (`main.tsx` does so at the first load). When the page closes, forgets a link
 * without a running sign-in.
 */
export function useTakenAddress(): void {
  const navigate = useNavigate();
  useEffect(() => {
    shown += 1;
    const clean = takeEntryLink();
    if (clean !== null) void navigate(clean, { replace: true });
    return () => {
      shown -= 1;
      // Skips a mere remount.
      setTimeout(() => shown === 0 && dropEntryLink());
    };
  }, [navigate]);
}
