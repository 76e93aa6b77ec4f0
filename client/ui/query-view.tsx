import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { cx } from './cx.ts';
import styles from './loading.module.css';
import { Button } from './page.tsx';
import stateStyles from './state.module.css';

/** Data, error and refetch of a query, as needed by `QueryView`. */
export type ViewedQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => unknown };

interface Props<T> {
  /** Options of a query used here alone, or the query of the caller. */
  query: ViewedQuery<T> | UseQueryOptions<T>;
  /** True to show the loading animation in the middle of a whole page. */
  page?: boolean;
  /** Content above the loading animation, the error, or the message of an empty list. */
  above?: ReactNode;
  /** Error text in place of the server's sentence. */
  failed?: string;
  /** Message for an empty list. */
  empty?: string;
  children: (data: T) => ReactNode;
}

/**
 * Shows the data of a query, or the loading animation, or the error with a retry. Data once shown stay visible
 * after a failed refetch.
 * @param query options of a query, or the query of the caller
 * @param page true to show the loading animation in the middle of a whole page
 * @param above content above the loading animation, the error, or the message of an empty list
 * @param failed error text in place of the server's sentence
 * @param empty message for an empty list
 * @param children renders the data
 */
export function QueryView<T>({ query, ...view }: Props<T>) {
  return 'queryKey' in query ? <Fetched {...view} options={query} /> : <Viewed {...view} query={query} />;
}

function Fetched<T>({ options, ...view }: Omit<Props<T>, 'query'> & { options: UseQueryOptions<T> }) {
  return <Viewed {...view} query={useQuery(options)} />;
}

function Viewed<T>(props: Omit<Props<T>, 'query'> & { query: ViewedQuery<T> }) {
  const { query, page, above, failed, empty, children } = props;
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

/** Joins two queries into a single result with both answers, so `QueryView` waits for both. */
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

/** Loading animation: nine squares of the logo, lit in turn. */
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

/**
 * Message shown in place of an empty list, with an optional link or button for the next step (`children`).
 */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={`stack-4 ${stateStyles.state}`}>
      <p className={stateStyles.text}>{message}</p>
      {children}
    </div>
  );
}

/** Error message with a button to try again, if `onRetry` is given. */
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
