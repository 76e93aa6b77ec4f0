import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../lib/api.ts';
import { ErrorState, Loading, type ViewedQuery } from '../ui/query-view.tsx';

interface Props {
  queries: readonly ViewedQuery<unknown>[];
  /** Nothing of today concerns the person. */
  isQuiet?: boolean | undefined;
  children: ReactNode;
}

/**
 * A page that is shown at once when each of its reads was answered, or failed: nothing on it moves when another answer
 * comes. The ways to one's account follow. That something failed is said on top, with a way to try again; that nothing
 * waits, only where all is known.
 */
export function AllRead({ queries, isQuiet, children }: Props) {
  if (queries.some(({ data, error }) => data === undefined && !error)) return <Loading page />;
  const failed = queries.filter(({ data }) => data === undefined);
  return (
    <>
      {failed.length > 0 && (
        <ErrorState
          message={messageOf(failed[0]?.error)}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
        />
      )}
      {isQuiet && failed.length === 0 && <p className="faint">No hay nada pendiente hoy.</p>}
      {children}
      <AccountLinks />
    </>
  );
}

/** To one's password and sessions. */
export const AccountLinks = () => (
  <p>
    <Link to="/Password">Cambiar contraseña</Link> · <Link to="/Sessions">Mis sesiones</Link>
  </p>
);
