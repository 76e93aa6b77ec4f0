import { useId } from 'react';
import { GroupParts, type GroupProps, groupNames, OptionText, optionNames } from './option-group.tsx';
import own from './radio-group.module.css';

interface Props<Id extends string | number> extends GroupProps<Id> {
  value: Id | null;
  onChange: (id: Id) => void;
  isDisabled?: boolean;
  /** True to put the options side by side if the width allows. */
  inline?: boolean;
}

/**
 * Radio buttons for a single choice among a few, with large press areas. Uses the browser's own radio buttons, so a
 * phone loads no library for voting.
 */
export function RadioGroup<Id extends string | number>(props: Props<Id>) {
  const { items, value, onChange, isDisabled, inline, ...parts } = props;
  const id = useId();
  return (
    <div
      role="radiogroup"
      {...groupNames(id, parts)}
      aria-invalid={parts.error ? true : undefined}
      aria-disabled={isDisabled || undefined}
      className="stack-2"
    >
      <GroupParts id={id} {...parts}>
        <div className={inline ? `wrap-3 ${own.inline}` : `stack-3 ${own.list}`}>
          {items.map((item) => (
            <label
              key={item.id}
              className={own.option}
              data-selected={item.id === value || undefined}
              data-disabled={isDisabled || undefined}
            >
              <input
                type="radio"
                name={id}
                className={own.input}
                {...optionNames(id, item)}
                checked={item.id === value}
                disabled={isDisabled}
                onChange={() => onChange(item.id)}
              />
              <span className={own.dot} aria-hidden="true" />
              <OptionText id={id} item={item} />
            </label>
          ))}
        </div>
      </GroupParts>
    </div>
  );
}
