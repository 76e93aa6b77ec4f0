import { useEffect } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { UnitInstructions } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { plainLetters } from '../../../../shared/properties/plain-letters.ts';
import { Notice } from '../../../ui/page.tsx';
import type { InstructedAnswers } from './choices.ts';
import own from './split-vote.module.css';
import { useInstructions } from './use-instructions.ts';

interface Props {
  jointId: number;
  /** All units that the user may vote for. `open`: units still able to vote. */
  held: readonly AssemblyApartment[];
  open: readonly AssemblyApartment[];
  concept: Concept;
  /** Called once the instructions are loaded: true with instructions to show, and the answers for the question. */
  onTold: (isInstructed: boolean, answers: InstructedAnswers) => void;
}

/**
 * Returns the answers of the instructions for a question, by unit: the answer with the same words, under the point of the
 * question. Units without such an instruction are missing.
 */
function answersFor({ agendaItem, answers }: Concept, units: readonly UnitInstructions[]): InstructedAnswers {
  return Object.fromEntries(
    units.flatMap(({ apartmentId, points }) => {
      const words = points.find((point) => point.agendaItem === agendaItem)?.answer ?? '';
      const same = answers.find(
        ({ answerDescription }) => plainLetters(answerDescription) === plainLetters(words),
      );
      return same === undefined ? [] : [[apartmentId, same.answerId]];
    }),
  );
}

/** Maximum number of instructions shown unfolded, to keep the button 'Votar' in reach. */
const MOST_SHOWN = 3;

/**
 * Warning above the button 'Votar' about powers of attorney with voting instructions. Without the warning, a user
 * with a common answer for all units would miss the instructions. Renders no element without instructions.
 * @param held all units with the right to vote
 * @param open units still able to vote
 * @param concept question of the form
 * @param onTold called once the instructions are loaded: true with instructions to show, and the answers to fill in
 */
export function PowerInstructions({ jointId, held, open, concept, onTold }: Props) {
  const instructions = useInstructions(jointId, held);
  const isKnown = !instructions.isPending;
  const canVote = new Set(open.map(({ apartmentId }) => apartmentId));
  const votable = (instructions.data ?? []).filter(({ apartmentId }) => canVote.has(apartmentId));
  const isShown = instructions.isError || votable.length > 0;
  const answers = JSON.stringify(answersFor(concept, votable));
  useEffect(() => {
    if (isKnown) onTold(isShown, JSON.parse(answers));
  }, [isKnown, isShown, answers, onTold]);
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
