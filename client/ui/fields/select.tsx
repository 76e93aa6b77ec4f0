import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { cx } from '../cx.ts';
import styles from './field.module.css';
import options from './options.module.css';
import { rowHeight } from './row-height.ts';
import own from './select.module.css';

/** Option of a select or multi-select. */
export interface Option<Id extends string | number = string | number> {
  /** Value of the option, unique in the list. */
  id: Id;
  /** Text shown in the list. */
  label: string;
}

interface Props<Id extends string | number> {
  label: string;
  /** True to hide the label except for screen readers, because a column heading shows the same text. */
  isLabelHidden?: boolean;
  items: readonly Option<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  /** Text shown while `value` is null. Default: 'Seleccione'. */
  placeholder?: string;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
  isRequired?: boolean;
}

/** Longest list drawn in full, in options; a longer list draws only the visible options. */
const LONG_LIST = 60;

/**
 * Field to choose one of several items (`items`) from a list that opens on a press. Shows the item with the id
 * `value`, or `placeholder` if `value` is null. Calls `onChange` with the id of the chosen item.
 * @param isLabelHidden true to hide the label except for screen readers
 * @param description help text, shown while the field has no error
 * @param error Spanish error text; null for a valid field
 */
export function Select<Id extends string | number>({
  label,
  isLabelHidden,
  items,
  value,
  onChange,
  placeholder = 'Seleccione',
  description,
  error,
  ...rest
}: Props<Id>) {
  const isLong = items.length > LONG_LIST;
  const list = (
    <ListBox items={items} className={cx(options.list, isLong && options.virtual)}>
      {(item) => (
        <ListBoxItem id={item.id} textValue={item.label} className={options.option}>
          <span className={options.optionLabel}>{item.label}</span>
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key) => {
        const picked = items.find((item) => item.id === key);
        if (picked) onChange(picked.id);
      }}
      placeholder={placeholder}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className="stack-2"
    >
      <Label className={isLabelHidden ? 'unseen' : 'strong'}>{label}</Label>
      <Button className={cx(styles.control, own.trigger, error && own.wrong)}>
        <SelectValue className={own.value} />
        <svg className={own.arrow} viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 7.5l5 5 5-5" />
        </svg>
      </Button>
      {description && (
        <Text slot="description" className="soft">
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={options.popover}>
        {isLong ? (
          <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight() }}>
            {list}
          </Virtualizer>
        ) : (
          list
        )}
      </Popover>
    </AriaSelect>
  );
}
