import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { Text } from 'react-aria-components/Text';
import { cx } from '../cx.ts';
import styles from './field.module.css';
import own from './number-field.module.css';

interface Props {
  label: string;
  value: number;
  onChange: (value: number) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
}

/**
 * Number field with buttons for one step less and more. Calls `onChange` with each valid number. An emptied field
 * returns to `minValue`.
 */
export function NumberField({ label, description, error, onChange, minValue, ...rest }: Props) {
  return (
    <AriaNumberField
      {...rest}
      minValue={minValue}
      onChange={(value) => onChange(Number.isNaN(value) ? (minValue ?? 0) : value)}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className="stack-2"
    >
      <Label className="strong">{label}</Label>
      <Group className={own.group}>
        <Button slot="decrement" className={own.step}>
          −
        </Button>
        <Input className={cx(styles.control, own.input)} />
        <Button slot="increment" className={own.step}>
          +
        </Button>
      </Group>
      {description && (
        <Text slot="description" className="soft">
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaNumberField>
  );
}
