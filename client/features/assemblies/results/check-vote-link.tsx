import { Link } from 'react-router-dom';

/**
 * Link to the page that verifies a vote by its receipt. The receipt stands behind '#', so no server receives the
 * value.
 * @param receipt receipt code of the vote
 * @param of id of the unit, for the accessible name
 */
export function CheckVoteLink({ jointId, receipt, of }: { jointId: number; receipt: string; of: string }) {
  return (
    <Link
      to={`/CompruebeSuVoto/${jointId}#${encodeURIComponent(receipt)}`}
      aria-label={`Compruebe su voto de ${of}`}
    >
      Compruebe su voto
    </Link>
  );
}
