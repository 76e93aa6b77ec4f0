import { Link } from 'react-router-dom';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';

/** The four words of a closing's root, to be compared by ear between wall, phones and acta (docs/evidence.md). */
export function ClosingWords({ concept: { seal }, lead }: { concept: LiveConcept; lead: string }) {
  if (seal === undefined) return null;
  return (
    <>
      {lead} <strong>{seal.words.join(' · ')}</strong>
    </>
  );
}

/** Where a receipt is checked. It stands behind the '#': no server sees it. */
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
