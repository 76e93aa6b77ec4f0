import { useEffect, useRef } from 'react';

/**
 * What has the focus may go with a change of what is shown: a row's button, a form that has done its work. The focus
 * then goes to the page's main part, where the reader is, and not back to the top of the document.
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
