import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { ButtonLink } from '../../../ui/page.tsx';
import { activeQuestion, conceptName } from '../concept-words.ts';
import type { QuestionStanding } from '../use-standings.ts';
import styles from './launch.module.css';

interface Props {
  joint: LiveJoint;
  standings: readonly QuestionStanding[];
  /** Which of its two places this is. */
  isLit: boolean;
  /** Whose question it is, where a joint and its sectors may ask at once. */
  place: string | null;
}

/**
 * The way to the vote, at one of two places. While there is something to answer it is lit: it says what is
 * asked and stays at the foot of the screen, where the thumb is. Else it stands quietly among the rest, and that
 * place is where those who listen hear of a question that opens.
 */
export function LaunchVote({ joint, standings, isLit, place }: Props) {
  const open = activeQuestion(joint.concepts);
  const now = standings.find(({ question }) => question.conceptId === open?.conceptId)?.standing;
  const isDone = now != null && now.voted > 0 && now.voted >= now.outOf;
  const isCalling = open !== null && !isDone;
  const to = `/Vote/${joint.jointId}`;

  if (!isLit) {
    return (
      <div className="stack-3 faint">
        <div role="status" className={isCalling ? 'unseen' : 'stack-2'}>
          {!open && <p>En este momento no hay una votación activa.</p>}
          {isCalling && <p>Se abrió una votación{place && ` (${place})`}. Puede votar ahora.</p>}
          {open && isDone && (
            <>
              <p>{open.conceptDescription}</p>
              <p>Usted ya votó esta pregunta.</p>
            </>
          )}
        </div>
        {!isCalling && (
          <ButtonLink to={to} variant="secondary" size="large" wide>
            Votar
          </ButtonLink>
        )}
      </div>
    );
  }
  if (!isCalling) return null;
  return (
    <div className={`stack-3 ${styles.lit}`}>
      <h3 className={styles.name}>
        {conceptName(open.conceptId)}
        {place && ` · ${place}`}
      </h3>
      <p className={styles.question}>{open.conceptDescription}</p>
      {now != null && now.voted > 0 && (
        <p>
          Ya votó por {now.voted} de {now.outOf} inmuebles.
        </p>
      )}
      <ButtonLink to={to} size="large" wide>
        Votar
      </ButtonLink>
    </div>
  );
}
