import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/page.tsx';
import { assemblyTexts } from '../common/texts.ts';
import styles from './vote.module.css';

interface BallotFormProps {
  name: string;
  question: string;
  ref: Ref<HTMLFormElement>;
  onSubmit: (event: FormEvent) => void;
  /** Notices below the question. */
  notices?: ReactNode;
  /** True to keep the answers at the bottom of the screen while a long question scrolls. */
  isPinned?: boolean;
  children: ReactNode;
}

/**
 * Layout of the voting form. On a phone in landscape, question and answers stand side by side; otherwise the
 * answers would be out of view.
 * @param name name of the question: 'VOTACIÓN 3'
 * @param question text of the question
 * @param notices notices below the question
 * @param isPinned true to keep the answers at the bottom of the screen while a long question scrolls
 */
export function AnswersForm({ name, question, ref, onSubmit, notices, isPinned, children }: BallotFormProps) {
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className={`stack-5 ${styles.form}`}>
      <div className="stack-4">
        <AskedQuestion name={name} question={question} />
        {notices}
      </div>
      <div className={isPinned ? `stack-3 ${styles.pinned}` : 'stack-5'}>{children}</div>
    </form>
  );
}

interface BarProps {
  children?: ReactNode;
  /**
   * True to fix the bar at the bottom of the screen, over a long list of units. False for a short form: the bar
   * would cover the last answer.
   */
  isStuck?: boolean;
  /** True while content above the bar still loads: the bar is invisible. */
  isAwaited?: boolean;
}

/**
 * Bar with the button 'Votar' and a summary. Invisible, but with its space, while content above loads.
 * @param isStuck true to fix the bar at the bottom of the screen, over a long list of units
 * @param isAwaited true while content above still loads
 */
export function VoteBar({ children, isStuck = false, isAwaited = false }: BarProps) {
  return (
    <div className={cx('stack-2', styles.bar, isStuck && styles.stuck, isAwaited && styles.awaited)}>
      {children}
      <Button type="submit" size="large" wide>
        Votar
      </Button>
    </div>
  );
}

/**
 * Page part after a vote: thanks the voter in the words of the specification. Takes the focus, because the pressed
 * button is gone.
 */
export function Thanks() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.thanks}>
      {assemblyTexts.thanks}
    </h2>
  );
}

/**
 * Heading of the voting page: name of the open question, and the full text.
 * @param name name of the question: 'VOTACIÓN 3'
 * @param question text of the question
 */
function AskedQuestion({ name, question }: { name: string; question: string }) {
  return (
    <div className="stack-2">
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.question}>{question}</p>
    </div>
  );
}
