import type { Bill, BillExplanation } from '../../../../shared/billing/bills.api.ts';
import { pesos } from '../billing-words.ts';
import styles from './explain.module.css';
import { Movement } from './movement.tsx';

type Line = BillExplanation['lines'][number];

/** Every line of a bill with its figures, each of which opens; and what they come to. */
export function Lines({ bill, explanation }: { bill: Bill; explanation: BillExplanation }) {
  return (
    <>
      <ul className={styles.lines}>
        {explanation.lines.map((line) => (
          <li key={line.position} className={styles.line}>
            <h3>{line.concept}</h3>
            <Figure line={line} isOverdue={false} />
            <Figure line={line} isOverdue />
          </li>
        ))}
      </ul>
      <p className={styles.sum}>
        <span>{bill.total < 0 ? 'Total a favor' : 'Total a pagar'}</span>
        <strong>{pesos(Math.abs(bill.total))}</strong>
      </p>
    </>
  );
}

/** What the line has of this month, or of before: its amount, and the movements that it is the sum of. */
function Figure({ line, isOverdue }: { line: Line; isOverdue: boolean }) {
  const amount = isOverdue ? line.overdueFee : line.periodFee;
  const items = line.items.filter(({ overdue }) => overdue === isOverdue);
  if (items.length === 0) return null;
  return (
    <details className={styles.figure}>
      <summary>
        <span>{nameOf(amount, isOverdue)}</span>
        <strong>{pesos(amount)}</strong>
      </summary>
      <ul className={styles.movements}>
        {items.map((item) => (
          <Movement key={item.item} item={item} />
        ))}
      </ul>
      {items.length > 1 && (
        <p className={styles.sum}>
          <span>Suma</span>
          <strong>{pesos(amount)}</strong>
        </p>
      )}
    </details>
  );
}

function nameOf(amount: number, isOverdue: boolean): string {
  if (amount < 0) return 'A favor';
  return isOverdue ? 'Pendiente de antes' : 'De este mes';
}
