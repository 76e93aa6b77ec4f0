import { Children, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Loading, QueryView, type ViewedQuery } from '../ui/query-view.tsx';

interface Props {
  queries: readonly ViewedQuery<unknown>[];
  children: ReactNode;
}

/**
 * A page that is shown at once when each of its reads was answered, or failed: nothing on it moves when another answer
 * comes. The ways to one's account follow. What failed is said on top, with a way to try again.
 */
export function AllRead({ queries, children }: Props) {
  if (queries.some(({ data, error }) => data === undefined && !error)) return <Loading page />;
  return (
    <>
      {Children.toArray(
        queries
          .filter(({ data }) => data === undefined)
          // biome-ignore lint/correctness/useJsxKeyInIterable: `toArray` gives them
          .map((query) => <QueryView query={query}>{() => null}</QueryView>),
      )}
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

/** Said where nothing of today concerns the person. */
export const NothingToday = () => <p className="faint">No hay nada pendiente hoy.</p>;
