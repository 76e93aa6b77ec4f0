import { Link } from 'react-router-dom';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';

/** Four words for the root of a closing, to compare by ear between wall, phones and acta (docs/why/evidence.md). */
export function ClosingWords({ concept: { seal }, lead }: { concept: LiveConcept; lead: string }) {
  if (seal === undefined) return null;
  return (
    <>
      {lead} <strong>{seal.words.join(' · ')}</strong>
    </>
  );
}

/** Link to check a receipt. The receipt stands behind '#', so that no server sees the value. */
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
