import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import own from './check-group.module.css';
import styles from './field.module.css';
import option from './radio-group.module.css';
import type { Option } from './select.tsx';

interface CheckOption<Id extends string | number> extends Option<Id> {
  /** Help text under the label of the option. */
  detail?: ReactNode;
}

interface Props<Id extends string | number> {
  label: string;
  items: readonly CheckOption<Id>[];
  value: readonly Id[];
  onChange: (ids: readonly Id[]) => void;
  /** Maximum number of chosen options. */
  most: number;
  /** Id of an option still enabled when the maximum is reached. */
  always?: Id | null;
  /** Sentence with the number of chosen options, read aloud by screen readers on each change. */
  status: ReactNode;
  description?: string;
  error?: string | null;
}

/** Group of checkboxes with large press areas, in the style of `RadioGroup`. */
export function CheckGroup<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  most,
  always = null,
  status,
  description,
  error,
}: Props<Id>) {
  const id = useId();
  const isFull = value.length >= most;
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      className={cx('stack-2', own.group)}
    >
      <span id={`${id}-label`} className="strong">
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="soft">
          {description}
        </span>
      )}
      <p role="status" className={cx('strong', own.status)}>
        {status}
      </p>
      <div className={`stack-3 ${own.list}`}>
        {items.map((item) => {
          const isChosen = value.includes(item.id);
          const isOver = isFull && !isChosen && item.id !== always;
          return (
            <label
              key={item.id}
              className={option.option}
              data-selected={isChosen || undefined}
              data-disabled={isOver || undefined}
            >
              <input
                type="checkbox"
                className={option.input}
                checked={isChosen}
                disabled={isOver}
                aria-invalid={error ? true : undefined}
                aria-label={item.detail ? item.label : undefined}
                aria-describedby={item.detail ? `${id}-${item.id}` : undefined}
                onChange={() =>
                  onChange(isChosen ? value.filter((one) => one !== item.id) : [...value, item.id])
                }
              />
              <span className={own.box} aria-hidden="true">
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d="M4 10.5l4 4 8-9" />
                </svg>
              </span>
              <span className="anywhere">
                {item.label}
                {item.detail && (
                  <span id={`${id}-${item.id}`} className={option.detail}>
                    {item.detail}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
