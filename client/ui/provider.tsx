import type { ReactNode } from 'react';
import { ConfirmHost } from './confirm.tsx';
import { applyKeptTheme } from './theme.ts';
import { ToastHost } from './toast.tsx';
import './face/stand-ins.css';
import './tokens.css';
import './base.css';
import './layout.css';

applyKeptTheme();

/** Wraps the whole application: places for dialogs and short messages. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ConfirmHost />
      <ToastHost />
    </>
  );
}
