import { useId } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { cx } from '../ui/cx.ts';
import styles from './header.module.css';
import type { MenuGroup } from './menus.ts';
import { useEscape } from './use-escape.ts';
import { useOpenHere } from './use-open-here.ts';

/** A heading of the menu that opens its links below it. */
export function NavGroup({ group }: { group: MenuGroup }) {
  const [isOpen, setOpen] = useOpenHere();
  const { pathname } = useLocation();
  const id = useId();
  useEscape(isOpen, () => setOpen(false));
  const isHere = group.items.some((item) => item.to === pathname);
  return (
    <li
      className={styles.group}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={cx(styles.link, styles.groupTitle)}
        aria-expanded={isOpen}
        aria-controls={id}
        data-here={isHere || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {group.title}
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 7.5l5 5 5-5" />
        </svg>
      </button>
      <ul id={id} className={styles.sublinks} data-open={isOpen || undefined} aria-label={group.title}>
        {group.items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} className={styles.link}>
              {item.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
