import { useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { cx } from '../ui/cx.ts';
import { ButtonLink } from '../ui/page.tsx';
import styles from './header.module.css';
import { useEscape, useOpenHere } from './menu-state.ts';
import { type MenuGroup, menus, publicAnchors } from './menus.ts';

/** Links of the menu: of a profile, or for visitors the sections of the first page and the sign-in. */
export default function HeaderMenu({ navType }: { navType: Profile }) {
  return navType === Profile.visitor ? <VisitorMenu /> : <ProfileMenu groups={menus[navType]} />;
}

function VisitorMenu() {
  return (
    <>
      <ul className={`wrap-1 ${styles.links}`}>
        <MenuLinks as={Link} items={publicAnchors} />
      </ul>
      <ButtonLink to="/LogIn">Iniciar Sesión</ButtonLink>
    </>
  );
}

interface LinksProps {
  /** `NavLink` marks the page shown. */
  as: typeof Link | typeof NavLink;
  items: MenuGroup['items'];
}

const MenuLinks = ({ as: MenuLink, items }: LinksProps) =>
  items.map(({ to, label }) => (
    <li key={to}>
      <MenuLink to={to} className={styles.link}>
        {label}
      </MenuLink>
    </li>
  ));

function ProfileMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const [only, another] = groups;
  if (only && !another) {
    return (
      <ul className={`wrap-1 ${styles.links}`}>
        <MenuLinks as={NavLink} items={only.items} />
      </ul>
    );
  }
  return (
    <ul className={`wrap-1 ${styles.links}`}>
      {groups.map((group) => (
        <NavGroup key={group.title} group={group} />
      ))}
    </ul>
  );
}

/** Menu heading as a button to open the links below. */
function NavGroup({ group }: { group: MenuGroup }) {
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
        <MenuLinks as={NavLink} items={group.items} />
      </ul>
    </li>
  );
}
