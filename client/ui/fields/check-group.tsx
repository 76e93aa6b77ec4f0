import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import own from './check-group.module.css';
import { GroupParts, type GroupProps, groupNames, OptionText, optionNames } from './option-group.tsx';
import option from './radio-group.module.css';

interface Props<Id extends string | number> extends GroupProps<Id> {
  value: readonly Id[];
  onChange: (ids: readonly Id[]) => void;
  /** Maximum number of chosen options. */
  most: number;
  /** Id of an option still enabled when the maximum is reached. */
  always?: Id | null;
  /** Sentence with the number of chosen options, read aloud by screen readers on each change. */
  status: ReactNode;
}

/**
 * Group of checkboxes with large press areas, in the style of `RadioGroup`. With `most` chosen options the other
 * options are disabled.
 */
export function CheckGroup<Id extends string | number>(props: Props<Id>) {
  const { items, value, onChange, most, always = null, status, ...parts } = props;
  const id = useId();
  const isFull = value.length >= most;
  return (
    <fieldset {...groupNames(id, parts)} className={cx('stack-2', own.group)}>
      <GroupParts id={id} {...parts}>
        <p role="status" className={cx('strong', own.status)}>
          {status}
        </p>
        <div className={`stack-3 ${own.list}`}>
          {items.map((item) => {
            const isChosen = value.includes(item.id);
            const isOver = isFull && !isChosen && item.id !== always;
            return (
              <label
                key={item.id}
                className={option.option}
                data-selected={isChosen || undefined}
                data-disabled={isOver || undefined}
              >
                <input
                  type="checkbox"
                  className={option.input}
                  checked={isChosen}
                  disabled={isOver}
                  aria-invalid={parts.error ? true : undefined}
                  {...optionNames(id, item)}
                  onChange={() =>
                    onChange(isChosen ? value.filter((one) => one !== item.id) : [...value, item.id])
                  }
                />
                <span className={own.box} aria-hidden="true">
                  <svg viewBox="0 0 20 20" aria-hidden="true">
                    <path d="M4 10.5l4 4 8-9" />
                  </svg>
                </span>
                <OptionText id={id} item={item} />
              </label>
            );
          })}
        </div>
      </GroupParts>
    </fieldset>
  );
}
