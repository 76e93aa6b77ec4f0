import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { dropEntryLink, takeEntryLink } from './link.ts';

let shown = 0;

/**
 * For pages of entry links. Cleans addresses of navigation inside the application too (main.tsx cleans on load), and
 * drops a link without a pending sign-in on unmount.
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
