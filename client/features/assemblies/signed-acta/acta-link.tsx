import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { dateTime } from '../../../lib/format.ts';
import { signedActasQuery } from './signed-acta.queries.ts';

/**
 * Link to the last published signed acta (minutes) of a joint, for an owner's home page. Renders no element without
 * a published acta.
 */
export function ActaLink({ jointId }: { jointId: number }) {
  const { data } = useQuery({ ...signedActasQuery(jointId), retry: false });
  const acta = data?.find(({ publications }) => publications.length > 0);
  const last = acta?.publications.at(-1);
  if (acta === undefined || last === undefined) return null;
  return (
    <p>
      <Link to={`/ActaFirmada/${jointId}`}>Acta firmada: {acta.title}</Link>{' '}
      <span className="faint">publicada el {dateTime(last.publishedAt)}</span>
    </p>
  );
}
