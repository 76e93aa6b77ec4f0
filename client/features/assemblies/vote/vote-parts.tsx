import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/page.tsx';
import { assemblyTexts } from '../texts.ts';
import styles from '../vote.module.css';

/** What is asked, in full. */
export function AskedQuestion({ name, question }: { name: string; question: string }) {
  return (
    <div className="stack-2">
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.question}>{question}</p>
    </div>
  );
}

interface BallotFormProps {
  name: string;
  question: string;
  ref: Ref<HTMLFormElement>;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** A question and what is done with it; side by side on a phone on its side, where below it no answer would be seen. */
export function BallotForm({ name, question, ref, onSubmit, children }: BallotFormProps) {
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className={`stack-5 ${styles.form}`}>
      <AskedQuestion name={name} question={question} />
      <div className="stack-5">{children}</div>
    </form>
  );
}

interface BarProps {
  children?: ReactNode;
  /** It stays at the foot of the screen, over a long list of units; below one list of answers it would cover the last. */
  isStuck?: boolean;
  /** What stands above it is not known yet. */
  isAwaited?: boolean;
}

/** 'Votar', and above it what would be voted; while it is awaited only its place. */
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

/** The specification's thanks. It takes the focus: the button that was pressed is gone, and the focus with it. */
export function Thanks() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.thanks}>
      {assemblyTexts.thanks}
    </h2>
  );
}
