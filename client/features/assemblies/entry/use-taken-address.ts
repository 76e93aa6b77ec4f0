import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { dropEntryLink, takeEntryLink } from './entry-link.ts';

let shown = 0;

/**
 * For the pages of links: an address that came from within the application is cleaned as well (main.tsx does it
 * when the page is loaded), and a link that nobody waited for does not outlive its page.
 */
export function useTakenAddress(): void {
  const navigate = useNavigate();
  useEffect(() => {
    shown += 1;
    const clean = takeEntryLink();
    if (clean !== null) void navigate(clean, { replace: true });
    return () => {
      shown -= 1;
      // Not when the page is only drawn anew.
      setTimeout(() => shown === 0 && dropEntryLink());
    };
  }, [navigate]);
}
