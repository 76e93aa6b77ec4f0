import type { Payment } from '../../../../shared/billing/payments.api.ts';
import styles from '../billing.module.css';
import { amountText } from '../words.ts';

/**
 * Shows the use of a payment's money: part for late interest, part for charges, and rest in favour of the
 * unit, in pesos.
 */
export function Split({
  receipt: { interest, capital, credit },
}: {
  receipt: NonNullable<Payment['receipt']>;
}) {
  return (
    <span>
      <span className={styles.line}>Intereses {amountText(interest)}</span>
      <span className={styles.line}>Capital {amountText(capital)}</span>
      <span className={styles.line}>A favor {amountText(credit)}</span>
    </span>
  );
}
