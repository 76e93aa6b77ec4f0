import { Link, useLocation, useNavigate } from 'react-router-dom';
import { mayLeave } from '../lib/leaving.ts';
import { useSession } from '../lib/session.store.ts';
import { signOut } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Crest } from '../ui/face/joint-face.tsx';
import { optionalPart } from '../ui/optional-part.tsx';
import { Button } from '../ui/page.tsx';
import styles from './header.module.css';
import HeaderMenu from './header-menu.tsx';
import logoStyles from './logo.module.css';
import { hasHelp, hasLogout, hasMenu, hasSearch, navTypeAt } from './menu-kinds.ts';
import { useEscape, useOpenHere } from './menu-state.ts';

const SearchBox = optionalPart(() => import('../search/box.tsx'));
const HelpLink = optionalPart(() => import('../tutorials/help/link.tsx'));

/**
 * Header of every page: logo, menu for the user's profile, sign-in or sign-out. On phones a button opens the menu.
 */
export function Header() {
  const { pathname } = useLocation();
  const navType = useSession((state) => navTypeAt(pathname, state.navType));
  const isSignedIn = useSession((state) => state.user !== null);
  const [isOpen, setOpen] = useOpenHere();
  useEscape(isOpen, () => setOpen(false));

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={isSignedIn ? '/UserHome' : '/'} className={styles.home} aria-label="SCAF, ir al inicio">
          <Logo />
        </Link>
        {hasMenu(navType) && (
          <nav id="menu" aria-label="Menú principal" className={cx(styles.menu, isOpen && styles.open)}>
            <HeaderMenu navType={navType} />
          </nav>
        )}
        <div className={styles.end}>
          {hasSearch(navType) && (
            <span className={styles.search}>
              <SearchBox />
            </span>
          )}
          {hasHelp(navType) && (
            <span className={styles.help}>
              <HelpLink className={styles.helpLink ?? ''} />
            </span>
          )}
          {hasLogout(navType) && <LogoutButton />}
          {hasMenu(navType) && (
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
