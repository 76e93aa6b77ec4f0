import { create } from 'zustand';
import { cx } from './cx.ts';
import styles from './toast.module.css';

/**
 * Duration of a short message on the screen, ms (the specification: top right, no button, four seconds).
 * toast.module.css fades the message meanwhile.
 */
const TOAST_MS = 4000;
const AT_MOST = 4;

interface Toast {
  id: number;
  kind: 'success' | 'error' | 'info';
  text: string;
}

/** Messages on the screen. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

function showToast(kind: Toast['kind'], text: string): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, kind, text }].slice(-AT_MOST) }));
  setTimeout(
    () => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) })),
    TOAST_MS,
  );
}

/** Shows a short message (toast) about a result. Takes no focus; screen readers announce the text. */
export const toast = {
  success: (text: string) => showToast('success', text),
  error: (text: string) => showToast('error', text),
  info: (text: string) => showToast('info', text),
};

const SIGNS = {
  success: 'M4 10.5l4 4 8-9',
  error: 'M10 4v8M10 15.5v.5',
  info: 'M10 4v.5M10 8v8',
};

/**
 * Renders the short messages (toasts). Used once, in UiProvider, before the first message, so screen readers
 * listen.
 */
export function ToastHost() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section
      aria-label="Avisos"
      aria-live="polite"
      aria-relevant="additions"
      className={`stack-3 ${styles.toasts}`}
    >
      {toasts.map(({ id, kind, text }) => (
        <p key={id} className={cx(styles.toast, styles[kind])}>
          <svg viewBox="0 0 20 20" className={styles.sign} aria-hidden="true">
            <path d={SIGNS[kind]} />
          </svg>
          {text}
        </p>
      ))}
    </section>
  );
}
