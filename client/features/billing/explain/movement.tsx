import { pesos, rate, unbroken } from '../billing-words.ts';
import styles from './explain.module.css';
import {
  allocationWords,
  type InterestLine,
  type Item,
  interestWords,
  leftWords,
  originOf,
  titleOf,
} from './movement-words.ts';

/** A movement behind a figure: what it was, what became of it, and what is left. */
export function Movement({ item }: { item: Item }) {
  return (
    <li className={styles.movement}>
      <p className={styles.head}>
        <span>{titleOf(item)}</span>
        <strong data-open={item.open}>{pesos(item.open)}</strong>
      </p>
      <p>{unbroken(originOf(item))}</p>
      {item.interest.map((line) => (
        <Interest key={`${line.source} ${line.month} ${line.principal}`} item={item} line={line} />
      ))}
      {item.allocations.length > 0 && (
        <ul className={styles.notes}>
          {item.allocations.map((allocation, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as of the bill's issue, it never changes
            <li key={at}>{unbroken(allocationWords(item, allocation))}</li>
          ))}
        </ul>
      )}
      {item.allocations.length > 0 && <p className={styles.left}>{unbroken(leftWords(item))}</p>}
    </li>
  );
}

/** Late interest as anybody can check it: what was left unpaid, times the month's rate. */
function Interest({ item, line }: { item: Item; line: InterestLine }) {
  const { principal, annualRate, monthlyRate, amount } = line;
  return (
    <div className={styles.interest}>
      <p>{interestWords(item, line)}.</p>
      <p className={styles.formula}>
        {pesos(Math.abs(principal))} × {rate(monthlyRate)} = <strong>{pesos(Math.abs(amount))}</strong>
      </p>
      <p className={styles.hint}>
        Tasa: {rate(annualRate)} efectiva anual, que es {rate(monthlyRate)} al mes.
      </p>
    </div>
  );
}
