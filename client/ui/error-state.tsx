import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './state.module.css';

/** Something could not be loaded: what, and a way to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={cx(styles.state, styles.fault)} role="alert">
      <p className={styles.text}>{message}</p>
      {onRetry && (
        <Button variant="secondary" onPress={onRetry}>
          Intentar de nuevo
        </Button>
      )}
    </div>
  );
}
