import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { cx } from './cx.ts';
import styles from './loading.module.css';
import { Button } from './page.tsx';
import stateStyles from './state.module.css';

/** What the view needs of a query. */
export type ViewedQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => unknown };

interface Props<T> {
  query: ViewedQuery<T>;
  /** The squares stand where a whole page is going to be. */
  page?: boolean;
  /** What stands above the squares, the failure, and what is said of an empty list. */
  above?: ReactNode;
  /** What a failure is called, instead of the server's sentence. */
  failed?: string;
  /** What is said instead of an empty list. */
  empty?: string;
  children: (data: T) => ReactNode;
}

/**
 * What a query answered; until then that it loads, or why it does not, with a way to try again. What was shown once
 * stays when it could not be read again.
 */
export function QueryView<T>({ query, page, above, failed, empty, children }: Props<T>) {
  const { data, error, refetch } = query;
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  if (data !== undefined && !isEmpty) return children(data);
  return (
    <>
      {above}
      {isEmpty ? (
        <EmptyState message={empty} />
      ) : error ? (
        <ErrorState message={failed ?? messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading page={page} />
      )}
    </>
  );
}

/** Two queries of which a screen needs both answers, as one. */
export function bothOf<A, B>(first: ViewedQuery<A>, second: ViewedQuery<B>): ViewedQuery<readonly [A, B]> {
  return {
    data:
      first.data === undefined || second.data === undefined
        ? undefined
        : ([first.data, second.data] as const),
    error: first.error ?? second.error,
    refetch: () => Promise.all([first.refetch(), second.refetch()]),
  };
}

const SQUARES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** The nine squares of the mark, lighting up one after the other while something loads. */
export function Loading({ label = 'Cargando', page }: { label?: string; page?: boolean }) {
  return (
    <div role="status" aria-label={label} className={cx(styles.box, page && styles.page)}>
      <div className={styles.squares} aria-hidden="true">
        {SQUARES.map((name) => (
          <span key={name} />
        ))}
      </div>
    </div>
  );
}

/** Nothing here, and why; with what can be done about it, if anything. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={`stack-4 ${stateStyles.state}`}>
      <p className={stateStyles.text}>{message}</p>
      {children}
    </div>
  );
}

/** Something could not be loaded: what, and a way to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={cx('stack-4', stateStyles.state, stateStyles.fault)} role="alert">
      <p className={stateStyles.text}>{message}</p>
      {onRetry && (
        <Button variant="secondary" onPress={onRetry}>
          Intentar de nuevo
        </Button>
      )}
    </div>
  );
}
