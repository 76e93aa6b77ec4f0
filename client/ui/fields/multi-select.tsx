import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Key } from 'react-aria-components';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Button } from '../page.tsx';
import chipsStyles from './chips.module.css';
import { matches } from './search.ts';
import { SearchedList, type SearchFieldProps, type SearchState } from './searched-list.tsx';
import type { Option } from './select.tsx';

interface Props<Id extends string | number> extends SearchFieldProps<Id> {
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
  /**
   * Called by Enter with all chosen ids: Enter first adds the focused item (else the first match) and closes the
   * list. Enter never removes an item. Enter on a chosen item's chip also passes the chosen ids.
   */
  onEnter?: (ids: Id[]) => void;
}

/**
 * Field to pick several of many items by typing; the text narrows the list. Enter toggles the focused item, else
 * the first match, unless `onEnter` is set. Chosen items appear as chips below, outside of the combo box: an open
 * list hides everything outside from screen readers, and chips inside crash the library.
 */
export function MultiSelect<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  placeholder,
  description,
  error,
  autoFocus,
  onEnter,
  ...rest
}: Props<Id>) {
  const picked = useStableList(value);
  const byId = useMemo(
    () => new Map<string | number, Option<Id>>(items.map((item) => [item.id, item])),
    [items],
  );

  const change = (keys: readonly (string | number)[]) => {
    const next = keys.flatMap((key) => byId.get(key)?.id ?? []);
    // The library repeats the current value on blur. Only a changed list is a choice.
    if (next.length !== picked.length || next.some((id, at) => id !== picked[at])) onChange(next);
  };

  const enter =
    onEnter && ((key: Key | null) => onEnter(withKey(picked, key === null ? null : byId.get(key)?.id)));

  return (
    <div className="stack-3">
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
        className="stack-2"
      >
        <SearchedList<Id>
          label={label}
          placeholder={placeholder}
          description={description}
          error={error}
          autoFocus={autoFocus}
          hasMarks
          onEnterKey={enter && ((state) => enterPicks(state, enter))}
          onPickKey={pickFirst}
        />
      </ComboBox>
      <Chips
        label={`Elegidos en ${label}`}
        items={picked.flatMap((id) => byId.get(id) ?? [])}
        onRemove={(id) => onChange(picked.filter((other) => other !== id))}
        onClear={() => onChange([])}
        onEnter={onEnter && (() => onEnter([...picked]))}
        isDisabled={rest.isDisabled}
      />
    </div>
  );
}

/**
 * Hook: returns the previous array while the content is equal, because a new array makes the combo box clear the
 * typed text.
 */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const same = last.current.length === list.length && last.current.every((item, at) => item === list[at]);
  if (!same) last.current = list;
  return last.current;
}

const withKey = <Id extends Key>(picked: readonly Id[], id: Id | null | undefined): Id[] =>
  id == null || picked.includes(id) ? [...picked] : [...picked, id];

/** Toggles the first match on Enter if no item has the focus. */
function pickFirst(state: SearchState, { key }: KeyboardEvent): void {
  const first = state.collection.getFirstKey();
  if (key !== 'Enter' || first == null || state.selectionManager.isSelected(first)) return;
  state.selectionManager.toggleSelection(first);
}

/** Passes to `enter` the focused item, else the first match of the typed text, else null. */
function enterPicks(state: SearchState, enter: (key: Key | null) => void): void {
  const isTyped = state.inputValue.trim() !== '';
  const key = state.selectionManager.focusedKey ?? (isTyped ? state.collection.getFirstKey() : null);
  // The typed text matches no item: the list says so and stays open.
  if (key === null && isTyped) return;
  state.setInputValue('');
  state.close();
  enter(key);
}

interface ChipsProps<Id extends Key> {
  label: string;
  items: readonly { id: Id; label: string }[];
  onRemove: (id: Id) => void;
  onClear: () => void;
  onEnter: (() => void) | undefined;
  isDisabled: boolean | undefined;
}

/** Chips of the chosen items in a multi-select, each with a button 'Quitar'. */
function Chips<Id extends Key>({ label, items, onRemove, onClear, onEnter, isDisabled }: ChipsProps<Id>) {
  if (items.length === 0) return null;
  return (
    <div className="stack-2 top">
      <ul className={`wrap-2 plain ${chipsStyles.list}`} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={`middle ${chipsStyles.chip}`}>
            <span className={`anywhere ${chipsStyles.text}`}>{item.label}</span>
            <button
              type="button"
              className={chipsStyles.remove}
              aria-label={`Quitar ${item.label}`}
              title="Quitar"
              disabled={isDisabled}
              onClick={() => onRemove(item.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !onEnter) return;
                event.preventDefault();
                onEnter();
              }}
            >
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="M5 5l10 10M15 5L5 15" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button variant="quiet" size="small" onPress={onClear} isDisabled={isDisabled}>
          Quitar todos ({items.length})
        </Button>
      )}
    </div>
  );
}
