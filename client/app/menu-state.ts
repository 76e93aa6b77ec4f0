import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * State of a menu: open or closed. Another page or anchor closes the menu at once, so scrolling sees the final
 * layout.
 */
export function useOpenHere(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)];
}

/** Hook: calls `close` when the user presses Escape while the menu is open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
