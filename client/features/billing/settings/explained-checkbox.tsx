import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import styles from '../billing.module.css';

interface Props {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  label: string;
  detail: string;
}

/** A yes-or-no setting, with what it does below. */
export function ExplainedCheckbox({ label, detail, ...rest }: Props) {
  return (
    <Checkbox {...rest}>
      {label}
      <span className={styles.soft}>{detail}</span>
    </Checkbox>
  );
}
