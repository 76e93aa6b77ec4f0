import { type ContextType, type KeyboardEvent, useContext, useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { cx } from '../cx.ts';
import styles from './field.module.css';
import options from './options.module.css';
import { rowHeight } from './row-height.ts';
import own from './searched-list.module.css';
import type { Option } from './select.tsx';

/** State of a combo box (field with a list narrowed by typing) of the library, for `SearchedList`. */
export type SearchState = NonNullable<ContextType<typeof ComboBoxStateContext>>;

/** Common props of the fields with a searchable list. */
export interface SearchFieldProps<Id extends string | number> {
  /** Label above the field. */
  label: string;
  /** Items of the list. */
  items: readonly Option<Id>[];
  /** Text shown in the empty field. */
  placeholder?: string;
  /** Help text, shown while the field has no error. */
  description?: string;
  /** Spanish error text. Null for a valid field. */
  error?: string | null;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
}

interface Props extends Pick<SearchFieldProps<never>, 'label' | 'description' | 'error' | 'autoFocus'> {
  placeholder: string | undefined;
  /** True to mark chosen items in the list, for fields with several choices. */
  hasMarks?: boolean;
  /**
   * Handles Enter while the list is open, if the field uses Enter. Also keeps the content above the list visible.
   */
  onEnterKey?: ((state: SearchState) => void) | undefined;
  /** Handles Enter or Tab while the list is open, a text is typed, and no item has the focus. */
  onPickKey: (state: SearchState, event: KeyboardEvent) => void;
}

const BELOW = { placement: 'bottom start', shouldFlip: false } as const;

/**
 * Content of a combo box: label, text field with arrow button, and the searchable list.
 * @param hasMarks true to mark chosen items, for fields with several choices
 * @param onEnterKey handles Enter while the list is open
 * @param onPickKey handles Enter or Tab while a text is typed and no item has the focus
 */
export function SearchedList<Id extends string | number>({
  label,
  placeholder = 'Escriba para buscar',
  description,
  error,
  autoFocus,
  hasMarks = false,
  onEnterKey,
  onPickKey,
}: Props) {
  const state = useContext(ComboBoxStateContext);
  const picked = state?.selectionManager.selectedKeys.size;
  const isQuick = onEnterKey !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by each pick, and by nothing else
  useEffect(() => {
    if (isQuick) state?.close();
  }, [picked]);
  const pick = (event: KeyboardEvent) => pickByKey(event, state, { onEnterKey, onPickKey });
  return (
    <>
      <Label className="strong">{label}</Label>
      <Group className={own.group}>
        <Input
          className={cx(styles.control, own.input)}
          placeholder={placeholder}
          autoFocus={autoFocus}
          onKeyDownCapture={pick}
        />
        <Button className={own.arrow}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 7.5l5 5 5-5" />
          </svg>
        </Button>
      </Group>
      {description && (
        <Text slot="description" className="soft">
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={options.popover} {...(onEnterKey && BELOW)}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight() }}>
          <ListBox<Option<Id>>
            className={cx(options.list, options.virtual)}
            renderEmptyState={() => <p className={options.none}>Ninguna opción coincide con lo escrito.</p>}
          >
            {(item) => (
              <ListBoxItem id={item.id} textValue={item.label} className={options.option}>
                {({ isSelected }) => (
                  <>
                    {hasMarks && (
                      <span className={options.mark} aria-hidden="true">
                        {isSelected ? '✓' : ''}
                      </span>
                    )}
                    <span className={options.optionLabel}>{item.label}</span>
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </>
  );
}

/** Handles Enter and Tab in the text field while the list is open. */
function pickByKey(
  event: KeyboardEvent,
  state: SearchState | null,
  { onEnterKey, onPickKey }: Pick<Props, 'onEnterKey' | 'onPickKey'>,
): void {
  if ((event.key !== 'Enter' && event.key !== 'Tab') || !state?.isOpen) return;
  const isOwn = event.key === 'Enter' && onEnterKey !== undefined;
  if (!isOwn && (state.selectionManager.focusedKey != null || state.inputValue.trim() === '')) return;
  if (event.key === 'Enter') {
    // The key was meant for the list, so the form does not submit.
    event.preventDefault();
    event.stopPropagation();
  }
  if (isOwn) onEnterKey(state);
  else onPickKey(state, event);
}
