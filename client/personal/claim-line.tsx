import type { ReactNode } from 'react';
import { shortDay, today } from '../../shared/days.ts';
import { claimKindNames } from '../../shared/personal/claims.ts';
import type { DataClaim } from '../../shared/personal/register.api.ts';
import { date } from '../lib/format.ts';
import { type Due, DueLine } from '../ui/due-line.tsx';
import styles from './personal.module.css';

/** Returns the state of a claim: answered, in time, or late. */
function dueOf({ dueOn, answer, extension }: DataClaim): Due {
  if (answer !== null) return { text: `Respondido el ${date(answer.at)}.`, state: 'done' };
  const last = `${shortDay(dueOn)}${extension === null ? '' : ', con la prórroga'}`;
  if (dueOn < today()) return { text: `En trámite. El plazo venció el ${last}.`, state: 'overdue' };
  return { text: `En trámite. Se responde hasta el ${last}.`, state: 'due' };
}

/**
 * Line of a query or claim: kind, number and last day; below, the text, the extension and the answer.
 * @param withPerson true to show the person and the place for the answer, for the joint's staff
 */
export function ClaimLine({
  claim,
  withPerson = false,
  children,
}: {
  claim: DataClaim;
  withPerson?: boolean;
  children?: ReactNode;
}) {
  const { claimId, kind, text, receivedOn, extension, answer, person, document, reach } = claim;
  const whereTo = [document, reach ?? 'se responde en su página'].filter(Boolean).join(' · ');
  return (
    <DueLine
      title={`${claimKindNames[kind]} ${claimId}${withPerson ? ` · ${person}` : ''}`}
      due={dueOf(claim)}
    >
      <p className={`breaks ${styles.text}`}>{text}</p>
      <p className="soft anywhere">
        Recibido el {shortDay(receivedOn)}
        {withPerson ? ` · ${whereTo}` : '.'}
      </p>
      {extension && <p className="soft">Prórroga: {extension.reason}</p>}
      {answer && (
        <p className={`breaks ${styles.text}`}>
          <span className="strong">Respuesta: </span>
          {answer.text}
        </p>
      )}
      {children}
    </DueLine>
  );
}
