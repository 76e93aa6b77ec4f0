import type { Key } from 'react-aria-components';
import { Button } from '../button.tsx';
import styles from './chips.module.css';

interface Props<Id extends Key> {
  label: string;
  items: readonly { id: Id; label: string }[];
  onRemove: (id: Id) => void;
  onClear: () => void;
  isDisabled?: boolean;
}

/** What a multi-select holds, each with its 'Quitar'. Plain list and buttons: nothing to learn to use it. */
export function Chips<Id extends Key>({ label, items, onRemove, onClear, isDisabled }: Props<Id>) {
  if (items.length === 0) return null;
  return (
    <div className={styles.chips}>
      <ul className={styles.list} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={styles.chip}>
            <span className={styles.text}>{item.label}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Quitar ${item.label}`}
              title="Quitar"
              disabled={isDisabled}
              onClick={() => onRemove(item.id)}
            >
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="M5 5l10 10M15 5L5 15" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button variant="quiet" size="small" onPress={onClear} isDisabled={isDisabled}>
          Quitar todos ({items.length})
        </Button>
      )}
    </div>
  );
}
