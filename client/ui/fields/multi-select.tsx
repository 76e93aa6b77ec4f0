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
   * For who works by keyboard: Enter adds what is pointed at, or the first that matches, never takes anything away,
   * closes the list and hands over all that is picked then; on a chip it does the same.
   */
  onEnter?: (ids: Id[]) => void;
}

/**
 * Picks several of many items by typing: what is typed narrows the list, Enter picks (the first that matches,
 * when none is pointed at), a second pick takes it back, unless Enter is the caller's. What is picked stands below as chips, outside of the
 * combo box: while its list is open everything outside is hidden from screen readers, and chips inside make
 * the library crash.
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
    // On blur the library repeats the value it has; only a difference is a choice.
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
          {...{ label, placeholder, description, error, autoFocus }}
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

/** The same array for as long as its content is the same: the combo box empties its text on a new one. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const same = last.current.length === list.length && last.current.every((item, at) => item === list[at]);
  if (!same) last.current = list;
  return last.current;
}

const withKey = <Id extends Key>(picked: readonly Id[], id: Id | null | undefined): Id[] =>
  id == null || picked.includes(id) ? [...picked] : [...picked, id];

/** Enter with nothing pointed at picks the first option that matches what was typed. */
function pickFirst(state: SearchState, { key }: KeyboardEvent): void {
  const first = state.collection.getFirstKey();
  if (key !== 'Enter' || first == null || state.selectionManager.isSelected(first)) return;
  state.selectionManager.toggleSelection(first);
}

/** Enter hands over what is pointed at, or what was typed; with nothing typed, nothing. */
function enterPicks(state: SearchState, enter: (key: Key | null) => void): void {
  const isTyped = state.inputValue.trim() !== '';
  const key = state.selectionManager.focusedKey ?? (isTyped ? state.collection.getFirstKey() : null);
  // What was typed is nobody's: the list says so, and stays.
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

/** What a multi-select holds, each with its 'Quitar'. Plain list and buttons: nothing to learn to use it. */
function Chips<Id extends Key>({ label, items, onRemove, onClear, onEnter, isDisabled }: ChipsProps<Id>) {
  if (items.length === 0) return null;
  return (
    <div className={`stack-2 ${chipsStyles.chips}`}>
      <ul className={`wrap-2 ${chipsStyles.list}`} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={chipsStyles.chip}>
            <span className={chipsStyles.text}>{item.label}</span>
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
