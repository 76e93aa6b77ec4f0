import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ConfirmHost } from './confirm.tsx';
import { applyKeptTheme } from './theme.ts';
import { ToastHost } from './toast.tsx';
import './face/stand-ins.css';
import './tokens.css';
import './base.css';
import './layout.css';

applyKeptTheme();

/** Wraps the whole application: Colombian Spanish for the components, and places for dialogs and short messages. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="es-CO">
      {children}
      <ConfirmHost />
      <ToastHost />
    </I18nProvider>
  );
}
