import { type InputHTMLAttributes, useId } from 'react';
import styles from './light-field.module.css';

interface Props
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value' | 'required'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Help text, shown while the field has no error. */
  description?: string;
  /** Error text. Marks the field as invalid; screen readers read the text with the label. */
  error: string | null;
}

/**
 * Required text field similar to `TextField`, made of the browser's own elements. For pages loaded by many
 * phones over a hall's network: the library of `TextField` would add 43 KB.
 * @param description help text, shown while the field has no error
 * @param error Spanish error text; null for a valid field
 */
export function LightField({ label, onChange, description, error, ...rest }: Props) {
  const id = useId();
  const help = error ?? description;
  return (
    <div className="stack-2">
      <label htmlFor={id} className="strong">
        {label}
      </label>
      <input
        autoComplete="off"
        {...rest}
        id={id}
        type="text"
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
        aria-required
        aria-invalid={error !== null}
        data-invalid={error === null ? undefined : true}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <p id={`${id}-help`} className={error === null ? 'soft' : styles.error}>
          {help}
        </p>
      )}
    </div>
  );
}
