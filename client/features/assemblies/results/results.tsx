import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { conceptName, isClosed, verdictLine } from '../common/question-messages.ts';
import { recordsKey } from '../common/record-keys.ts';
import { type QuestionStanding, useStandings } from '../live/use-standings.ts';
import { ResultCard } from './card.tsx';
import { useLatestClosed } from './own-results.ts';
import { Reopenings } from './reopenings.tsx';
import styles from './results.module.css';

interface Props {
  joint: LiveJoint;
  held: readonly AssemblyApartment[];
  /** Name of the joint or sector with the questions. Null if the joint has no sectors. */
  place?: string | null;
}

/**
 * Results on an owner's page: the last closed question large, unless another question is open; earlier results are
 * folded.
 * @param held units of the person
 * @param place name of the joint or sector; null without sectors
 */
export function Results({ joint, held, place = null }: Props) {
  const standings = useStandings(joint, held);
  useAskedAtClosing(joint.jointId, standings);
  const latest = useLatestClosed(joint.concepts);
  const latestStanding = standings.find(({ question }) => question.conceptId === latest?.conceptId);
  const before = standings.filter(({ question }) => isClosed(question) && question !== latest).reverse();
  const [last] = before;
  return (
    <>
      {latestStanding && (
        <ResultCard key={latestStanding.question.conceptId} of={latestStanding} place={place} />
      )}
      {!latestStanding && last && (
        <p className="anywhere">
          Resultado de la {conceptName(last.question.conceptId)}:{' '}
          <strong>{verdictLine(last.question)}</strong>
        </p>
      )}
      {before.length > 0 && (
        <details>
          <summary className={styles.fold}>
            {latestStanding ? 'Ver los resultados anteriores' : 'Ver los resultados'} ({before.length})
          </summary>
          <ul className="stack-4 plain">
            {before.map(({ question, standing }) => (
              <li key={question.conceptId} className="anywhere">
                <p className="bold">
                  {conceptName(question.conceptId)}: {verdictLine(question)}
                </p>
                <p>{question.conceptDescription}</p>
                <Reopenings concept={question} />
                {standing && standing.outOf > 0 && <p className="soft">{standing.words}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Time in milliseconds to spread the requests of two hundred phones after a question closes. */
const SPREAD_MS = 3_000;

/**
 * Refetches the person's votes after a question closes, if some units have no vote on this device: another device
 * or the desk may have voted.
 */
function useAskedAtClosing(jointId: number, standings: readonly QuestionStanding[]): void {
  const client = useQueryClient();
  const open = standings.find(({ question }) => question.active === 1);
  const openId = open?.question.conceptId ?? null;
  const isWhole = !open || (open.standing !== null && open.standing.voted >= open.standing.outOf);
  const before = useRef({ openId, isWhole });
  useEffect(() => {
    const was = before.current;
    before.current = { openId, isWhole };
    if (was.openId === null || was.openId === openId || was.isWhole) return;
    const queryKey = recordsKey(jointId, was.openId);
    setTimeout(() => void client.invalidateQueries({ queryKey }), Math.random() * SPREAD_MS);
  }, [client, jointId, openId, isWhole]);
}
