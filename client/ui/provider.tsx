import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ConfirmHost } from './confirm.tsx';
import { applyKeptTheme } from './theme.ts';
import { ToastHost } from './toast.tsx';
import './tokens.css';
import './base.css';
import './layout.css';

applyKeptTheme();

/** Wraps the application once: Colombian Spanish for the components, and hosts for dialogs and toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="es-CO">
      {children}
      <ConfirmHost />
      <ToastHost />
    </I18nProvider>
  );
}
