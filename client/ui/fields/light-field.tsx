import { type InputHTMLAttributes, useId } from 'react';
import styles from './light-field.module.css';

interface Props
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value' | 'required'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Help, while nothing is wrong. */
  description?: string;
  /** What is wrong with the value; marks the field and is read with it. */
  error: string | null;
}

/**
 * A required line of text as `TextField` shows it, of the browser's own parts: for pages that phones load on a hall's
 * network, where a text field of the library brings the parts of the ballot along: 43 KB.
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
