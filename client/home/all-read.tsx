import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../lib/api.ts';
import { ErrorState, Loading, type ViewedQuery } from '../ui/query-view.tsx';

interface Props {
  queries: readonly ViewedQuery<unknown>[];
  /** True to show the message about no task today. */
  isQuiet?: boolean | undefined;
  children: ReactNode;
}

/**
 * Shows a home page once all queries have ended, so later answers move no content. Failed queries are shown
 * on top with a button to retry. Also shows links to the user's account.
 * @param isQuiet true if the user has no task today; shows the message once all data are known
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

/** Links to the pages for the password and the open sessions. */
export const AccountLinks = () => (
  <p>
    <Link to="/Password">Cambiar contraseña</Link> · <Link to="/Sessions">Mis sesiones</Link>
  </p>
);
