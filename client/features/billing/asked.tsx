import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';

interface Props<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** What was asked for, once it is there; until then that it loads, or why it does not. */
export function Asked<T>({ query: { data, error, refetch }, children }: Props<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState message={messageOf(error)} onRetry={() => void refetch()} /> : <Loading />;
}
