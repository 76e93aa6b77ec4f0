import type { KeyboardEvent } from 'react';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { matches } from './search.ts';
import { SearchedList, type SearchFieldProps, type SearchState } from './searched-list.tsx';

interface Props<Id extends string | number> extends SearchFieldProps<Id> {
  value: Id | null;
  /** Called with the chosen id, or with null if the person cleared the choice. */
  onChange: (id: Id | null) => void;
}

/**
 * Field to pick a single item among many by typing; the text narrows the list. Enter picks the item with exactly
 * the typed text, else the first item. Tab picks only if a single item remains.
 */
export function ComboBox<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  placeholder,
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
      className="stack-2"
    >
      <SearchedList<Id>
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
        autoFocus={autoFocus}
        onPickKey={pickMeant}
      />
    </AriaComboBox>
  );
}

function pickMeant(state: SearchState, { key: pressed }: KeyboardEvent): void {
  const typed = state.inputValue.trim().toLowerCase();
  const keys = [...state.collection.getKeys()];
  const exact = keys.find((key) => String(key).toLowerCase() === typed);
  const meant = exact ?? (pressed === 'Enter' || keys.length === 1 ? keys[0] : undefined);
  if (meant === undefined) return;
  state.setValue(meant);
  state.close();
}
