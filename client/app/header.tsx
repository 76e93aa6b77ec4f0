import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { mayLeave } from '../lib/leaving.ts';
import { useSession } from '../lib/session.store.ts';
import { signOut } from '../lib/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { hasLogout, type MenuGroup, menus, navTypeAt, publicAnchors } from './menus.ts';
import { NavGroup } from './nav-group.tsx';
import { useEscape } from './use-escape.ts';
import { useOpenHere } from './use-open-here.ts';

/** Logo, menu of the navigation type, way in or out. On phones the menu opens below with the burger. */
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
      <ul className={styles.links}>
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
      <ul className={styles.links}>
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
    <ul className={styles.links}>
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
