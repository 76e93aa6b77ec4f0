import {
  type Challenge,
  type GroundState,
  groundLaw,
  groundReason,
  groundStateNames,
  type JudgedGround,
} from '../../../../shared/assemblies/challenge/challenge.api.ts';
import { challengeWords } from '../../../../shared/assemblies/law/challenge-days.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { Sign, type SignState } from '../../../ui/due-line.tsx';
import { Card } from '../../../ui/page.tsx';
import styles from './challenge.module.css';

/** Order of the states on the page: problems first. */
const order: readonly GroundState[] = ['red', 'missing', 'green'];
const signs: Record<GroundState, SignState> = { red: 'failed', missing: 'due', green: 'done' };

/** Cards with the grounds of now, a card for each state. */
export function GroundsNow({ challenge: { grounds } }: { challenge: Challenge }) {
  return order.map((state) => {
    const ofState = grounds.filter((ground) => ground.state === state);
    return (
      ofState.length > 0 && (
        <Card key={state} title={`${groundStateNames[state]} (${count(ofState.length)})`}>
          <ul className="stack-4 plain">
            {ofState.map((ground) => (
              <GroundLine key={ground.code} ground={ground} />
            ))}
          </ul>
        </Card>
      )
    );
  });
}

function GroundLine({ ground }: { ground: JudgedGround }) {
  const { name, state, reason, step, dispute } = ground;
  return (
    <li className={`top breaks ${styles.ground}`}>
      <Sign state={signs[state]} />
      <div className="stack-1 grow">
        <h3 className={styles.name}>
          {name} <span className={`soft regular ${styles.state}`}>{groundStateNames[state]}</span>
        </h3>
        <p>{reason}</p>
        {dispute !== null && <p className={styles.dispute}>En discusión: {dispute}</p>}
        {step !== null && <p className="strong">{step}</p>}
        <p className="soft">{groundLaw(ground)}</p>
      </div>
    </li>
  );
}

/** Card with the state at the end of the assembly, as in the annex of the acta. Empty before the end. */
export function GroundsAtEnd({ challenge: { atEnd, days } }: { challenge: Challenge }) {
  if (atEnd === null) return null;
  return (
    <Card title="Al terminar la asamblea">
      <p>Así quedó el {dateTime(atEnd.at)}, y así está en el anexo del acta:</p>
      <ul className={styles.ended}>
        {atEnd.grounds.map((ground) => (
          <li key={ground.code}>
            {ground.name}: <strong>{groundStateNames[ground.state]}</strong>. {groundReason(ground)}
          </li>
        ))}
      </ul>
      {days !== null && <p>{challengeWords(days)}</p>}
    </Card>
  );
}
