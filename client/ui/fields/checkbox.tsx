import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import styles from './checkbox.module.css';

interface Props {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
}

/** Checkbox with a text (`children`) as label. */
export function Checkbox({ children, ...rest }: Props) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox}>
      <span className={styles.box}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 10.5l4 4 8-9" />
        </svg>
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
