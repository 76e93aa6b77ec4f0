import { Link } from 'react-router-dom';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';

/**
 * Four words for the hash of a closed question's votes, to compare aloud between wall screen, phones and acta
 * (docs/why/evidence.md).
 */
export function ClosingWords({ concept: { seal }, lead }: { concept: LiveConcept; lead: string }) {
  if (seal === undefined) return null;
  return (
    <>
      {lead} <strong>{seal.words.join(' · ')}</strong>
    </>
  );
}

/**
 * Link to the page that verifies a vote by its receipt. The receipt stands behind '#', so no server receives the
 * value.
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
