import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { mayLeave } from '../lib/leaving.ts';
import { patientCode } from '../lib/patient-code.ts';
import { useSession } from '../lib/session.store.ts';
import { signOut } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Crest } from '../ui/face/joint-face.tsx';
import { Button, ButtonLink } from '../ui/page.tsx';
import styles from './header.module.css';
import logoStyles from './logo.module.css';
import { hasLogout, hasSearch, type MenuGroup, menus, navTypeAt, publicAnchors } from './menus.ts';

// Lazy: phones of owners never search.
const SearchBox = lazy(patientCode(() => import('../search/box.tsx')));

/**
 * Header of every page: logo, menu for the user's profile, sign-in or sign-out. On phones a button opens the menu.
 */
export function Header() {
  const { pathname } = useLocation();
  const navType = useSession((state) => navTypeAt(pathname, state.navType));
  const isSignedIn = useSession((state) => state.user !== null);
  const isVisitor = !isSignedIn && navType === Profile.visitor;
  const [isOpen, setOpen] = useOpenHere();
  useEscape(isOpen, () => setOpen(false));
  const groups = menus[navType];
  const hasMenu = isVisitor || groups.length > 0;

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={isSignedIn ? '/UserHome' : '/'} className={styles.home} aria-label="SCAF, ir al inicio">
          <Logo />
        </Link>
        {hasMenu && (
          <nav id="menu" aria-label="Menú principal" className={cx(styles.menu, isOpen && styles.open)}>
            {isVisitor ? <VisitorMenu /> : <ProfileMenu groups={groups} />}
          </nav>
        )}
        <div className={styles.end}>
          {hasSearch(navType) && (
            <Suspense fallback={null}>
              <SearchBox />
            </Suspense>
          )}
          {hasLogout(navType) && <LogoutButton />}
          {hasMenu && (
            <Button
              variant="quiet"
              aria-label={isOpen ? 'Cerrar menú' : 'Abrir menú'}
              aria-expanded={isOpen}
              aria-controls="menu"
              onPress={() => setOpen(!isOpen)}
            >
              <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
                <path d={isOpen ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />
              </svg>
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

function VisitorMenu() {
  return (
    <>
      <ul className={`wrap-1 ${styles.links}`}>
        {publicAnchors.map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={styles.link}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to="/LogIn">Iniciar Sesión</ButtonLink>
    </>
  );
}

function ProfileMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const [only, another] = groups;
  if (only && !another) {
    return (
      <ul className={`wrap-1 ${styles.links}`}>
        {only.items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} className={styles.link}>
              {item.label}
            </NavLink>
          </li>
        ))}
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

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <Button
      variant="quiet"
      aria-label="Cerrar sesión"
      onPress={async () => {
        if (!(await mayLeave((path) => void navigate(path)))) return;
        signOut();
        void navigate('/');
      }}
    >
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
        <path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h11M17 8l4 4-4 4" />
      </svg>
      <span className={styles.logoutText}>Salir</span>
    </Button>
  );
}

const CELLS = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));

/** Mark of SCAF: nine windows of a building, a single window lit. The crest of the page's joint lies above. */
function Mark() {
  return (
    <span className={logoStyles.place}>
      <svg viewBox="0 0 32 32" className={logoStyles.mark} aria-hidden="true">
        <rect width="32" height="32" rx="7" className={logoStyles.ground} />
        {CELLS.map(({ row, column }) => (
          <rect
            key={`${row}${column}`}
            x={6 + column * 7.3}
            y={6 + row * 7.3}
            width="5.4"
            height="5.4"
            rx="1.2"
            className={row === 1 && column === 1 ? logoStyles.lit : logoStyles.window}
          />
        ))}
      </svg>
      <Crest className={logoStyles.crest} />
    </span>
  );
}

/** Logo: the mark, and the name. */
function Logo() {
  return (
    <span className={logoStyles.logo}>
      <Mark />
      <span className={logoStyles.name}>SCAF</span>
    </span>
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

/**
 * State of a menu: open or closed. Another page or anchor closes the menu at once, so scrolling sees the final
 * layout.
 */
function useOpenHere(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)];
}

/** Hook: calls `close` when the user presses Escape while the menu is open. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
