import { exactTime, unitLabel } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { answerWord, type BallotState, type ScannedBallot, weightOf } from './ballot.ts';
import { retryBallots, useBallots } from './ballot-queue.ts';
import styles from './counting.module.css';

const words: Readonly<Record<BallotState, string>> = {
  sending: 'Enviando',
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
};

/** The last scans of this table, newest first. */
export function BallotList({ jointId }: { jointId: number }) {
  const all = useBallots((state) => state.ballots);
  const ballots = all.filter((ballot) => ballot.jointId === jointId);
  const unanswered = ballots.filter((ballot) => ballot.isUnanswered).map((ballot) => ballot.id);
  if (ballots.length === 0) return <p className={styles.none}>Aún no se ha leído ninguna papeleta.</p>;
  return (
    <section aria-label="Últimas lecturas">
      <div className={styles.head}>
        <h2 className={styles.heading}>Últimas lecturas</h2>
        {unanswered.length > 1 && (
          <Button variant="secondary" size="small" onPress={() => retryBallots(unanswered)}>
            Reintentar las {unanswered.length} sin respuesta
          </Button>
        )}
      </div>
      <ol className={styles.ballots}>
        {ballots.map((ballot) => (
          <Row key={ballot.id} ballot={ballot} />
        ))}
      </ol>
    </section>
  );
}

function Row({ ballot }: { ballot: ScannedBallot }) {
  const { state, units, message } = ballot;
  return (
    <li className={styles.ballot} data-state={state}>
      <span className={cx(styles.state, styles[state])}>{words[state]}</span>
      <div className={styles.what}>
        <p className={styles.answer}>
          {state === 'already' ? 'No se contó' : answerWord(ballot.answerId) || 'No es papeleta'}
          {units.length > 0 && <span className={styles.weight}>{weightOf(units)} de coeficiente</span>}
        </p>
        <p>{units.length > 0 ? units.map(unitLabel).join('; ') : ballot.code}</p>
        {message && <p className={styles.message}>{message}</p>}
      </div>
      <div className={styles.end}>
        <time dateTime={ballot.at}>{exactTime(ballot.at)}</time>
        {ballot.isUnanswered && (
          <Button variant="secondary" size="small" onPress={() => retryBallots([ballot.id])}>
            Reintentar
          </Button>
        )}
      </div>
    </li>
  );
}
