import { useEffect, useState } from 'react';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { later } from '../../../lib/time/later.ts';
import { Button } from '../../../ui/page.tsx';
import { closingWords } from '../common/question-messages.ts';
import styles from './stage.module.css';

/** Time after a closing with the button 'Deshacer', ms (specification, section 17, rule 2b). */
const UNDO_MS = 10_000;

interface Props {
  closing: NonNullable<LiveConcept['closing']>;
  /** Opens the question again, with the reason 'cierre por error'. Null after the end of the assembly. */
  onUndo: (() => void) | null;
  isPending: boolean;
}

/**
 * Line about the last closing of a question: person and time. For ten seconds also the button 'Deshacer'.
 * @param closing time and person
 * @param onUndo opens the question again; null without a button
 */
export function LastClosing({ closing, onUndo, isPending }: Props) {
  const until = Date.parse(closing.at) + UNDO_MS;
  const [isLate, setLate] = useState(() => serverTime() >= until);
  useEffect(() => {
    const left = until - serverTime();
    setLate(left <= 0);
    if (left <= 0) return;
    return later(() => setLate(true), left);
  }, [until]);
  return (
    <div className={`between ${styles.closing}`}>
      <p className="soft anywhere">{closingWords(closing)}</p>
      {onUndo !== null && !isLate && (
        <Button variant="secondary" size="small" isPending={isPending} onPress={onUndo}>
          Deshacer
        </Button>
      )}
    </div>
  );
}
