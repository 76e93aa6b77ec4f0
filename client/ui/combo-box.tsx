import { type KeyboardEvent, useContext } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { cx } from './cx.ts';
import styles from './field.module.css';
import own from './multi-select.module.css';
import options from './options.module.css';
import { matches } from './search.ts';
import type { Option } from './select.tsx';

interface Props<Id extends string | number> {
  label: string;
  items: readonly Option<Id>[];
  value: Id | null;
  /** Null: what was chosen was wiped out. */
  onChange: (id: Id | null) => void;
  placeholder?: string;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
}

const ROW_HEIGHT = 48;

/**
 * Picks one of many items by typing: what is typed narrows the list, and Enter picks the item that it names to the
 * letter, else the first. Tab picks too where nothing else can be meant.
 */
export function ComboBox<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  placeholder = 'Escriba para buscar',
  description,
  error,
  autoFocus,
  ...rest
}: Props<Id>) {
  return (
    <AriaComboBox
      {...rest}
      defaultItems={items}
      defaultFilter={matches}
      value={value}
      onChange={(key) => {
        const id = items.find((item) => item.id === key)?.id ?? null;
        if (id !== value) onChange(id);
      }}
      menuTrigger="input"
      allowsEmptyCollection
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={styles.field}
    >
      <Label className={styles.label}>{label}</Label>
      <Group className={own.group}>
        <PickingInput placeholder={placeholder} autoFocus={autoFocus} />
        <Button className={own.arrow}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 7.5l5 5 5-5" />
          </svg>
        </Button>
      </Group>
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={options.popover}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_HEIGHT }}>
          <ListBox<Option<Id>>
            className={cx(options.list, options.virtual)}
            renderEmptyState={() => <p className={options.none}>Ninguna opción coincide con lo escrito.</p>}
          >
            {(item) => (
              <ListBoxItem id={item.id} textValue={item.label} className={options.option}>
                <span className={options.optionLabel}>{item.label}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </AriaComboBox>
  );
}

/** The text box with the keys that pick. */
function PickingInput({ placeholder, autoFocus }: { placeholder: string; autoFocus?: boolean }) {
  const state = useContext(ComboBoxStateContext);
  const pick = (event: KeyboardEvent) => {
    if (!state?.isOpen || state.selectionManager.focusedKey != null) return;
    const typed = state.inputValue.trim().toLowerCase();
    if (typed === '') return;
    const keys = [...state.collection.getKeys()];
    const exact = keys.find((key) => String(key).toLowerCase() === typed);
    const meant = exact ?? (event.key === 'Enter' || keys.length === 1 ? keys[0] : undefined);
    if (event.key === 'Enter') {
      // Not the form's: it was meant for the list.
      event.preventDefault();
      event.stopPropagation();
    }
    if (meant === undefined) return;
    state.setValue(meant);
    state.close();
  };
  return (
    <Input
      className={cx(styles.control, own.input)}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' || event.key === 'Tab') pick(event);
      }}
    />
  );
}
