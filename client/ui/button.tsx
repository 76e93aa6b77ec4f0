import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link as RouterLink } from 'react-router-dom';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Look {
  variant?: Variant;
  size?: 'normal' | 'small' | 'large';
  /** Takes the whole width of its container. */
  wide?: boolean;
}

function classOf({ variant = 'primary', size = 'normal', wide }: Look): string {
  return cx(styles.button, styles[variant], size !== 'normal' && styles[size], wide && styles.wide);
}

/** A button. `isPending` keeps it focusable but inert while what it started is under way. */
export function Button({
  variant,
  size,
  wide,
  children,
  ...rest
}: Omit<AriaButtonProps, 'className' | 'style' | 'children'> & Look & { children: ReactNode }) {
  return (
    <AriaButton {...rest} className={classOf({ variant, size, wide })}>
      {children}
    </AriaButton>
  );
}

/** A link inside the application that looks like a button. `label` says more to screen readers. */
export function ButtonLink({
  to,
  variant,
  size,
  wide,
  label,
  children,
}: Look & { to: string; children: ReactNode; label?: string }) {
  return (
    <RouterLink to={to} aria-label={label} className={classOf({ variant, size, wide })}>
      {children}
    </RouterLink>
  );
}
