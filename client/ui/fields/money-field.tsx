import type { ComponentProps } from 'react';
import { tidyMoney } from './money-typing.ts';
import { TextField } from './text-field.tsx';

type Props = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'description' | 'error' | 'isDisabled' | 'isRequired' | 'autoFocus'
> & {
  /** Text in the field; parse with `paidPesos`. */
  value: string;
  onChange: (typed: string) => void;
};

/**
 * Field for an amount in pesos, typed with or without thousands dots: '1.234.567', '1234567,50'. `value` is the
 * typed text. Adds the dots when the field loses the focus.
 */
export function MoneyField({ value, onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      onBlur={() => onChange(tidyMoney(value))}
      inputMode="decimal"
      maxLength={40}
      placeholder="$"
    />
  );
}
