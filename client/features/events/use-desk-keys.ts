import { type RefObject, useEffect } from 'react';

/**
 * Hand scanners type wherever the focus is: a sign typed outside of any field goes to the desk's field, with the
 * ones after it. Lists and dialogs that are open keep their keys.
 */
export function useDeskKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const isShortcut =
        !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey);
      if (event.key.length !== 1 || event.key === ' ' || event.isComposing || isShortcut) return;
      const { activeElement } = document;
      if (
        activeElement?.closest('input, textarea, [role="listbox"], [role="dialog"], [role="alertdialog"]')
      ) {
        return;
      }
      // The sign that is being typed goes where the focus is once this is over.
      box.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', lead, { capture: true });
    return () => window.removeEventListener('keydown', lead, { capture: true });
  }, [box]);
}
