import { useEffect } from 'react';
import { setBare, toggleFullScreen, useIsBare, useIsFullScreen } from '../ui/bare-screen.ts';
import { Button } from '../ui/button.tsx';
import { setTheme, useTheme } from '../ui/theme.ts';
import styles from './wall-bar.module.css';

const paths = {
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.500V22M2 12h2.500M19.5 12H22M4.9 4.900l1.8 1.800M17.3 17.300l1.8 1.800M4.9 19.100l1.8-1.800M17.3 6.700l1.8-1.8',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  bare: 'M3 5h18v14H3ZM7 15h10',
  notBare: 'M3 5h18v14H3ZM3 9h18M3 16h18',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  notFull: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
};

function IconButton({ label, icon, onPress }: { label: string; icon: string; onPress: () => void }) {
  return (
    <span title={label}>
      <Button variant="quiet" size="small" aria-label={label} onPress={onPress}>
        <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
          <path d={icon} />
        </svg>
      </Button>
    </span>
  );
}

/** Light and dark, without header and footer, full screen. */
export function WallControls() {
  const theme = useTheme();
  const isBare = useIsBare();
  const isFullScreen = useIsFullScreen();
  useFullScreenKey();
  return (
    <>
      <IconButton
        label={theme === 'dark' ? 'Fondo claro' : 'Fondo oscuro'}
        icon={theme === 'dark' ? paths.sun : paths.moon}
        onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
      <IconButton
        label={isBare ? 'Salir del modo pantalla' : 'Modo pantalla'}
        icon={isBare ? paths.notBare : paths.bare}
        onPress={() => setBare(!isBare)}
      />
      <IconButton
        label={isFullScreen ? 'Salir de pantalla completa (F)' : 'Pantalla completa (F)'}
        icon={isFullScreen ? paths.notFull : paths.full}
        onPress={toggleFullScreen}
      />
    </>
  );
}

/** Where a letter is something to type or to find in a list. */
const TYPING =
  'input, textarea, select, [contenteditable], [aria-haspopup], [role="listbox"], [role="dialog"]';

/** F is the full screen, as in any player. */
function useFullScreenKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      toggleFullScreen();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
