import { useEffect, useRef } from 'react';

/**
 * Hook: keeps the focus near the reader. A change of `shown` may remove the focused element, for example a row's
 * button or a finished form; the focus then moves to `main` in place of the top of the document.
 * @param shown value that changes with the shown content
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
