import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import styles from './field.module.css';
import own from './radio-group.module.css';
import type { Option } from './select.tsx';

interface Props<Id extends string | number> {
  label: string;
  items: readonly Option<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
  /** Side by side where there is room, instead of one below the other. */
  inline?: boolean;
}

/** One choice among a few, each a large area to press. */
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
  return (
    <AriaRadioGroup
      value={value === null ? null : String(value)}
      onChange={(key) => {
        const picked = items.find((item) => String(item.id) === key);
        if (picked) onChange(picked.id);
      }}
      isDisabled={isDisabled}
      orientation={inline ? 'horizontal' : 'vertical'}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={styles.field}
    >
      <Label className={styles.label}>{label}</Label>
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <div className={inline ? own.inline : own.options}>
        {items.map((item) => (
          <Radio key={item.id} value={String(item.id)} className={own.option}>
            <span className={own.dot} aria-hidden="true" />
            <span className={own.text}>{item.label}</span>
          </Radio>
        ))}
      </div>
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaRadioGroup>
  );
}
