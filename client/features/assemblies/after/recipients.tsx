import { cx } from '../../../ui/cx.ts';
import { Sign, type SignState } from '../../../ui/due-line.tsx';
import styles from './after.module.css';
import { type Recipient, recipientState } from './after-words.ts';

/** Each administrator, and how their summary stands. */
export function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <ul className={styles.people}>
      {recipients.map((one) => (
        <li key={`${one.name} ${one.email}`} className={styles.person}>
          <Sign state={signOf(one)} />
          <div className={styles.words}>
            <p className={styles.name}>
              {one.name}
              {one.email !== null && <span className={styles.email}> {one.email}</span>}
            </p>
            <p className={cx(styles.soft, one.state === 'failed' && styles.failed)}>{recipientState(one)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function signOf({ state }: Recipient): SignState {
  if (state === 'sent') return 'done';
  if (state === 'queued' || state === 'sending') return 'due';
  return state === 'failed' ? 'failed' : 'over';
}
