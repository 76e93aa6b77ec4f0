import { useEffect } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { Notice } from '../../../ui/page.tsx';
import own from './split-vote.module.css';
import { useInstructions } from './use-instructions.ts';

interface Props {
  jointId: number;
  /** All units that the user may vote for. `open`: units still able to vote. */
  held: readonly AssemblyApartment[];
  open: readonly AssemblyApartment[];
  /** Called once the instructions are loaded: true with instructions to show. */
  onTold: (isInstructed: boolean) => void;
}

/** Maximum number of instructions shown unfolded, to keep the button 'Votar' in reach. */
const MOST_SHOWN = 3;

/**
 * Warning above the button 'Votar' about powers of attorney with voting instructions. Without the warning, a user
 * with a common answer for all units would miss the instructions. Renders no element without instructions.
 * @param held all units with the right to vote
 * @param open units still able to vote
 * @param onTold called once the instructions are loaded: true with instructions to show
 */
export function PowerInstructions({ jointId, held, open, onTold }: Props) {
  const instructions = useInstructions(jointId, held);
  const isKnown = !instructions.isPending;
  const canVote = new Set(open.map(({ apartmentId }) => apartmentId));
  const votable = (instructions.data ?? []).filter(({ apartmentId }) => canVote.has(apartmentId));
  const isShown = instructions.isError || votable.length > 0;
  useEffect(() => {
    if (isKnown) onTold(isShown);
  }, [isKnown, isShown, onTold]);
  if (instructions.isError) {
    return (
      <Notice kind="warning">
        <p>No se pudieron consultar las instrucciones de los poderes.</p>
      </Notice>
    );
  }
  if (votable.length === 0) return null;
  const list = (
    <ul className="stack-2 plain">
      {votable.map(({ apartmentId, granter, instructions: words }) => (
        <li key={apartmentId} className={own.said}>
          {apartmentId}, de {granter}: <strong>{words}</strong>
        </li>
      ))}
    </ul>
  );
  return (
    <Notice
      kind="warning"
      title={
        votable.length === 1
          ? 'Un poder trae instrucciones de voto'
          : `Los poderes de ${votable.length} inmuebles traen instrucciones de voto`
      }
    >
      {votable.length <= MOST_SHOWN ? (
        list
      ) : (
        <details>
          <summary>Ver las instrucciones</summary>
          {list}
        </details>
      )}
      {held.length > 1 && <p>Para votar distinto con un inmueble, use «Responder distinto».</p>}
    </Notice>
  );
}
