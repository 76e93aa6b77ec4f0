import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './due-line.module.css';

/**
 * State of a task with a due date, for `DueLine`. `overdue`: late but still possible; `over`: no longer
 * possible.
 */
export interface Due {
  /** Due date or result in words, as a Spanish sentence. */
  text: string;
  state: 'done' | 'due' | 'overdue' | 'over';
}

/**
 * Line with a task (`title`), the due date in words (`due`), a sign with the state of the task, and details
 * (`children`) below.
 */
export function DueLine({ title, due, children }: { title: string; due: Due; children?: ReactNode }) {
  return (
    <li className={styles.line}>
      <Sign state={due.state} />
      <div className="stack-2 grow">
        <h3 className={styles.what}>{title}</h3>
        <p className={cx(due.state === 'overdue' && styles.overdue)}>{due.text}</p>
        {children}
      </div>
    </li>
  );
}

/** State of a task as drawn by the component `Sign`: done, due, overdue, over, or failed. */
export type SignState = Due['state'] | 'failed';

const shapes: Readonly<Record<SignState, string>> = {
  done: 'M4 10.5 8.5 15 16 6',
  due: 'M10 5v5l3 2',
  overdue: 'M10 5v6m0 3v.5',
  failed: 'm6 6 8 8m0-8-8 8',
  over: 'M5 10h10',
};

/** Draws the state of a task as a small sign: tick, clock, exclamation mark, cross or dash. */
export function Sign({ state }: { state: SignState }) {
  return (
    <svg viewBox="0 0 20 20" className={cx(styles.sign, styles[state])} aria-hidden="true">
      {(state === 'due' || state === 'overdue') && <circle cx="10" cy="10" r="8" />}
      <path d={shapes[state]} />
    </svg>
  );
}
