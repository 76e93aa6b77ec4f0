import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { conceptName, isClosed, verdictLine } from '../common/question-messages.ts';
import { recordsKey } from '../common/record-keys.ts';
import { endOf } from '../live/assembly-over.tsx';
import { useFollowedQuestion } from '../live/followed.ts';
import { type QuestionStanding, useStandings } from '../live/use-standings.ts';
import { ResultCard } from './card.tsx';
import { LaterMissed } from './later-missed.tsx';
import { Reopenings } from './reopenings.tsx';
import styles from './results.module.css';

interface Props {
  joint: LiveJoint;
  held: readonly AssemblyApartment[];
  /** Name of the joint or sector with the questions. Null if the joint has no sectors. */
  place?: string | null;
  /** True to show each closed question at once. */
  isWhole?: boolean;
}

/**
 * Results on an owner's page: the last closed question large; earlier results are folded. A question that closes while
 * the page is shown stands at the bottom of the screen (`QuestionSheet`) and comes here once read, so a closing moves no
 * control of the page.
 * @param held units of the person
 * @param place name of the joint or sector; null without sectors
 * @param isWhole true to show each closed question at once
 */
export function Results({ joint, held, place = null, isWhole = false }: Props) {
  const standings = useStandings(joint, held);
  useAskedAtClosing(joint.jointId, standings);
  const shown = useShown(joint, isWhole);
  const closed = standings.filter(({ question }) => shown.has(question.conceptId) && isClosed(question));
  const { readId } = useFollowedQuestion(joint.jointId, joint.concepts);
  const latestStanding = closed.find(({ question }) => question.conceptId === readId) ?? closed.at(-1);
  const before = closed.filter((one) => one !== latestStanding).reverse();
  return (
    <>
      {isWhole && (
        <LaterMissed
          className="stack-3"
          jointId={joint.jointId}
          held={endOf(joint) === null ? held : []}
          standings={standings}
        />
      )}
      {latestStanding && (
        <ResultCard
          key={latestStanding.question.conceptId}
          jointId={joint.jointId}
          of={latestStanding}
          place={place}
        />
      )}
      {before.length > 0 && (
        <details>
          <summary className={styles.fold}>Ver los resultados anteriores ({before.length})</summary>
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

/**
 * Hook: ids of the questions shown in the page: closed as the page opened, and later questions once a result was read
 * or the assembly ended.
 */
function useShown({ jointId, assembly, concepts }: LiveJoint, isWhole: boolean): ReadonlySet<number> {
  const { freshId, readId } = useFollowedQuestion(jointId, concepts);
  const closedIds = () => new Set(concepts.flatMap((one) => (isClosed(one) ? [one.conceptId] : [])));
  const [shown, setShown] = useState(() => {
    const ids = closedIds();
    if (freshId !== null) ids.delete(freshId);
    return { readId, ids };
  });
  if (shown.readId !== readId && readId !== null) setShown({ readId, ids: closedIds() });
  return isWhole || endOf({ assembly }) !== null ? closedIds() : shown.ids;
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
