import type { BillStanding } from '../../../../shared/billing/bills.api.ts';
import { cx } from '../../../ui/cx.ts';
import { unbroken } from '../billing-words.ts';
import styles from './bill-state.module.css';
import { carriedWords, standingWords } from './standing-words.ts';

/** Where a bill stands today, below its number: who has paid it should not read only what it came to. */
export function BillState({ standing, total }: { standing: BillStanding; total: number }) {
  const carried = carriedWords(standing);
  return (
    <span className={styles.state}>
      <span className={cx(styles.tag, styles[standing.state])}>
        {unbroken(standingWords(standing, total))}
      </span>
      {carried !== '' && <span className={styles.carried}>{carried}</span>}
    </span>
  );
}
