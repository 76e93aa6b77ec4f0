import { type KeyboardEvent, useContext, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { Chips } from './chips.tsx';
import { cx } from './cx.ts';
import styles from './field.module.css';
import own from './multi-select.module.css';
import options from './options.module.css';
import { matches } from './search.ts';
import type { Option } from './select.tsx';

interface Props<Id extends string | number> {
  label: string;
  items: readonly Option<Id>[];
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
  placeholder?: string;
  description?: string;
  error?: string | null;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
}

const ROW_HEIGHT = 48;

/**
 * Picks several of many items by typing: what is typed narrows the list, Enter picks (the first that matches,
 * when none is pointed at), a second pick takes it back. What is picked stands below as chips, outside of the
 * combo box: while its list is open everything outside is hidden from screen readers, and chips inside make
 * the library crash.
 */
export function MultiSelect<Id extends string | number>({
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
  const picked = useStableList(value);
  const byId = useMemo(
    () => new Map<string | number, Option<Id>>(items.map((item) => [item.id, item])),
    [items],
  );

  const change = (keys: readonly (string | number)[]) => {
    const next = keys.flatMap((key) => byId.get(key)?.id ?? []);
    // On blur the library repeats the value it has; only a difference is a choice.
    if (next.length !== picked.length || next.some((id, at) => id !== picked[at])) onChange(next);
  };

  return (
    <div className={own.whole}>
      <ComboBox
        {...rest}
        selectionMode="multiple"
        defaultItems={items}
        defaultFilter={matches}
        value={picked}
        onChange={change}
        menuTrigger="focus"
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
                  {({ isSelected }) => (
                    <>
                      <span className={options.mark} aria-hidden="true">
                        {isSelected ? '✓' : ''}
                      </span>
                      <span className={options.optionLabel}>{item.label}</span>
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
        </Popover>
      </ComboBox>
      <Chips
        label={`Elegidos en ${label}`}
        items={picked.flatMap((id) => byId.get(id) ?? [])}
        onRemove={(id) => onChange(picked.filter((other) => other !== id))}
        onClear={() => onChange([])}
        isDisabled={rest.isDisabled}
      />
    </div>
  );
}

/** The same array for as long as its content is the same: the combo box empties its text on a new one. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const same = last.current.length === list.length && last.current.every((item, at) => item === list[at]);
  if (!same) last.current = list;
  return last.current;
}

/** The text box; Enter with nothing pointed at picks the first option that matches what was typed. */
function PickingInput({ placeholder, autoFocus }: { placeholder: string; autoFocus?: boolean }) {
  const state = useContext(ComboBoxStateContext);
  const pickFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !state?.isOpen || state.selectionManager.focusedKey != null) return;
    if (state.inputValue.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    const first = state.collection.getFirstKey();
    if (first == null || state.selectionManager.isSelected(first)) return;
    state.selectionManager.toggleSelection(first);
  };
  return (
    <Input
      className={cx(styles.control, own.input)}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onKeyDownCapture={pickFirst}
    />
  );
}
