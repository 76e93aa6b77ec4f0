import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './field.module.css';

interface Props
  extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid' | 'validationBehavior'> {
  label: string;
  /** Where a column's heading says it already: the label is for screen readers. */
  isLabelHidden?: boolean;
  /** Help, while nothing is wrong. */
  description?: ReactNode;
  /** What is wrong with the value; marks the field and is read with it. */
  error?: string | null;
  placeholder?: string;
  /** More than one line of text. */
  multiline?: boolean;
  /** 'none' for user names and codes, which a phone would otherwise begin with a capital. */
  autoCapitalize?: 'none' | 'characters';
}

/**
 * One line of text (or several, with `multiline`), under its label. A browser offers what was typed elsewhere only where
 * `autoComplete` says what the field is.
 */
export function TextField({
  label,
  isLabelHidden,
  description,
  error,
  placeholder,
  multiline,
  autoCapitalize,
  autoComplete = 'off',
  ...rest
}: Props) {
  return (
    <AriaTextField
      {...rest}
      autoComplete={autoComplete}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className="stack-2"
    >
      <Label className={isLabelHidden ? 'unseen' : 'strong'}>{label}</Label>
      {multiline ? (
        <TextArea className={styles.control} placeholder={placeholder} rows={3} />
      ) : (
        <Input className={styles.control} placeholder={placeholder} autoCapitalize={autoCapitalize} />
      )}
      {description && !error && (
        <Text slot="description" className="soft">
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaTextField>
  );
}
