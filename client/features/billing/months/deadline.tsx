import type { Draft } from '../../../../shared/billing/drafts.api.ts';
import { cx } from '../../../ui/cx.ts';
import { Sign } from '../../../ui/due-line.tsx';
import styles from '../billing.module.css';
import { deadlineOf, isWaiting } from './words.ts';

/**
 * Promised time for the bills of a spreadsheet, with a sign if overdue. Shows a dash once the bills are issued or
 * the spreadsheet is discarded.
 */
export function Deadline({ draft }: { draft: Draft }) {
  if (!isWaiting(draft)) return '—';
  const { text, isOverdue } = deadlineOf(draft, Date.now());
  return (
    <span className={`top ${styles.due}`}>
      <Sign state={isOverdue ? 'overdue' : 'due'} />
      <span className={cx(isOverdue && 'wrong')}>{text}</span>
    </span>
  );
}
