import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { cx } from '../../../ui/cx.ts';
import { pesos, unbroken } from '../billing-words.ts';
import { owedLine } from './owed-words.ts';
import styles from './statement-summary.module.css';
import { useDebtor } from './use-debtor.ts';

/** What the account comes to, and what it is made of. */
export function StatementSummary({ statement }: { statement: Statement }) {
  const { begun, balance, capital, interest, credit, overdue } = statement;
  return (
    <>
      <p className={cx(styles.owed, overdue > 0 ? styles.overdue : begun && balance <= 0 && styles.clear)}>
        {unbroken(owedLine(statement, useDebtor()))}
      </p>
      <dl className={styles.figures}>
        <div>
          <dt>Capital</dt>
          <dd>{pesos(capital)}</dd>
        </div>
        <div>
          <dt>Intereses de mora</dt>
          <dd>{pesos(interest)}</dd>
        </div>
        <div>
          <dt>Saldo a favor</dt>
          <dd>{pesos(credit)}</dd>
        </div>
        <div>
          <dt>Saldo</dt>
          <dd>{pesos(balance)}</dd>
        </div>
      </dl>
    </>
  );
}
