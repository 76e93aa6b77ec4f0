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
  /** True to hide the label except for screen readers, because a column heading shows the same text. */
  isLabelHidden?: boolean;
  /** Help text, shown while the field has no error. */
  description?: ReactNode;
  /** Error text. Marks the field as invalid; screen readers read the text with the label. */
  error?: string | null;
  placeholder?: string;
  /** True to allow several lines. */
  multiline?: boolean;
  /** Height of a field of several lines. Default: 3. */
  rows?: number;
  /** 'none' for user names and codes, because phones capitalize the first letter by default. */
  autoCapitalize?: 'none' | 'characters';
}

/**
 * Text field of a single line, or several with `multiline`. Browsers suggest earlier input only if `autoComplete`
 * names the kind of field.
 * @param description help text, shown while the field has no error
 * @param error Spanish error text; null for a valid field
 */
export function TextField({
  label,
  isLabelHidden,
  description,
  error,
  placeholder,
  multiline,
  rows = 3,
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
        <TextArea className={styles.control} placeholder={placeholder} rows={rows} />
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
