import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import own from './radio-group.module.css';
import type { Option } from './select.tsx';

interface RadioOption<Id extends string | number> extends Option<Id> {
  /** Help text under the label of the option. */
  detail?: ReactNode;
}

interface Props<Id extends string | number> {
  label: string;
  items: readonly RadioOption<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
  /** True to put the options side by side if the width allows. */
  inline?: boolean;
}

/**
 * Radio buttons for a single choice among a few, with large press areas. Uses the browser's own radio buttons, so a
 * phone loads no library for voting.
 */
export function RadioGroup<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  description,
  error,
  isDisabled,
  inline,
}: Props<Id>) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
      aria-disabled={isDisabled || undefined}
      className="stack-2"
    >
      <span id={`${id}-label`} className="strong">
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="soft">
          {description}
        </span>
      )}
      <div className={inline ? `wrap-3 ${own.inline}` : `stack-3 ${own.list}`}>
        {items.map((item) => (
          <label
            key={item.id}
            className={own.option}
            data-selected={item.id === value || undefined}
            data-disabled={isDisabled || undefined}
          >
            <input
              type="radio"
              name={id}
              className={own.input}
              aria-label={item.detail ? item.label : undefined}
              aria-describedby={item.detail ? `${id}-${item.id}` : undefined}
              checked={item.id === value}
              disabled={isDisabled}
              onChange={() => onChange(item.id)}
            />
            <span className={own.dot} aria-hidden="true" />
            <span className="anywhere">
              {item.label}
              {item.detail && (
                <span id={`${id}-${item.id}`} className={own.detail}>
                  {item.detail}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}
