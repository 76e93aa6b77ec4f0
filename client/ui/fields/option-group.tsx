import type { ReactNode } from 'react';
import styles from './field.module.css';
import option from './radio-group.module.css';
import type { Option } from './select.tsx';

/** Option of a group, with help text under the label. */
export interface GroupOption<Id extends string | number> extends Option<Id> {
  /** Help text under the label. */
  detail?: ReactNode;
}

/** Props common to groups of options. */
export interface GroupProps<Id extends string | number> {
  /** Heading of the group. */
  label: string;
  /** True to give the heading to screen readers only. */
  isLabelUnseen?: boolean;
  items: readonly GroupOption<Id>[];
  /** Help text below the heading. */
  description?: string;
  /** Spanish error text. Null for a valid choice. */
  error?: string | null;
}

/**
 * Returns the attributes to connect a group of options with description and error, for screen readers.
 * @param id base of the element ids
 */
export function groupNames(
  id: string,
  { description, error }: Pick<GroupProps<string>, 'description' | 'error'>,
) {
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy || undefined };
}

/** Frame of a group of checkboxes or radio buttons: label and description above, error below. */
export function GroupParts({
  id,
  label,
  isLabelUnseen,
  description,
  error,
  children,
}: Omit<GroupProps<string>, 'items'> & { id: string; children: ReactNode }) {
  return (
    <>
      <span id={`${id}-label`} className={isLabelUnseen ? 'unseen' : 'strong'}>
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="soft">
          {description}
        </span>
      )}
      {children}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}

/**
 * Returns the attributes of a checkbox or radio button with help text, for screen readers: the label as
 * name, the help text as description.
 */
export const optionNames = <Id extends string | number>(id: string, item: GroupOption<Id>) => ({
  'aria-label': item.detail ? item.label : undefined,
  'aria-describedby': item.detail ? `${id}-${item.id}` : undefined,
});

/** Label and help text of a checkbox or radio button, beside the control. */
export function OptionText<Id extends string | number>({ id, item }: { id: string; item: GroupOption<Id> }) {
  return (
    <span className="anywhere">
      {item.label}
      {item.detail && (
        <span id={`${id}-${item.id}`} className={option.detail}>
          {item.detail}
        </span>
      )}
    </span>
  );
}
