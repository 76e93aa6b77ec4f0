import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useTitle } from '../lib/use-attention.ts';
import buttonStyles from './button.module.css';
import { cx } from './cx.ts';
import noticeStyles from './notice.module.css';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Sentence under the page title. */
  intro?: ReactNode;
  /** Buttons beside the page title. */
  actions?: ReactNode;
  /** Width of the page: `narrow` for forms and reading, `wide` for tables, `full` for projected screens. */
  width?: 'narrow' | 'wide' | 'full';
  children: ReactNode;
}

/**
 * Page with a heading and content. The heading also names the browser tab.
 * @param intro sentence under the heading
 * @param actions buttons beside the heading
 */
export function Page({ title, intro, actions, width = 'wide', children }: PageProps) {
  useTitle(`${title} · SCAF`);
  return (
    <div className={cx(styles.page, styles[width])}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface StackProps {
  children: ReactNode;
  /** True to put the children side by side, with line breaks if needed. */
  row?: boolean;
  /** True to align a row to the end of the line. */
  end?: boolean;
}

/**
 * Arranges the children below each other with the usual space. `row`: side by side; `end`: a row aligned to
 * the end of the line.
 */
export function Stack({ children, row, end }: StackProps) {
  return <div className={cx(row ? styles.row : 'stack-4', end && styles.end)}>{children}</div>;
}

interface Props {
  title?: string;
  /** Buttons beside the title of the card. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Section of a page with a background, a title, and buttons (`actions`) beside the title. */
export function Card({ title, actions, children }: Props) {
  return (
    <section className={styles.card} aria-label={title}>
      {(title || actions) && (
        <div className={styles.cardHeader}>
          {title && <h2 className={styles.cardTitle}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

interface NoticeProps {
  kind?: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
}

/** Message box, permanent on the page. Screen readers announce an error when the box appears. */
export function Notice({ kind = 'info', title, children }: NoticeProps) {
  return (
    <div
      className={cx('stack-2', noticeStyles.notice, noticeStyles[kind])}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      {title && <p className="bold">{title}</p>}
      {children}
    </div>
  );
}

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Look {
  variant?: Variant;
  size?: 'normal' | 'small' | 'large';
  /** True to take the full width of the container. */
  wide?: boolean;
}

function classOf({ variant = 'primary', size = 'normal', wide }: Look): string {
  return cx(
    buttonStyles.button,
    buttonStyles[variant],
    size !== 'normal' && buttonStyles[size],
    wide && buttonStyles.wide,
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'disabled' | 'onClick'> &
  Look & {
    onPress?: () => unknown;
    isDisabled?: boolean;
    /** True while the action of the button runs: the button keeps the focus and ignores presses. */
    isPending?: boolean;
  };

/** Button of the application. `isPending` disables the button but keeps the focus. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, type = 'button', onPress, isDisabled, isPending, ...rest } = props;
  return (
    <button
      {...rest}
      // Otherwise Enter in a field would send the form again.
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      className={classOf({ variant, size, wide })}
      onClick={() => !isPending && void onPress?.()}
      // Holding the key down repeats the event.
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
    />
  );
}

/**
 * Small button in a table row. The accessible name includes the name of the row.
 * @param act label of the button: 'Editar'
 * @param of name of the row, for the accessible name: '101'
 */
export function RowButton({
  act,
  of,
  variant = 'secondary',
  ...rest
}: Omit<ButtonProps, 'children'> & { act: string; of: string }) {
  return (
    <Button {...rest} variant={variant} size="small" aria-label={`${act} ${of}`}>
      {act}
    </Button>
  );
}

/**
 * Link within the application in the look of a button. `label`: accessible name. `onFollow`: called before the page
 * changes.
 */
export function ButtonLink({
  to,
  variant,
  size,
  wide,
  label,
  onFollow,
  children,
}: Look & { to: string; children: ReactNode; label?: string; onFollow?: () => void }) {
  return (
    <RouterLink to={to} aria-label={label} onClick={onFollow} className={classOf({ variant, size, wide })}>
      {children}
    </RouterLink>
  );
}

/** Link to another site in the look of a button. Opens a new tab without access to the current tab. */
export function OutsideButtonLink({ href, children, ...look }: Look & { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classOf(look)}>
      {children}
      <span className="unseen"> (se abre en otra pestaña)</span>
    </a>
  );
}
