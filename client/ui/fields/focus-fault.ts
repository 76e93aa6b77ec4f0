/**
 * Moves the focus to the first invalid field of the form after the next drawing, so a screen reader announces the
 * error. Opens the closed part (`<details>`) around the field.
 */
export function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(
      '[aria-invalid="true"]:not([role]), [aria-invalid="true"] input, button[data-invalid], [data-invalid] button',
    );
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  });
}
