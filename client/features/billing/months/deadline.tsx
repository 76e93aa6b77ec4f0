import type { Draft } from '../../../../shared/billing/drafts.api.ts';
import { cx } from '../../../ui/cx.ts';
import { Sign } from '../../../ui/due-line.tsx';
import styles from '../billing.module.css';
import { deadlineOf, isWaiting } from './month-words.ts';

/** Until when a spreadsheet's bills are promised; overdue with a sign of its own. Nothing once they are issued. */
export function Deadline({ draft }: { draft: Draft }) {
  if (!isWaiting(draft)) return '—';
  const { text, isOverdue } = deadlineOf(draft, Date.now());
  return (
    <span className={styles.due}>
      <Sign state={isOverdue ? 'overdue' : 'due'} />
      <span className={cx(isOverdue && 'wrong')}>{text}</span>
    </span>
  );
}
