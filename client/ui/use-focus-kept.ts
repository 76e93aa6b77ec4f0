import { useEffect, useRef } from 'react';

/**
 * Hook: keeps the keyboard focus near the reader. A change of `shown` may remove the focused element, for
 * example a row's button; the focus then moves to the main part of the page instead of the top of the
 * document.
 * @param shown value with a change at each change of the shown content
 */
export function useFocusKept(shown: unknown): void {
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [shown]);
}
