/**
 * Moves the focus to the form's first field that is marked as wrong, once the marks of this attempt are
 * drawn: whoever cannot see the form learns at once what is missing.
 */
export function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form
      .querySelector<HTMLElement>(
        '[aria-invalid="true"]:not([role]), [aria-invalid="true"] input, button[data-invalid], [data-invalid] button',
      )
      ?.focus();
  });
}
